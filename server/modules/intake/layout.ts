import { type ColumnMapping, fieldsOf, type IntakeKind } from '../../../contract/intake.ts'
import type { LocalDate, PayMonth } from '../../../engine/dates.ts'
import {
  applySaved,
  findHeader,
  type GuessedColumn,
  guessColumns,
  type HeadLine,
  mappingOf,
} from './columns.ts'
import type { IntakeRow, SavedMapping } from './intake.sql.ts'
import type { TableShape } from './readers/table.ts'
import { readMonth } from './values.ts'

/** How a file was read, as stored beside it: shape, chosen sheet and header, and the meaning of its columns. */
export type Layout = {
  shape: TableShape
  sheet: number | null
  headerLine: number | null
  head: HeadLine[]
  columns: GuessedColumn[]
  mapping: ColumnMapping
  isSavedMapping: boolean
}

type Choice = {
  saved?: SavedMapping | undefined
  sheet?: number | null
  headerLine?: number
}

export function describeLayout(
  kind: IntakeKind,
  shape: TableShape,
  head: HeadLine[],
  choice: Choice,
): Layout {
  const sheet = choice.sheet ?? null
  const shown = sheet === null ? head : head.filter(line => line.sheet === sheet)
  const header =
    choice.headerLine === undefined
      ? findHeader(kind, shown)
      : shown.find(line => line.line === choice.headerLine)
  const headers = trimEnd(header?.cells ?? widest(shown).map((_, index) => `Column ${index + 1}`))
  const columns = guessColumns(kind, headers)
  const saved = choice.saved && applySaved(kind, onlyFieldsOf(kind, choice.saved), headers)
  return {
    shape,
    sheet,
    headerLine: header?.line ?? null,
    head,
    columns,
    mapping: saved ?? mappingOf(columns),
    isSavedMapping: saved !== undefined,
  }
}

/** What was saved while the fields were others, or before unknown ones were refused. */
const onlyFieldsOf = (kind: IntakeKind, { mapping, ...saved }: SavedMapping): SavedMapping => ({
  ...saved,
  mapping: Object.fromEntries(
    Object.entries(mapping).filter(([field]) => Object.hasOwn(fieldsOf(kind), field)),
  ),
})

const trimEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex(cell => cell.trim() !== '') + 1)

const widest = (lines: readonly HeadLine[]): readonly string[] =>
  lines.reduce<readonly string[]>((wide, line) => (line.cells.length > wide.length ? line.cells : wide), [])

export function layoutOf(row: IntakeRow): Layout {
  if (row.layout === null) throw new Error(`intake ${row.id} was not read yet`)
  return row.layout as Layout
}

export const widthOf = (layout: Layout): number => layout.columns.length

/** A month with its year, in a title such as "PAYROLL FOR OCTOBER, 2026". */
const NAMED_MONTH = /\b([A-Za-z]{3,9})[ ,.'-]{0,3}(20\d\d)\b/g

/** The month that the file names, if it names one: in its period column, or else above its header. */
export function monthInFile({ head, headerLine, mapping, sheet }: Layout, today: LocalDate): PayMonth | null {
  const lines = sheet === null ? head : head.filter(line => line.sheet === sheet)
  const isBelow = ({ line }: HeadLine): boolean => headerLine === null || line > headerLine
  const column = mapping.period
  const cells = column === undefined ? [] : lines.filter(isBelow).map(line => line.cells[column] ?? '')
  const titles = lines
    .filter(line => headerLine !== null && line.line < headerLine)
    .flatMap(line => line.cells.flatMap(cell => [...cell.matchAll(NAMED_MONTH)].map(found => found[0])))
  return onlyMonth(cells, today) ?? onlyMonth(titles, today)
}

/** A day beside a payment is when it was paid, which may be in the month after: only months count. */
const DAY = /\d\D+\d+\D+\d|^\d{5,8}$/

function onlyMonth(texts: readonly string[], today: LocalDate): PayMonth | null {
  const months = new Set(
    texts.flatMap(text => {
      const read = DAY.test(text) ? undefined : readMonth(text, today)
      return read && 'value' in read && read.value !== null ? [read.value] : []
    }),
  )
  const [month] = months
  return months.size === 1 && month ? month : null
}

const SAMPLES = 3

/** As shown for confirmation: each column with the values of its first rows. */
export function showLayout(layout: Layout) {
  const { shape, sheet, headerLine, head, columns, mapping, isSavedMapping } = layout
  const fieldAt = new Map(Object.entries(mapping).map(([field, index]) => [index, field]))
  const below = head.filter(line => headerLine === null || line.line > headerLine)
  return {
    format: shape.kind,
    encoding: shape.encoding ?? null,
    delimiter: shape.delimiter ?? null,
    sheets: shape.sheets,
    sheet,
    headerLine,
    head: head.slice(0, 12),
    columns: columns.map(column => ({
      index: column.index,
      header: column.header,
      field: fieldAt.get(column.index) ?? null,
      confidence: isSavedMapping && fieldAt.has(column.index) ? 100 : column.confidence,
      samples: below
        .map(line => line.cells[column.index] ?? '')
        .filter(cell => cell !== '')
        .slice(0, SAMPLES),
    })),
    mapping,
    isSavedMapping,
  }
}
