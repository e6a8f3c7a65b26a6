import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import type { DocumentType } from '../../../contract/documents.ts'
import type { Verdict } from './problems.ts'

/** A long contract with pictures has some hundred parts. */
const PARTS_MAX = 1_000
/** Office text packs ten to fifty times smaller; a ratio of a hundred is an attack. */
const RATIO_MAX = 100
const UNPACKED_MAX = 24 * 1024 * 1024
/** Below this nothing can be called a bomb, however well it packs. */
const ALWAYS_FINE = 1024 * 1024

const MAIN_PARTS: [contentType: string, type: DocumentType][] = [
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
]

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))

/** What no part of a letter or a table begins with: archives, programs, older Office files, PDFs, the virus scanners' test file. */
const FOREIGN = [
  'PK\x03\x04',
  'PK\x05\x06',
  'MZ',
  '\x7fELF',
  '\xd0\xcf\x11\xe0',
  '%PDF-',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
  'X5O!P%@AP',
].map(start => Buffer.from(start, 'latin1'))
/** The standard forbids a DTD in any part; only attacks on XML readers bring one. In each encoding that XML readers must know. */
const DTD = [
  Buffer.from('<!DOCTYPE'),
  Buffer.from('<!DOCTYPE', 'utf16le'),
  Buffer.from('<!DOCTYPE', 'utf16le').swap16(),
]

export async function judgeOffice(bytes: Buffer): Promise<Verdict> {
  try {
    const zip = await open(bytes)
    if (zip.entryCount > PARTS_MAX) return { problem: 'packed' }
    if (zip.comment.length > 0) return { problem: 'hidden' }
    const entries = await listEntries(zip)
    return judgeDirectory(bytes, entries) ?? (await judgeParts(zip, entries))
  } catch (error) {
    // yauzl says so of everything that is not as the format wants it: sizes, names, flags
    if (error instanceof Error) return { problem: 'damaged' }
    throw error
  }
}

function judgeDirectory(bytes: Buffer, entries: readonly Entry[]): Verdict | undefined {
  const names = entries.map(entry => entry.fileName.toLowerCase())
  if (new Set(names).size < names.length) return { problem: 'damaged' }
  if (names.some(name => /vbaproject|vbadata|macrosheets\/|activex\//.test(name)))
    return { problem: 'macros' }
  if (entries.some(entry => entry.isEncrypted())) return { problem: 'locked' }
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const most = Math.min(UNPACKED_MAX, Math.max(ALWAYS_FINE, bytes.length * RATIO_MAX))
  return unpacked > most ? { problem: 'packed' } : undefined
}

/** Unpacks one part after another; a part that holds more than the directory said ends in an error of yauzl's. */
async function judgeParts(zip: ZipFile, entries: readonly Entry[]): Promise<Verdict> {
  let contentTypes = ''
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    const part = await readPart(zip, entry)
    if (FOREIGN.some(start => part.subarray(0, start.length).equals(start))) return { problem: 'hidden' }
    if (DTD.some(mark => part.includes(mark))) return { problem: 'damaged' }
    if (entry.fileName.endsWith('.rels') && loadsFromElsewhere(part.toString('utf8')))
      return { problem: 'outside' }
    if (entry.fileName === '[Content_Types].xml') contentTypes = part.toString('utf8')
  }
  if (/macroEnabled/i.test(contentTypes)) return { problem: 'macros' }
  const names = new Set(entries.map(entry => entry.fileName))
  const main = MAIN_PARTS.filter(([contentType]) => {
    const part = partOf(contentTypes, contentType)
    return part !== undefined && names.has(part)
  })
  const [only] = main
  return only && main.length === 1 ? { type: only[1] } : { problem: 'wrongType' }
}

/** `<Override PartName="/word/document.xml" ContentType="…"/>`, its attributes in either order. */
function partOf(contentTypes: string, contentType: string): string | undefined {
  const override = [...contentTypes.matchAll(/<Override\b[^<>]*>/g)].find(([tag]) =>
    tag.includes(`ContentType="${contentType}"`),
  )
  return override && /PartName="\/([^"]+)"/.exec(override[0])?.[1]
}

/** A hyperlink waits for a click; a template or a picture at an address is fetched when the file is opened. */
function loadsFromElsewhere(relationships: string): boolean {
  return [...relationships.matchAll(/<(?:\w+:)?Relationship\b[^<>]*>/g)].some(
    ([tag]) =>
      /TargetMode\s*=\s*["']External["']/.test(tag) &&
      !/Type\s*=\s*["'][^"']*\/(hyperlink|externalLinkPath)["']/.test(tag),
  )
}

// ── yauzl, as promises ─────────────────────────────────────────────────────────────────────────────────────────────

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  )

const listEntries = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })

const readPart = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => resolve(Buffer.concat(chunks)))
      stream.on('error', reject)
    }),
  )
