/**
 * `npm run release:dump`: writes test/upgrade/<version>.gz, the small sample lender as this version stores it. Made once, when a
 * version is released; `test/upgrade` tries every later migration on it.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { loadDemo } from '../sample/demo.ts'
import { connect, migrate, openDb } from '../server/kernel/db.ts'
import { startEmbedded } from '../server/kernel/embedded.ts'
import { deriveKeys } from '../server/kernel/keys.ts'
import { TEST_SECRET } from '../test/testSecret.ts'
import { throwawayFolder } from '../test/throwaway.ts'
import { writeDump } from '../test/upgrade/releaseDump.ts'

const MADE_AT = '2026-11-16T09:00:00Z'

const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
const directory = await throwawayFolder('release')
const database = await startEmbedded({ directory: join(directory, 'postgres') })
try {
  await migrate(database.url)
  const pool = connect(database.url, { most: 20, name: 'iroko release dump' })
  await loadDemo({
    db: openDb(pool),
    clock: { now: () => new Date(MADE_AT) },
    keys: deriveKeys(TEST_SECRET),
    dataDirectory: directory,
  })
  await pool.end()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const path = join('test', 'upgrade', `${version}.gz`)
  await writeFile(path, await writeDump(client))
  await client.end()
  console.log(`${path} written.`)
} finally {
  await database.stop()
  await rm(directory, { recursive: true, force: true })
}
