import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { CASH_ACTIVITIES, type Comparison } from '../../../contract/financials.ts'
import type { AccountKind } from '../../../contract/ledger.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  type LocalDate,
  localDate,
  wholeMonthsBetween,
} from '../../../engine/dates.ts'
import { type Kobo, kobo, sum } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuseFields } from '../../kernel/refusal.ts'
import { bankAccounts } from './accounts.sql.ts'
import * as store from './financials.sql.ts'
import { type TrialRow, trialOn } from './ledger.sql.ts'
import { transferred } from './yearEnd.sql.ts'

/** Income statement, balance sheet and cash flow, from the same sums as the trial balance. */

type Line = { code: number; title: string; amount: Kobo }
type Group = { lines: Line[]; total: Kobo }
export type IncomeStatement = Reply<Api['incomeStatementGet']>['compared'][number]
export type BalanceSheet = Reply<Api['balanceSheetGet']>['compared'][number]
export type CashFlow = Reply<Api['cashFlowGet']>['compared'][number]
type Period = { from: LocalDate; to: LocalDate }

/** The end of a month stays the end of a month. */
const yearBefore = (day: LocalDate): LocalDate => {
  const same = addMonths(day, -12)
  return day === endOfMonth(day) ? endOfMonth(same) : same
}

/** Before whole months as many whole months, before another period as many days. */
function periodBefore({ from, to }: Period): Period {
  const end = addDays(from, -1)
  const isMonths = from.endsWith('-01') && to === endOfMonth(to)
  const start = isMonths
    ? addMonths(from, -wholeMonthsBetween(from, addDays(to, 1)))
    : addDays(end, -daysBetween(from, to))
  return { from: start, to: end }
}

const PERIODS = {
  previous: periodBefore,
  lastYear: ({ from, to }: Period): Period => ({ from: addMonths(from, -12), to: yearBefore(to) }),
}
const DAYS = {
  /** The end of the month before. */
  previous: (day: LocalDate): LocalDate => addDays(localDate(`${day.slice(0, 7)}-01`), -1),
  lastYear: yearBefore,
}

/** In the order of the columns. */
const comparedWith = (compare: Comparison | undefined): (keyof typeof PERIODS)[] =>
  (['previous', 'lastYear'] as const).filter(each => compare === each || compare === 'both')

const balanceOf = ({ debits, credits }: TrialRow): bigint => debits - credits

/** Assets and expenses are shown as debits, the rest as credits. */
const isDebit = (kind: AccountKind): boolean => kind === 'asset' || kind === 'expense'

function groupOf(rows: readonly (TrialRow & { balance: bigint })[], kind: AccountKind): Group {
  const lines = rows
    .filter(row => row.kind === kind && row.balance !== 0n)
    .map(({ code, title, balance }) => ({ code, title, amount: kobo(isDebit(kind) ? balance : -balance) }))
  return { lines, total: sum(lines.map(({ amount }) => amount)) }
}

function checkPeriod({ from, to }: { from: LocalDate; to: LocalDate }): void {
  if (to < from) refuseFields({ to: 'Not before the first day' })
}

async function incomeOf({ tx }: Context, { from, to }: Period): Promise<IncomeStatement> {
  const before = new Map((await trialOn(tx, addDays(from, -1))).map(row => [row.code, balanceOf(row)]))
  const yearEnds = await transferred(tx, { from, to })
  const moved = (await trialOn(tx, to)).map(row => ({
    ...row,
    balance: balanceOf(row) - (before.get(row.code) ?? 0n) - (yearEnds.get(row.code) ?? 0n),
  }))
  const [income, expenses] = [groupOf(moved, 'income'), groupOf(moved, 'expense')]
  return { from, to, income, expenses, result: kobo(income.total - expenses.total) }
}

export const incomeStatement: Handler<Api['incomeStatementGet']> = async (ctx, { compare, ...period }) => {
  checkPeriod(period)
  const compared = comparedWith(compare).map(each => incomeOf(ctx, PERIODS[each](period)))
  return { ...(await incomeOf(ctx, period)), compared: await Promise.all(compared) }
}

async function balanceOn({ tx }: Context, asOf: LocalDate): Promise<BalanceSheet> {
  const rows = (await trialOn(tx, asOf)).map(row => ({ ...row, balance: balanceOf(row) }))
  const result = kobo(groupOf(rows, 'income').total - groupOf(rows, 'expense').total)
  const equity = groupOf(rows, 'equity')
  return {
    asOf,
    assets: groupOf(rows, 'asset'),
    liabilities: groupOf(rows, 'liability'),
    equity: { ...equity, total: kobo(equity.total + result) },
    result,
  }
}

export const balanceSheet: Handler<Api['balanceSheetGet']> = async (ctx, { asOf = ctx.today, compare }) => {
  const compared = comparedWith(compare).map(each => balanceOn(ctx, DAYS[each](asOf)))
  return { ...(await balanceOn(ctx, asOf)), compared: await Promise.all(compared) }
}

const moneyCodes = async (ctx: Context): Promise<number[]> =>
  (await bankAccounts(ctx.tx)).map(({ code }) => code)

async function cashOf(ctx: Context, { from, to }: Period): Promise<CashFlow> {
  const codes = await moneyCodes(ctx)
  const rows = await store.cashMoved(ctx.tx, codes, { from, to })
  return {
    from,
    to,
    opening: await heldOn(ctx, codes, addDays(from, -1)),
    activities: CASH_ACTIVITIES.map(activity => {
      const lines = rows
        .filter(row => row.activity === activity)
        .map(({ reason, received, paid }) => ({ reason, received: kobo(received), paid: kobo(paid) }))
      return { activity, lines, total: sum(lines.map(({ received, paid }) => kobo(received - paid))) }
    }),
    closing: await heldOn(ctx, codes, to),
  }
}

export const cashFlow: Handler<Api['cashFlowGet']> = async (ctx, { compare, ...period }) => {
  checkPeriod(period)
  const compared = comparedWith(compare).map(each => cashOf(ctx, PERIODS[each](period)))
  return { ...(await cashOf(ctx, period)), compared: await Promise.all(compared) }
}

async function heldOn(ctx: Context, codes: readonly number[], day: LocalDate): Promise<Kobo> {
  const rows = (await trialOn(ctx.tx, day)).filter(({ code }) => codes.includes(code))
  return sum(rows.map(row => kobo(balanceOf(row))))
}

export const listCashLines: Handler<Api['cashFlowLineList']> = async (ctx, { cursor, limit, ...filter }) => {
  checkPeriod(filter)
  const place = readCursor(ctx.keys, 'cashFlowLineList', filter, cursor)
  const before = placeOf(place, 'effectiveOn', 'entryId')
  const found = await store.cashLines(ctx.tx, await moneyCodes(ctx), filter, before, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const next = last && [last.effective_on, last.entry_id.toString()]
  return {
    rows: rows.map(row => ({
      entryId: row.entry_id.toString(),
      effectiveOn: row.effective_on,
      note: row.note,
      loanId: row.loan_id,
      accounts: row.accounts,
      amount: kobo(row.amount),
    })),
    amount: kobo(rows[0]?.total_amount ?? 0n),
    total: rows[0]?.total ?? 0,
    totalIsExact: true,
    next: next ? makeCursor(ctx.keys, 'cashFlowLineList', filter, next) : null,
  }
}
