import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { TableLimits } from './table.ts'
import { damagedWorkbook, overPacked, SAVE_AGAIN, TableProblem } from './table.ts'

/** A workbook of a hundred sheets with their drawings and comments has a thousand parts. */
const PARTS_MAX = 5_000
/** Below this nothing can be called a bomb, however well it packs. */
const ALWAYS_FINE_BYTES = 16 * 1024 * 1024

/** The parts of a packed file by name; only what is asked for is unpacked, and never more than its directory says. */
export class Zip {
  readonly #file: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  static async open(path: string, limits: TableLimits): Promise<Zip> {
    const file = await orDamaged(() =>
      openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true }),
    )
    try {
      return new Zip(file, await orDamaged(() => listEntries(file, limits)))
    } catch (error) {
      file.close()
      throw error
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) throw damagedWorkbook()
    const stream: Readable = await orDamaged(() => this.#file.openReadStreamPromise(entry))
    try {
      for await (const block of stream) yield block as Buffer
    } catch (error) {
      throw asDamaged(error)
    } finally {
      stream.destroy()
    }
  }

  close(): void {
    this.#file.close()
  }
}

async function listEntries(file: ZipFile, limits: TableLimits): Promise<Map<string, Entry>> {
  if (file.entryCount > PARTS_MAX) throw overPacked()
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of file.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (entries.has(name)) throw damagedWorkbook()
    if (entry.isEncrypted())
      throw new TableProblem('locked', `This file is locked with a password. ${SAVE_AGAIN}`)
    entries.set(name, entry)
    unpacked += entry.uncompressedSize
  }
  const most = Math.min(limits.inflatedBytes, Math.max(ALWAYS_FINE_BYTES, file.fileSize * limits.ratio))
  if (unpacked > most) throw overPacked()
  return entries
}

async function orDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw asDamaged(error)
  }
}

/** yauzl and zlib say so of everything that is not as the format wants it; the disk's own errors carry a system call. */
function asDamaged(error: unknown): unknown {
  const isOurs = error instanceof TableProblem
  const isDisk = error instanceof Error && 'syscall' in error
  return isOurs || isDisk ? error : damagedWorkbook()
}
