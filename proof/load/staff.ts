import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { EndpointName } from '../../contract/api.ts'
import type { Role } from '../../contract/roles.ts'
import type { Roll } from '../../sample/random.ts'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { hashPassword } from '../../server/modules/auth/passwords.ts'
import type { Measures } from './measures.ts'
import type { Answer, Heard, Line, Sent } from './wire.ts'

/** Colleagues at their desks, in branches of fifty that share an address. */

/** Of a hundred people. */
const SHARES: readonly [Role, number][] = [
  ['Admin', 35],
  ['Reviewer', 25],
  ['Authorizer', 15],
  ['Editor', 15],
  ['Auditor', 7],
  ['superAdmin', 3],
]
const SEATS = SHARES.flatMap(([role, share]) => Array.from({ length: share }, () => role))
const BRANCH = 50
/** Has no divisor with a hundred, so a hundred steps of it meet each seat once. */
const STEP = 37

export type Colleague = { email: string; role: Role; address: string; name: string }

/** Every hundred has each role in its share, and any few are mixed. */
export function colleague(number: number): Colleague {
  const seat = (number * STEP) % 100
  const role = SEATS[seat] ?? 'Admin'
  const address = `197.210.1.${1 + Math.floor(number / BRANCH)}`
  return { email: `staff${number}@iroko.test`, role, address, name: `Eze ${number}` }
}

/** Straight into the table: hiring has its own tests. */
export async function hireAll(pool: pg.Pool, count: number): Promise<void> {
  const hash = await hashPassword(DEMO_PASSWORD)
  for (let number = 0; number < count; number++) {
    const { email, role, name } = colleague(number)
    await pool.query(
      `insert into staff (id, email, first_name, last_name, phone, password_hash, status, roles, signed_up_at)
       values ($1, $2, 'Chinedu', $3, '+2348030000099', $4, 'active', $5, now())`,
      [randomUUID(), email, name, hash, [role]],
    )
  }
}

export type Call = { [N in EndpointName]: readonly [N, Sent<N>] }[EndpointName]

export type Person = {
  role: Role
  roll: Roll
  /** Reads the screen for a while, clicks, and waits for all requests of the page; returns the first answer. */
  click<N extends EndpointName>(
    kind: string,
    name: N,
    input: Sent<N>,
    beside?: readonly Call[],
  ): Promise<Heard<N> | undefined>
}

/** Thrown to end a user's day in the middle of a scenario. */
export class Leaves extends Error {}

export type Office = {
  line: Line
  roll: Roll
  /** How long they read a screen, at least and at most. */
  thinkingMs: readonly [number, number]
  measures: () => Measures
  /** Whether this colleague still has a place at this hour. */
  isWanted: (number: number) => boolean
}

export async function signedIn(office: Office, number: number): Promise<Person | undefined> {
  const { line, roll, measures, thinkingMs } = office
  const [shortest, longest] = thinkingMs
  const { email, role, address } = colleague(number)
  const answer = await line.send('signIn', { email, password: DEMO_PASSWORD }, { from: address })
  measures().click('sign in', [answer])
  if (answer.status !== 200) return undefined
  const { token } = answer.body as { token: string }
  const headers = { authorization: `Bearer ${token}`, cookie: answer.cookie }
  const send = (name: EndpointName, input: Sent<EndpointName>): Promise<Answer> =>
    line.send(name, input, { from: address, headers, key: randomUUID() })
  return {
    role,
    roll,
    async click(kind, name, input, beside = []) {
      await sleep(shortest + roll(longest - shortest))
      if (!office.isWanted(number)) throw new Leaves()
      const answers = await Promise.all([
        send(name, input),
        ...beside.map(([other, rest]) => send(other, rest)),
      ])
      measures().click(kind, answers)
      const waits = Math.max(...answers.map(each => each.retryAfter ?? 0))
      if (waits > 0) await sleep(Math.min(waits, 10) * 1000)
      const [first] = answers
      return first?.status === 200 ? (first.body as Heard<typeof name>) : undefined
    },
  }
}
