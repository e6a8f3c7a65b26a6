import type { Api } from '../../../contract/api.ts'
import { formatDate } from '../../../engine/dates.ts'
import { lagosMidnight, minutesAfter } from '../../kernel/clock.ts'
import type { Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { firstDayDue } from '../loans/loans.ts'
import { recentRuns } from './dailyRuns.sql.ts'

/** The daily runs of the loans, and the start of one that is due. */

const SHOWN = 30
/** The queue starts it three minutes after midnight in Lagos. */
const LATE_MINUTES = 15

export const listDailyRuns: Handler<Api['dailyRunList']> = async ctx => {
  const rows = await recentRuns(ctx.tx, SHOWN)
  const due = await firstDayDue(ctx.tx, ctx.today)
  const isDue = due <= ctx.today
  return {
    dueDay: isDue ? due : null,
    isRunning: isDue && rows[0]?.finished_at === null,
    isLate: isDue && ctx.now > minutesAfter(lagosMidnight(ctx.today), LATE_MINUTES),
    rows: rows.map(row => ({
      day: row.day,
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      worker: row.worker,
      openLoans: row.open_loans,
      booked: row.booked,
      postings: row.postings,
      chunks: row.chunks,
    })),
  }
}

export const startDailyRun: Handler<Api['dailyRunStart']> = async (ctx, { day }) => {
  const due = await firstDayDue(ctx.tx, ctx.today)
  if (due > ctx.today) refuse('loan.refused', { why: 'today’s run is done' })
  if (day !== due) refuse('loan.refused', { why: `the run that is due is that of ${formatDate(due)}` })
  await ctx.queue('dailyRun', {})
  ctx.audit({ subject: ['dailyRun', due], after: { queued: due } })
  return { dueDay: due }
}
