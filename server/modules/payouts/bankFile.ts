import { stringify } from 'csv-stringify/sync'
import type { FileLayout, LayoutContent } from '../../../contract/layouts.ts'
import { PAYOUT_FILE_BYTES, type PayoutResult } from '../../../contract/payouts.ts'
import { type LocalDate, parseDate } from '../../../engine/dates.ts'
import { type Kobo, kobo, parseNaira } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'
import { bankNameOf } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { CSV_SAFE, sheetNaira } from '../../kernel/sheet.ts'
import { tables } from '../intake/intake.ts'
import type { BatchRow, LineRow } from './payouts.sql.ts'

/** The file that goes to the bank, and the one that comes back. */

/**
 * Every cell but the amount is quoted text, so that no reader drops the zeros an account number begins with, and what
 * a spreadsheet would run as a formula is quoted away.
 */
export function bankFile(batch: BatchRow, lines: readonly LineRow[]): string {
  return stringify(
    lines.map((line, index) => ({
      no: index + 1,
      beneficiary: line.beneficiary,
      account: line.account_number,
      bankCode: line.bank_code,
      bankName: bankNameOf(line.bank_code),
      amount: sheetNaira(line.amount),
      narration: narrationOf(batch, line),
      reference: line.reference,
    })),
    {
      header: true,
      bom: true,
      ...CSV_SAFE,
      quoted_string: true,
      record_delimiter: 'windows',
      columns: [
        { key: 'no', header: 'S/N' },
        { key: 'beneficiary', header: 'Beneficiary Name' },
        { key: 'account', header: 'Account Number' },
        { key: 'bankCode', header: 'Bank Code' },
        { key: 'bankName', header: 'Bank Name' },
        { key: 'amount', header: 'Amount' },
        { key: 'narration', header: 'Narration' },
        { key: 'reference', header: 'Reference' },
      ],
    },
  )
}

export const narrationOf = (batch: BatchRow, line: LineRow): string =>
  line.refund_number
    ? `Refund ${line.refund_number} ${line.loan_number} ${batch.number}`
    : `Loan ${line.loan_number} ${batch.number}`

// ── What comes back ────────────────────────────────────────────────────────────────────────────────────────────────

/** Banks call the same column by many names; letters and digits alone are compared. */
const ALIASES = {
  reference: ['reference', 'ref', 'paymentreference', 'transactionreference', 'clientreference', 'customerreference', 'ourreference'],
  status: ['status', 'result', 'paymentstatus', 'transactionstatus', 'responsestatus'],
  bankReference: ['bankreference', 'bankref', 'sessionid', 'nipsessionid', 'transactionid', 'banktransactionid'],
  on: ['date', 'valuedate', 'paymentdate', 'transactiondate', 'processeddate', 'paidon'],
  reason: ['reason', 'failurereason', 'remark', 'remarks', 'message', 'responsemessage', 'responsedescription', 'comment'],
  amount: ['amount', 'amountngn', 'amountpaid', 'transactionamount', 'paymentamount'],
} satisfies Record<string, readonly string[]> // biome-ignore format: one line a column
type ColumnName = keyof typeof ALIASES

const STATUSES: Record<PayoutResult, readonly string[]> = {
  paid: ['paid', 'success', 'successful', 'completed', 'processed', 'approved', '00'],
  failed: ['failed', 'failure', 'unsuccessful', 'rejected', 'declined', 'notpaid', 'error'],
  returned: ['returned', 'return', 'reversed', 'bounced', 'refunded'],
}
const UNDECIDED: readonly string[] = ['pending', 'processing', 'inprogress', 'queued', 'submitted']

export type ResultRow = {
  /** The line of the file, the header's being the first. */
  at: number
  reference: string
  status: string
  /** Undefined with a problem: what the bank says cannot be taken. */
  result: PayoutResult | 'undecided' | 'empty' | undefined
  bankReference: string
  on: LocalDate | undefined
  reason: string
  amount: Kobo | undefined
  problem: string | undefined
}

const plain = (cell: string): string => cell.toLowerCase().replace(/[^a-z0-9]/g, '')

/** No bank's result comes near these; a file beyond them is another file. */
const LIMITS = { bytes: PAYOUT_FILE_BYTES, rows: 20_000, columns: 100, inflatedBytes: 32 * 1024 * 1024 }

export async function readResultFile(
  dataDirectory: string,
  bytes: Uint8Array,
  layout: FileLayout | null,
): Promise<ResultRow[]> {
  const table = await tables.readShortTable(dataDirectory, bytes, LIMITS)
  if (typeof table === 'string') return refuse('payout.file', { why: table })
  const headerBy = (names: Names) =>
    table.find(({ cells }) => cells.some(cell => names.reference.includes(plain(cell))))
  const mapped = layout && namesIn(layout)
  // the result sheet of Iroko is read beside the file of the bank
  const names = mapped && headerBy(mapped) ? mapped : ALIASES
  const header = headerBy(names)
  if (!header) return refuse('payout.file', { why: `No column is called Reference. ${USE_SHEET}` })
  const columns = new Map(
    (Object.keys(ALIASES) as ColumnName[]).map(name => [
      name,
      header.cells.findIndex(cell => names[name].includes(plain(cell))),
    ]),
  )
  if (columns.get('status') === -1) refuse('payout.file', { why: `No column is called Status. ${USE_SHEET}` })
  return table
    .filter(({ sheet, line }) => sheet === header.sheet && line > header.line)
    .filter(({ cells, problem }) => problem !== undefined || cells.some(cell => cell.trim() !== ''))
    .map(({ line, cells, problem }) => readRow(line, name => cells[columns.get(name) ?? -1] ?? '', problem))
}

const USE_SHEET = 'Use the bank’s result file or the result sheet of this batch.'

type Names = Record<ColumnName, readonly string[]>
const CONTENTS: Record<ColumnName, LayoutContent> = {
  reference: 'paymentReference',
  status: 'status',
  bankReference: 'bankReference',
  on: 'paidOn',
  reason: 'failureReason',
  amount: 'amount',
}

/** The headings of the bank, from the layout of its result file. */
function namesIn({ columns }: FileLayout): Names {
  const of = (name: ColumnName): string[] =>
    columns.filter(({ content }) => content === CONTENTS[name]).map(({ heading }) => plain(heading))
  return {
    reference: of('reference'),
    status: of('status'),
    bankReference: of('bankReference'),
    on: of('on'),
    reason: of('reason'),
    amount: of('amount'),
  }
}

function readRow(
  at: number,
  cellOf: (name: ColumnName) => string,
  unreadable: string | undefined,
): ResultRow {
  // neither a formula guard nor what cannot be stored is part of the word
  const cell = (name: ColumnName): string =>
    cutText(cellOf(name).replace(/\p{C}/gu, '').replace(/^'/, '').trim(), 300)
  const [status, on, amount] = [cell('status'), cell('on'), cell('amount')]
  const day = readDay(on)
  const paid = amount === '' ? undefined : parseNaira(amount.replace(/^(ngn|₦|n)\s*/i, ''))
  const result = readStatus(status)
  const problem =
    unreadable ??
    (cell('reference') === ''
      ? 'The reference is missing'
      : result === undefined
        ? `“${status}” is none of paid, failed and returned`
        : on !== '' && !day
          ? `“${on}” is not a date`
          : amount !== '' && paid === undefined
            ? `“${amount}” is not an amount`
            : isRounded(cell('bankReference'))
              ? 'Excel rounded the bank reference. Format the column as text and enter it again'
              : undefined)
  return {
    at,
    reference: cutText(cell('reference').toUpperCase(), 60),
    status,
    result,
    bankReference: cutText(cell('bankReference'), 60),
    on: day,
    reason: cell('reason'),
    amount: paid === undefined ? undefined : kobo(paid),
    problem,
  }
}

/** Excel keeps fifteen digits of a number: of a longer reference the rest became zeros or an exponent. */
const isRounded = (reference: string): boolean =>
  /^\d(\.\d+)?E\+?\d+$/i.test(reference) || (/^\d{18,}$/.test(reference) && reference.endsWith('000'))

function readStatus(cell: string): ResultRow['result'] {
  const word = plain(cell)
  if (word === '') return 'empty'
  const found = (Object.keys(STATUSES) as PayoutResult[]).find(each => STATUSES[each].includes(word))
  return found ?? (UNDECIDED.includes(word) ? 'undecided' : undefined)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 2026-11-16, 16/11/2026, 16-Nov-2026, each with or without a time behind it. Days come first, as in Lagos. */
function readDay(cell: string): LocalDate | undefined {
  const day = readAnyDay(cell)
  // how many programs write "no date": 0001-01-01, 1899-12-30, 1900-01-00
  return day !== undefined && day >= EARLIEST_PAYMENT ? day : undefined
}
const EARLIEST_PAYMENT = '2000-01-01'

function readAnyDay(cell: string): LocalDate | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(cell)
  if (iso) return parseDate(iso[0])
  const spoken = /^(\d{1,2})[/. -](\d{1,2}|[a-z]{3,9})[/. -](\d{4})\b/i.exec(cell)
  if (!spoken) return undefined
  const [, day = '', named = '', year = ''] = spoken
  const month = /\d/.test(named) ? named : String(MONTHS.indexOf(named.slice(0, 3).toLowerCase()) + 1)
  return parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
