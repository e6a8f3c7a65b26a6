import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { eraseApprovals } from '../approvals/approvals.ts'
import type { Erased } from '../customers/customers.ts'
import { erasePayerOf, eraseRowsOf, openSuspenseOf, rowsOf, suspenseOf } from './erase.sql.ts'

/** Without a name it could go neither to a loan nor back. */
export const heldBySuspense = async (tx: Tx, customerId: string): Promise<string | null> =>
  (await openSuspenseOf(tx, customerId)) > 0 ? 'they have money in the suspense account' : null

/** Lines of files that are a person's, for that person. */
export const heldOn = async (ctx: Context, { ids }: Pick<Erased, 'ids'>) =>
  rowsOf(ctx.tx, ids, await suspenseOf(ctx.tx, ids))

/** Lines of files that were an erased person's, and what was asked about their money in suspense. */
export async function eraseAllOf(ctx: Context, person: Erased): Promise<void> {
  const suspense = await suspenseOf(ctx.tx, person.ids)
  await eraseApprovals(ctx.tx, 'suspense', suspense, person.label)
  await eraseRowsOf(ctx.tx, person, suspense)
  await erasePayerOf(ctx.tx, person.label, suspense)
}
