import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import PdfWriter from 'pdfkit'

/**
 * Files as people send them, and as attackers do, made in code: each maker gives the smallest file of its kind that
 * every reader opens, and takes what makes it special.
 */

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

// ── Pictures ───────────────────────────────────────────────────────────────────────────────────────────────────────

const pngChunk = (kind: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

type PngWishes = { width?: number; height?: number; chunks?: [kind: string, body: Buffer][]; behind?: Buffer }

/** Grey, one byte a pixel; a size larger than 1,000 is only claimed. */
export function png({
  width = 40,
  height = 30,
  chunks = [],
  behind = Buffer.alloc(0),
}: PngWishes = {}): Buffer {
  const header = Buffer.from('00000000000000000800000000', 'hex')
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const rows = Math.min(height, 1_000)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.min(width, 1_000), 0xa0)])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...chunks.map(([kind, body]) => pngChunk(kind, body)),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: rows }, () => line)))),
    pngChunk('IEND', Buffer.alloc(0)),
    behind,
  ])
}

/** A PNG of exactly so many bytes, filled up with a chunk that readers skip. */
export function pngOfSize(bytes: number): Buffer {
  const empty = png({ chunks: [['fiLL', Buffer.alloc(0)]] }).length
  return png({ chunks: [['fiLL', Buffer.alloc(bytes - empty, 7)]] })
}

const jpegSegment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A TIFF directory as a camera writes it: which way is up, and where the picture was taken. */
export function exif(orientation: number, place: string): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 24 + 4)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  const entry = (at: number, tag: number, type: number, count: number): void => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
  }
  entry(10, 0x010e, 2, place.length)
  tiff.writeUInt32LE(tiff.length, 18)
  entry(22, 0x0112, 3, 1)
  tiff.writeUInt16LE(orientation, 30)
  return Buffer.concat([tiff, Buffer.from(place, 'latin1')])
}

/** 8 × 8 grey pixels with their tables, as libjpeg writes them. */
const JPEG_TABLES = Buffer.concat([
  jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  jpegSegment(0xc4, Buffer.from('0001000000000000000000000000000000' + '00', 'hex')),
  jpegSegment(0xc4, Buffer.from('1001000000000000000000000000000000' + '00', 'hex')),
])

type JpegWishes = {
  width?: number
  height?: number
  segments?: [marker: number, body: Buffer][]
  behind?: Buffer
}

export function jpeg({
  width = 8,
  height = 8,
  segments = [],
  behind = Buffer.alloc(0),
}: JpegWishes = {}): Buffer {
  const frame = Buffer.from('080000000001011100', 'hex')
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    ...segments.map(([marker, body]) => jpegSegment(marker, body)),
    JPEG_TABLES,
    jpegSegment(0xc0, frame),
    jpegSegment(0xda, Buffer.from('01010000 3f00'.replace(' ', ''), 'hex')),
    Buffer.from('3fffd9', 'hex'),
    behind,
  ])
}

// ── PDF ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** As a bank's statement comes: pages of text, locked where a password is given. */
export function pdf({
  pages = ['Statement of account'],
  password,
}: {
  pages?: string[]
  password?: string
} = {}): Promise<Buffer> {
  const writer = new PdfWriter({
    size: 'A4',
    autoFirstPage: false,
    ...(password ? { userPassword: password, ownerPassword: `${password} owner`, pdfVersion: '1.7' } : {}),
  })
  const parts: Buffer[] = []
  writer.on('data', part => parts.push(part))
  const done = new Promise<void>(resolve => writer.on('end', resolve))
  for (const text of pages) writer.addPage().fontSize(24).text(text)
  writer.end()
  return done.then(() => Buffer.concat(parts))
}

/** A PDF of the given objects, readable by eye. */
export function plainPdf(objects: readonly (string | Buffer)[], behind = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [at, object] of objects.entries()) {
    offsets.push(Buffer.concat(parts).length)
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const start = Buffer.concat(parts).length
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n` +
        `startxref\n${start}\n%%EOF\n${behind}`,
      'latin1',
    ),
  )
  return Buffer.concat(parts)
}

export const PDF_PAGE = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
]

/** Objects packed away in a stream, as newer writers do with everything. */
export const packedObjects = (content: Buffer): Buffer => {
  const packed = deflateSync(content, { level: 9 })
  return Buffer.concat([
    Buffer.from(`<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

// ── Zip, Word and Excel ────────────────────────────────────────────────────────────────────────────────────────────

export type ZipPart = {
  name: string
  content: Buffer | string
  /** What the directory says it unpacks to, when that is a lie. */
  claimed?: number
  flags?: number
}

export function zip(parts: readonly ZipPart[], { comment = '', before = Buffer.alloc(0) } = {}): Buffer {
  const locals: Buffer[] = [before]
  const directory: Buffer[] = []
  let offset = before.length
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = deflateRawSync(content, { level: 9 })
    const name = Buffer.from(part.name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(part.flags ?? 0x0800, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt16LE(0x21, 8)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(part.claimed ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed])
    const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, Buffer.alloc(14), name])
    entry.writeUInt32LE(offset, 42)
    locals.push(local)
    directory.push(entry)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)])
}

const MAIN = {
  docx: ['word/document.xml', 'wordprocessingml.document.main+xml'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet.main+xml'],
} as const

export const officeParts = (kind: keyof typeof MAIN): ZipPart[] => {
  const [path, contentType] = MAIN[kind]
  return [
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${contentType}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${path}"/></Relationships>`,
    },
    { name: path, content: '<?xml version="1.0"?><document>Letter of employment</document>' },
  ]
}

export const office = (kind: keyof typeof MAIN, more: readonly ZipPart[] = [], options = {}): Buffer =>
  zip([...officeParts(kind), ...more], options)

// ── The older Excel ────────────────────────────────────────────────────────────────────────────────────────────────

const SECTOR = 512
const END_OF_CHAIN = 0xfffffffe

/** A compound file: table in sector 0, directory in 1, one stream from 2 on. */
export function compound(streamName: string, stream: Buffer, otherNames: readonly string[] = []): Buffer {
  const content = Buffer.concat([stream, Buffer.alloc(Math.max(0, 4096 - stream.length))])
  const sectors = Math.ceil(content.length / SECTOR)
  const header = Buffer.alloc(SECTOR, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 76)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(END_OF_CHAIN, 60)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(END_OF_CHAIN, 4)
  for (let at = 0; at < sectors; at++)
    table.writeUInt32LE(at === sectors - 1 ? END_OF_CHAIN : at + 3, (at + 2) * 4)
  const directory = Buffer.alloc(SECTOR)
  const names = ['Root Entry', streamName, ...otherNames]
  for (const [at, name] of names.entries()) {
    directory.write(name, at * 128, 'utf16le')
    directory.writeUInt16LE(name.length * 2 + 2, at * 128 + 64)
    directory[at * 128 + 66] = at === 0 ? 5 : 2
    directory.writeUInt32LE(at === 1 ? 2 : END_OF_CHAIN, at * 128 + 116)
    directory.writeUInt32LE(at === 1 ? content.length : 0, at * 128 + 120)
  }
  return Buffer.concat([header, table, directory, content])
}

/** The records that every workbook begins with; a sheet of kind 1 holds macros. */
export function xls({ sheetKind = 0, otherNames = [] as string[] } = {}): Buffer {
  const begin = Buffer.from('0908100000060500bb0dcc0741000000060300 00'.replace(' ', ''), 'hex')
  const sheet = Buffer.from('85000e0000000000000006005368656574 31'.replace(' ', ''), 'hex')
  sheet[9] = sheetKind
  return compound('Workbook', Buffer.concat([begin, sheet, Buffer.from('0a000000', 'hex')]), otherNames)
}

export const EICAR = Buffer.from(
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
  'latin1',
)
