/** The words of a case file, read without trusting them: every reader says what it cannot understand. */

import { type LocalDate, parseDate } from '../../engine/dates.ts'
import { parseFraction } from '../../engine/fraction.ts'
import type { Fraction, Rounding } from '../../engine/money.ts'

export type Fields = { readonly [key: string]: unknown }

export type VectorCase = {
  readonly id: string
  readonly kind: string
  readonly tags: readonly string[]
  readonly input: Fields
  readonly events: readonly Fields[]
  readonly expected: Fields
  readonly reproducedBy: Fields
  readonly assumptions: string
}

/** No product can be set to what the case asks for, or the server calls nothing that answers it. The message says what is missing. */
export class NotOffered extends Error {}

export function notOffered(reason: string): never {
  throw new NotOffered(reason)
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fields = (value: unknown): Fields => (isFields(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const present = (value: unknown): boolean => value !== undefined && value !== null

/** Text of a string or a number, undefined for anything else. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** Lower case letters and digits only, so that `every Instalment` and `everyInstalment` are one word. */
export const word = (value: unknown): string => (text(value) ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export function exact(value: unknown, name: string): Fraction {
  const found = parseFraction((text(value) ?? '').replaceAll(/[,%\s]/g, ''))
  return found ?? notOffered(`not readable: ${name} is not a number`)
}

export function count(value: unknown, name: string): number {
  const number = Number(text(value))
  return text(value) !== undefined && Number.isInteger(number)
    ? number
    : notOffered(`not readable: ${name} is not a whole number`)
}

export function date(value: unknown, name: string): LocalDate {
  return parseDate(text(value) ?? '') ?? notOffered(`not readable: ${name} is not a date`)
}

const MODES: readonly (readonly [RegExp, Rounding])[] = [
  [/half_?(to_?)?even|bankers?/i, 'half-even'],
  [/half_?up|nearest/i, 'half-up'],
  [/ceil|\bup\b/i, 'up'],
  [/floor|\bdown\b|truncate/i, 'down'],
]

/** `CEILING to whole units` is up; undefined when no mode is named. */
export function rounding(value: unknown): Rounding | undefined {
  const words = (text(value) ?? '')
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll('_', ' ')
    .replaceAll(/half /gi, 'half_')
  return MODES.find(([pattern]) => pattern.test(words))?.[1]
}

export function readCase(value: unknown): VectorCase {
  const raw = fields(value)
  return {
    id: text(raw.id) ?? '(no id)',
    kind: text(raw.kind) ?? '(no kind)',
    tags: list(raw.tags).map(tag => text(tag) ?? ''),
    input: fields(raw.input),
    events: list(raw.events).map(fields),
    expected: fields(raw.expected),
    reproducedBy: fields(raw.reproducedBy),
    assumptions: text(raw.assumptions) ?? list(raw.assumptions).map(text).join(' '),
  }
}
