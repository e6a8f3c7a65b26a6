import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemoStaff } from '../../sample/staff.ts'
import { backUp, testRestore } from '../../server/app/backups.ts'
import type { Program } from '../../server/kernel/act.ts'
import { restoreInto, shipLog } from '../../server/kernel/backup.ts'
import {
  type BackupPlace,
  forgetOld,
  get,
  listBases,
  listSegments,
  put,
} from '../../server/kernel/backupPlace.ts'
import { readReports } from '../../server/kernel/backupReport.sql.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { connect, migrate, openDb } from '../../server/kernel/db.ts'
import { startEmbedded } from '../../server/kernel/embedded.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { openStream, sealStream } from '../../server/kernel/sealedStream.ts'
import { throwawayFolder } from '../../test/throwaway.ts'

let folder: string
const homes: string[] = []
beforeAll(async () => {
  folder = await throwawayFolder('backups')
})
afterAll(async () => {
  for (const home of homes) await rm(await realpath(home).catch(() => home), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

const KEY = 'a key for backups that is long enough to be one'
const collect = async (from: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of from) parts.push(part)
  return Buffer.concat(parts)
}

test.each([0, 1, 2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20])('%s bytes are sealed and opened', async bytes => {
  const content = randomBytes(bytes)
  const sealed = await collect(sealStream(Readable.from([content]), KEY))
  expect((await collect(openStream(Readable.from([sealed]), KEY))).equals(content)).toBe(true)
})

test('what was changed, cut off, put in another order or sealed with another key does not open', async () => {
  const head = 15 + 16
  const piece = 2 ** 20 + 16
  const sealed = await collect(sealStream(Readable.from([randomBytes(2.5 * 2 ** 20)]), KEY))
  const changed = Buffer.from(sealed)
  changed[head + 100] = (changed[head + 100] ?? 0) ^ 1
  const swapped = Buffer.concat([
    sealed.subarray(0, head),
    sealed.subarray(head + piece, head + 2 * piece),
    sealed.subarray(head, head + piece),
    sealed.subarray(head + 2 * piece),
  ])
  for (const wrong of [
    changed,
    swapped,
    sealed.subarray(0, head + 2 * piece),
    sealed.subarray(0, -1),
    sealed.subarray(0, 9),
  ])
    await expect(collect(openStream(Readable.from([wrong]), KEY))).rejects.toThrow(/backup/)
  await expect(collect(openStream(Readable.from([sealed]), `${KEY}!`))).rejects.toThrow('IROKO_BACKUP_KEY')
})

test('old backups are forgotten with the log that only they need, the newest never', async () => {
  const place = { folder: join(folder, 'old'), key: KEY, days: 2 }
  const add = (kind: 'base' | 'wal', name: string) =>
    put(place, kind, name, Readable.from([Buffer.from(name)]))
  const segment = (each: number) => `0000000100000000000000${(16 + each).toString(16).toUpperCase()}`
  for (const day of [1, 2, 3]) await add('base', `2026110${day}T010000Z-${segment(day)}`)
  for (const each of [0, 1, 2, 3, 4]) await add('wal', segment(each))
  await forgetOld(place, new Date('2026-11-04T02:00:00Z'))
  expect((await listBases(place)).map(base => base.at.toISOString().slice(0, 10))).toEqual(['2026-11-03'])
  expect(await listSegments(place)).toEqual([segment(3), segment(4)])
  await forgetOld(place, new Date('2027-11-04T02:00:00Z'))
  expect(await listBases(place)).toHaveLength(1)
  expect((await collect(get(place, 'wal', segment(4)))).toString()).toBe(segment(4))
})

test('the database is restored to a point in time: exactly what was acknowledged by then', async () => {
  const data = join(folder, 'data')
  const place: BackupPlace = { folder: join(folder, 'place'), key: KEY, days: 14 }
  await mkdir(data, { mode: 0o711 })
  homes.push(join(data, 'postgres'))
  const server = await startEmbedded({ directory: join(data, 'postgres'), archives: true })
  const pool = connect(server.url, { most: 4, name: 'backup test' })
  const program: Program = {
    db: openDb(pool),
    clock: systemClock,
    keys: deriveKeys('a secret for backups, long enough to be one'),
    dataDirectory: data,
    backup: { ...place, url: server.url },
  }
  const moments: { at: Date; count: number }[] = []
  try {
    await migrate(server.url)
    await writeFile(join(data, 'secret'), 'kept')
    await loadDemoStaff(program)
    await pool.query(
      'create table canary (n integer primary key, at timestamptz not null default clock_timestamp())',
    )
    let count = 0
    const sing = async (): Promise<void> => {
      for (let each = 1; each <= 5; each++) await pool.query('insert into canary (n) values ($1)', [++count])
      await sleep(30)
      const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
      if (rows[0]) moments.push({ at: rows[0].at, count })
      await sleep(30)
    }
    await sing()
    await backUp(program)
    for (let each = 1; each <= 4; each++) {
      await sing()
      await pool.query('select pg_switch_wal()')
    }
    await pool.query('insert into canary (n) values ($1)', [++count])
    await pool.query('select pg_switch_wal()')
    await expect
      .poll(
        async () =>
          (await readdir(join(data, 'postgres', 'archive'))).filter(name => !name.endsWith('.part')).length,
      )
      .toBeGreaterThan(4)
    await sleep(500)
    expect(await shipLog(data, program.backup ?? place)).toBeGreaterThan(4)
    expect(await readdir(join(data, 'postgres', 'archive'))).toEqual([])

    // what lies at the place says nothing
    const [base] = await readdir(join(place.folder, 'base'))
    const bytes = await readFile(join(place.folder, 'base', base ?? ''))
    expect(bytes.includes('PG_VERSION')).toBe(false)

    for (const { at, count: expected } of [moments[1], moments[3]].filter(each => each !== undefined)) {
      const into = join(folder, `restored-${expected}`)
      homes.push(join(into, 'postgres'))
      const copy = await restoreInto(place, into, at)
      const restored = connect(copy.url, { most: 1, name: 'backup test' })
      const { rows } = await restored.query('select count(*)::int as count, max(n) as last from canary')
      expect(rows[0]).toEqual({ count: expected, last: expected })
      await restored.end()
      await copy.stop()
      expect(await readFile(join(into, 'secret'), 'utf8')).toBe('kept')
    }
    await expect(restoreInto(place, join(folder, 'early'), new Date('2020-01-01'))).rejects.toThrow(
      'no backup from before',
    )

    await testRestore(program)
    const reports = Object.fromEntries((await readReports(program.db)).map(report => [report.kind, report]))
    expect(reports.restoreTest?.detail).toMatch(/^Complete to /)
    expect(reports).toMatchObject({ backup: { ok: true }, restoreTest: { ok: true } })
    expect(await readdir(data)).not.toContain('restore-test')

    // a place that is damaged is noticed the next night
    await writeFile(join(place.folder, 'base', base ?? ''), bytes.subarray(0, bytes.length - 20))
    await testRestore(program)
    const [failed] = (await readReports(program.db)).filter(({ kind }) => kind === 'restoreTest')
    expect(failed).toMatchObject({ ok: false, okAt: reports.restoreTest?.okAt })
    expect(failed?.detail).toContain('changed, cut off')
  } finally {
    await pool.end()
    await server.stop()
  }
})
