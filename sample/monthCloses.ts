import { addDays, localDate } from '../engine/dates.ts'
import { act, SYSTEM } from '../server/kernel/act.ts'
import { calculate } from '../server/modules/closing/calculate.ts'
import { runDaily } from '../server/modules/loans/daily.ts'
import { datesOf } from '../server/modules/payMonths/months.ts'
import { openMonths } from '../server/modules/payMonths/payMonths.sql.ts'
import { section } from '../server/modules/settings/settings.ts'
import { reconcileMonth } from './bankAccount.ts'
import { callerFor } from './caller.ts'
import { AWAITED, type Desk, dayIn, FILE_DAY, lastClosedOf, monthOf, SOURCE } from './payrollPlans.ts'
import { approved } from './uploads.ts'

/** A year of closed months, the last two with a reconciled bank account. What comes after them is left to be closed. */

const CLOSED = 12
const RECONCILED = 2
const CLOSING_DAY = 24
const firstClosedOf = (desk: Desk): number => lastClosedOf(desk) - CLOSED + 1

/** The nights until the file of a month comes, from the month before the first closed one on: what falls due has its own date. */
export async function liveNights(desk: Desk, no: number): Promise<void> {
  const first = firstClosedOf(desk) - 1
  if (no < first) return
  if (no === first) await knowPastMonths(desk)
  await runDaily(desk.at(dayIn(desk, no + 1, FILE_DAY), 1))
}

/** The month before is closed once its deduction file is posted. */
export async function closeMonthBefore(desk: Desk, no: number): Promise<void> {
  const last = lastClosedOf(desk)
  const closed = no - 1
  if (closed < firstClosedOf(desk) || closed > last) return
  if (closed > last - RECONCILED) await reconcileMonth(desk, closed)
  await close(desk, closed)
}

async function close(desk: Desk, no: number): Promise<void> {
  const month = monthOf(desk, no)
  const day = dayIn(desk, no + 1, CLOSING_DAY)
  await runDaily(desk.at(day, 1))
  await calculate(desk.at(day, 8), localDate(`${month}-01`))
  const clerk = callerFor(desk.at(day, 10), desk.users.admin)
  const { checks } = await clerk('monthCloseGet', { month })
  const acknowledged = checks.flatMap(({ check, state }) =>
    state === 'warning' ? [{ check, reason: 'Looked at with the accountant, nothing to correct' }] : [],
  )
  const { approvalId } = await clerk('monthCloseSubmit', { month, acknowledged, reason: 'Month-end' })
  await approved(desk.at(day, 12), desk.users.authorizer, approvalId)
}

/** No file of those months is awaited from offices whose loans were in the previous system. */
const knowPastMonths = (desk: Desk): Promise<void> =>
  act(desk.at(addDays(dayIn(desk, AWAITED, 1), -1), 1), 'dailyRun', SYSTEM, async ctx => {
    const { sources } = await section(ctx.tx, 'payroll', ctx.today)
    const payrolls = sources.filter(({ kind, status }) => kind === 'payroll' && status === 'active')
    const first = firstClosedOf(desk) - 1
    const months = Array.from({ length: AWAITED - first }, (_, no) => monthOf(desk, first + no))
    const rows = payrolls.flatMap(source =>
      months.map(month => ({
        source: source.code,
        period: `${month}-01`,
        ...datesOf(source, month),
        tolerance_days: source.toleranceDays,
        is_awaited: source.code === SOURCE,
        awaited_from: source.code === SOURCE ? null : ctx.today,
      })),
    )
    await openMonths(ctx.tx, rows, ctx.today)
  })
