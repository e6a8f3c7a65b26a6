import { type Verdict, within } from './problems.ts'

/** The container of the older Office files: a small file system. Only .xls is taken of what it can hold. */

const SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Sector numbers from here on mean "end", "free" or "table". */
const LAST_SECTOR = 0xfffffffa
const MINI_SECTOR_BYTES = 64

type StreamEntry = { name: string; start: number; bytes: number }

export const isCompound = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(SIGNATURE)

export function judgeCompound(bytes: Buffer): Verdict {
  const file = within(() => readCompound(bytes))
  if (!file) return { problem: 'damaged' }
  const names = file.entries.map(entry => entry.name)
  if (names.includes('EncryptedPackage')) return { problem: 'locked' }
  if (names.some(name => /^(_VBA_PROJECT|VBA$)/i.test(name))) return { problem: 'macros' }
  const workbook = file.entries.find(entry => entry.name === 'Workbook' || entry.name === 'Book')
  if (!workbook) return { problem: 'wrongType' }
  if (names.some(name => /Ole10Native$|^(WordDocument|PowerPoint Document)$/.test(name)))
    return { problem: 'hidden' }
  const sheets = within(() => file.open(workbook))
  if (!sheets) return { problem: 'damaged' }
  return judgeWorkbook(sheets)
}

function readCompound(bytes: Buffer) {
  const shift = bytes.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return undefined
  const sectorBytes = 1 << shift
  const sector = (number: number): Buffer => {
    const start = (number + 1) * sectorBytes
    if (start >= bytes.length) throw new RangeError('a sector behind the end')
    return bytes.subarray(start, start + sectorBytes)
  }
  // 109 table sectors fit in the header and serve 7 MB: more is no file of ours
  const tables = Array.from({ length: 109 }, (_, at) => bytes.readUInt32LE(76 + at * 4)).filter(isSector)
  const table = Buffer.concat(tables.map(sector))
  const chain = (first: number): Buffer => follow(first, table, sector)

  const directory = chain(bytes.readUInt32LE(48))
  const entries = entriesOf(directory)
  const [root] = entries
  if (!root) return undefined
  const smallest = bytes.readUInt32LE(56)
  const open = (entry: StreamEntry): Buffer => {
    if (entry.bytes >= smallest) return chain(entry.start).subarray(0, entry.bytes)
    const minis = chain(root.start)
    const miniTable = chain(bytes.readUInt32LE(60))
    const mini = (number: number): Buffer =>
      minis.subarray(number * MINI_SECTOR_BYTES, (number + 1) * MINI_SECTOR_BYTES)
    return follow(entry.start, miniTable, mini).subarray(0, entry.bytes)
  }
  return bytes.length > HEADER_BYTES ? { entries, open } : undefined
}

const isSector = (number: number): boolean => number < LAST_SECTOR

function follow(first: number, table: Buffer, sector: (number: number) => Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = first; isSector(at); at = table.readUInt32LE(at * 4)) {
    // a chain longer than its table bites its own tail
    if (parts.length > table.length / 4) throw new RangeError('a chain without end')
    parts.push(sector(at))
  }
  return Buffer.concat(parts)
}

function entriesOf(directory: Buffer): StreamEntry[] {
  const entries: StreamEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = directory.readUInt16LE(at + 64)
    if (directory[at + 66] === 0 || nameBytes < 2 || nameBytes > 64) continue
    entries.push({
      name: directory.toString('utf16le', at, at + nameBytes - 2),
      start: directory.readUInt32LE(at + 116),
      bytes: directory.readUInt32LE(at + 120),
    })
  }
  return entries
}

const BEGIN = 0x0809
const BEGIN_OLD = [0x0009, 0x0209, 0x0409]
const SHEET = 0x0085
const END = 0x000a
const MACRO_SHEET = 1

/** The records up to the end of the first part name every sheet; one of macros is the older way to run a program. */
function judgeWorkbook(stream: Buffer): Verdict {
  let at = 0
  while (at + 4 <= stream.length) {
    const record = stream.readUInt16LE(at)
    const length = stream.readUInt16LE(at + 2)
    if (at === 0 && record !== BEGIN && !BEGIN_OLD.includes(record)) return { problem: 'wrongType' }
    if (record === SHEET && stream[at + 9] === MACRO_SHEET) return { problem: 'macros' }
    if (record === END) return { type: 'application/vnd.ms-excel' }
    at += 4 + length
  }
  return { problem: 'damaged' }
}
