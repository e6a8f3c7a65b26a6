import { formatDate, formatMoment, parseDate } from '../engine/dates.ts'
import { formatNaira, kobo } from '../engine/money.ts'
import { capitalised } from './capitalised.ts'
import { FIELD_WORDS, VALUE_WORDS } from './trailWords.ts'
import { reasonWords } from './words.ts'

/** JSON as the audit trail keeps it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type Change = {
  /** `roles`, `bank.accountNumber`: where in the record. */
  path: string
  kind: 'added' | 'removed' | 'changed' | 'same'
  before: Json | undefined
  after: Json | undefined
}

/** Field by field, what an act did to a record: what changed first, in the record's own order. */
export function changesBetween(before: Json | null, after: Json | null): Change[] {
  const all = compared('', before ?? undefined, after ?? undefined)
  return [...all.filter(change => change.kind !== 'same'), ...all.filter(change => change.kind === 'same')]
}

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compared(path: string, before: Json | undefined, after: Json | undefined): Change[] {
  const open = (isRecord(before) || before === undefined) && (isRecord(after) || after === undefined)
  if (open && (before !== undefined || after !== undefined)) {
    const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
    return [...keys].flatMap(key => compared(path ? `${path}.${key}` : key, before?.[key], after?.[key]))
  }
  if (before === undefined && after === undefined) return []
  return [{ path, kind: kindOf(before, after), before, after }]
}

function kindOf(before: Json | undefined, after: Json | undefined): Change['kind'] {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return sameJson(before, after) ? 'same' : 'changed'
}

/** PostgreSQL gives back jsonb with its keys in its own order, so text cannot be compared. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every(key => sameJson(a[key], b[key]))
  }
  return a === b
}

/** `accountOfficerCode` → "Account officer code"; `bank.accountNumber` → "Bank › Account number"; `loanId` → "Loan". */
export const wordsOf = (path: string): string =>
  path
    .split('.')
    .map(part => {
      const known = FIELD_WORDS[part]
      if (known) return known
      return capitalised(spaced(part.replace(/(?<=.)Id$/, '')))
    })
    .join(' › ')

const spaced = (name: string): string =>
  name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('pay out', 'pay-out')

/** Fields that hold money. The trail keeps it as kobo in digits, where a count is a number. */
const MONEY: ReadonlySet<string> = new Set(
  `amount arrears bankCredit cost costPerSegment credit declaredTotal deducted fees instalment interest limit
  manualReceipt netPay netPayOut outstanding owed penalties price principal received remaining suspense total`.split(
    /\s+/,
  ),
)

const IDENTIFIER = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
/** What a record is kept by; no person knows one by it. */
export const isIdentifier = (value: Json | undefined): value is string =>
  typeof value === 'string' && IDENTIFIER.test(value)

/** Without what the act is kept by elsewhere: a new identifier says nothing, one in the place of another does. */
export function withoutNewIdentifiers(before: Json | null, after: Json | null): Json | null {
  if (after === null || !isRecord(after)) return after
  const had = before !== null && isRecord(before) ? before : {}
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => name in had || !isIdentifier(value)),
  )
}

/** Fields that hold words of the program, such as `closedLoan`. Any other value stands as somebody typed it. */
const CODES: ReadonlySet<string> = new Set(
  'act action bin check cut event flag gateway kind loans purpose section signal status subjectType use view'.split(
    ' ',
  ),
)
const PROGRAM_WORD = /^[a-z]+(?:[A-Z][a-z]+)+$/

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** No person reads an identifier; an auditor looks things up by it. */
export type Identifiers = 'short' | 'whole'

/** A value as a person reads it; `path` says where in the record it stands. */
export function valueText(value: Json | undefined, path = '', identifiers: Identifiers = 'short'): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.map(each => valueText(each, path, identifiers)).join(isRecord(value[0]) ? '; ' : ', ')
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, each]) => `${wordsOf(name)}: ${valueText(each, name, identifiers)}`)
      .join(', ')
  if (typeof value !== 'string') return String(value)
  if (isIdentifier(value)) return identifiers === 'whole' ? value : `${value.slice(0, 8)}…`
  return textText(value, path.slice(path.lastIndexOf('.') + 1))
}

function textText(text: string, field: string): string {
  const known = VALUE_WORDS[field]?.[text]
  if (known) return known
  if (/^-?\d+$/.test(text) && MONEY.has(field)) return formatNaira(kobo(BigInt(text)))
  if (MOMENT.test(text)) return momentText(text)
  if (field === 'reasonCode') return reasonWords(text)
  if (FIELD_NAMES.has(field) || (CODES.has(field) && PROGRAM_WORD.test(text)))
    return FIELD_WORDS[text] ?? spaced(text)
  const day = parseDate(text)
  return day ? formatDate(day) : text
}

function momentText(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : formatMoment(at)
}

/** What was shown to somebody is kept by the names of the fields. */
const FIELD_NAMES: ReadonlySet<string> = new Set(['revealed', 'handedOver'])
