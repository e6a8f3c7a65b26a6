import { type ColumnMapping, fieldsOf, INTAKE_KINDS, type IntakeKind } from '../../../contract/intake.ts'

/** Which line of a file names its columns, and what each column means. Pure: the first lines in, an opinion out. */

export type HeadLine = { sheet: number; line: number; cells: string[] }

/** A name of a column has some words; what is longer is none, and thirty thousand brackets are an attack. */
const HEADER_MAX_LENGTH = 200

/** What a header says whatever its case, spaces and signs: "NET_PAY (₦)" → "net pay". */
export const plainHeader = (text: string): string =>
  text
    .slice(0, HEADER_MAX_LENGTH)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\(.*?\)|[₦#]|ngn/g, ' ')
    .replace(/([a-z])(\d)|(\d)([a-z])/g, '$1$3 $2$4')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Without spaces too: "NETPAY", "net pay" and "Net_Pay" are one. */
const squeeze = (text: string): string => plainHeader(text).replaceAll(' ', '')

/** Every alias as it is compared: forty lines of a file are held against each. */
const KNOWN = new Map(
  INTAKE_KINDS.map(kind => [
    kind,
    Object.entries(fieldsOf(kind)).flatMap(([field, { aliases }]) =>
      aliases.map((alias, rank) => ({ field, known: squeeze(alias), rank })),
    ),
  ]),
)

/** `rank`: the place of the alias in its list, where the name that says most stands first. */
type Guess = { field: string; confidence: number; rank: number }

/** Exact names first; a name that holds an alias, or is held by one, is a weaker guess. */
function guessField(kind: IntakeKind, header: string): Guess | undefined {
  const wanted = squeeze(header)
  if (wanted === '') return undefined
  let best: Guess | undefined
  for (const { field, known, rank } of KNOWN.get(kind) ?? []) {
    const confidence =
      known === wanted
        ? 100
        : known.length >= 5 && wanted.includes(known)
          ? 75
          : wanted.length >= 5 && known.includes(wanted)
            ? 60
            : 0
    if (confidence > (best?.confidence ?? 0)) best = { field, confidence, rank }
  }
  return best
}

export type GuessedColumn = { index: number; header: string; field: string | null; confidence: number }

/**
 * One column a field: the surest keeps it, and of two equally sure ones the one whose name says more. A file with SERVICE
 * NUMBER before IPPIS NO is matched by the second.
 */
export function guessColumns(kind: IntakeKind, headers: readonly string[]): GuessedColumn[] {
  const guesses = headers.map((header, index) => ({ index, header, guess: guessField(kind, header) }))
  const taken = new Map<string, number>()
  const named = guesses.flatMap(({ index, guess }) => (guess ? [{ index, ...guess }] : []))
  for (const { index, field } of named.sort(
    (a, b) => b.confidence - a.confidence || a.rank - b.rank || a.index - b.index,
  ))
    if (!taken.has(field)) taken.set(field, index)
  return guesses.map(({ index, header, guess }) =>
    guess && taken.get(guess.field) === index
      ? { index, header, field: guess.field, confidence: guess.confidence }
      : { index, header, field: null, confidence: 0 },
  )
}

/** The line that names most columns; a title above it names none. Nothing convincing: no line. */
export function findHeader(kind: IntakeKind, lines: readonly HeadLine[]): HeadLine | undefined {
  const required = Object.entries(fieldsOf(kind)).filter(([, field]) => field.required)
  let best: { line: HeadLine; score: number } | undefined
  for (const line of lines) {
    const named = guessColumns(kind, line.cells).filter(column => column.field !== null)
    const found = new Set(named.map(column => column.field))
    const score =
      named.reduce((sum, column) => sum + column.confidence, 0) +
      required.filter(([name]) => found.has(name)).length * 100
    if (named.length >= 2 && score > (best?.score ?? 0)) best = { line, score }
  }
  return best?.line
}

export const mappingOf = (columns: readonly GuessedColumn[]): ColumnMapping =>
  Object.fromEntries(columns.flatMap(column => (column.field === null ? [] : [[column.field, column.index]])))

/**
 * A saved mapping speaks of header names: it fits a file whose headers have the same names, wherever they stand. A column
 * that was not in the saved file is mapped where its name is exact.
 */
export function applySaved(
  kind: IntakeKind,
  saved: { headers: readonly string[]; mapping: ColumnMapping },
  headers: readonly string[],
): ColumnMapping | undefined {
  const places = new Map(headers.map((header, index) => [squeeze(header), index]))
  const mapping: ColumnMapping = {}
  for (const [field, index] of Object.entries(saved.mapping)) {
    const place = places.get(squeeze(saved.headers[index] ?? ''))
    if (place === undefined) return undefined
    mapping[field] = place
  }
  const known = new Set(saved.headers.map(squeeze))
  for (const { index, header, field, confidence } of guessColumns(kind, headers))
    if (field !== null && confidence === 100 && !known.has(squeeze(header))) mapping[field] ??= index
  return mapping
}

/** Required fields that no column was given to, by their titles. */
export const missingFields = (kind: IntakeKind, mapping: ColumnMapping): string[] =>
  Object.entries(fieldsOf(kind))
    .filter(([name, field]) => field.required && mapping[name] === undefined)
    .map(([, field]) => field.title)
