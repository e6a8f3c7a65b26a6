import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { wholeLetters } from '../../../../engine/text.ts'
import type { Encoding } from './table.ts'
import { TableProblem } from './table.ts'

/** Excel marks its encoding; an unmarked file with a zero beside every letter is UTF-16 too. */
export function markedEncoding(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const zeros = [0, 0]
  const looked = Math.min(head.length, 4096) & ~1
  for (let at = 0; at < looked; at++) if (head[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > looked * 0.3 && even < odd / 10) return 'utf-16le'
  if (even > looked * 0.3 && odd < even / 10) return 'utf-16be'
  return undefined
}

/** Reads every byte, since the one ñ that distinguishes Windows-1252 from UTF-8 may be in the last row. */
export class EncodingJudge {
  readonly #marked: Encoding | undefined
  readonly #decoder: Decoder | undefined
  #isUtf8 = true
  #carried: Buffer = Buffer.alloc(0)

  constructor(head: Buffer) {
    this.#marked = markedEncoding(head)
    if (this.#marked?.startsWith('utf-16')) this.#decoder = new Decoder(this.#marked)
  }

  look(block: Buffer): void {
    const hasZero = this.#decoder ? this.#decoder.write(block).includes('\0') : block.includes(0)
    if (hasZero)
      throw new TableProblem(
        'notText',
        'This file holds bytes that no table of text has (zero bytes). Save it again as CSV and choose the new copy.',
      )
    if (this.#marked || !this.#isUtf8) return
    const joined = this.#carried.length > 0 ? Buffer.concat([this.#carried, block]) : block
    const whole = wholeCharacters(joined)
    this.#isUtf8 = isUtf8(joined.subarray(0, whole))
    this.#carried = Buffer.from(joined.subarray(whole))
  }

  verdict(): Encoding {
    return this.#marked ?? (this.#isUtf8 && isUtf8(this.#carried) ? 'utf-8' : 'windows-1252')
  }
}

/** Where the last character that is not cut off ends. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return needed > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** What Windows puts where Latin-1 has control characters: 0x80 to 0x9F, five of them empty. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const DIFFERENT = /[\x80-\x9f]/g

/** Bytes to text, a block at a time; a character cut in two by a block waits for its other half. */
export class Decoder {
  readonly #encoding: Encoding
  readonly #decoder: StringDecoder
  #isFirst = true

  constructor(encoding: Encoding) {
    this.#encoding = encoding
    this.#decoder = new StringDecoder(encoding === 'utf-8' ? 'utf8' : 'utf16le')
  }

  /** Blocks of UTF-16 must hold an even number of bytes, but for the last. */
  write(block: Buffer): string {
    const text = this.#read(block)
    const isMarked = this.#isFirst && text.charCodeAt(0) === 0xfeff
    if (text !== '') this.#isFirst = false
    return isMarked ? text.slice(1) : text
  }

  end(): string {
    return this.#encoding === 'windows-1252' ? '' : wholeLetters(this.#decoder.end())
  }

  #read(block: Buffer): string {
    if (this.#encoding === 'windows-1252') return readWindows1252(block)
    if (this.#encoding === 'utf-8') return this.#decoder.write(block)
    const even = block.length & ~1
    const little = this.#encoding === 'utf-16le' ? block : Buffer.from(block.subarray(0, even)).swap16()
    // UTF-16 alone can say half a letter, and no database takes it
    return wholeLetters(this.#decoder.write(little))
  }
}

function readWindows1252(block: Buffer): string {
  const text = block.toString('latin1')
  return text.search(DIFFERENT) < 0
    ? text
    : text.replace(DIFFERENT, byte => WINDOWS_1252[byte.charCodeAt(0) - 0x80] ?? byte)
}
