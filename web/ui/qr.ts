/**
 * QR codes after ISO/IEC 18004: byte mode, error correction M, versions 1 to 20. That is all an address
 * shown on a screen needs; version 20 holds 666 bytes, and an otpauth address has about 120.
 */

/** Rows of squares, true for dark, without the quiet zone. */
export type QrSquares = readonly (readonly boolean[])[]

/** Table 9 of the standard, level M: [codewords of correction in a block, blocks], by version. */
const CORRECTION: readonly (readonly [perBlock: number, blocks: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
]

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  row => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

export function qrSquares(text: string): QrSquares {
  const bytes = new TextEncoder().encode(text)
  const version = smallestVersion(bytes.length)
  const codewords = withCorrection(dataCodewords(bytes, version), version)
  const candidates = MASKS.map((_, mask) => drawn(version, codewords, mask))
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

const sideOf = (version: number): number => 17 + 4 * version

/** Squares left for codewords once finders, timing, alignment, format and version are drawn, in bytes. */
function codewordCount(version: number): number {
  const centres = alignmentCentres(version).length
  const alignment = centres === 0 ? 0 : (centres * centres - 3) * 25 - (centres - 2) * 2 * 5
  const versionMarks = version >= 7 ? 36 : 0
  const fixed = 3 * 64 + 2 * (sideOf(version) - 16) + 31 + alignment + versionMarks
  return Math.floor((sideOf(version) ** 2 - fixed) / 8)
}

function correctionOf(version: number): { perBlock: number; blocks: number } {
  const entry = CORRECTION[version - 1]
  if (!entry) throw new RangeError(`No QR version ${version} here`)
  return { perBlock: entry[0], blocks: entry[1] }
}

function dataCount(version: number): number {
  const { perBlock, blocks } = correctionOf(version)
  return codewordCount(version) - perBlock * blocks
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16)

function smallestVersion(byteCount: number): number {
  for (let version = 1; version <= CORRECTION.length; version++) {
    if (4 + lengthBits(version) + 8 * byteCount <= 8 * dataCount(version)) return version
  }
  throw new RangeError(`${byteCount} bytes are too many for a QR code on a screen`)
}

function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  push(0b0100, 4)
  push(bytes.length, lengthBits(version))
  for (const byte of bytes) push(byte, 8)
  const room = 8 * dataCount(version)
  push(0, Math.min(4, room - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  for (let filler = 0xec; bits.length < room; filler ^= 0xec ^ 0x11) push(filler, 8)
  return Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  )
}

/** Splits into blocks, corrects each, and interleaves, so that one scratch does not hit one block alone. */
function withCorrection(data: readonly number[], version: number): number[] {
  const { perBlock, blocks } = correctionOf(version)
  const shortLength = Math.floor(data.length / blocks)
  const shortBlocks = blocks - (data.length % blocks)
  const divisor = correctionDivisor(perBlock)
  const parts: number[][] = []
  for (let block = 0, start = 0; block < blocks; block++) {
    const length = shortLength + (block < shortBlocks ? 0 : 1)
    parts.push(data.slice(start, start + length))
    start += length
  }
  const corrections = parts.map(part => correctionFor(part, divisor))
  return [...interleaved(parts), ...interleaved(corrections)]
}

const interleaved = (parts: readonly number[][]): number[] => {
  const longest = Math.max(...parts.map(part => part.length))
  return Array.from({ length: longest }, (_, index) =>
    parts.flatMap(part => part.slice(index, index + 1)),
  ).flat()
}

/** Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** The generator polynomial (x − 2^0)(x − 2^1)…, highest power first, its leading 1 left out. */
function correctionDivisor(degree: number): number[] {
  let divisor = [1]
  for (let step = 0, root = 1; step < degree; step++, root = times(root, 2)) {
    const shifted = [...divisor, 0]
    divisor = shifted.map((value, index) => value ^ times(divisor[index - 1] ?? 0, root))
  }
  return divisor.slice(1)
}

/** The remainder of the data polynomial: the Reed–Solomon codewords. Exported for its test vector. */
export function correctionFor(data: readonly number[], divisor: readonly number[]): number[] {
  return data.reduce(
    (remainder, byte) => {
      const factor = byte ^ (remainder[0] ?? 0)
      return divisor.map((value, index) => (remainder[index + 1] ?? 0) ^ times(value, factor))
    },
    divisor.map(() => 0),
  )
}

export const correctionCodewords = (data: readonly number[], count: number): number[] =>
  correctionFor(data, correctionDivisor(count))

/** Annex E: the centres are evenly spaced from the far end, on even squares, 6 being the first. */
function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const far = Array.from({ length: count - 1 }, (_, index) => sideOf(version) - 7 - index * step)
  return [6, ...far.reverse()]
}

/** The board while it is drawn: null is a square still free for codewords. */
type Board = (boolean | null)[][]

const put = (board: Board, row: number, column: number, dark: boolean): void => {
  const line = board[row]
  if (line && column >= 0 && column < line.length) line[column] = dark
}

function drawn(version: number, codewords: readonly number[], mask: number): QrSquares {
  const side = sideOf(version)
  const board: Board = Array.from({ length: side }, () => Array<boolean | null>(side).fill(null))
  drawFixed(board, version)
  drawFormat(board, mask)
  if (version >= 7) drawVersion(board, version)
  drawCodewords(board, codewords, mask)
  return board.map(row => row.map(square => square === true))
}

function drawFixed(board: Board, version: number): void {
  const side = board.length
  for (let index = 0; index < side; index++) {
    put(board, 6, index, index % 2 === 0)
    put(board, index, 6, index % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, side - 4],
    [side - 4, 3],
  ] as const)
    drawRings(board, row, column, 4, ring => ring !== 2 && ring !== 4)
  const centres = alignmentCentres(version)
  const last = centres.length - 1
  centres.forEach((row, r) => {
    centres.forEach((column, c) => {
      const underFinder = (r === 0 && (c === 0 || c === last)) || (r === last && c === 0)
      if (!underFinder) drawRings(board, row, column, 2, ring => ring !== 1)
    })
  })
}

function drawRings(
  board: Board,
  row: number,
  column: number,
  radius: number,
  isDark: (ring: number) => boolean,
): void {
  for (let down = -radius; down <= radius; down++)
    for (let across = -radius; across <= radius; across++)
      put(board, row + down, column + across, isDark(Math.max(Math.abs(down), Math.abs(across))))
}

/** Appends the remainder of a division of polynomials over GF(2). */
function withRemainder(value: number, degree: number, divisor: number): number {
  let remainder = value
  for (let step = 0; step < degree; step++)
    remainder = (remainder << 1) ^ ((remainder >> (degree - 1)) * divisor)
  return (value << degree) | remainder
}

/** Level M is written 00, so the five bits are the mask alone. */
export const formatBits = (mask: number): number => withRemainder(mask, 10, 0x537) ^ 0x5412
export const versionBits = (version: number): number => withRemainder(version, 12, 0x1f25)

const bitOf = (value: number, bit: number): boolean => ((value >> bit) & 1) === 1

function drawFormat(board: Board, mask: number): void {
  const bits = formatBits(mask)
  const side = board.length
  for (let bit = 0; bit < 15; bit++) {
    const dark = bitOf(bits, bit)
    // Both copies step over the timing line, which runs through row and column 6.
    if (bit < 8) put(board, bit < 6 ? bit : bit + 1, 8, dark)
    else put(board, 8, bit === 8 ? 7 : 14 - bit, dark)
    if (bit < 8) put(board, 8, side - 1 - bit, dark)
    else put(board, side - 15 + bit, 8, dark)
  }
  put(board, side - 8, 8, true)
}

function drawVersion(board: Board, version: number): void {
  const bits = versionBits(version)
  const side = board.length
  for (let bit = 0; bit < 18; bit++) {
    const near = Math.floor(bit / 3)
    const far = side - 11 + (bit % 3)
    put(board, near, far, bitOf(bits, bit))
    put(board, far, near, bitOf(bits, bit))
  }
}

/** Two columns at a time from the right, up and down in turn, past the timing column. */
function drawCodewords(board: Board, codewords: readonly number[], mask: number): void {
  const side = board.length
  const inverted = MASKS[mask]
  let bit = 0
  for (let pair = side - 1, upward = true; pair >= 1; pair -= 2, upward = !upward) {
    if (pair === 6) pair = 5
    for (let step = 0; step < side; step++) {
      const row = upward ? side - 1 - step : step
      for (const column of [pair, pair - 1]) {
        if (board[row]?.[column] !== null) continue
        const dark = bitOf(codewords[bit >> 3] ?? 0, 7 - (bit & 7))
        put(board, row, column, dark !== (inverted?.(row, column) ?? false))
        bit++
      }
    }
  }
}

/** How hard a board is to read for a camera: the four rules of the standard. */
export function penalty(squares: QrSquares): number {
  const side = squares.length
  const columns = squares.map((_, column) => squares.map(row => row[column] === true))
  let score = 0
  for (const line of [...squares, ...columns]) score += linePenalty(line)
  for (let row = 1; row < side; row++)
    for (let column = 1; column < side; column++) {
      const square = squares[row]?.[column]
      const same = [squares[row]?.[column - 1], squares[row - 1]?.[column], squares[row - 1]?.[column - 1]]
      if (same.every(other => other === square)) score += 3
    }
  const dark = squares.flat().filter(Boolean).length
  return score + 10 * Math.floor(Math.abs((dark * 20) / (side * side) - 10))
}

const FINDER_LIKE = /(?=10111010000|00001011101)/g

function linePenalty(line: readonly boolean[]): number {
  const text = line.map(dark => (dark ? '1' : '0')).join('')
  const runs = text.match(/0{5,}|1{5,}/g) ?? []
  return runs.reduce((sum, run) => sum + run.length - 2, 0) + 40 * (text.match(FINDER_LIKE) ?? []).length
}
