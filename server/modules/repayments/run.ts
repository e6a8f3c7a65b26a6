import { randomUUID } from 'node:crypto'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Actor, Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { placeAnswered } from './check.ts'
import { finishPosting, notifyRest, postRows } from './post.ts'
import * as store from './repayments.sql.ts'
import * as rows from './rows.sql.ts'
import { finishUndoing, undoRows } from './undo.ts'

const AT_ONCE = 6_000
/** Rows of a transaction: two of them hold their loans for up to a quarter of a second, which a receipt at the counter may wait. */
const TOGETHER = 150
/** While one transaction waits for the database the next is worked out; more only wait for one another. */
const LANES = 2

/**
 * Posts an approved batch, or reverses it: a few rows in one short transaction, in the order of loans, each under an id
 * made with the row. Killed anywhere and run again, nothing happens twice and nothing is left out.
 */
export async function runBatch(program: Program, batchId: string): Promise<void> {
  const batch = await store.findBatch(program.db, batchId)
  // a code was marked that so many rows bear that no request waits for them
  if (batch?.status === 'open' || batch?.status === 'waiting')
    await act(program, 'repaymentRun', SYSTEM, async ctx => {
      await placeAnswered(ctx, batchId)
      ctx.audit({ subject: ['repayment', batchId], after: { rematched: true } })
    })
  if (batch?.status === 'posting')
    await inLanes(program, batch, {
      next: rows.rowsToPost,
      together: TOGETHER,
      step: postRows,
      finish: finishPosting,
    })
  if (batch?.status === 'undoing')
    await inLanes(program, batch, {
      next: rows.rowsToUndo,
      together: 1,
      step: undoRows,
      finish: finishUndoing,
    })
}

type Work = {
  next: typeof rows.rowsToPost
  together: number
  step: (ctx: Context, batch: store.BatchRow, some: readonly rows.RepaymentRow[]) => Promise<void>
  finish: (ctx: Context, batchId: string) => Promise<void>
}

async function inLanes(program: Program, batch: store.BatchRow, work: Work): Promise<void> {
  const actor = actorOf(batch)
  for (;;) {
    const places = await work.next(program.db, batch.intake_id, AT_ONCE)
    if (places.length === 0) break
    for (const round of roundsOf(places)) {
      const chunks = cut(round, work.together)
      const lane = async (): Promise<void> => {
        for (let chunk = chunks.shift(); chunk; chunk = chunks.shift())
          await together(program, actor, batch, chunk, work)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
  }
  await act(program, 'repaymentRun', actor, ctx => work.finish(ctx, batch.intake_id))
}

/**
 * One row of a person at a time: the first of all, then the second of those who have two. The last one sends the
 * message.
 */
function roundsOf(places: readonly rows.Place[]): rows.Place[][] {
  const rounds: rows.Place[][] = []
  const had = new Map<string, number>()
  for (const place of places) {
    // after a merge two rows of one loan may still name two people
    const owner = [place.customer_id, place.loan_id].filter(id => id !== null)
    const round = Math.max(0, ...owner.map(id => had.get(id) ?? 0))
    for (const id of owner) had.set(id, round + 1)
    rounds[round] ??= []
    rounds[round].push(place)
  }
  return rounds
}

const cut = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))

/** In the name of the approver. */
const actorOf = (batch: store.BatchRow): Actor => ({
  ...SYSTEM,
  id: batch.approved_by ?? SYSTEM.id,
  name: batch.approved_by_name ?? SYSTEM.name,
})

/** What posting refuses is noted on its row, and the others go on: many are halved until the one that is refused is alone. */
async function together(
  program: Program,
  actor: Actor,
  batch: store.BatchRow,
  places: readonly rows.Place[],
  { step, ...work }: Work,
): Promise<void> {
  try {
    await act(program, 'repaymentRun', actor, async ctx =>
      step(ctx, batch, await rows.lockRows(ctx.tx, batch.intake_id, places)),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [place] = places
    if (places.length === 1 && place)
      await act(program, 'repaymentRun', actor, ctx => refused(ctx, batch, place, error))
    else
      for (const half of cut(places, Math.ceil(places.length / 2)))
        await together(program, actor, batch, half, { step, ...work })
  }
}

const ID_TAKEN = 'Something else was recorded under its id. Retry: it has another one now.'

async function refused(
  ctx: Context,
  batch: store.BatchRow,
  place: rows.Place,
  { code, message }: Refusal,
): Promise<void> {
  const isUndo = batch.status === 'undoing'
  const problem = code === 'idempotency.other_body' && !isUndo ? ID_TAKEN : message
  await rows.changeRow(ctx.tx, batch.intake_id, place, {
    problem,
    // nothing of its own stands under its id, and something of another's may
    ...(isUndo ? {} : { status: 'refused', posting_id: randomUUID() }),
    ...(code === 'repayment.posted_elsewhere' ? { bin: 'duplicate' } : {}),
  })
  if (!isUndo) await notifyRest(ctx, batch, place)
  ctx.audit({
    subject: ['repayment', batch.intake_id],
    outcome: 'refused',
    reason: `Row ${place.row_number}: ${problem}`,
  })
}
