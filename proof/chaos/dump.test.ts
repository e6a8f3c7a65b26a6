import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadDemo } from '../../sample/demo.ts'
import { prove } from '../../server/app/prove.ts'
import { act, type Program, SYSTEM } from '../../server/kernel/act.ts'
import { sealAudit, verifyAudit } from '../../server/kernel/audit.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { connect, migrate, openDb } from '../../server/kernel/db.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import { refreshFigures } from '../../server/modules/dashboard/refresh.ts'
import { sealLedger } from '../../server/modules/ledger/seal.ts'
import { administer } from '../../test/administer.ts'
import { debianPrograms, startDebian } from '../../test/debianPostgres.ts'
import { throwawayFolder } from '../../test/throwaway.ts'

const run = promisify(execFile)

async function seal(program: Program): Promise<void> {
  // what is still open on the server is waited for
  for (let attempt = 1; attempt <= 5; attempt++) {
    while (await act(program, 'ledgerSeal', SYSTEM, sealLedger));
    await sleep(100)
  }
  await program.db.transaction().execute(tx => sealAudit(tx, 1_000_000))
}

const problemsOf = async ({ db }: Program): Promise<string[]> => [
  ...(await prove(db)).checks.flatMap(check => check.problems.map(each => `${check.name}: ${each}`)),
  ...(await verifyAudit(db, [])).breaks.map(each => `${each.position}: ${each.problem}`),
]

const missing = debianPrograms ? '' : ' (not run: install the Debian package postgresql)'
test.skipIf(!debianPrograms)(
  `a dump restored into a younger cluster is proved, sealed and shown as before${missing}`,
  async () => {
    const folder = await throwawayFolder('dump')
    const opened: (() => Promise<void>)[] = []
    const cluster = async (name: string) => {
      await mkdir(join(folder, name), { mode: 0o711 })
      const server = await startDebian(join(folder, name))
      await administer(server.url, 'create database iroko')
      const url = server.url.replace(/postgres$/, 'iroko')
      const pool = connect(url, { most: 8, name: 'dump test' })
      opened.push(async () => {
        await pool.end()
        await server.stop()
      })
      const keys = deriveKeys('a secret for dumps, long enough to be one')
      return { url, program: { db: openDb(pool), clock: systemClock, keys, dataDirectory: folder } }
    }
    try {
      const old = await cluster('old')
      await migrate(old.url)
      await administer(
        old.url,
        `do $$ begin for each in 1..60000 loop perform pg_current_xact_id(); commit; end loop; end $$`,
      )
      await loadDemo(old.program)
      await refreshFigures(old.program)
      await seal(old.program)
      expect(await problemsOf(old.program)).toEqual([])

      const young = await cluster('young')
      const file = join(folder, 'iroko.dump')
      await run(join(debianPrograms ?? '', 'pg_dump'), [
        '--format=custom',
        `--dbname=${old.url}`,
        `--file=${file}`,
      ])
      await run(join(debianPrograms ?? '', 'pg_restore'), [`--dbname=${young.url}`, file])
      await migrate(young.url)
      expect(await problemsOf(young.program)).toEqual([])

      const admin = { ...SYSTEM }
      const { rows } = await sql<{ id: string }>`select id from loan where status = 'live' limit 1`.execute(
        young.program.db,
      )
      expect(rows).toHaveLength(1)
      for (let each = 1; each <= 3; each++)
        await act(young.program, 'ledgerTry', admin, async ({ tx }) => {
          await sql`
            with e as (insert into ledger_entry (effective_on, line_count, reason, ref)
              values (current_date, 2, 'transfer', ${`try ${each}`}) returning id, effective_on)
            insert into ledger_line (entry_id, loan_no, amount, effective_on, code, position)
            select id, 0, amount, effective_on, 1010, position from e, (values (5, 1), (-5, 2)) v (amount, position)`.execute(
            tx,
          )
        })
      await refreshFigures(young.program)
      await seal(young.program)
      expect(await problemsOf(young.program)).toEqual([])
      const left = await sql`
        select from ledger_seal having sum(entries) <> (select count(*) from ledger_entry)`.execute(
        young.program.db,
      )
      expect(left.rows).toEqual([])
    } finally {
      for (const close of opened.reverse()) await close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
