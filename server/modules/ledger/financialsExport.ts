import type { Api } from '../../../contract/api.ts'
import { FileReply } from '../../../contract/endpoint.ts'
import { ENTRY_LABELS } from '../../../contract/labels.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { openPaper } from '../../kernel/letterPdf.ts'
import { type SheetColumns, sheetNaira, sheetOf } from '../../kernel/sheet.ts'
import { section } from '../settings/settings.ts'
import {
  type BalanceSheet,
  balanceSheet,
  type CashFlow,
  cashFlow,
  type IncomeStatement,
  incomeStatement,
} from './financials.ts'

/** The three statements for a spreadsheet or on paper: the same lines in the same order. */

type Row = { group: string; code: string; title: string; amount: Kobo; isTotal?: true }
type Statement = { name: string; title: string; when: string; on: LocalDate; rows: Row[] }
type Format = 'csv' | 'xlsx' | 'pdf'

const groupRows = (
  group: string,
  total: string,
  { lines, total: amount }: IncomeStatement['income'],
): Row[] => [
  ...lines.map(({ code, ...line }): Row => ({ group, code: String(code), ...line })),
  totalRow(group, total, amount),
]

const totalRow = (group: string, title: string, amount: Kobo): Row => ({
  group,
  code: '',
  title,
  amount,
  isTotal: true,
})

const periodText = (from: LocalDate, to: LocalDate): string => `${formatDate(from)} to ${formatDate(to)}`

const incomeRows = ({ income, expenses, result }: IncomeStatement): Row[] => [
  ...groupRows('Income', 'Total income', income),
  ...groupRows('Expenses', 'Total expenses', expenses),
  totalRow('Result', result < 0n ? 'Loss' : 'Profit', result),
]

const balanceRows = ({ assets, liabilities, equity, result }: BalanceSheet): Row[] => [
  ...groupRows('Assets', 'Total assets', assets),
  ...groupRows('Liabilities', 'Total liabilities', liabilities),
  ...equity.lines.map(({ code, ...line }): Row => ({ group: 'Equity', code: String(code), ...line })),
  { group: 'Equity', code: '', title: 'Result not yet transferred', amount: result },
  totalRow('Equity', 'Total equity', equity.total),
  totalRow('Equity', 'Total liabilities and equity', kobo(liabilities.total + equity.total)),
]

export const ACTIVITY_TITLES = {
  operating: 'Operating activities',
  investing: 'Investing activities',
  financing: 'Financing activities',
}

const cashRows = ({ opening, activities, closing }: CashFlow): Row[] => [
  totalRow('Bank', 'At the start', opening),
  ...activities.flatMap(({ activity, lines, total }) => [
    ...lines.map(
      ({ reason, received, paid }): Row => ({
        group: ACTIVITY_TITLES[activity],
        code: '',
        title: ENTRY_LABELS[reason],
        amount: kobo(received - paid),
      }),
    ),
    totalRow(ACTIVITY_TITLES[activity], `Total of ${ACTIVITY_TITLES[activity].toLowerCase()}`, total),
  ]),
  totalRow('Bank', 'At the end', closing),
]

export const exportIncomeStatement: Handler<Api['incomeStatementExport']> = async (
  ctx,
  { format, ...input },
) => {
  const found = await incomeStatement(ctx, input)
  return fileOf(ctx, format, {
    name: `income-statement-${input.from}`,
    title: 'Income statement',
    when: periodText(input.from, input.to),
    on: input.to,
    rows: incomeRows(found),
  })
}

export const exportBalanceSheet: Handler<Api['balanceSheetExport']> = async (ctx, { format, ...input }) => {
  const found = await balanceSheet(ctx, input)
  const on = input.asOf ?? ctx.today
  return fileOf(ctx, format, {
    name: 'balance-sheet',
    title: 'Balance sheet',
    when: formatDate(on),
    on,
    rows: balanceRows(found),
  })
}

export const exportCashFlow: Handler<Api['cashFlowExport']> = async (ctx, { format, ...input }) => {
  const found = await cashFlow(ctx, input)
  return fileOf(ctx, format, {
    name: `cash-flow-${input.from}`,
    title: 'Cash flow',
    when: periodText(input.from, input.to),
    on: input.to,
    rows: cashRows(found),
  })
}

const COLUMNS: SheetColumns<Row> = [
  ['Group', row => row.group],
  ['Code', row => row.code],
  ['Line', row => row.title],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
]

async function fileOf(ctx: Context, format: Format, statement: Statement): Promise<FileReply> {
  const { name, title, when, on, rows } = statement
  ctx.audit({ subject: ['export', title.toLowerCase()], after: { when, format, rows: rows.length } })
  if (format !== 'pdf') return sheetOf(format, { name, on }, COLUMNS, rows)
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const paper = await openPaper(lender, { title, on: ctx.today })
  paper.heading(title, when)
  for (const group of new Set(rows.map(row => row.group)))
    paper.table(
      [
        { label: 'Code', width: 12 },
        { label: group, width: 58 },
        { label: 'Amount', width: 30, right: true },
      ],
      rows.filter(row => row.group === group).map(row => [row.code, row.title, formatNaira(row.amount)]),
    )
  return new FileReply(await paper.finish(), 'application/pdf', `${name}-${on}.pdf`)
}
