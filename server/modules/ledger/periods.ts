import type { Api, CommandInput } from '../../../contract/api.ts'
import { addDays, formatDate, type LocalDate } from '../../../engine/dates.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import * as store from './ledger.sql.ts'
import { takeOutClose } from './yearEnd.sql.ts'

/** Periods of the ledger: what is closed stays as it is, and is closed by two people. */

export const listPeriods: Handler<Api['ledgerPeriodList']> = async ctx => {
  const closes = await store.listCloses(ctx.tx)
  return {
    periods: closes.map(row => ({
      through: row.through,
      closedAt: row.closed_at.toISOString(),
      closedBy: row.closed_by_name,
    })),
    closedThrough: closes[0]?.through ?? null,
  }
}

export const askToClose: Handler<Api['ledgerPeriodClose']> = async (ctx, { through, reason }) => {
  const closed = await checkClosable(ctx, through)
  const approvalId = await propose(ctx, {
    command: 'periodClose',
    input: { through },
    subject: ['period', through],
    summary: `Close the ledger through ${formatDate(through)}`,
    before: { closedThrough: closed },
    after: { closedThrough: through },
    reason,
  })
  return { approvalId }
}

export const foreseeClose = async (
  ctx: Context,
  { through }: CommandInput<'periodClose'>,
): Promise<Foresight> => ({
  before: { closedThrough: await checkClosable(ctx, through) },
  after: { closedThrough: through },
})

/** The approved command behind `ledgerPeriodClose`. From its commit on nothing is posted on or before that day. */
export async function closePeriod(
  ctx: Context,
  { through }: { through: LocalDate },
  reason?: string,
): Promise<void> {
  await holdPostings(ctx)
  const closed = await checkClosable(ctx, through)
  await store.insertClose(ctx.tx, { through, at: ctx.now, staffId: ctx.actor.id })
  ctx.audit({
    action: 'periodClose',
    subject: ['period', through],
    before: { closedThrough: closed },
    after: { closedThrough: through },
    reason,
  })
}

/** Holds postings back until the end of the transaction. */
export const holdPostings = (ctx: Pick<Context, 'tx'>): Promise<void> =>
  store.holdPostings(ctx.tx).catch(error => {
    if (error instanceof Error && 'code' in error && error.code === '55P03') refuse('ledger.busy')
    throw error
  })

/** Opens the latest closed period again. The close that it undoes stays on record, with who undid it and why. */
export async function reopenPeriod(
  ctx: Context,
  { through, submittedBy, reason }: { through: LocalDate; submittedBy: string; reason: string },
): Promise<void> {
  await holdPostings(ctx)
  const closed = await closedThrough(ctx)
  if (closed !== through) refuse('closing.not_latest', { through: closed ? formatDate(closed) : 'no date' })
  await takeOutClose(ctx.tx, { through, at: ctx.now, submittedBy, approvedBy: ctx.actor.id, reason })
}

export const closedThrough = ({ tx }: Pick<Context, 'tx'>): Promise<LocalDate | null> =>
  store.closedThrough(tx)

async function checkClosable(ctx: Context, through: LocalDate): Promise<LocalDate | null> {
  if (through >= ctx.today) refuse('ledger.period_running', { latest: formatDate(addDays(ctx.today, -1)) })
  const closed = await store.closedThrough(ctx.tx)
  if (closed !== null && through <= closed) refuse('ledger.period_done', { through: formatDate(closed) })
  return closed
}
