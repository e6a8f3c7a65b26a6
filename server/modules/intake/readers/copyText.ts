/**
 * A piece of COPY's text, and how many rows have come by its end. It is over when the second after it is asked for: its
 * memory is used again.
 */
export type CopyBlock = { bytes: Uint8Array<ArrayBuffer>; rows: number }

const ZERO = 0x30
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
/** A byte of each space beyond ASCII, to be trimmed too: U+00A0, U+1680, U+2000 to U+205F, U+3000, U+FEFF. */
const IN_WIDER_SPACES = [0xc2, 0x9a, 0xe2, 0xe3, 0xef]
const NO_PROBLEM = [0x5c, 0x4e] // \N

/** What a line has that is to be read with care: quotes, COPY's own signs, odd spaces. */
const ODD = 1
const DELIMITER = 2
const kindsOfBytes = (delimiter: number): Uint8Array => {
  const kinds = new Uint8Array(256)
  kinds.fill(ODD, 0, SPACE)
  for (const code of [0x22, 0x5c, ...IN_WIDER_SPACES]) kinds[code] = ODD
  kinds[delimiter] = DELIMITER
  return kinds
}

/** Three numbers, four delimiters and the sign for "no problem". */
const MOST_BEFORE = 60
/** No cell is longer where no line is. */
const LONGEST_LINE = 32_767
/** So large that whoever writes it waits until it is gone; a block of lines and the numbers before them fit in. */
const FULL_BYTES = 128 * 1024
const BLOCK_BYTES = 256 * 1024

/**
 * COPY's text as it grows: every row behind its number, its sheet, its line and its problem. A line that needs no care goes
 * from byte to byte, ten times as fast as by way of strings; nearly every line of a roster is one.
 */
export class CopyText {
  readonly #delimiter: number
  readonly #kinds: Uint8Array
  readonly #header: Uint8Array
  readonly #width: number
  readonly #encoder = new TextEncoder()
  readonly #free: ArrayBuffer[]
  #bytes = new Uint8Array(BLOCK_BYTES)
  #used = 0
  #rows = 0

  /** `free` is memory of blocks that are over. */
  constructor(delimiter: string, headers: readonly string[], free: ArrayBuffer[]) {
    this.#free = free
    this.#delimiter = delimiter.charCodeAt(0)
    this.#kinds = kindsOfBytes(this.#delimiter)
    this.#header = this.#encoder.encode(headers.join(delimiter))
    this.#width = headers.length
  }

  /** `rest` is what follows the line's number: the problem, the cells and the line feed, escaped as COPY wants them. */
  add(sheet: number, line: number, rest: string): void {
    this.#begin(sheet, line, rest.length * 3)
    this.#used += this.#encoder.encodeInto(rest, this.#bytes.subarray(this.#used)).written
  }

  /** Lines from `from` on, the first of them `line`, up to one that needs care or has no end here. */
  addPlainLines(block: Uint8Array, from: number, line: number): { next: number; lines: number } {
    let next = from
    for (let lines = 0; ; lines++) {
      const feed = block.indexOf(LINE_FEED, next)
      const end = feed > next && block[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed
      if (!this.#addIfPlain(block, next, end, line + lines)) return { next, lines }
      next = feed + 1
    }
  }

  get isFull(): boolean {
    return this.#used >= FULL_BYTES
  }

  /** What has come since the last time. */
  take(): CopyBlock {
    const bytes = this.#bytes.subarray(0, this.#used)
    this.#bytes = new Uint8Array(this.#free.pop() ?? new ArrayBuffer(BLOCK_BYTES))
    this.#used = 0
    return { bytes, rows: this.#rows }
  }

  #addIfPlain(block: Uint8Array, from: number, end: number, line: number): boolean {
    const length = end - from
    if (length <= 0 || length > LONGEST_LINE) return false
    // the header again, perhaps
    if (length === this.#header.length && block[from] === this.#header[0]) return false
    if (!this.#isPlain(block, from, end)) return false
    this.#begin(0, line, length)
    for (const code of NO_PROBLEM) this.#put(code)
    this.#put(this.#delimiter)
    this.#bytes.set(block.subarray(from, end), this.#used)
    this.#used += length
    this.#put(LINE_FEED)
    return true
  }

  /** Whether it is as many cells as the table has columns, with nothing in or around them to be trimmed or escaped. */
  #isPlain(block: Uint8Array, from: number, end: number): boolean {
    const kinds = this.#kinds
    if (block[from] === SPACE || block[end - 1] === SPACE) return false
    let cells = 1
    for (let at = from; at < end; at++) {
      const kind = kinds[block[at] ?? 0]
      if (kind === 0) continue
      if (kind === ODD || block[at - 1] === SPACE || block[at + 1] === SPACE) return false
      cells++
    }
    return cells === this.#width
  }

  #begin(sheet: number, line: number, length: number): void {
    this.#makeRoom(MOST_BEFORE + length)
    this.#rows++
    this.#putNumber(this.#rows)
    this.#putNumber(sheet)
    this.#putNumber(line)
  }

  #put(code: number): void {
    this.#bytes[this.#used++] = code
  }

  #putNumber(number: number): void {
    let digits = 1
    for (let more = number; more >= 10; more = Math.trunc(more / 10)) digits++
    let rest = number
    for (let at = this.#used + digits - 1; at >= this.#used; at--) {
      this.#bytes[at] = ZERO + (rest % 10)
      rest = Math.trunc(rest / 10)
    }
    this.#used += digits
    this.#put(this.#delimiter)
  }

  #makeRoom(length: number): void {
    if (this.#used + length <= this.#bytes.length) return
    const wider = new Uint8Array((this.#used + length) * 2)
    wider.set(this.#bytes.subarray(0, this.#used))
    this.#bytes = wider
  }
}
