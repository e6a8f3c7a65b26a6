import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, found from wherever this file or its bundle stands. */
export const projectRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const above = dirname(from)
  if (above === from) throw new Error('package.json not found above the program')
  return findRoot(above)
}

export const webDirectory: string = join(projectRoot, 'dist', 'web')

export type MigrationFile = { name: string; sql: string }

export async function readMigrations(): Promise<MigrationFile[]> {
  const directory = join(projectRoot, 'db', 'migrations')
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async name => ({ name, sql: await readFile(join(directory, name), 'utf8') })))
}

/** What a new lender starts with: safe to run at every start. */
export const readSeed = (): Promise<string> => readFile(join(projectRoot, 'db', 'seed.sql'), 'utf8')

const secretPath = (dataDirectory: string): string => join(dataDirectory, 'secret')

/** The secret that an earlier start made. */
export async function storedSecret(dataDirectory: string): Promise<string | undefined> {
  const path = secretPath(dataDirectory)
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined
}

/** The secret that signs sessions and keys hashes: created at the first start, readable by the owner only. */
export async function madeSecret(dataDirectory: string): Promise<string> {
  const path = secretPath(dataDirectory)
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  try {
    // `wx` fails when it exists, so two programs starting together agree on one secret
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}

export type AuditAnchor = { at: string; position: string; hash: string }

const anchorPath = (dataDirectory: string): string => join(dataDirectory, 'audit-anchors.jsonl')

/** The head of the audit chain, noted outside the database: even its owner cannot rewrite history unseen. */
export async function noteAuditAnchor(dataDirectory: string, anchor: AuditAnchor): Promise<void> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  await appendFile(anchorPath(dataDirectory), `${JSON.stringify(anchor)}\n`, { mode: 0o600 })
}

export async function readAuditAnchors(dataDirectory: string): Promise<AuditAnchor[]> {
  if (!existsSync(anchorPath(dataDirectory))) return []
  const lines = (await readFile(anchorPath(dataDirectory), 'utf8')).split('\n').filter(Boolean)
  return lines.map(line => JSON.parse(line) as AuditAnchor)
}

let fonts: Promise<{ regular: Buffer; bold: Buffer }> | undefined

/** Inter, embedded into letters: the base fonts of PDF have neither ₦ nor ọ. */
export function letterFonts(): Promise<{ regular: Buffer; bold: Buffer }> {
  const load = (weight: string): Promise<Buffer> =>
    readFile(join(projectRoot, 'node_modules/@expo-google-fonts/inter', weight, `Inter_${weight}.ttf`))
  fonts ??= Promise.all([load('400Regular'), load('600SemiBold')]).then(([regular, bold]) => ({
    regular,
    bold,
  }))
  return fonts
}

export const bytesOf = async (path: string): Promise<number> => (await stat(path)).size

/**
 * A file from front to back. Every block but the last is full. The blocks share their memory: one is over when the
 * next is asked for.
 */
export async function* readBlocks(path: string, blockBytes: number): AsyncGenerator<Buffer> {
  const file = await open(path)
  const memory = Buffer.allocUnsafeSlow(blockBytes)
  try {
    for (;;) {
      let filled = 0
      while (filled < blockBytes) {
        const { bytesRead } = await file.read(memory, filled, blockBytes - filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      if (filled > 0) yield memory.subarray(0, filled)
      if (filled < blockBytes) return
    }
  } finally {
    await file.close()
  }
}

const spoolFolder = (dataDirectory: string): string => join(dataDirectory, 'spool')

/**
 * Lays an upload out as a file, for readers that need to jump about in it, and gives its hash. The database keeps the
 * bytes: what lies here may be lost at any time. It gets its name when it is whole and on the disk.
 */
export async function spool(
  dataDirectory: string,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ path: string; sha256: Buffer }> {
  const path = join(spoolFolder(dataDirectory), name)
  const growing = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const file = await open(growing, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      await file.writeFile(piece)
    }
    await file.datasync()
  } catch (error) {
    // the next try starts over: halves of a payroll must not pile up
    await rm(growing, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(growing, path)
  return { path, sha256: hash.digest() }
}

/** Where an upload of that size already lies whole. */
export async function spooled(
  dataDirectory: string,
  name: string,
  bytes: bigint,
): Promise<string | undefined> {
  const path = join(spoolFolder(dataDirectory), name)
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found?.size === bytes ? path : undefined
}

/** With what a killed attempt left half-written. */
export const unspool = (dataDirectory: string, name: string): Promise<void> =>
  sweepSpool(dataDirectory, file => file.startsWith(name))

/** What was begun before that day and never fetched, such as an upload that another machine read to its end. */
export const unspoolBefore = (dataDirectory: string, before: Date): Promise<void> =>
  sweepSpool(dataDirectory, async (_, path) => {
    // another job may have fetched it just now
    const found = await stat(path).catch(() => undefined)
    return found !== undefined && found.mtime < before
  })

async function sweepSpool(
  dataDirectory: string,
  isLeft: (file: string, path: string) => boolean | Promise<boolean>,
): Promise<void> {
  const folder = spoolFolder(dataDirectory)
  for (const file of await readdir(folder).catch(() => [])) {
    const path = join(folder, file)
    if (await isLeft(file, path)) await rm(path, { force: true })
  }
}
