/** How many parts an SMS is billed as. One character outside GSM-7 turns the whole text into UCS-2. */

export type SmsEncoding = 'GSM-7' | 'UCS-2'

export type SmsLength = {
  readonly encoding: SmsEncoding
  /** Septets in GSM-7, UTF-16 units in UCS-2. */
  readonly units: number
  readonly segments: number
  /** What still fits before the text costs one more part. */
  readonly unitsLeft: number
  /** Each character that forces UCS-2, once, in order of appearance; empty in GSM-7. */
  readonly outsideGsm7: readonly string[]
}

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Sent as an escape and a letter: two septets that never part. */
const EXTENSION = new Set('\f^{}\\[~]|€')

const CAPACITY = {
  'GSM-7': { alone: 160, joined: 153 },
  'UCS-2': { alone: 70, joined: 67 },
} as const

const septets = (character: string): number => (EXTENSION.has(character) ? 2 : 1)
const utf16Units = (character: string): number => character.length

export function measureSms(text: string): SmsLength {
  const outside = new Set<string>()
  for (const character of text) {
    if (!BASIC.has(character) && !EXTENSION.has(character)) outside.add(character)
  }
  const encoding: SmsEncoding = outside.size === 0 ? 'GSM-7' : 'UCS-2'
  return { encoding, ...fill(text, encoding), outsideGsm7: [...outside] }
}

/** Characters of two units move whole to the next part, so parts cannot be had by dividing the units. */
function fill(text: string, encoding: SmsEncoding): Pick<SmsLength, 'units' | 'segments' | 'unitsLeft'> {
  const { alone, joined } = CAPACITY[encoding]
  const cost = encoding === 'GSM-7' ? septets : utf16Units
  let units = 0
  let segments = 1
  let used = 0
  for (const character of text) {
    const size = cost(character)
    units += size
    if (used + size > joined) {
      segments += 1
      used = 0
    }
    used += size
  }
  if (units === 0) return { units, segments: 0, unitsLeft: alone }
  if (units <= alone) return { units, segments: 1, unitsLeft: alone - units }
  return { units, segments, unitsLeft: joined - used }
}

const PLAIN: Readonly<Record<string, string>> = {
  '₦': 'NGN',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '*',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\t': ' ',
}

/** The same text in the cheap alphabet where that is possible: ₦ becomes NGN, ọ becomes o; emoji stay. */
export function toGsm7(text: string): string {
  const replaced = new Map<string, string>()
  let plain = ''
  for (const character of text) {
    const replacement = replaced.get(character) ?? inGsm7(character)
    replaced.set(character, replacement)
    plain += replacement
  }
  return plain
}

/** One character at a time: normalising a long run of accents at once takes quadratic time. */
function inGsm7(character: string): string {
  if (BASIC.has(character) || EXTENSION.has(character)) return character
  const plain = Object.hasOwn(PLAIN, character) ? PLAIN[character] : undefined
  if (plain !== undefined) return plain
  const base = character.normalize('NFD').replace(/\p{M}/gu, '')
  return base === '' || BASIC.has(base) ? base : character
}
