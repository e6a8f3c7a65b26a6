import { setTimeout as sleep } from 'node:timers/promises'
import { loadDemoStaff } from '../../sample/staff.ts'
import { COOKIE_DEV } from '../../server/kernel/cookies.ts'
import { migrate } from '../../server/kernel/db.ts'
import { Replicas, readFromReplicas } from '../../server/kernel/replicas.ts'
import { startPair } from '../../test/replica.ts'
import { type Caller, createTestApp, requestFor, type TestApp } from '../../test/testApp.ts'
import type { Tally } from '../chaos/tally.ts'

/** Users who write and read what they wrote at once, while a replica is behind, stands still and catches up again. */

const USERS = 16
const PAUSE_MAX_MS = 600

export type Outcome = { pairs: number; onReplica: number; seconds: number }

export async function writeThenRead(tally: Tally, wanted: number): Promise<Outcome> {
  const pair = await startPair()
  await migrate(pair.primary)
  const testApp = await createTestApp({
    database: { url: pair.primary, drop: async () => {} },
    statementSeconds: 4,
    remembers: true,
  })
  const replicas = new Replicas(pair.replica, pair.primary, { statementSeconds: 4 })
  try {
    await loadDemoStaff(testApp.program)
    const admin = await testApp.signIn('superadmin@iroko.test')
    const ids: string[] = []
    for (let user = 0; user < USERS; user++) ids.push((await testApp.signUp()).id)
    readFromReplicas(testApp.program.db, replicas)
    const pick = replicas.pick.bind(replicas)
    const outcome = { pairs: 0, onReplica: 0, seconds: 0 }
    replicas.pick = (reads, after) => {
      const copy = pick(reads, after)
      if (copy) outcome.onReplica += 1
      return copy
    }
    const isOver = () => outcome.pairs >= wanted
    const started = performance.now()
    await Promise.all([
      lag(pair, tally, isOver),
      ...ids.map((id, place) => user(testApp, admin, { id, place }, tally, outcome, isOver)),
    ])
    return { ...outcome, seconds: (performance.now() - started) / 1_000 }
  } finally {
    await replicas.close()
    await testApp.close()
    await pair.stop()
  }
}

/** The replica stands still for up to half a second, again and again. */
async function lag(
  pair: Awaited<ReturnType<typeof startPair>>,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await pair.hold()
    await sleep(tally.roll(PAUSE_MAX_MS))
    await pair.follow()
    await sleep(tally.roll(PAUSE_MAX_MS))
  }
}

async function user(
  testApp: TestApp,
  admin: Caller,
  { id, place: user }: { id: string; place: number },
  tally: Tally,
  outcome: Outcome,
  isOver: () => boolean,
): Promise<void> {
  for (let step = 0; !isOver(); step++) {
    const accountOfficerCode = `AO-${user}-${step}`
    // an address of its own: each has a limit of requests a minute
    const from = { remoteAddress: `10.${user}.${Math.floor(step / 100)}.1` }
    const write = { ...requestFor('userOfficerCodeChange', { id, accountOfficerCode }, admin), ...from }
    write.headers['idempotency-key'] = `${id}-${step}`
    const written = await testApp.app.inject(write)
    const place = written.cookies.find(({ name }) => name === 'iroko_place')?.value
    if (written.statusCode !== 200 || !place) {
      tally.check('each write is granted', [`${written.statusCode}: ${written.body.slice(0, 200)}`])
      return
    }
    // a moment later, by when the replica may have it or not
    if (step % 3 === 0) await sleep(tally.roll(40))
    const read = { ...requestFor('userGet', { id }, admin), ...from }
    read.headers.cookie = `${COOKIE_DEV}=${admin.binding}; iroko_place=${place}`
    const seen = (await testApp.app.inject(read)).json().accountOfficerCode
    if (seen !== accountOfficerCode)
      tally.check('each reads what they wrote', [`${accountOfficerCode} of ${id} was read as ${seen}`])
    outcome.pairs += 1
  }
}
