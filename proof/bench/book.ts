/** Fills the database that the other benchmarks share, so that none of them is timed with it: `--only book` of `run.ts`. */

import { parseArgs } from 'node:util'
import { connect, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { buildOnce, clockAt, SECRET, TODAY } from './million.ts'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const database = await disposableDatabase({ mayBeBuilt: true })
const pool = connect(database.url, { most: 4, name: 'bench book' })
const program = { db: openDb(pool), clock: clockAt(TODAY), keys: deriveKeys(SECRET), dataDirectory: '' }
await buildOnce(program, pool, Number(options.rows))
await pool.end()
await database.close()
