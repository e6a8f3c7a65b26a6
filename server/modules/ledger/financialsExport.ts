import type { Api } from '../../../contract/api.ts'
import { FileReply } from '../../../contract/endpoint.ts'
import { CASH_ACTIVITIES, sideBySide } from '../../../contract/financials.ts'
import { ENTRY_LABELS } from '../../../contract/labels.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, ZERO } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { exportOf } from '../../kernel/export.ts'
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
  listCashLines,
} from './financials.ts'

/** The three statements for a spreadsheet or on paper: the same lines in the same order. */

type Row = { group: string; code: string; title: string; amounts: readonly Kobo[]; isTotal?: true }
type Statement = { name: string; title: string; when: readonly string[]; on: LocalDate; rows: Row[] }
type Format = 'csv' | 'xlsx' | 'pdf'

/** The statement and those it is compared with, in the order of the columns. */
const columnsOf = <S>({ compared, ...own }: { compared: S[] } & S): S[] => [own as S, ...compared]

const groupRows = (group: string, total: string, groups: readonly IncomeStatement['income'][]): Row[] => [
  ...linesOf(group, groups),
  totalRow(
    group,
    total,
    groups.map(each => each.total),
  ),
]

const linesOf = (group: string, groups: readonly IncomeStatement['income'][]): Row[] =>
  sideBySide(
    groups.map(({ lines }) => lines),
    ({ code }) => String(code),
  ).map(({ key, line, amounts }) => ({ group, code: key, title: line.title, amounts }))

const totalRow = (group: string, title: string, amounts: readonly Kobo[]): Row => ({
  group,
  code: '',
  title,
  amounts,
  isTotal: true,
})

const periodText = ({ from, to }: { from: LocalDate; to: LocalDate }): string =>
  `${formatDate(from)} to ${formatDate(to)}`

const resultTitle = (results: readonly Kobo[]): string => {
  if (results.every(result => result >= 0n)) return 'Profit'
  return results.every(result => result < 0n) ? 'Loss' : 'Profit or loss'
}

function incomeRows(columns: readonly IncomeStatement[]): Row[] {
  const results = columns.map(({ result }) => result)
  return [
    ...groupRows(
      'Income',
      'Total income',
      columns.map(({ income }) => income),
    ),
    ...groupRows(
      'Expenses',
      'Total expenses',
      columns.map(({ expenses }) => expenses),
    ),
    totalRow('Result', resultTitle(results), results),
  ]
}

function balanceRows(columns: readonly BalanceSheet[]): Row[] {
  const of = (kind: 'assets' | 'liabilities' | 'equity') => columns.map(each => each[kind])
  const results = columns.map(({ result }) => result)
  return [
    ...groupRows('Assets', 'Total assets', of('assets')),
    ...groupRows('Liabilities', 'Total liabilities', of('liabilities')),
    ...linesOf('Equity', of('equity')),
    { group: 'Equity', code: '', title: 'Result not yet transferred', amounts: results },
    totalRow(
      'Equity',
      'Total equity',
      columns.map(({ equity }) => equity.total),
    ),
    totalRow(
      'Equity',
      'Total liabilities and equity',
      columns.map(({ liabilities, equity }) => kobo(liabilities.total + equity.total)),
    ),
  ]
}

export const ACTIVITY_TITLES = {
  operating: 'Operating activities',
  investing: 'Investing activities',
  financing: 'Financing activities',
}

const cashRows = (columns: readonly CashFlow[]): Row[] => [
  totalRow(
    'Bank',
    'At the start',
    columns.map(({ opening }) => opening),
  ),
  ...CASH_ACTIVITIES.flatMap(activity => {
    const [group, found] = [ACTIVITY_TITLES[activity], columns.map(each => cashLines(each, activity))]
    return [
      ...sideBySide(
        found.map(({ lines }) => lines),
        ({ reason }) => reason,
      ).map(({ line, amounts }) => ({ group, code: '', title: ENTRY_LABELS[line.reason], amounts })),
      totalRow(
        group,
        `Total of ${group.toLowerCase()}`,
        found.map(({ total }) => total),
      ),
    ]
  }),
  totalRow(
    'Bank',
    'At the end',
    columns.map(({ closing }) => closing),
  ),
]

function cashLines({ activities }: CashFlow, activity: (typeof CASH_ACTIVITIES)[number]) {
  const found = activities.find(each => each.activity === activity)
  const lines = found?.lines.map(({ reason, received, paid }) => ({ reason, amount: kobo(received - paid) }))
  return { lines: lines ?? [], total: found?.total ?? ZERO }
}

export const exportIncomeStatement: Handler<Api['incomeStatementExport']> = async (
  ctx,
  { format, ...input },
) => {
  const columns = columnsOf(await incomeStatement(ctx, input))
  return fileOf(ctx, format, {
    name: `income-statement-${input.from}`,
    title: 'Income statement',
    when: columns.map(periodText),
    on: input.to,
    rows: incomeRows(columns),
  })
}

export const exportBalanceSheet: Handler<Api['balanceSheetExport']> = async (ctx, { format, ...input }) => {
  const columns = columnsOf(await balanceSheet(ctx, input))
  return fileOf(ctx, format, {
    name: 'balance-sheet',
    title: 'Balance sheet',
    when: columns.map(({ asOf }) => formatDate(asOf)),
    on: input.asOf ?? ctx.today,
    rows: balanceRows(columns),
  })
}

export const exportCashFlow: Handler<Api['cashFlowExport']> = async (ctx, { format, ...input }) => {
  const columns = columnsOf(await cashFlow(ctx, input))
  return fileOf(ctx, format, {
    name: `cash-flow-${input.from}`,
    title: 'Cash flow',
    when: columns.map(periodText),
    on: input.to,
    rows: cashRows(columns),
  })
}

export const exportCashLines = exportOf(listCashLines, (_, input) => ({
  what: 'lines of the cash flow',
  name: `cash-flow-${input.activity}-${input.reason}`,
  columns: [
    ['Day', row => row.effectiveOn],
    ['Entry no.', row => row.entryId],
    ['Note', row => row.note],
    ['Account', row => row.accounts],
    ['Amount (NGN)', row => sheetNaira(row.amount)],
  ],
}))

/** A statement alone has one amount; beside others each amount is headed by its days. */
const sheetColumns = (when: readonly string[]): SheetColumns<Row> => [
  ['Group', row => row.group],
  ['Code', row => row.code],
  ['Line', row => row.title],
  ...when.map((days, index): SheetColumns<Row>[number] => [
    when.length === 1 ? 'Amount (NGN)' : `${days} (NGN)`,
    row => sheetNaira(row.amounts[index] ?? ZERO),
  ]),
]

async function fileOf(ctx: Context, format: Format, statement: Statement): Promise<FileReply> {
  const { name, title, when, on, rows } = statement
  ctx.audit({
    subject: ['export', title.toLowerCase()],
    after: { when: when.join(', '), format, rows: rows.length },
  })
  if (format !== 'pdf') return sheetOf(format, { name, on }, sheetColumns(when), rows)
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const isCompared = when.length > 1
  const paper = await openPaper(lender, { title, on: ctx.today, wide: isCompared })
  paper.heading(title, when[0])
  const width = isCompared ? 22 : 30
  for (const group of new Set(rows.map(row => row.group)))
    paper.table(
      [
        { label: 'Code', width: isCompared ? 8 : 12 },
        { label: group, width: isCompared ? 92 - width * when.length : 58 },
        ...when.map(days => ({ label: isCompared ? days : 'Amount', width, right: true })),
      ],
      rows
        .filter(row => row.group === group)
        .map(row => [row.code, row.title, ...row.amounts.map(amount => formatNaira(amount))]),
    )
  return new FileReply(await paper.finish(), 'application/pdf', `${name}-${on}.pdf`)
}
