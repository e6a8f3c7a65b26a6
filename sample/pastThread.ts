import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { connect, openDb } from '../server/kernel/db.ts'
import { deriveKeys } from '../server/kernel/keys.ts'
import { freezeMonths } from '../server/modules/dashboard/monthEnd.ts'
import { daysOf } from './pastClock.ts'
import type { Said, ThreadData } from './pastLoading.ts'
import { loadPayrolls } from './payrollHistory.ts'

/** The thread that `pastLoading.ts` starts: loads the payrolls, freezes the month-ends of the older books, and ends. */

const CONNECTIONS = 10

const port = parentPort
if (!port) throw new Error('this file is run as a thread')
const { url, secret, now, dataDirectory, movingDay, ...wishes } = workerData as ThreadData

const say = (word: Said): void => port.postMessage(word)
const pool = connect(url, { most: CONNECTIONS, name: 'iroko sample', hasty: true })
const clock = { now: () => new Date(now) }
const { at } = daysOf({ db: openDb(pool), clock, keys: deriveKeys(secret), dataDirectory })
const payrolls = loadPayrolls({ ...wishes, at }, once(port, 'message'))
await payrolls.newest
say('newest')
await Promise.all([payrolls.all, freezeMonths(at(movingDay, 20)).then(() => say('frozen'))])
await pool.end()
port.close()
