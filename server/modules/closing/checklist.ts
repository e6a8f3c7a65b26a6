import type { ClosingCheck } from '../../../contract/closing.ts'
import { sameJson } from '../../../contract/trail.ts'
import { countText } from '../../../engine/countText.ts'
import { addDays, addMonths, endOfMonth, formatDate, type LocalDate } from '../../../engine/dates.ts'
import { lagosMidnight } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { reconciledAccounts } from '../bankStatements/bankStatements.ts'
import { closedThrough } from '../ledger/ledger.ts'
import { firstDayDue } from '../loans/loans.ts'
import { section } from '../settings/settings.ts'
import { classesOn } from './calculate.ts'
import * as found from './checklist.sql.ts'
import * as store from './closing.sql.ts'
import { hasChanged } from './loans.sql.ts'

/** What is looked at before a month is closed. A module that knows of another obstacle adds its check to the list. */

export type Finding = { state: 'ok' | 'warning' | 'blocked' | 'none'; found: string }
type Reading = Pick<Context, 'tx' | 'today'>
type Check = { check: ClosingCheck; look(ctx: Reading, month: LocalDate): Promise<Finding> }

const ok = (text: string): Finding => ({ state: 'ok', found: text })
const blocked = (text: string): Finding => ({ state: 'blocked', found: text })
const warnAbout = (text: string): Finding => ({ state: 'warning', found: text })
const counted = (number: number, one: string, many = `${one}s`): string =>
  `${countText(number)} ${number === 1 ? one : many}`

const CHECKS: readonly Check[] = [
  {
    check: 'monthOver',
    async look({ today }, month) {
      const last = endOfMonth(month)
      return last < today
        ? ok('The month is over.')
        : blocked(`The month ends on ${formatDate(last)}. Close it from the next day on.`)
    },
  },
  {
    check: 'monthBefore',
    async look(ctx, month) {
      const through = await closedThrough(ctx)
      if (through !== null && through >= endOfMonth(month))
        return blocked(`The ledger is closed through ${formatDate(through)} already.`)
      const last = await store.lastClosed(ctx.tx, null)
      if (last && addMonths(last.month, 1) !== month)
        return blocked(
          `Months are closed in order. The next one begins on ${formatDate(addMonths(last.month, 1))}.`,
        )
      return ok(last ? 'The month before is closed.' : 'It is the first month to be closed.')
    },
  },
  {
    check: 'dailyRun',
    async look(ctx, month) {
      const next = await firstDayDue(ctx.tx, ctx.today)
      return next > endOfMonth(month)
        ? ok('The daily run is complete for every day of the month.')
        : blocked(`The daily run of ${formatDate(next)} is not complete.`)
    },
  },
  {
    check: 'figures',
    async look(ctx, month) {
      const [day, closing] = [endOfMonth(month), await store.findClosing(ctx.tx, month)]
      if (!closing) return blocked('The figures are not calculated yet.')
      if (closing.status === 'closed') return ok('The figures are those of the close.')
      const isSame = sameJson(closing.classes, await classesOn(ctx.tx, day))
      return isSame && !(await hasChanged(ctx.tx, closing, day))
        ? ok('The figures are calculated, and no record of the month has changed since.')
        : blocked('Records of the month have changed since the figures were calculated.')
    },
  },
  {
    check: 'approvals',
    async look(ctx) {
      const pending = await found.pendingApprovals(ctx.tx)
      return pending === 0
        ? ok('No items are pending approval.')
        : warnAbout(`${counted(pending, 'item')} pending approval.`)
    },
  },
  {
    check: 'files',
    async look(ctx, month) {
      const open = await found.batchesNotPosted(ctx.tx, month)
      const missing = await found.filesMissing(ctx.tx, month)
      if (open + missing === 0) return ok('All deduction files of the month are posted.')
      return warnAbout(
        [
          ...(open > 0 ? [`${counted(open, 'batch', 'batches')} not posted.`] : []),
          ...(missing > 0 ? [`${counted(missing, 'deduction file')} not received.`] : []),
        ].join(' '),
      )
    },
  },
  {
    check: 'suspense',
    async look(ctx, month) {
      const { suspenseDays } = await section(ctx.tx, 'monthEnd', ctx.today)
      const from = addDays(endOfMonth(month), -suspenseDays)
      const old = await found.suspenseBefore(ctx.tx, lagosMidnight(from))
      return old === 0
        ? ok(`No suspense item is older than ${counted(suspenseDays, 'day')}.`)
        : warnAbout(`${counted(old, 'suspense item')} older than ${counted(suspenseDays, 'day')}.`)
    },
  },
  {
    check: 'bank',
    async look({ tx }, month) {
      const accounts = await reconciledAccounts(tx)
      if (!accounts.some(account => account.has_statement))
        return { state: 'none', found: 'No bank statement is uploaded.' }
      const open = accounts.filter(({ through }) => through === null || through < endOfMonth(month))
      if (open.length === 0) return ok('Every bank account is reconciled through the month.')
      const names = open.map(({ code, title }) => `${code} ${title}`).join(', ')
      return warnAbout(`Not reconciled through the month: ${names}.`)
    },
  },
]

export async function checklist(
  ctx: Reading,
  month: LocalDate,
): Promise<({ check: ClosingCheck } & Finding)[]> {
  const findings: ({ check: ClosingCheck } & Finding)[] = []
  for (const each of CHECKS) findings.push({ check: each.check, ...(await each.look(ctx, month)) })
  return findings
}
