import { inflateSync } from 'node:zlib'
import type { Verdict } from './problems.ts'

const HEADER = /^%PDF-(1\.[0-7]|2\.0)[\r\n \t]/
/** Where readers search for the end of the file. */
const TAIL = 1024
const END = /startxref[\r\n\t ]+(\d{1,10})[\r\n\t ]+%%EOF[\r\n\t \0]*$/
/** A name as any program may write it: each of its letters also as #4A. */
const named = (word: string): string =>
  [...word]
    .map(letter => {
      const code = letter.charCodeAt(0).toString(16)
      const coded = [...code].map(digit => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
      return `(?:${letter}|#${coded.join('')})`
    })
    .join('')
const anyNamed = (...words: string[]): string => `\\/(?:${words.map(named).join('|')})(?![A-Za-z0-9#])`

/** Scripts, programs, files within the file, and forms that send what is typed or bring scripts of their own. */
const ACTIVE = new RegExp(
  `${anyNamed(
    'JavaScript',
    'Launch',
    'EmbeddedFile',
    'EmbeddedFiles',
    'RichMedia',
    'SubmitForm',
    'ImportData',
    'GoToE',
    // four signs stand by chance in one scan of eleven thousand; with what must follow them, in one of a million
  )}|${anyNamed('XFA')}[\\s\\0]*(?:\\[|%|\\d+[\\s\\0%])`,
)
const isActive = (text: string): boolean => ACTIVE.test(text)

/** Viewers ask for /First alone; in an object without a stream it is the first entry of a table of contents. */
const OBJECT_STREAM = new RegExp(anyNamed('ObjStm', 'First'), 'g')
const FIRST = new RegExp(anyNamed('First'))
/** Packed twice, or otherwise than with zip: what comes out would not be what the viewer reads. */
const OTHERWISE_PACKED = new RegExp(
  anyNamed(
    'ASCIIHexDecode',
    'AHx',
    'ASCII85Decode',
    'A85',
    'LZWDecode',
    'LZW',
    'RunLengthDecode',
    'RL',
    'Predictor',
  ),
)
const ZIPPED = new RegExp(anyNamed('FlateDecode', 'Fl'), 'g')
const OBJECT_BEGINS = /\d\s+\d+\s+obj(?![A-Za-z0-9])/g
const STREAM_BEGINS = /(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g
/** What is packed in an object stream begins with the number of an object and its place. */
const OBJECTS = /^[\s\0]*(?:\d+[\s\0]+\d|$)/

/** The lock itself, or where it stands; behind a % it is a remark. */
const LOCK = /\/Encrypt(?<!%[^\r\n)]*)[\s\0]*(?:\d+[\s\0]+\d+[\s\0]+R|<<)/
/** Size, root, number of the file and lock: a few hundred signs. */
const DIRECTORY_MAX = 4096

/** The objects of half a megabyte unpack to a few; eight is a bomb. */
const UNPACKED_MAX = 8 * 1024 * 1024

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
  if (typeof packed === 'string') return { problem: packed }
  return packed.some(isActive) ? { problem: 'active' } : { type: 'application/pdf' }
}

/** The objects that are packed away. Only where a password locks the file may one stay closed to us. */
function unpackObjects(bytes: Buffer, text: string): string[] | 'packed' | 'unchecked' {
  const locked = isLocked(text)
  const found: string[] = []
  let left = UNPACKED_MAX
  let read = 0
  let opening: RegExpExecArray | null = null
  for (const { index, 0: name } of text.matchAll(OBJECT_STREAM)) {
    // ten thousand names before one stream are still one stream
    if (index < read) continue
    if (!opening || opening.index < index) {
      STREAM_BEGINS.lastIndex = index
      opening = STREAM_BEGINS.exec(text)
    }
    if (!opening) break
    const objectEnds = FIRST.test(name) ? text.slice(index, opening.index).indexOf('endobj') : -1
    if (objectEnds >= 0) {
      read = index + objectEnds
      continue
    }
    const start = opening.index + opening[0].length
    const end = text.indexOf('endstream', start)
    const content = bytes.subarray(start, end < 0 ? undefined : end)
    const unpacked = OBJECTS.test(content.subarray(0, 100).toString('latin1'))
      ? content
      : unpack(content, left)
    if (unpacked === 'too much') return 'packed'
    const objects = unpacked?.toString('latin1') ?? ''
    const isRead = unpacked !== undefined && OBJECTS.test(objects)
    // locked files pack their objects with zip alone, as others do
    if (isPackedTwice(text.slice(read, opening.index)) || !(isRead || locked)) return 'unchecked'
    found.push(objects)
    left -= objects.length
    read = start
  }
  return found
}

/** By what its last directory says: the word alone may stand in any file. */
function isLocked(text: string): boolean {
  const directory = Number.parseInt(END.exec(text.slice(-TAIL))?.[1] ?? '', 10)
  const isTable = text.startsWith('xref', directory)
  const at = isTable ? text.indexOf('trailer', directory) : directory
  const [words = ''] = text.slice(at, at + DIRECTORY_MAX).split(/stream|startxref/)
  return LOCK.test(words)
}

/** By what stands between the object's number and its content, which is where `before` ends. */
function isPackedTwice(before: string): boolean {
  const dictionary = before.slice([...before.matchAll(OBJECT_BEGINS)].at(-1)?.index ?? 0)
  const zipped = dictionary.match(ZIPPED)?.length ?? 0
  return zipped > 1 || OTHERWISE_PACKED.test(dictionary)
}

function unpack(packed: Buffer, most: number): Buffer | 'too much' | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_BUFFER_TOO_LARGE') return 'too much'
    // locked with a password, or packed in a way that we do not know
    if (error instanceof Error) return undefined
    throw error
  }
}
