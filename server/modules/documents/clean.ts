import { crc32 } from 'node:zlib'
import type { DocumentType } from '../../../contract/documents.ts'
import { type Piece, PNG_SIGNATURE, readJpeg, readPng } from './images.ts'
import { within } from './problems.ts'

/**
 * A picture without its metadata: place, time, camera, texts, previews, trailing bytes. The original is stored
 * unchanged; only what is shown and downloaded is cleaned.
 */
export function clean(type: DocumentType, content: Buffer): Buffer {
  if (type === 'image/jpeg') return cleanJpeg(content)
  return type === 'image/png' ? cleanPng(content) : content
}

// ── JPEG ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe
const EXIF = Buffer.from('Exif\0\0')
/** The plain JFIF header, without density or preview. */
const JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex')

function cleanJpeg(content: Buffer): Buffer {
  const picture = readJpeg(content)
  if (!picture) throw new Error('A stored JPEG cannot be read')
  const start = (piece: Piece<number>, text: string): boolean =>
    content.toString('latin1', piece.start + 4, piece.start + 4 + text.length) === text
  const needed = (piece: Piece<number>): boolean =>
    piece.kind < APP0 ||
    (piece.kind > APP15 && piece.kind !== COMMENT) ||
    // without these two the colours would be wrong
    (piece.kind === APP2 && start(piece, 'ICC_PROFILE\0')) ||
    (piece.kind === APP14 && start(piece, 'Adobe'))
  const exif = picture.pieces.find(piece => piece.kind === APP1 && start(piece, 'Exif\0\0'))
  const orientation = exif ? readOrientation(content.subarray(exif.start + 10, exif.end)) : 1
  const isJfif = picture.pieces.some(piece => piece.kind === APP0 && start(piece, 'JFIF\0'))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(isJfif ? [JFIF] : []),
    ...(orientation === 1 ? [] : [segment(APP1, Buffer.concat([EXIF, onlyOrientation(orientation)]))]),
    ...picture.pieces.filter(needed).map(piece => content.subarray(piece.start, piece.end)),
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

// ── PNG ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const PNG_NEEDED = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs'])

function cleanPng(content: Buffer): Buffer {
  const picture = readPng(content)
  if (!picture) throw new Error('A stored PNG cannot be read')
  const exif = picture.pieces.find(piece => piece.kind === 'eXIf')
  const orientation = exif ? readOrientation(content.subarray(exif.start + 8, exif.end - 4)) : 1
  const stored = picture.pieces
    .filter(piece => PNG_NEEDED.has(piece.kind))
    .map(piece => content.subarray(piece.start, piece.end))
  if (orientation !== 1) stored.splice(1, 0, chunk('eXIf', onlyOrientation(orientation)))
  return Buffer.concat([PNG_SIGNATURE, ...stored])
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

// ── Which way is up ────────────────────────────────────────────────────────────────────────────────────────────────

const ORIENTATION = 0x0112

/** 1 (as it stands) to 8; 1 also for whatever cannot be read. */
function readOrientation(tiff: Buffer): number {
  const found = within(() => {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II'
    const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < short(first); entry++) {
      const at = first + 2 + entry * 12
      if (short(at) === ORIENTATION) return short(at + 8)
    }
    return 1
  })
  return found !== undefined && found >= 1 && found <= 8 ? found : 1
}

/** The smallest TIFF there is: one directory with one entry. */
function onlyOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
