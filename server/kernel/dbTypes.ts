import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>
