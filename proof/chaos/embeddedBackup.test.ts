import { randomUUID } from 'node:crypto'
import { realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kobo } from '../../engine/money.ts'
import { loadDemo } from '../../sample/demo.ts'
import { actorOf } from '../../sample/staff.ts'
import { prove } from '../../server/app/prove.ts'
import { act, type Program, SYSTEM } from '../../server/kernel/act.ts'
import { sealAudit, verifyAudit } from '../../server/kernel/audit.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import type { Actor } from '../../server/kernel/context.ts'
import { connect, migrate, openDb } from '../../server/kernel/db.ts'
import { type Embedded, startEmbedded } from '../../server/kernel/embedded.ts'
import { backUpEmbedded } from '../../server/kernel/embeddedBackup.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { sealLedger } from '../../server/modules/ledger/seal.ts'
import { actApproved } from '../../server/modules/loans/acts.ts'
import { throwawayFolder } from '../../test/throwaway.ts'

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

/**
 * Posts one naira at the counter, on one loan after the other, until stopped; returns what was granted as it is
 * granted.
 */
function takeReceipts(program: Program, admin: Actor, loans: readonly string[]) {
  const granted: string[] = []
  let isOpen = true
  const asked = { makerId: admin.id, makerName: admin.name, reason: 'At the counter', before: null }
  const work = (async () => {
    while (isOpen) {
      const id = randomUUID()
      const loanId = loans[granted.length % loans.length] ?? ''
      await act(program, 'loanActDo', admin, ctx => {
        const paid = {
          act: 'receipt',
          amount: kobo(100n),
          on: ctx.today,
          channel: 'cash',
          reference: id,
        } as const
        return actApproved(ctx, { loanId, id, input: paid, reason: 'At the counter' }, asked)
      })
      granted.push(id)
      // people at a counter, who leave the machine something for the backup
      await sleep(20)
    }
  })()
  return {
    granted,
    async close() {
      isOpen = false
      await work
    },
  }
}

const booksOf = async (pool: pg.Pool): Promise<{ loans: number; entries: number; lines: number }> =>
  (
    await pool.query(
      `select (select count(*)::int from loan) as loans, (select count(*)::int from ledger_entry) as entries,
         (select count(*)::int from ledger_line) as lines`,
    )
  ).rows[0]

async function seal(program: Program): Promise<void> {
  while (await act(program, 'ledgerSeal', SYSTEM, sealLedger));
  await program.db.transaction().execute(tx => sealAudit(tx, 1_000_000))
}

const problemsOf = async ({ db }: Program): Promise<string[]> => [
  ...(await prove(db)).checks.flatMap(check => check.problems.map(each => `${check.name}: ${each}`)),
  ...(await verifyAudit(db, [])).breaks.map(each => `${each.position}: ${each.problem}`),
]

test('F25 a backup made while receipts are taken is a data folder with all that was granted before it began', async () => {
  const data = join(folder, 'house')
  const { server, program } = await started(data)
  await migrate(server.url)
  await loadDemo(program)
  await seal(program)
  await writeFile(join(data, 'secret'), 'kept')
  const admin = await actorOf(program, 'admin@iroko.test')
  const pool = openedPool(server.url)
  const { rows: live } = await pool.query<{ id: string }>(`select id from loan where status = 'live'`)
  expect(live.length).toBeGreaterThan(3)

  const counter = takeReceipts(
    program,
    admin,
    live.map(({ id }) => id),
  )
  while (counter.granted.length < 20) await sleep(10)
  const copy = join(folder, 'copy')
  const begun = await booksOf(pool)
  const before = counter.granted.slice()
  const [backup] = await Promise.allSettled([backUpEmbedded(server.url, data, copy)])
  await counter.close()
  if (backup.status === 'rejected') throw backup.reason
  const { bytes } = backup.value
  const ended = await booksOf(pool)
  expect(bytes).toBeGreaterThan(10 * 2 ** 20)
  expect(counter.granted.length).toBeGreaterThan(before.length)
  await expect(backUpEmbedded(server.url, data, copy)).rejects.toThrow(/is not empty/)

  const again = await started(copy)
  const restored = openedPool(again.server.url)
  const { rows } = await restored.query<{ id: string }>('select id from loan_event')
  const stored = new Set(rows.map(row => row.id))
  expect(before.filter(id => !stored.has(id))).toEqual([])
  const books = await booksOf(restored)
  expect(books.loans).toBe(begun.loans)
  expect(books.entries).toBeGreaterThanOrEqual(begun.entries)
  expect(books.entries).toBeLessThanOrEqual(ended.entries)
  expect(books.lines).toBeGreaterThanOrEqual(begun.lines)
  expect(await problemsOf(again.program)).toEqual([])
  // what the seals of before did not cover is sealed behind them
  await seal(again.program)
  expect(await problemsOf(again.program)).toEqual([])
  const { entries, sealed } = await verifyAudit(again.program.db, [])
  expect(sealed).toBe(entries)
  // the first goes on beside its copy, and no receipt of its own is lost
  expect(await problemsOf(program)).toEqual([])
  expect((await booksOf(pool)).entries).toBe(ended.entries)
})

function openedPool(url: string) {
  const pool = connect(url, { most: 1, name: 'backup test' })
  opened.push(() => pool.end())
  return pool
}
