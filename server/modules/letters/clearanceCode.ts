import type { Keys } from '../../kernel/keys.ts'

/** The present one first; letters printed under a secret before stay genuine. */
const codesOf = (keys: Keys, loanNumber: string): string[] =>
  keys.everIndex('clearance', loanNumber).map(index => index.toString('hex').slice(0, 12).toUpperCase())

/** A short code that only we can make for this loan: the public page checks it and shows nothing else. */
export const clearanceCode = (keys: Keys, loanNumber: string): string => {
  const [code = ''] = codesOf(keys, loanNumber)
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`
}

/** A code read off paper is typed with other dashes, with blanks, or with none. */
export const isClearanceCode = (keys: Keys, loanNumber: string, typed: string): boolean =>
  codesOf(keys, loanNumber).includes(typed.replace(/[^0-9A-Z]/g, ''))
