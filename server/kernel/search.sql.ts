import { type RawBuilder, sql } from 'kysely'
import { parsePhone } from '../../engine/phone.ts'
import { wordPattern } from './like.ts'

/** Of these a phone can hold a part; every other word has a letter or a sign that no phone has. */
const COULD_BE_PHONE = /^\+?\d+$/

/**
 * Whether a text that ends with a phone in both its forms holds a word. Without permission to reveal phones, part of a
 * phone matches nothing, since trying digits would reveal the whole. The whole text is tested first, because it has the
 * index.
 */
export function holdsWord(
  { text, phone }: { text: RawBuilder<unknown>; phone: RawBuilder<unknown> },
  word: string,
  canRevealNumbers: boolean,
): RawBuilder<unknown> {
  const held = sql`${text} like ${wordPattern(word)}`
  if (canRevealNumbers || !COULD_BE_PHONE.test(word)) return held
  // a space, the phone, and a space with the 0 that stands for its country
  const before = sql`left(${text}, length(${text}) - 2 * length(${phone}) + 1) like ${wordPattern(word)}`
  const whole = parsePhone(word)
  return whole ? sql`(${held} and (${phone} = ${whole} or ${before}))` : sql`(${held} and ${before})`
}
