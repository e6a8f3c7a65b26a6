import type { Api } from '../../../contract/api.ts'
import { storedText } from '../../kernel/audit.ts'
import type { Handler } from '../../kernel/context.ts'
import { COUNTED_MAX } from '../../kernel/counting.sql.ts'
import { orderOf } from '../../kernel/cursor.ts'
import { exportOf, sheetOfRows } from '../../kernel/export.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type NextRows, type SheetColumns, sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { periodOf } from './portfolio.ts'
import * as store from './rows.sql.ts'
import { drilldownSource, listCash, listOverrides, loanOrder, receiptOrder, rowsKnown } from './rows.ts'

/** The rows behind a figure, for a spreadsheet. */

/**
 * A list counted as a whole is read at once, in any order. A longer one is read in parts by a fixed key: a loan paid
 * during the export would otherwise appear twice, or not at all.
 */
function inParts<Row>(all: Promise<readonly Row[]>): NextRows<Row> {
  let from = 0
  return async (_, limit) => {
    const part = (await all).slice(from, from + limit)
    from += limit
    return part
  }
}

const placed = (last: store.Sorted, id: string): store.Place => ({ key: last.sort_key, id })

const LOAN_COLUMNS: SheetColumns<store.LoanCutRow> = [
  ['Loan number', row => row.number],
  ['Customer', row => row.customer_name],
  ['Employer', row => row.mda],
  ['State', row => row.state],
  ['Status', row => row.status],
  ['Principal lent (NGN)', row => sheetNaira(row.principal)],
  ['Outstanding principal (NGN)', row => sheetNaira(row.owed_principal)],
  ['Arrears (NGN)', row => sheetNaira(row.arrears)],
  ['Days past due', row => row.days_past_due],
  ['Disbursed on', row => row.disbursed_on],
]

const SHARE_COLUMN: SheetColumns<store.LoanCutRow>[number] = [
  'In the figure (NGN)',
  row => sheetNaira(row.share),
]

export const exportLoans: Handler<Api['dashboardLoansExport']> = async (
  ctx,
  { format, sort: asked, ...shape },
) => {
  const behind = await drilldownSource(ctx, shape)
  if (!behind.rowsKept)
    return refuse('record.unknown', { what: 'rows: they were not saved with that month-end snapshot' })
  const counted = await behind.count()
  const { sort } = loanOrder(behind, rowsKnown(counted), asked)
  const frozen = shape.asOf === undefined ? '' : `-frozen-${shape.asOf}`
  const part = shape.part === undefined ? '' : `-${shape.part}`
  return sheetOfRows(ctx, format, {
    what: 'dashboard loans',
    about: { filter: { ...shape, key: storedText(shape.key) } },
    rows: counted,
    name: `dashboard-${shape.cut}${part}${frozen}`,
    columns: behind.hasShares ? [...LOAN_COLUMNS, SHARE_COLUMN] : LOAN_COLUMNS,
    next: counted.exact
      ? inParts(behind.list(orderOf(sort), null, COUNTED_MAX + 1))
      : (last, limit) =>
          behind.list({ sort: 'number', descending: true }, last && placed(last, last.number), limit),
  })
}

const RECEIPT_COLUMNS: SheetColumns<store.ReceiptRow> = [
  ['Loan number', row => row.number],
  ['Customer', row => row.customer_name],
  ['What', row => row.type],
  ['Channel', row => row.channel],
  ['Reference', row => row.reference],
  ['Value date', row => row.effective_on],
  ['Payroll month', row => row.pay_month],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
]

export const exportReceipts: Handler<Api['dashboardReceiptsExport']> = async (
  ctx,
  { format, by, sort: askedSort, ...asked },
) => {
  const { from, until } = periodOf(ctx.today, asked.from, asked.to)
  const period = { from, to: until, by }
  const counted = await store.countReceipts(ctx.tx, period)
  const { sort } = receiptOrder(rowsKnown(counted), askedSort)
  return sheetOfRows(ctx, format, {
    what: 'dashboard receipts',
    about: period,
    rows: counted,
    name: by === 'payrollMonth' ? 'dashboard-deducted-by-payroll-month' : 'dashboard-deducted-or-paid',
    columns: RECEIPT_COLUMNS,
    next: counted.exact
      ? inParts(store.listReceipts(ctx.tx, period, orderOf(sort), null, COUNTED_MAX + 1))
      : (last, limit) =>
          store.listReceipts(
            ctx.tx,
            period,
            { sort: 'on', descending: true },
            last && placed(last, last.id),
            limit,
          ),
  })
}

export const exportCash = exportOf(listCash, {
  what: 'payments received in the bank',
  name: 'received-in-the-bank',
  columns: [
    ['From', row => row.payer],
    ['What', row => row.type],
    ['Loan or receipt', row => row.loanNumber ?? row.receiptNumber],
    ['Channel', row => row.channel],
    ['Reference', row => row.reference],
    ['Received on', row => row.on],
    ['Amount (NGN)', row => sheetNaira(row.amount)],
  ],
})

export const exportOverrides = exportOf(listOverrides, {
  what: 'dashboard overrides',
  name: 'dashboard-overrides',
  columns: [
    ['Request', row => row.reference],
    ['Applicant', row => row.applicant],
    ['Stage now', row => sheetWords(row.stage)],
    ['Reason', row => row.reasonCode],
    ['Item and note', row => row.note],
    ['By', row => row.by],
    ['At', row => sheetMoment(row.at)],
  ],
})
