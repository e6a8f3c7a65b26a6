import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD, DEMO_STAFF } from '../../sample/staff.ts'
import { hashPassword } from '../../server/modules/auth/passwords.ts'
import { checkAll } from './checks.ts'
import { hire } from './lender.ts'
import { ask, type Pass, signIn } from './people.ts'
import type { Stage } from './stage.ts'
import { waitUntilIdle } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * What is revoked on one node is revoked on the other within a second: each remembers sessions, and is told of the change
 * (decision 36). The node that revoked it refuses the very next request.
 */
const KNOWN_WITHIN_MS = 1_000
const LOOK_EVERY_MS = 20

const REASON = 'Left us'
const NEW_PASSWORD = 'mango rain bicycle'

type Leaver = {
  id: string
  /** The session that is to end. */
  pass: Pass
  /** The same person elsewhere. */
  elsewhere: () => Promise<Pass>
  /** The user who may revoke it. */
  head: Pass
  node: string
}
type Answer = Awaited<ReturnType<typeof ask>>
const isRefused = (answer: Answer): boolean => answer?.status === 401 || answer?.status === 403

const WAYS: readonly [name: string, revoke: (leaver: Leaver) => Promise<Answer>][] = [
  ['signed out', ({ node, pass }) => ask(node, 'signOut', {}, { pass })],
  ['suspended', ({ node, id, head }) => ask(node, 'userSuspend', { id, reason: REASON }, { pass: head })],
  [
    'other roles',
    ({ node, id, head }) =>
      ask(node, 'userRolesChange', { id, roles: ['Auditor'], reason: REASON }, { pass: head }),
  ],
  [
    'another password',
    async ({ node, elsewhere }) => {
      const form = { current: DEMO_PASSWORD, password: NEW_PASSWORD, confirm: NEW_PASSWORD }
      return ask(node, 'passwordChange', form, { pass: await elsewhere() })
    },
  ],
]

export async function revokedMeansNow(stage: Stage, tally: Tally, rounds: number): Promise<void> {
  const site = await stage.site()
  await site.startAll('web', 'web', 'worker')
  const [here = '', there = ''] = site.nodes.flatMap(({ role, url }) => (role === 'web' ? [url] : []))
  const enter = (email: string) => signIn(site, email, tally, () => here)
  const head = await enter(DEMO_STAFF[0]?.email ?? '')
  const hash = await hashPassword(DEMO_PASSWORD)
  for (let round = 0; round < rounds; round++)
    for (const [way, [name, revoke]] of WAYS.entries()) {
      const email = `leaver${round}-${way}@iroko.test`
      // of all users, only these may read colleagues
      const id = await hire(site.program, hash, email, 'superAdmin')
      const pass = await enter(email)
      const look = () => ask(there, 'userGet', { id }, { pass })
      const before = await look()
      const revoked = await revoke({ id, pass, elsewhere: () => enter(email), head, node: here })
      const revokedAt = performance.now()
      let after = await look()
      while (after?.status === 200 && performance.now() - revokedAt < KNOWN_WITHIN_MS) {
        await sleep(LOOK_EVERY_MS)
        after = await look()
      }
      const own = await ask(here, 'userGet', { id }, { pass })
      tally.fault(`A19 ${name}`)
      const isRight = before?.status === 200 && revoked?.status === 200 && [after, own].every(isRefused)
      const said = [before, revoked, after, own].map(answer => answer?.status ?? 'no answer').join(', ')
      tally.check('A19 revoked means now, at every door', isRight ? [] : [`${name}: ${said}`])
    }
  await waitUntilIdle({ stage, site, tally })
  await checkAll(site, tally)
  await site.close()
}
