import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { prove } from '../../server/app/prove.ts'
import { migrate } from '../../server/kernel/db.ts'
import { readMigrations } from '../../server/kernel/files.ts'
import { administer } from '../administer.ts'
import { createTestApp } from '../testApp.ts'
import { loadDump, readRelease } from './releaseDump.ts'

const folder = import.meta.dirname
const dumps = (await readdir(folder)).filter(name => name.endsWith('.gz'))

test('there is a dump of release 0.2', () => {
  expect(dumps).toContain('0.2.0.gz')
})

describe.each(dumps)('a database of release %s', name => {
  const database = `upgrade_${randomBytes(4).toString('hex')}`
  const { server } = inject('database')
  afterAll(() => administer(server, `drop database if exists ${database} with (force)`))

  test('upgrades to this version, proves its ledger and serves its users', async () => {
    await administer(server, `create database ${database}`)
    const url = Object.assign(new URL(server), { pathname: database }).href
    const dump = await readFile(join(folder, name))
    const { migrations } = await readRelease(dump)
    await migrate(
      url,
      (await readMigrations()).filter(file => migrations.includes(file.name)),
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await loadDump(client, dump)
    await client.end()

    await migrate(url)

    const testApp = await createTestApp({ database: { url, drop: async () => {} } })
    try {
      const verdict = await prove(testApp.program.db)
      expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
      const { rows } = await testApp.as('admin').ok('customerList', {})
      expect(rows.length).toBeGreaterThan(5)
      const { entries, breaks } = await testApp.as('auditor').ok('auditVerify', {})
      expect(entries).toBeGreaterThan(50)
      expect(breaks).toEqual([])
    } finally {
      await testApp.close()
    }
  })
})
