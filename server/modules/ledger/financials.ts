import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { CASH_ACTIVITIES } from '../../../contract/financials.ts'
import type { AccountKind, EntryReason } from '../../../contract/ledger.ts'
import { addDays, type LocalDate } from '../../../engine/dates.ts'
import { type Kobo, kobo, sum } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuseFields } from '../../kernel/refusal.ts'
import { bankAccounts } from './accounts.sql.ts'
import * as store from './financials.sql.ts'
import { type TrialRow, trialOn } from './ledger.sql.ts'
import { transferred } from './yearEnd.sql.ts'

/** Income statement, balance sheet and cash flow, from the same sums as the trial balance. */

type Line = { code: number; title: string; amount: Kobo }
type Group = { lines: Line[]; total: Kobo }
export type IncomeStatement = Reply<Api['incomeStatementGet']>
export type BalanceSheet = Reply<Api['balanceSheetGet']>
export type CashFlow = Reply<Api['cashFlowGet']>
type Activity = (typeof CASH_ACTIVITIES)[number]

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

export const incomeStatement: Handler<Api['incomeStatementGet']> = async (ctx, { from, to }) => {
  checkPeriod({ from, to })
  const before = new Map((await trialOn(ctx.tx, addDays(from, -1))).map(row => [row.code, balanceOf(row)]))
  const yearEnds = await transferred(ctx.tx, { from, to })
  const moved = (await trialOn(ctx.tx, to)).map(row => ({
    ...row,
    balance: balanceOf(row) - (before.get(row.code) ?? 0n) - (yearEnds.get(row.code) ?? 0n),
  }))
  const [income, expenses] = [groupOf(moved, 'income'), groupOf(moved, 'expense')]
  return { from, to, income, expenses, result: kobo(income.total - expenses.total) }
}

export const balanceSheet: Handler<Api['balanceSheetGet']> = async (ctx, { asOf = ctx.today }) => {
  const rows = (await trialOn(ctx.tx, asOf)).map(row => ({ ...row, balance: balanceOf(row) }))
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

const ACTIVITY: Record<AccountKind, Activity> = {
  income: 'operating',
  expense: 'operating',
  asset: 'investing',
  liability: 'financing',
  equity: 'financing',
}

/**
 * Lending is what a lender operates on, and so are the premiums and the VAT that it passes on. What people post by hand is
 * told by the account on the other side.
 */
function activityOf({ reason, against, is_own }: store.CashRow): Activity {
  if (reason !== 'journal' && reason !== 'openingBalance') return 'operating'
  return against === 'liability' && !is_own ? 'operating' : ACTIVITY[against]
}

export const cashFlow: Handler<Api['cashFlowGet']> = async (ctx, { from, to }) => {
  checkPeriod({ from, to })
  const codes = (await bankAccounts(ctx.tx)).map(({ code }) => code)
  const rows = await store.cashMoved(ctx.tx, codes, { from, to })
  return {
    from,
    to,
    opening: await heldOn(ctx, codes, addDays(from, -1)),
    activities: (['operating', 'investing', 'financing'] as const).map(activity => {
      const lines = linesOf(rows.filter(row => activityOf(row) === activity))
      return { activity, lines, total: sum(lines.map(({ received, paid }) => kobo(received - paid))) }
    }),
    closing: await heldOn(ctx, codes, to),
  }
}

function linesOf(rows: readonly store.CashRow[]): CashFlow['activities'][number]['lines'] {
  const byReason = new Map<EntryReason, { received: bigint; paid: bigint }>()
  for (const { reason, received, paid } of rows) {
    const known = byReason.get(reason) ?? { received: 0n, paid: 0n }
    byReason.set(reason, { received: known.received + received, paid: known.paid + paid })
  }
  return [...byReason].map(([reason, { received, paid }]) => ({
    reason,
    received: kobo(received),
    paid: kobo(paid),
  }))
}

async function heldOn(ctx: Context, codes: readonly number[], day: LocalDate): Promise<Kobo> {
  const rows = (await trialOn(ctx.tx, day)).filter(({ code }) => codes.includes(code))
  return sum(rows.map(row => kobo(balanceOf(row))))
}
