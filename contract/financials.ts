import { z } from 'zod/mini'
import { date, endpoint, exportOf, kobo } from './endpoint.ts'
import { ENTRY_REASONS } from './ledger.ts'

/** The three statements that an accountant signs, calculated from the entries of the ledger. */

const line = z.object({ code: z.int(), title: z.string(), amount: kobo })
const group = z.object({ lines: z.array(line), total: kobo })

export const CASH_ACTIVITIES = ['operating', 'investing', 'financing'] as const

const period = z.object({ from: date, to: date })

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

export const financialsApi = {
  incomeStatementGet: endpoint({
    method: 'GET',
    path: '/api/ledger/income-statement',
    permission: 'console.read',
    summary: 'Returns income and expenses of a period by account, and the result.',
    input: period,
    reply: incomeStatement,
  }),
  balanceSheetGet: endpoint({
    method: 'GET',
    path: '/api/ledger/balance-sheet',
    permission: 'console.read',
    summary:
      'Returns assets, liabilities and equity at the end of a day, with the result not yet transferred to equity.',
    input: z.object({ asOf: z.optional(date) }),
    reply: balanceSheet,
  }),
  cashFlowGet: endpoint({
    method: 'GET',
    path: '/api/ledger/cash-flow',
    permission: 'console.read',
    summary: 'Returns what the bank accounts received and paid in a period, by activity and reason.',
    input: period,
    reply: cashFlow,
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
}
