import { NAME_DIFFERS_BELOW } from '../../../contract/repayments.ts'
import { matchNames } from '../../../engine/names.ts'
import type { Context } from '../../kernel/context.ts'
import * as store from './names.sql.ts'

/** The name in the file beside the name of the customer that a number led to: a mistyped number may be another customer's. */

/** Some megabytes of text at a time, whatever the file. */
const AT_ONCE = 5_000

const best = (name: string, names: readonly string[]): number =>
  Math.max(0, ...names.map(each => matchNames(name, each).score))

/** Keeps the score of every row of a batch whose name differs from the customer's. */
export async function compareNames(ctx: Context, batchId: string): Promise<void> {
  let after: store.Named | undefined
  do {
    const rows = await store.namedOtherwise(ctx.tx, batchId, after, AT_ONCE)
    await saveScores(ctx, batchId, rows)
    after = rows.length === AT_ONCE ? rows.at(-1) : undefined
  } while (after)
}

/** The same for one row, which a person has given to a customer. */
export async function compareName(ctx: Context, batchId: string, rowNumber: number): Promise<void> {
  await store.forgetScores(ctx.tx, batchId, rowNumber)
  await saveScores(ctx, batchId, await store.namedOtherwise(ctx.tx, batchId, undefined, AT_ONCE, rowNumber))
}

async function saveScores(ctx: Context, batchId: string, rows: readonly store.Named[]): Promise<void> {
  const differing = rows.flatMap(row => {
    const score = best(row.name, row.names)
    return score < NAME_DIFFERS_BELOW ? [{ ...row, score }] : []
  })
  if (differing.length === 0) return
  const earlier = await store.earlierNames(
    ctx.tx,
    differing.map(row => row.customer_id),
  )
  await store.setScores(
    ctx.tx,
    batchId,
    differing.filter(row => best(row.name, earlier.get(row.customer_id) ?? []) < NAME_DIFFERS_BELOW),
  )
}
