/** Text that every program, and above all a database, can hold: no zero signs, no letter without its other half. */

/** Letters beyond the first 65,536 (emoji, old scripts) are two units in JavaScript; a first unit at the end is half a letter. */
const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** At most so many units, and never through the middle of a letter. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  return text.slice(0, most > 0 && isFirstHalf(text.charCodeAt(most - 1)) ? most - 1 : most)
}

/** Nearly no text has any of these, and to look for them takes next to nothing; only then is it looked at letter by letter. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const SUSPECT = /[\u0000\ud800-\udfff]/
const HALF = /\p{Surrogate}/u
const HALVES = /\p{Surrogate}/gu

export const isStorable = (text: string): boolean =>
  !SUSPECT.test(text) || !(text.includes('\0') || HALF.test(text))

/** Half a letter shows as �, which is how programs say that there was one. */
export const wholeLetters = (text: string): string =>
  SUSPECT.test(text) ? text.replace(HALVES, '\ufffd') : text

/** The text as it can be kept; of a zero sign nothing stays. */
export const storable = (text: string): string =>
  SUSPECT.test(text) ? wholeLetters(text.replaceAll('\0', '')) : text
