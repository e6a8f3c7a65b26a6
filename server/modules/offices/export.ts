import type { Api } from '../../../contract/api.ts'
import { FileReply } from '../../../contract/endpoint.ts'
import { STATEMENT_LABELS } from '../../../contract/labels.ts'
import { AGEING_LABELS } from '../../../contract/offices.ts'
import { formatDate, formatMonth, localDate } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { exportOf } from '../../kernel/export.ts'
import { openPaper } from '../../kernel/letterPdf.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOf } from '../../kernel/sheet.ts'
import { section } from '../settings/settings.ts'
import { batchList, list, receiptList, statement } from './account.ts'

/** The accounts of payroll offices, for a spreadsheet. */

export const exportOffices = exportOf(list, {
  what: 'payroll offices',
  name: 'payroll-offices',
  columns: [
    ['Payroll office', row => row.sourceName],
    ['Owed (NGN)', row => sheetNaira(row.owed)],
    ...AGEING_LABELS.map(
      (label, n) =>
        [`${label} (NGN)`, (row: { ageing: bigint[] }) => sheetNaira(row.ageing[n] ?? 0n)] as const,
    ),
    ['Open batches', row => row.batches],
    ['Oldest expected on', row => row.oldestOn],
    ['Unallocated credit (NGN)', row => sheetNaira(row.credit)],
    ['Provision (NGN)', row => sheetNaira(row.provision)],
    ['Promised on', row => row.nextPromise?.promisedOn ?? null],
    ['Last received on', row => row.lastReceivedOn],
  ],
})

export const exportBatches = exportOf(batchList, (_, { source }) => ({
  what: 'batches of a payroll office',
  name: `office-batches-${source}`,
  columns: [
    ['Batch', row => row.number],
    ['Month', row => row.period],
    ['Deductions', row => row.deductions],
    ['Deducted (NGN)', row => sheetNaira(row.due)],
    ['Received (NGN)', row => sheetNaira(row.allocated)],
    ['Charges (NGN)', row => sheetNaira(row.charged)],
    ['Write-downs (NGN)', row => sheetNaira(row.writtenDown)],
    ['Owed (NGN)', row => sheetNaira(row.owed)],
    ['Expected on', row => row.expectedOn],
    ['Days since expected', row => row.daysLate],
  ],
}))

export const exportReceipts = exportOf(receiptList, {
  what: 'receipts of payroll offices',
  name: 'office-receipts',
  columns: [
    ['Receipt', row => row.number],
    ['Payroll source', row => row.source],
    ['Received on', row => row.receivedOn],
    ['Amount (NGN)', row => sheetNaira(row.amount)],
    ['Bank reference', row => row.reference],
    ['Allocated (NGN)', row => sheetNaira(row.allocated)],
    ['Charges (NGN)', row => sheetNaira(row.charged)],
    ['Unallocated (NGN)', row => sheetNaira(row.credit)],
    [
      'Batches',
      row => row.allocations.map(each => `${each.batchNumber} ${sheetNaira(each.amount)}`).join('; '),
    ],
    ['Recorded by', row => row.recordedBy],
    ['Recorded (Lagos)', row => sheetMoment(row.recordedAt)],
    ['Reversed (Lagos)', row => sheetMoment(row.undoneAt)],
  ],
})

type StatementLine = Awaited<ReturnType<typeof statement>>['lines'][number]

const STATEMENT_COLUMNS: SheetColumns<StatementLine> = [
  ['Day', row => row.on],
  ['Entry', row => STATEMENT_LABELS[row.kind]],
  ['Reference', row => row.reference],
  ['Month', row => row.period],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Balance (NGN)', row => sheetNaira(row.balance)],
]

/** A few lines a month: opening and closing balance stand around them. */
export const exportStatement: Handler<Api['officeStatementExport']> = async (ctx, { format, ...asked }) => {
  const made = await statement(ctx, asked)
  const edge = (on: string, reference: string, balance: StatementLine['balance']) =>
    ({ on, kind: 'deductions', reference, period: null, amount: null, balance }) as const
  const rows = [
    edge(made.from, 'Opening balance', made.opening),
    ...made.lines,
    edge(made.to, 'Closing balance', made.closing),
  ]
  ctx.audit({
    subject: ['office', asked.source],
    after: { export: 'statement', from: made.from, to: made.to, format, rows: made.lines.length },
  })
  if (format === 'pdf')
    return new FileReply(
      await statementPaper(ctx, made),
      'application/pdf',
      `office-statement-${made.source}-${made.to}.pdf`,
    )
  return sheetOf(
    format,
    { name: `office-statement-${made.source}`, on: ctx.today },
    STATEMENT_COLUMNS.map(([heading, cell]) => [
      heading,
      (row: (typeof rows)[number]) =>
        row.amount === null && (heading === 'Entry' || heading === 'Amount (NGN)')
          ? null
          : cell(row as StatementLine),
    ]),
    rows,
  )
}

async function statementPaper(
  ctx: Context,
  made: Awaited<ReturnType<typeof statement>>,
): Promise<Uint8Array> {
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const paper = await openPaper(lender, { title: `Statement ${made.source}`, on: ctx.today, wide: true })
  paper.heading(
    `Statement of account: ${made.sourceName}`,
    `${formatDate(localDate(made.from))} to ${formatDate(localDate(made.to))}, amounts in naira`,
  )
  paper.facts([
    ['Opening balance', formatNaira(made.opening)],
    ['Deductions', formatNaira(made.totals.deductions)],
    ['Remittances', formatNaira(made.totals.receipts)],
    ['Charges', formatNaira(made.totals.charges)],
    ['Write-downs', formatNaira(made.totals.writtenDown)],
    ['Closing balance', formatNaira(made.closing)],
    ['Unremitted deductions', formatNaira(made.owed)],
    ['Unallocated credit', formatNaira(made.credit)],
  ])
  paper.table(
    [
      { label: 'Day', width: 14 },
      { label: 'Entry', width: 24 },
      { label: 'Reference', width: 18 },
      { label: 'Amount', width: 20, right: true },
      { label: 'Balance', width: 20, right: true },
    ],
    made.lines.map(line => [
      formatDate(localDate(line.on)),
      `${STATEMENT_LABELS[line.kind]}${line.period === null ? '' : `, ${formatMonth(line.period)}`}`,
      line.reference,
      formatNaira(line.amount),
      formatNaira(line.balance),
    ]),
    ['Closing balance', '', '', '', formatNaira(made.closing)],
  )
  return paper.finish()
}
