import type { Context } from '../context.ts'
import type { Erased } from '../customers/customers.ts'
import { eraseRowsOf } from './erase.sql.ts'

/** Lines of files that were an erased person's; handed to customers by api.ts. */
export const eraseAllOf = (ctx: Context, person: Erased): Promise<void> => eraseRowsOf(ctx.tx, person)
