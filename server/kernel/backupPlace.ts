import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { openStream, sealStream } from './sealedStream.ts'

/**
 * Where backups of the built-in database go, on another disk or machine:
 *   base/<end of the backup>-<first segment of the log it needs>.sealed
 *   wal/<segment>.sealed
 * Each file gets its name when it is whole and on the disk. Everything is packed and sealed under a key of its own.
 */
export type BackupPlace = { folder: string; key: string; days: number }

export type Base = { name: string; at: Date; firstSegment: string }

const SEALED = '.sealed'
const BASE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24})\.sealed$/

export const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Their names begin with their moment. */
const byName = (one: string, other: string): number => (one < other ? -1 : 1)

/** The oldest first. */
export async function listBases({ folder }: BackupPlace): Promise<Base[]> {
  const names = await readdir(join(folder, 'base')).catch(() => [])
  return names.toSorted(byName).flatMap(name => {
    const [, year, month, day, hour, minute, second, firstSegment = ''] = BASE.exec(name) ?? []
    return year
      ? [{ name, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), firstSegment }]
      : []
  })
}

export async function listSegments({ folder }: BackupPlace): Promise<string[]> {
  const names = await readdir(join(folder, 'wal')).catch(() => [])
  return names.flatMap(name => (name.endsWith(SEALED) ? [name.slice(0, -SEALED.length)] : [])).sort()
}

/** Returns how many bytes it takes there. */
export async function put(
  place: BackupPlace,
  kind: 'base' | 'wal',
  name: string,
  content: Readable,
): Promise<number> {
  const folder = join(place.folder, kind)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name}${SEALED}`)
  const half = `${path}.part`
  const file = await open(half, 'w', 0o600)
  try {
    const packed = createGzip({ level: 1 })
    const packing = pipeline(content, packed)
    // told by the loop already
    packing.catch(() => {})
    for await (const piece of sealStream(packed, place.key)) await file.writeFile(piece)
    await packing
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(half, path)
  return (await stat(path)).size
}

/** What was put there, opened and unpacked. */
export function get({ folder, key }: BackupPlace, kind: 'base' | 'wal', name: string): Readable {
  const unpacked = createGunzip()
  const sealed = createReadStream(join(folder, kind, `${name.replace(/\.sealed$/, '')}${SEALED}`))
  pipeline(Readable.from(openStream(sealed, key)), unpacked).catch(error => unpacked.destroy(error))
  return unpacked
}

/** Where a segment is in the log, whatever its timeline. */
export const placeInLog = (segment: string): string => segment.slice(8, 24)

/** Forgets what is older than its days, but never the newest, and the log that only forgotten ones need. */
export async function forgetOld(place: BackupPlace, now: Date): Promise<void> {
  const bases = await listBases(place)
  const oldest = now.getTime() - place.days * 86_400_000
  const old = bases.slice(0, -1).filter(base => base.at.getTime() < oldest)
  for (const { name } of old) await rm(join(place.folder, 'base', name))
  const first = bases[old.length]
  if (!first) return
  for (const segment of await listSegments(place))
    if (/^[0-9A-F]{24}/.test(segment) && placeInLog(segment) < placeInLog(first.firstSegment))
      await rm(join(place.folder, 'wal', `${segment}${SEALED}`))
}
