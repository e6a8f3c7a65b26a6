import { eraseApprovals } from '../approvals/approvals.ts'
import type { Context } from '../context.ts'
import type { Erased } from '../customers/customers.ts'
import { eraseRowsOf, suspenseOf } from './erase.sql.ts'

/** Lines of files that were an erased person's, and what was asked about their money in suspense; handed to customers by api.ts. */
export async function eraseAllOf(ctx: Context, person: Erased): Promise<void> {
  const suspense = await suspenseOf(ctx.tx, person.ids)
  await eraseApprovals(ctx.tx, 'suspense', suspense, person.label)
  await eraseRowsOf(ctx.tx, person, suspense)
}
