import { inflateSync } from 'node:zlib'
import type { Verdict } from './problems.ts'

const HEADER = /^%PDF-(1\.[0-7]|2\.0)[\r\n \t]/
/** Where readers look for the end of the file. */
const TAIL = 1024
const END = /startxref[\r\n\t ]+\d{1,10}[\r\n\t ]+%%EOF[\r\n\t \0]*$/
const ACTIVE = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia)\b/
/** The objects of half a megabyte unpack to a few; eight is a bomb. */
const MOST_UNPACKED = 8 * 1024 * 1024
/** Between the dictionary of a stream and its first byte. */
const LONGEST_DICTIONARY = 2_000

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))

/**
 * Encrypted files pass: names stay readable in them, only texts do not, and the viewer asks for the password.
 * What acts on its own is refused, also where newer writers pack it away together with other objects.
 */
export function judgePdf(bytes: Buffer): Verdict {
  const text = bytes.toString('latin1')
  if (!HEADER.test(text.slice(0, 20)) || !/\d \d+ obj\b/.test(text)) return { problem: 'damaged' }
  if (!END.test(text.slice(-TAIL))) {
    const isCutShort = text.lastIndexOf('%%EOF') < 0
    return { problem: isCutShort ? 'damaged' : 'hidden' }
  }
  if (isActive(text)) return { problem: 'active' }
  const packed = unpackObjects(bytes, text)
  if (packed === undefined) return { problem: 'packed' }
  return packed.some(isActive) ? { problem: 'active' } : { type: 'application/pdf' }
}

/** Any letter of a name may also be written as #4A. */
const isActive = (text: string): boolean =>
  ACTIVE.test(text) ||
  ACTIVE.test(
    text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  )

function unpackObjects(bytes: Buffer, text: string): string[] | undefined {
  const found: string[] = []
  let left = MOST_UNPACKED
  for (const { index } of text.matchAll(/\/ObjStm\b/g)) {
    const opening = /stream\r?\n/.exec(text.slice(index, index + LONGEST_DICTIONARY))
    if (!opening) continue
    const start = index + opening.index + opening[0].length
    const end = text.indexOf('endstream', start)
    const unpacked = unpack(bytes.subarray(start, end < 0 ? undefined : end), left)
    if (unpacked === 'too much') return undefined
    if (unpacked) found.push(unpacked.toString('latin1'))
    left -= unpacked?.length ?? 0
  }
  return found
}

function unpack(packed: Buffer, most: number): Buffer | 'too much' | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_BUFFER_TOO_LARGE') return 'too much'
    // encrypted, or packed in a way that only the viewer has to know
    if (error instanceof Error) return undefined
    throw error
  }
}
