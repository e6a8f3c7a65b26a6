import { randomUUID } from 'node:crypto'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf, loadDemoStaff } from '../db/demo/staff.ts'
import { throwawayFolder } from '../test/throwaway.ts'
import { act, type Program } from './act.ts'
import { verifyAudit } from './audit.ts'
import { systemClock } from './clock.ts'
import { connect, migrate, openDb } from './db.ts'
import { backUpEmbedded } from './embedded.backup.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { deriveKeys } from './keys.ts'
import { prove } from './prove.ts'

let folder: string
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  folder = await throwawayFolder('backup')
})
afterAll(async () => {
  for (const close of opened.reverse()) await close()
  // started by root, data may have moved to where their user can enter
  for (const data of ['house', 'copy'])
    await rm(await realpath(join(folder, data, 'postgres')), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

/** Durable, as the program runs it: a throwaway one keeps no log to copy. */
async function started(data: string): Promise<{ server: Embedded; program: Program }> {
  const server = await startEmbedded({ directory: join(data, 'postgres') })
  const pool = connect(server.url, { most: 4, name: 'backup test' })
  opened.push(async () => {
    await pool.end()
    await server.stop()
  })
  const keys = deriveKeys('a secret for backups, long enough to be one')
  return { server, program: { db: openDb(pool), clock: systemClock, keys, dataDirectory: data } }
}

test('F25 a backup made while people work is a data folder with all that was granted before it began', async () => {
  const data = join(folder, 'house')
  const { server, program } = await started(data)
  await migrate(server.url)
  await loadDemoStaff(program)
  await writeFile(join(data, 'secret'), 'kept')
  const admin = await actorOf(program, 'admin@iroko.test')

  const granted: string[] = []
  let isWorking = true
  const work = (async () => {
    while (isWorking) {
      const id = randomUUID()
      await act(program, 'backupTest', admin, async ctx => ctx.audit({ subject: ['backupTest', id] }))
      granted.push(id)
    }
  })()
  while (granted.length < 20) await new Promise(resolve => setTimeout(resolve, 10))
  const copy = join(folder, 'copy')
  const before = granted.length
  const { bytes } = await backUpEmbedded(server.url, data, copy)
  isWorking = false
  await work
  expect(bytes).toBeGreaterThan(10 * 2 ** 20)
  expect(granted.length).toBeGreaterThan(before)
  await expect(backUpEmbedded(server.url, data, copy)).rejects.toThrow(/is not empty/)

  const again = await started(copy)
  const { rows } = await openedPool(again.server.url).query<{ id: string }>(
    `select subject_id as id from audit_entry where action = 'backupTest'`,
  )
  const kept = new Set(rows.map(row => row.id))
  expect(granted.slice(0, before).filter(id => !kept.has(id))).toEqual([])
  expect((await prove(again.program.db)).checks.flatMap(check => check.problems)).toEqual([])
  expect((await verifyAudit(again.program.db, [])).breaks).toEqual([])
  // the first goes on beside its copy
  await act(program, 'backupTest', admin, async ctx => ctx.audit({ subject: ['backupTest', 'after'] }))
})

function openedPool(url: string) {
  const pool = connect(url, { most: 1, name: 'backup test' })
  opened.push(() => pool.end())
  return pool
}
