import { crc32 } from 'node:zlib'
import { type Verdict, within } from './problems.ts'

/** A side of 12,000 px is a large-format scan; 50 megapixels are 200 MB once a browser has unpacked them. */
const SIDE_MAX_PIXELS = 12_000
const PIXELS_MAX = 50_000_000

export type Size = { width: number; height: number }
/** A stretch of the file: a JPEG segment with its marker and the scan behind it, or a PNG chunk with its length and check sum. */
export type Piece<Kind> = { kind: Kind; start: number; end: number }
type Picture<Kind> = Size & { pieces: Piece<Kind>[]; end: number }

const isTooLarge = ({ width, height }: Size): boolean =>
  width > SIDE_MAX_PIXELS || height > SIDE_MAX_PIXELS || width * height > PIXELS_MAX

// ── JPEG ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

export function readJpeg(bytes: Buffer, from = 0): Picture<number> | undefined {
  return within(() => {
    const pieces: Piece<number>[] = []
    const size = { width: 0, height: 0 }
    let at = from + 2
    for (;;) {
      if (bytes.readUInt8(at) !== 0xff) return undefined
      const start = at
      // any number of FF may stand before a marker
      while (bytes.readUInt8(at + 1) === 0xff) at++
      const kind = bytes.readUInt8(at + 1)
      if (kind === EOI) {
        const isWhole = size.width > 0 && size.height > 0 && pieces.some(piece => piece.kind === SOS)
        return isWhole ? { ...size, pieces, end: at + 2 } : undefined
      }
      const length = bytes.readUInt16BE(at + 2)
      if (kind < 0xc0 || (kind >= 0xd0 && kind <= SOI) || length < 2) return undefined
      if (isFrame(kind)) {
        size.height = bytes.readUInt16BE(at + 5)
        size.width = bytes.readUInt16BE(at + 7)
      }
      const end = at + 2 + length
      at = kind === SOS ? endOfScan(bytes, end) : end
      pieces.push({ kind, start, end: at })
    }
  })
}

/** The scan runs on until a marker that is neither a stuffed FF nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0) throw new RangeError('the scan has no end')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

export function judgeJpeg(bytes: Buffer): Verdict {
  const picture = readJpeg(bytes)
  if (!picture) return { problem: 'damaged' }
  if (isTooLarge(picture)) return { problem: 'picturePixels' }
  return holdsOnlyPictures(bytes, picture.end) ? { type: 'image/jpeg' } : { problem: 'hidden' }
}

/** Phones put previews and brightness maps behind the picture, as further JPEGs, and scanners fill up with zeros. */
function holdsOnlyPictures(bytes: Buffer, from: number): boolean {
  let at = from
  while (at < bytes.length) {
    if (bytes[at] === 0) at++
    else {
      const next = isJpeg(bytes.subarray(at)) ? readJpeg(bytes, at) : undefined
      if (!next) return false
      at = next.end
    }
  }
  return true
}

// ── PNG ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(PNG_SIGNATURE)

export function readPng(bytes: Buffer): Picture<string> | undefined {
  return within(() => {
    const pieces: Piece<string>[] = []
    let at = PNG_SIGNATURE.length
    while (pieces.at(-1)?.kind !== 'IEND') {
      const length = bytes.readUInt32BE(at)
      const end = at + 12 + length
      const named = bytes.subarray(at + 4, end - 4)
      if (bytes.readUInt32BE(end - 4) !== crc32(named)) return undefined
      const kind = named.toString('latin1', 0, 4)
      if (!/^[A-Za-z]{4}$/.test(kind) || (pieces.length === 0 && (kind !== 'IHDR' || length !== 13)))
        return undefined
      pieces.push({ kind, start: at, end })
      at = end
    }
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    const isWhole = size.width > 0 && size.height > 0 && pieces.some(piece => piece.kind === 'IDAT')
    return isWhole ? { ...size, pieces, end: at } : undefined
  })
}

export function judgePng(bytes: Buffer): Verdict {
  const picture = readPng(bytes)
  if (!picture) return { problem: 'damaged' }
  if (isTooLarge(picture)) return { problem: 'picturePixels' }
  return picture.end === bytes.length ? { type: 'image/png' } : { problem: 'hidden' }
}
