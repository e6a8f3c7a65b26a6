import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { connect, openDb } from '../../server/db.ts'
import { deriveKeys } from '../../server/keys.ts'
import { daysOf } from './pastClock.ts'
import type { Said, ThreadData } from './payrollAside.ts'
import { loadPayrolls } from './payrollHistory.ts'

/** The thread that `payrollAside.ts` starts: loads the payroll history and ends. */

const CONNECTIONS = 10

const port = parentPort
if (!port) throw new Error('this file is run as a thread')
const { url, secret, now, dataDirectory, ...wishes } = workerData as ThreadData

const pool = connect(url, { most: CONNECTIONS, name: 'iroko sample', hasty: true })
const clock = { now: () => new Date(now) }
const { at } = daysOf({ db: openDb(pool), clock, keys: deriveKeys(secret), dataDirectory })
const payrolls = loadPayrolls({ ...wishes, at }, once(port, 'message'))
await payrolls.newest
port.postMessage('newest' satisfies Said)
await payrolls.all
await pool.end()
port.close()
