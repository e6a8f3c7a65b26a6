import {
  STATEMENT_FIELD_NAMES,
  STATEMENT_FIELDS,
  STATEMENT_LINES_MAX,
  STATEMENT_MAX_BYTES,
  type StatementField,
} from '../../../contract/bankStatements.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { type Kobo, kobo, negate, ZERO } from '../../../engine/money.ts'
import { type ReadCell, readAmount, readDay, tables } from '../intake/intake.ts'
import { type Findings, narrationOf, referenceOf, type StatementLine } from './lines.ts'

/** Statements as CSV and XLSX: which column is which, and what a row says. */

export type HeadLine = { sheet: number; line: number; cells: string[] }
export type Columns = Partial<Record<StatementField, number>>
export type Layout = { headerLine: number; columns: Columns }

const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** By the headings that were confirmed last; certain only if all of them are there. */
export function rememberedLayout(
  head: readonly HeadLine[],
  headings: Partial<Record<StatementField, string>>,
): Layout | undefined {
  const known = Object.entries(headings) as [StatementField, string][]
  if (known.length === 0) return undefined
  for (const { line, cells } of head) {
    const columns = Object.fromEntries(known.map(([field, heading]) => [field, cells.indexOf(heading)]))
    if (Object.values(columns).every(at => at >= 0)) return { headerLine: line, columns }
  }
  return undefined
}

/** By common headings, for a person to confirm. */
export function guessedLayout(head: readonly HeadLine[]): Layout {
  const guesses = head.map(({ line, cells }) => {
    const names = cells.map(squeezed)
    const columns: Columns = {}
    for (const field of STATEMENT_FIELD_NAMES) {
      const at = names.findIndex((name, index) => {
        const isTaken = Object.values(columns).includes(index)
        return !isTaken && STATEMENT_FIELDS[field].aliases.some(alias => squeezed(alias) === name)
      })
      if (at >= 0) columns[field] = at
    }
    return { headerLine: line, columns }
  })
  const most = (layout: Layout): number => Object.keys(layout.columns).length
  const first = { headerLine: head[0]?.line ?? 1, columns: {} }
  return guesses.reduce((best, each) => (most(each) > most(best) ? each : best), first)
}

/** What is missing for a statement to be read, by field. */
export function missingColumns(columns: Columns): Partial<Record<StatementField, string>> {
  const has = (field: StatementField): boolean => columns[field] !== undefined
  const isSplit = has('debit') && has('credit')
  return {
    ...(has('bookedOn') ? {} : { bookedOn: 'Choose the column of the date' }),
    ...(isSplit || has('amount') ? {} : { amount: 'Choose the amount, or debit and credit' }),
    ...(isSplit && has('amount') ? { amount: 'Choose the amount, or debit and credit, not both' } : {}),
    ...(has('narration') || has('reference') ? {} : { narration: 'Choose the narration or the reference' }),
  }
}

/** Titles and totals are no lines of the statement. */
const OTHER_ROWS_MAX = 1_000
const LIMITS = {
  bytes: STATEMENT_MAX_BYTES,
  rows: STATEMENT_LINES_MAX + OTHER_ROWS_MAX,
  columns: 100,
}

const REASONS: Record<string, string> = {
  missing: 'Is missing',
  notAmount: 'Is not an amount in naira',
  rounded: 'Excel rounded it. Format the column as a number and export again',
  tooLarge: 'Is more than a statement can hold',
  negative: 'Is negative',
  notDate: 'Is not a date',
  inFuture: 'Is in the future',
  both: 'A line is debit or credit, not both',
  none: 'The line has no amount',
}

/** Rows of text alone: opening and closing balance, totals and footers. */
const NO_LINE = /^(opening|closing|total|sub-?total|grand|balance|brought|carried|b\/f|c\/f|end of|page)\b/i

export async function* readTableLines(
  path: string,
  sheet: number,
  { headerLine, columns }: Layout,
  today: LocalDate,
  found: Findings,
): AsyncGenerator<StatementLine> {
  for await (const batch of tables.readTableHere(path, LIMITS))
    for (const { cells, line, sheet: at, problem } of batch) {
      if (at !== sheet || line <= headerLine) continue
      if (problem !== undefined) found.refuse(line, 'Row', '', problem)
      else {
        const read = readRow(cells, line, columns, today, found)
        if (read) yield read
      }
    }
}

function readRow(
  cells: readonly string[],
  line: number,
  columns: Columns,
  today: LocalDate,
  found: Findings,
): StatementLine | undefined {
  const cell = (field: StatementField): string => (cells[columns[field] ?? -1] ?? '').trim()
  const isPlain = ['debit', 'credit', 'amount'].every(field => cell(field as StatementField) === '')
  const says = cells.map(each => each.trim()).filter(Boolean)
  if (says.length === 0 || (isPlain && cell('bookedOn') === '')) return undefined
  if (says.some(text => NO_LINE.test(text)) && (isPlain || cell('bookedOn') === '')) return undefined
  const before = found.problemCount
  const read = <T>(field: StatementField, value: ReadCell<T>): T | undefined => {
    if ('value' in value) return value.value
    found.refuse(line, STATEMENT_FIELDS[field].title, cell(field), REASONS[value.fault] ?? 'Cannot be read')
    return undefined
  }
  const bookedOn = read('bookedOn', dated(cell('bookedOn'), today))
  // banks date the value of a cheque ahead
  const valueOn = cell('valueOn') === '' ? null : read('valueOn', readDay(cell('valueOn'), FAR))
  const amount = amountOf(cell, columns.amount !== undefined, line, read, found)
  const balance = columns.balance === undefined ? null : read('balance', signed(cell('balance')))
  if (found.problemCount > before || !bookedOn || amount === undefined) return undefined
  return {
    line,
    bookedOn,
    valueOn: valueOn ?? null,
    amount,
    balance: balance ?? null,
    reference: referenceOf(cell('reference')),
    narration: narrationOf(cell('narration')),
  }
}

const FAR = '2199-12-31' as LocalDate

function dated(text: string, today: LocalDate): ReadCell<LocalDate> {
  const day = readDay(text, today)
  if ('fault' in day) return day
  return day.value === null ? { fault: 'missing' } : { value: day.value }
}

/** "-1,500.00", "(1,500.00)", "1,500.00-", "1,500.00 DR". */
export function signed(text: string): ReadCell<Kobo> {
  const isPaid = /^\s*[-(−]|[-−]\s*$|\bDR\.?\s*$/i.test(text)
  const read = readAmount(text.replace(/[-−()+]/g, ' ').replace(/\b(DR|CR)\.?\s*$/i, ''))
  return 'value' in read && isPaid ? { value: negate(read.value) } : read
}

function amountOf(
  cell: (field: StatementField) => string,
  hasAmount: boolean,
  line: number,
  read: <T>(field: StatementField, value: ReadCell<T>) => T | undefined,
  found: Findings,
): Kobo | undefined {
  const nothing = (field: StatementField, reason: string): undefined => {
    found.refuse(line, STATEMENT_FIELDS[field].title, cell(field), reason)
  }
  if (hasAmount) {
    const amount = read('amount', signed(cell('amount')))
    return amount === ZERO ? nothing('amount', REASONS.none ?? '') : amount
  }
  const side = (field: 'debit' | 'credit'): Kobo | undefined =>
    /^[-–—]?$/.test(cell(field)) ? ZERO : read(field, readAmount(cell(field)))
  const [debit, credit] = [side('debit'), side('credit')]
  if (debit === undefined || credit === undefined) return undefined
  if (debit !== ZERO && credit !== ZERO) return nothing('credit', REASONS.both ?? '')
  if (debit === ZERO && credit === ZERO) return nothing('debit', REASONS.none ?? '')
  return kobo(credit - debit)
}
