/** Escapes typed text for LIKE: a % or _ matches itself. */
const literally = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

export const anywhere = (typed: string): string => `%${literally(typed)}%`

const PLAIN: Record<string, string> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', '-': ' ' }

/** As `customer_plain` of the database writes it. */
const plain = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘ʼ`]/g, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ-]/g, letter => PLAIN[letter] ?? letter)

/** More words than a name has; further words would only slow the search down. */
const WORDS_MAX = 8

const PHONE_MIN_LENGTH = 10

type Typed =
  | { digits: string; words?: undefined }
  | { words: readonly [string, ...string[]]; digits?: undefined }

/**
 * What was typed into a search box. Digits are a number of some kind, as people write them with spaces, and a whole phone
 * is 0803…, however its country is written before it; everything else is names and words.
 */
export function readTyped(typed: string | undefined): Typed | undefined {
  const text = typed?.trim() ?? ''
  if (text === '') return undefined
  const digits = /^\+?[\d\s().-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  // 12-3456 is a number on a payroll, 0803-123-4567 is a phone
  if (digits !== '' && (digits.length >= PHONE_MIN_LENGTH || !/[.-]/.test(text)))
    return { digits: digits.replace(/^(?:00)?2340?(?=[789]\d{9}$)/, '0') }
  const [first, ...others] = plain(text).split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
  // signs alone match no name
  return { words: [first ?? text, ...others] }
}

/** The words that a text must hold, all of them; a number is one. */
export function typedWords(typed: string | undefined): readonly string[] {
  const read = readTyped(typed)
  if (!read) return []
  return read.words === undefined ? [read.digits] : read.words
}

/** In a text that begins with a space: one or two letters begin a word of it, since anywhere no index could help. */
export const wordPattern = (word: string): string =>
  word.length < 3 ? `% ${literally(word)}%` : anywhere(word)
