import { formatDate, parseDate } from '../engine/dates.ts'
import { formatNaira, kobo } from '../engine/money.ts'

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
function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a)
    return keys.length === Object.keys(b).length && keys.every(key => sameJson(a[key], b[key]))
  }
  return a === b
}

/** `accountOfficerCode` → "Account officer code"; `bank.accountNumber` → "Bank › Account number". */
export const wordsOf = (path: string): string =>
  path
    .split('.')
    .map(part => {
      const words = part
        .replace(/[_-]+/g, ' ')
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .replace('pay out', 'pay-out')
      return words.charAt(0).toUpperCase() + words.slice(1)
    })
    .join(' › ')

/** Fields that hold money. The trail keeps it as kobo in digits, where a count is a number. */
const MONEY: ReadonlySet<string> = new Set(
  `amount arrears bankCredit cost costPerSegment credit declaredTotal deducted fees instalment interest limit
  manualReceipt netPay netPayOut outstanding owed penalties price principal received suspense total`.split(
    /\s+/,
  ),
)

/** A value as a person reads it; `path` says where in the record it stands. */
export function valueText(value: Json | undefined, path = ''): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map(each => valueText(each, path)).join(', ')
  if (isRecord(value)) return JSON.stringify(value)
  if (typeof value !== 'string') return String(value)
  if (/^-?\d+$/.test(value) && MONEY.has(path.slice(path.lastIndexOf('.') + 1)))
    return formatNaira(kobo(BigInt(value)))
  const day = parseDate(value)
  return day ? formatDate(day) : value
}
