/**
 * Reads the SMS a bank sends when money moves. Layouts differ by bank and change without notice, and the
 * sender's name is easily forged, so the parser looks at the text alone. What it returns is a claim: nobody
 * posts money on it before a person has found it on the bank's statement. When in doubt it refuses, by name.
 */

import { daysInMonth, fromCalendar } from './dates.ts'
import { type Kobo, kobo, negate, ZERO } from './money.ts'
import { cutText } from './text.ts'

export type BankAlert = {
  readonly direction: 'credit' | 'debit'
  readonly amount: Kobo
  /** As printed, `512****904`. */
  readonly accountMask: string | null
  /** The last digits the mask shows, at most four; not always the account's own last digits. */
  readonly accountTail: string | null
  /** Lagos time as printed, `2026-09-21T12:17`; only the day where the bank gives no time. */
  readonly at: string | null
  readonly description: string | null
  readonly balance: Kobo | null
  readonly reference: string | null
}

export type AlertProblem =
  | 'too long'
  | 'not an alert'
  | 'no direction'
  | 'contradictory direction'
  | 'unreadable amount'
  | 'amount cut off'
  | 'not in naira'
  | 'more than one amount'

export type AlertReading = { readonly alert: BankAlert } | { readonly problem: AlertProblem }

/** Thirteen joined GSM-7 parts; real alerts have one to three. */
const MAX_LENGTH = 2000
const DESCRIPTION_MAX = 200

export function parseAlert(body: string): AlertReading {
  if (body.length > MAX_LENGTH) return { problem: 'too long' }
  const text = body.replace(/\r\n?/g, '\n').trimEnd()
  const fields = fieldsOf(text)
  return fields.some(field => field.kind === 'amount') ? fromFields(fields, text) : fromSentence(text)
}

// ── The text cut into labelled fields ────────────────────────────────────────────────────────────────────

type FieldKind =
  | 'account'
  | 'amount'
  | 'description'
  | 'date'
  | 'time'
  | 'balance'
  | 'reference'
  | 'type'
  | 'other'
/** What stands before the first label, or on a line without one, has no kind. */
type Field = {
  readonly kind: FieldKind | null
  readonly label: string
  readonly value: string
  readonly end: number
}

const LABELS: readonly (readonly [FieldKind, string])[] = [
  ['amount', '(?:(?:cr|dr|credit|debit) )?(?:amt|amount)'],
  ['balance', '(?:(?:avail|available|book|ledger|current|curr|acct) )?(?:bal|balance)'],
  ['account', 'acct no|acct|acc|ac|a/c|account|credit|debit'],
  ['description', 'desc|des|description|narration|remarks?'],
  ['date', 'date|dt'],
  ['time', 'time'],
  ['reference', 'ref|reference'],
  ['type', 'txn|txn type|type'],
  ['other', 'total|chgs|charges|help'],
]
const KIND_OF = LABELS.map(([kind, words]) => [kind, new RegExp(`^(?:${words})$`, 'i')] as const)
const ANY_LABEL = `(${LABELS.map(([, words]) => words).join('|')}) ?:`
const AT_LINE_START = new RegExp(`^ ?${ANY_LABEL}`, 'i')
const ANYWHERE = new RegExp(`(?:^|[\\s,.;|])${ANY_LABEL}`, 'gi')

const kindOf = (label: string): FieldKind => KIND_OF.find(([, words]) => words.test(label))?.[0] ?? 'other'

/**
 * The narration is written by whoever pays, so a label inside it is not trusted: where the layout has lines,
 * it is its whole line; where it has none, only a kind of field not seen before ends it.
 */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  const seen = new Set<FieldKind>()
  const lines = text.split('\n')
  const lastLabelled = lines.findLastIndex(line => AT_LINE_START.test(line))
  let lineStart = 0
  for (const [index, line] of lines.entries()) {
    const cuts: { at: number; kind: FieldKind | null; label: string; valueAt: number }[] = []
    let inNarration = false
    for (const match of line.matchAll(ANYWHERE)) {
      const label = match[1] ?? ''
      const kind = kindOf(label)
      if (inNarration && (index < lastLabelled || seen.has(kind))) continue
      const at = match.index + match[0].length
      cuts.push({ at: match.index, kind, label, valueAt: at })
      seen.add(kind)
      inNarration = kind === 'description'
    }
    if (cuts[0]?.at !== 0) cuts.unshift({ at: 0, kind: null, label: '', valueAt: 0 })
    for (const [place, cut] of cuts.entries()) {
      const end = cuts[place + 1]?.at ?? line.length
      const value = line.slice(cut.valueAt, end).trim()
      if (cut.kind !== null || value !== '') {
        fields.push({ kind: cut.kind, label: cut.label, value, end: lineStart + end })
      }
    }
    lineStart += line.length + 1
  }
  return fields
}

// ── Labelled layouts ─────────────────────────────────────────────────────────────────────────────────────

function fromFields(fields: readonly Field[], text: string): AlertReading {
  const first = (kind: FieldKind): Field | undefined => fields.find(field => field.kind === kind)
  const amounts = fields.filter(field => field.kind === 'amount').map(field => readAmount(field, text))
  const [amount, ...others] = amounts
  if (amount === undefined) return { problem: 'not an alert' }
  if ('problem' in amount) return amount
  if (others.some(other => 'problem' in other || other.amount !== amount.amount)) {
    return { problem: 'more than one amount' }
  }
  const direction = agreedDirection([
    ...fields.flatMap(directionsIn),
    ...amount.directions,
    ...heading(fields),
  ])
  if ('problem' in direction) return direction
  return {
    alert: {
      direction: direction.direction,
      amount: amount.amount,
      ...accountIn(first('account')?.value ?? ''),
      at: momentIn(fields, text),
      description: descriptionIn(fields),
      balance: balanceIn(first('balance')?.value ?? ''),
      reference: plain(first('reference')?.value.split(' ', 1)[0] ?? ''),
    },
  }
}

type Direction = BankAlert['direction']
const DIRECTIONS = new Map<string, Direction>([
  ['cr', 'credit'],
  ['credit', 'credit'],
  ['credited', 'credit'],
  ['+', 'credit'],
  ['dr', 'debit'],
  ['debit', 'debit'],
  ['debited', 'debit'],
  ['-', 'debit'],
])
const directionOf = (word: string | undefined): Direction[] => {
  const direction = DIRECTIONS.get((word ?? '').toLowerCase())
  return direction === undefined ? [] : [direction]
}

/** "CR Amt:", "Credit: 2314XXXX455" and "Txn:CR" say it; a CR after the balance does not. */
function directionsIn({ kind, label, value }: Field): Direction[] {
  if (kind === 'amount' || kind === 'account') return directionOf(label.split(' ', 1)[0])
  return kind === 'type' ? directionOf(/^[a-z]{1,8}/i.exec(value)?.[0]) : []
}

function heading(fields: readonly Field[]): Direction[] {
  const lines = fields.slice(
    0,
    fields.findIndex(field => field.kind !== null),
  )
  const words = lines.flatMap(({ value }) => value.match(/\b(?:credit|debit)(?:ed)?\b/gi) ?? [])
  return words.flatMap(directionOf)
}

function agreedDirection(
  directions: readonly Direction[],
): { readonly direction: Direction } | { readonly problem: AlertProblem } {
  const [direction, ...others] = new Set(directions)
  if (direction === undefined) return { problem: 'no direction' }
  return others.length > 0 ? { problem: 'contradictory direction' } : { direction }
}

// ── Amounts ──────────────────────────────────────────────────────────────────────────────────────────────

const FIGURE = '(\\d{1,3}(?:,\\d{3}){1,4}|\\d{1,13})'
/** What follows the figure must end it: neither 1e9 nor 5k nor a badly grouped 20,00.00 is an amount. */
const FIGURE_END = '(?![\\d,.]*\\d)(?=$|[^a-z]|(?:CR|DR|credit|debit)\\b)'
const AMOUNT = new RegExp(
  `^([-+]?) ?(?:NGN|N|₦)? ?([-+]?) ?${FIGURE}(?:\\.(\\d{1,2}))?${FIGURE_END} ?(?:(CR|DR|credit|debit)\\b)?`,
  'i',
)
const FOREIGN = /^[-+]? ?(?!NGN)(?:[A-Z]{3}|[$€£]) ?[-+]?\d/i

const toKobo = (naira: string, rest: string | undefined): Kobo =>
  kobo(BigInt(naira.replaceAll(',', '')) * 100n + BigInt((rest ?? '').padEnd(2, '0')))

function readAmount(
  { value, end }: Field,
  text: string,
): { readonly amount: Kobo; readonly directions: readonly Direction[] } | { readonly problem: AlertProblem } {
  const match = AMOUNT.exec(value)
  if (!match?.[3]) return { problem: FOREIGN.test(value) ? 'not in naira' : 'unreadable amount' }
  // The last line is often cut: "NGN20,000" may be all that is left of NGN20,000,000.00.
  if (match[4]?.length !== 2 && end === text.length) return { problem: 'amount cut off' }
  const amount = toKobo(match[3], match[4])
  if (amount === ZERO) return { problem: 'unreadable amount' }
  return { amount, directions: [match[1], match[2], match[5]].flatMap(directionOf) }
}

/** Here CR and DR say whether the account is in funds or overdrawn. A balance without kobo was cut off. */
function balanceIn(value: string): Kobo | null {
  const match = AMOUNT.exec(value)
  if (!match?.[3] || match[4]?.length !== 2) return null
  const balance = toKobo(match[3], match[4])
  const overdrawn = match[1] === '-' || match[2] === '-' || directionOf(match[5])[0] === 'debit'
  return overdrawn ? negate(balance) : balance
}

// ── Account, description, time ───────────────────────────────────────────────────────────────────────────

function accountIn(value: string): Pick<BankAlert, 'accountMask' | 'accountTail'> {
  const mask = /^[\dx*.]{2,20}/i.exec(value)?.[0].replace(/\.{1,20}$/, '') ?? ''
  const shown = mask.match(/\d{2,20}/g)?.at(-1)
  return shown === undefined
    ? { accountMask: null, accountTail: null }
    : { accountMask: mask, accountTail: shown.slice(-4) }
}

/** Cut, and freed of controls and direction marks that could make the screen show another text. */
function plain(text: string): string | null {
  const clean = cutText(text, DESCRIPTION_MAX)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return clean.replace(/[.,;]{1,3}$/, '') || null
}

/** After its label and on the lines it runs over, or (Zenith) on a line of its own between labelled ones. */
function descriptionIn(fields: readonly Field[]): string | null {
  const isLoose = (field: Field | undefined): field is Field =>
    field?.kind === null && dateAtStart(field.value) === undefined
  const labelled = fields.findIndex(field => field.kind === 'description')
  if (labelled === -1) {
    const from = fields.findIndex(field => field.kind !== null)
    const to = fields.findLastIndex(field => field.kind !== null)
    return plain(fields.slice(from, to).find(isLoose)?.value ?? '')
  }
  const lines = [fields[labelled]?.value ?? '']
  for (let next = labelled + 1; next < fields.length; next += 1) {
    const field = fields[next]
    if (!isLoose(field)) break
    lines.push(field.value)
  }
  return plain(lines.join(' '))
}

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'
const DATE = '(?:(\\d{4})-(\\d{2})-(\\d{2})|(\\d{1,2})[-/ ](\\d{1,2}|[a-z]{3,9})[-/ ](\\d{4}|\\d{2}))(?!\\d)'
const CLOCK = '(\\d{1,2}):(\\d{1,2})(?::(\\d{2}))?(?!\\d)(?: ?([ap])m?\\b)?'
const DATE_AT_START = new RegExp(`^${DATE}(?:[ T,]{1,2}${CLOCK})?`, 'i')
const DATE_ANYWHERE = new RegExp(`(?<![\\d/-])${DATE}(?:[ T,]{1,2}${CLOCK})?`, 'i')
const CLOCK_AT_START = new RegExp(`^${CLOCK}`, 'i')

type Moment = { readonly date: string; readonly time: string | undefined }

const dateAtStart = (value: string): Moment | undefined => momentOf(DATE_AT_START.exec(value), false)

function momentIn(fields: readonly Field[], text: string): string | null {
  const dated = fields.find(field => field.kind === 'date')
  const loose = fields.find(field => field.kind === null && dateAtStart(field.value) !== undefined)
  const field = dated ?? loose
  if (field === undefined) return null
  const match = DATE_AT_START.exec(field.value)
  const cutOff = field.end === text.length && match?.[0].length === field.value.length
  const moment = momentOf(match, cutOff)
  const clock = CLOCK_AT_START.exec(fields.find(({ kind }) => kind === 'time')?.value ?? '')
  return printed(moment, clock ? timeOf(clock.slice(1), false) : undefined)
}

const printed = (moment: Moment | undefined, time?: string): string | null => {
  if (moment === undefined) return null
  const clock = moment.time ?? time
  return clock === undefined ? moment.date : `${moment.date}T${clock}`
}

/** Day first, as everywhere in Nigeria. `mayBeCut`: the text ends here, so 18/03/20 may be half of 2026. */
function momentOf(match: RegExpExecArray | null, mayBeCut: boolean): Moment | undefined {
  if (!match) return undefined
  const [, isoYear, isoMonth, isoDay, dayText, monthText = '', yearText = '', ...clock] = match
  if (mayBeCut && yearText === '20' && clock[0] === undefined) return undefined
  const year = Number(isoYear ?? (yearText.length === 2 ? `20${yearText}` : yearText))
  const month = isoMonth === undefined ? monthOf(monthText) : Number(isoMonth)
  const day = Number(isoDay ?? dayText)
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  return { date: fromCalendar(year, month, day), time: timeOf(clock, mayBeCut) }
}

function monthOf(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  const place = MONTHS.indexOf(text.slice(0, 3).toLowerCase())
  return place % 3 === 0 ? place / 3 + 1 : 0
}

/** "0:0" stands for no time, "8:3" for one cut off, a last "7:10" may have lost its PM: the day is sure. */
function timeOf(clock: readonly (string | undefined)[], mayBeCut: boolean): string | undefined {
  const [hourText = '', minute = '', second, half] = clock
  if (minute.length !== 2 || (mayBeCut && hourText.length === 1 && half === undefined)) return undefined
  const hour = Number(hourText)
  if (Number(minute) > 59 || Number(second ?? 0) > 59 || hour > 23) return undefined
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const hour24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return [String(hour24).padStart(2, '0'), minute, ...(second === undefined ? [] : [second])].join(':')
}

// ── Sentences ────────────────────────────────────────────────────────────────────────────────────────────

/** Only what has happened, and only with kobo: "be credited with up to N500,000" is marketing. */
const DONE = '(?:has been|have been|was) (credited|debited)'
const NAIRA = `(?<![a-z])(?:NGN|N|₦) ?${FIGURE}\\.(\\d{2})(?!\\d)`
const SENTENCE = new RegExp(`${NAIRA} ${DONE}|${DONE} with ${NAIRA}`, 'gi')
const ACCOUNT_IN_SENTENCE = /\b(?:a\/c|acct|acc|account)(?: no| number)?[:.]? ?([\dx*.]{2,20})/i

function fromSentence(text: string): AlertReading {
  const line = text.replace(/\s/g, ' ')
  const [match, ...others] = line.matchAll(SENTENCE)
  if (match === undefined) return { problem: 'not an alert' }
  if (others.length > 0) return { problem: 'more than one amount' }
  const amount = toKobo(match[1] ?? match[5] ?? '', match[2] ?? match[6])
  const [direction] = directionOf(match[3] ?? match[4])
  if (direction === undefined || amount === ZERO) return { problem: 'unreadable amount' }
  const date = DATE_ANYWHERE.exec(line)
  const mayBeCut = date !== null && date.index + date[0].length === line.length
  return {
    alert: {
      direction,
      amount,
      ...accountIn(ACCOUNT_IN_SENTENCE.exec(line)?.[1] ?? ''),
      at: printed(momentOf(date, mayBeCut)),
      description: null,
      balance: null,
      reference: null,
    },
  }
}
