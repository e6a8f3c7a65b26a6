import type { Api } from '../../../contract/api.ts'
import { MATCH_LABELS, UNKNOWN_PAYER } from '../../../contract/labels.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { daysBetween, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { storedFilter } from '../../kernel/audit.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Handler } from '../../kernel/context.ts'
import { exportOf, sheetOfRows } from '../../kernel/export.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOf, sheetWords } from '../../kernel/sheet.ts'
import { remittancesOf } from '../offices/offices.ts'
import { sourceNames } from '../settings/settings.ts'
import { list } from './batches.ts'
import { countMissing, listMissing, type MissingRow } from './missing.sql.ts'
import { countRefused, listRefused, type RefusedRow } from './refused.sql.ts'
import { findBatch } from './repayments.sql.ts'
import { countRows, listRows, type RepaymentRow } from './rows.sql.ts'
import { listItems, type SuspenseRow, sumItems } from './suspense.sql.ts'
import { suspenseFilter } from './suspense.ts'

/** The lists of the tracker, for a spreadsheet. */

const ROW_COLUMNS: SheetColumns<RepaymentRow> = [
  ['Line', row => String(row.line)],
  [IPPIS_NUMBER, row => row.staff_number],
  ['Name in the file', row => row.name],
  [EMPLOYER, row => row.employer],
  ['Element', row => row.element],
  ['Beneficiary', row => row.beneficiary],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Posted before (NGN)', row => sheetNaira(row.earlier)],
  ['Expected (NGN)', row => sheetNaira(row.expected)],
  ['Match result', row => MATCH_LABELS[row.bin]],
  ['What becomes of it', row => row.treatment],
  ['Status', row => row.status],
  ['Customer', row => row.customer_name],
  ['Loan number', row => row.loan_number],
  ['Found by', row => row.matched_by],
  ['Name score where it differs', row => row.name_score],
  ['Owed after (NGN)', row => sheetNaira(row.balance_after)],
  ['Remark', row => row.problem],
]

export const exportRows: Handler<Api['repaymentRowsExport']> = async (ctx, { id, format, ...filter }) => {
  const batch = (await findBatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'batch' })
  return sheetOfRows(ctx, format, {
    what: 'rows',
    subject: ['repayment', id],
    about: { export: 'rows', filter: storedFilter(filter) },
    rows: await countRows(ctx.tx, id, filter),
    name: `batch-${batch.number}`,
    columns: ROW_COLUMNS,
    next: (last, limit) =>
      listRows(ctx.tx, id, filter, { row: last?.row_number ?? 0, part: last?.part ?? 0 }, limit),
  })
}

const refusedColumns = (names: ReadonlyMap<string, string>): SheetColumns<RefusedRow> => [
  ['Batch', row => row.batch_number],
  ['Source', row => names.get(row.source) ?? row.source],
  ['Month', row => payMonthOf(localDate(row.period))],
  ...ROW_COLUMNS,
]

export const exportRefused: Handler<Api['repaymentRefusedExport']> = async (ctx, { format }) =>
  sheetOfRows(ctx, format, {
    what: 'refused rows',
    about: {},
    rows: (await countRefused(ctx.tx)).count,
    name: 'refused-rows',
    columns: refusedColumns(await sourceNames(ctx)),
    next: (last, limit) => listRefused(ctx.tx, last, limit),
  })

const REMITTANCE_COLUMNS: SheetColumns<Awaited<ReturnType<typeof remittancesOf>>[number]> = [
  ['Day on the statement', row => row.receivedOn],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Bank reference', row => row.reference],
  ['Recorded by', row => row.recordedBy],
  ['Charges (NGN)', row => sheetNaira(row.charge)],
  ['Receipt', row => row.number],
  ['Whole receipt (NGN)', row => sheetNaira(row.receiptAmount)],
]

/** What a payroll office sent for one batch: a dozen lines at most. */
export const exportRemittances: Handler<Api['remittanceExport']> = async (ctx, { id, format }) => {
  const batch = (await findBatch(ctx.tx, id)) ?? refuse('record.unknown', { what: 'batch' })
  const rows = await remittancesOf(ctx, id)
  ctx.audit({ subject: ['repayment', id], after: { export: 'money received', format, rows: rows.length } })
  return sheetOf(format, { name: `received-${batch.number}`, on: ctx.today }, REMITTANCE_COLUMNS, rows)
}

export const exportBatches = exportOf(list, (_, input) => ({
  what: 'repayment batches',
  name: input.unremitted === 'true' ? 'not-remitted' : 'batches',
  columns: [
    ['Batch', row => row.number],
    ['Source', row => row.sourceName],
    ['Month', row => row.period],
    ['File', row => row.fileName],
    ['Status', row => sheetWords(row.status)],
    ['Value date', row => row.valueOn],
    ['Declared rows', row => row.declaredRows],
    ['Declared (NGN)', row => sheetNaira(row.declaredTotal)],
    ['Rows in the file', row => row.fileRows],
    ['In the file (NGN)', row => sheetNaira(row.fileTotal)],
    ['Bank credit (NGN)', row => sheetNaira(row.bankCredit)],
    ['Posted (NGN)', row => sheetNaira(row.postedTotal)],
    ['In suspense (NGN)', row => sheetNaira(row.suspenseTotal)],
    ['Deducted, not remitted (NGN)', row => sheetNaira(row.unremitted)],
    ['Uploaded by', row => row.uploadedBy],
    ['Opened (Lagos)', row => sheetMoment(row.openedAt)],
    ['Submitted by', row => row.submittedBy],
    ['Approved by', row => row.approvedBy],
    ['Posted (Lagos)', row => sheetMoment(row.postedAt)],
    ['Undone (Lagos)', row => sheetMoment(row.undoneAt)],
  ],
}))

const suspenseColumns = (today: LocalDate): SheetColumns<SuspenseRow> => [
  ['Batch', row => row.batch_number],
  ['Month', row => row.period && payMonthOf(localDate(row.period))],
  ['Bank account', row => row.bank_code],
  ['Bank reference', row => row.reference],
  [IPPIS_NUMBER, row => row.staff_number],
  ['Name in the file', row => row.name],
  [EMPLOYER, row => row.employer],
  ['Match result', row => (row.bin === null ? UNKNOWN_PAYER : MATCH_LABELS[row.bin])],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Left (NGN)', row => sheetNaira(row.remaining)],
  ['Owner', row => row.owner_name],
  ['Since', row => businessDate(row.opened_at)],
  ['Days', row => daysBetween(businessDate(row.opened_at), today)],
  ['Closed on', row => row.closed_at && businessDate(row.closed_at)],
  [
    'Went to',
    row =>
      row.uses
        .filter(use => use.undoneAt === null)
        .map(use => `${sheetNaira(BigInt(use.amount))} ${use.loanNumber ?? use.note}`)
        .join('; '),
  ],
]

export const exportSuspense: Handler<Api['suspenseExport']> = async (ctx, { format, ...asked }) => {
  const filter = suspenseFilter(ctx, asked)
  const { count } = await sumItems(ctx.tx, filter)
  return sheetOfRows(ctx, format, {
    what: 'suspense',
    about: { filter: asked },
    rows: count,
    name: `suspense-${asked.state}`,
    columns: suspenseColumns(ctx.today),
    next: (last, limit) =>
      listItems(ctx.tx, filter, last && { at: last.opened_at.toISOString(), id: last.id }, limit),
  })
}

const MISSING_COLUMNS: SheetColumns<MissingRow> = [
  ['Loan number', row => row.loan_number],
  ['Customer', row => row.customer_name],
  [IPPIS_NUMBER, row => row.staff_number],
  [EMPLOYER, row => row.employer],
  ['Expected (NGN)', row => sheetNaira(row.expected)],
  ['Arrears (NGN)', row => sheetNaira(row.arrears)],
  ['On the newest payroll', row => (row.is_on_payroll === null ? null : row.is_on_payroll ? 'yes' : 'no')],
  ['Signals', row => (row.signals ?? []).join(', ')],
]

export const exportMissing: Handler<Api['repaymentMissingExport']> = async (
  ctx,
  { format, source, period },
) => {
  const counted = await countMissing(ctx.tx, source, period, ctx.today)
  return sheetOfRows(ctx, format, {
    what: 'missing repayments',
    about: { source, period },
    rows: counted,
    name: `missing-${source}-${period}`,
    columns: MISSING_COLUMNS,
    next: (last, limit) =>
      listMissing(ctx.tx, source, period, ctx.today, {
        after: last?.loan_number ?? '',
        limit,
        isLong: !counted.exact,
      }),
  })
}
