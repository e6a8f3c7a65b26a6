/**
 * Fills a lender for benchmarks: `npm run demo -- --scale 1000000`, that many customers and loans in the database of
 * DATABASE_URL or in the built-in one. A database that holds anything is left alone.
 */

import { join } from 'node:path'
import { systemClock } from '../../server/kernel/clock.ts'
import { readConfig } from '../../server/kernel/config.ts'
import { connect, migrate, openDb } from '../../server/kernel/db.ts'
import { startEmbedded } from '../../server/kernel/embedded.ts'
import { openKeys } from '../../server/kernel/keyCheck.ts'
import { countStaff } from '../../server/modules/auth/accounts.sql.ts'
import { build } from './million.ts'

const LOANS_MAX = 5_000_000

const loans = Number.parseInt(process.argv[2] ?? '', 10)
if (!(loans > 0 && loans <= LOANS_MAX)) {
  console.error(`--scale takes a number of loans, 1 to ${LOANS_MAX.toLocaleString('en-NG')}.`)
  process.exit(1)
}
const config = readConfig(process.env)
const database = config.databaseUrl
  ? { url: config.databaseUrl, stop: async () => {} }
  : await startEmbedded({ directory: join(config.dataDirectory, 'postgres'), log: () => {} })
await migrate(database.url)
const pool = connect(database.url, { most: 4, name: 'iroko fill' })
const db = openDb(pool)
const { keys, secret } = await openKeys(db, config)
const program = {
  db,
  clock: systemClock,
  keys,
  dataDirectory: config.dataDirectory,
}
if ((await countStaff(program.db)) > 0)
  console.log('The database holds a lender already; it is left as it is.')
else await build(program, pool, loans, line => console.log(line), secret)
await pool.end()
await database.stop()
