import { type ColumnMapping, fieldsOf, type IntakeKind } from '../../contract/intake.ts'
import {
  applySaved,
  findHeader,
  type GuessedColumn,
  guessColumns,
  type HeadLine,
  mappingOf,
} from './columns.ts'
import type { IntakeRow, SavedMapping } from './intake.sql.ts'
import type { TableShape } from './table.ts'

/** How a file was read, as it is kept beside it: shape, chosen sheet and header, and what its columns mean. */
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
  const saved = choice.saved && applySaved(onlyFieldsOf(kind, choice.saved), headers)
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

const SAMPLES = 3

/** As people look at it: each column with what its first rows hold. */
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
