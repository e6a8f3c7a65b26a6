import { z } from 'zod/mini'
import { type Kobo, ZERO } from '../engine/money.ts'
import { date, endpoint, exportOf, id, kobo, listOf, page } from './endpoint.ts'
import { ENTRY_REASONS, entryId } from './ledger.ts'

/** The three statements that an accountant signs, calculated from the entries of the ledger. */

const line = z.object({ code: z.int(), title: z.string(), amount: kobo })
const group = z.object({ lines: z.array(line), total: kobo })

export const CASH_ACTIVITIES = ['operating', 'investing', 'financing'] as const

/** What a statement stands beside: the period before it, the same period of the year before, or both in this order. */
export const COMPARISONS = ['previous', 'lastYear', 'both'] as const
export type Comparison = (typeof COMPARISONS)[number]

const compare = z.optional(z.enum(COMPARISONS))
const period = z.object({ from: date, to: date, compare })

/** Lines of statements beside each other: each line once, in a fixed order, with zero where a statement has none. */
export function sideBySide<L extends { amount: Kobo }>(
  columns: readonly (readonly L[])[],
  keyOf: (line: L) => string,
): { key: string; line: L; amounts: Kobo[] }[] {
  const lines = columns.map(column => new Map(column.map(line => [keyOf(line), line])))
  const keys = [...new Set(lines.flatMap(column => [...column.keys()]))].toSorted()
  return keys.flatMap(key => {
    const found = lines.map(column => column.get(key))
    const line = found.find(each => each !== undefined)
    return line ? [{ key, line, amounts: found.map(each => each?.amount ?? ZERO) }] : []
  })
}

export const incomeStatement = z.object({
  from: date,
  to: date,
  income: group,
  expenses: group,
  result: kobo,
})
export const balanceSheet = z.object({
  asOf: date,
  assets: group,
  liabilities: group,
  equity: group,
  /** Income less expenses that no year-end has transferred to equity yet. It is part of the total of equity. */
  result: kobo,
})
export const cashFlow = z.object({
  from: date,
  to: date,
  opening: kobo,
  activities: z.array(
    z.object({
      activity: z.enum(CASH_ACTIVITIES),
      lines: z.array(z.object({ reason: z.enum(ENTRY_REASONS), received: kobo, paid: kobo })),
      total: kobo,
    }),
  ),
  closing: kobo,
})

/** What one entry moved on the bank and cash accounts. */
const cashLine = z.object({
  entryId,
  effectiveOn: date,
  note: z.nullable(z.string()),
  loanId: z.nullable(id),
  accounts: z.string(),
  amount: kobo,
})

export const financialsApi = {
  incomeStatementGet: endpoint({
    method: 'GET',
    path: '/api/ledger/income-statement',
    permission: 'console.read',
    summary:
      'Returns income and expenses of a period by account, and the result, also of periods to compare.',
    input: period,
    reply: z.extend(incomeStatement, { compared: z.array(incomeStatement) }),
  }),
  balanceSheetGet: endpoint({
    method: 'GET',
    path: '/api/ledger/balance-sheet',
    permission: 'console.read',
    summary:
      'Returns assets, liabilities and equity at the end of a day, with the result not yet transferred to equity, also of days to compare.',
    input: z.object({ asOf: z.optional(date), compare }),
    reply: z.extend(balanceSheet, { compared: z.array(balanceSheet) }),
  }),
  cashFlowGet: endpoint({
    method: 'GET',
    path: '/api/ledger/cash-flow',
    permission: 'console.read',
    summary:
      'Returns what the bank accounts received and paid in a period, by activity and reason, also of periods to compare.',
    input: period,
    reply: z.extend(cashFlow, { compared: z.array(cashFlow) }),
  }),
  cashFlowLineList: endpoint({
    method: 'GET',
    path: '/api/ledger/cash-flow/lines',
    permission: 'console.read',
    summary: 'Lists the entries behind a line of the cash flow, newest first.',
    input: z.extend(page, {
      from: date,
      to: date,
      activity: z.enum(CASH_ACTIVITIES),
      reason: z.enum(ENTRY_REASONS),
    }),
    reply: z.extend(listOf(cashLine), { amount: kobo }),
  }),
}

export const financialsExportApi = {
  incomeStatementExport: exportOf(
    financialsApi.incomeStatementGet,
    '/api/ledger/income-statement/export',
    'Exports the income statement of a period as CSV, XLSX or PDF.',
    'pdf',
  ),
  balanceSheetExport: exportOf(
    financialsApi.balanceSheetGet,
    '/api/ledger/balance-sheet/export',
    'Exports the balance sheet at the end of a day as CSV, XLSX or PDF.',
    'pdf',
  ),
  cashFlowExport: exportOf(
    financialsApi.cashFlowGet,
    '/api/ledger/cash-flow/export',
    'Exports the cash flow of a period as CSV, XLSX or PDF.',
    'pdf',
  ),
  cashFlowLineExport: exportOf(
    financialsApi.cashFlowLineList,
    '/api/ledger/cash-flow/lines/export',
    'Exports the entries behind a line of the cash flow, newest first, as CSV or XLSX.',
  ),
}
