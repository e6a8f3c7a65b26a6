import type { Api } from '../../../contract/api.ts'
import type { IntakeKind } from '../../../contract/intake.ts'
import { addMonths, type LocalDate, localDate, type PayMonth, payMonthOf } from '../../../engine/dates.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as store from './intake.sql.ts'
import type { Drops } from './run.ts'
import { isPendingApproval, locked, withLayout } from './shown.ts'

/** Files are about months that have begun; instructions go out in the month before, and are answered then. */
export const latestPeriod = (kind: IntakeKind, today: LocalDate): PayMonth =>
  payMonthOf(kind === 'acknowledgement' ? addMonths(localDate(`${payMonthOf(today)}-01`), 1) : today)

/** Before it is submitted. What was checked for the other month is thrown away and checked again. */
export const changePeriod =
  (drops: Drops): Handler<Api['intakePeriod']> =>
  async (ctx, { id, period }) => {
    const row = await locked(ctx, id, 'received', 'matched', 'waiting')
    if (await isPendingApproval(ctx.tx, id)) refuse('intake.status', { status: 'pending approval' })
    if (row.corrects_id !== null) refuse('intake.correction')
    if (period > latestPeriod(row.kind, ctx.today)) refuse('intake.period')
    const before = payMonthOf(localDate(row.period))
    if (period !== before) await moveTo(ctx, row, period, drops)
    ctx.audit({ subject: ['intake', id], before: { period: before }, after: { period } })
    return withLayout(ctx, id)
  }

async function moveTo(ctx: Context, row: store.IntakeRow, period: string, drops: Drops): Promise<void> {
  const { id } = row
  const moved = { ...row, period: `${period}-01` }
  const same = row.sha256 === null ? undefined : await store.sameFile(ctx.tx, moved, row.sha256)
  const first = same === undefined ? undefined : await store.findIntake(ctx.tx, same)
  if (first && first.source === row.source && first.period === moved.period)
    refuse('intake.same_file', { who: first.uploaded_by_name, file: first.file_name })
  if (await store.hasCorrection(ctx.tx, id)) refuse('intake.has_correction')
  await store.noteShaper(ctx.tx, id, ctx.actor.id)
  if (row.status === 'received') return store.changeIntake(ctx.tx, id, { period: moved.period })
  if (!(await store.hasPieces(ctx.tx, id))) refuse('intake.file_gone')
  await drops[row.kind].drop(ctx, row)
  await store.deleteRefusals(ctx.tx, id)
  await store.changeIntake(ctx.tx, id, {
    period: moved.period,
    status: 'mapped',
    checked_through: 0,
    rows: null,
    good_rows: null,
    refused_rows: null,
    skipped_rows: null,
    matched_rows: null,
    repaired_values: null,
    approval_id: null,
  })
  await ctx.queue('intakeRun', { id })
}
