import type { z } from 'zod/mini'
import type { Api, EndpointName } from '../../contract/api.ts'
import type { Reply } from '../../contract/endpoint.ts'
import {
  type Answer,
  type Caller,
  callerWith,
  DEMO_PASSWORD,
  emailOf,
  type TestApp,
} from '../../test/testApp.ts'
import type { Dice } from './dice.ts'

export type Sent<N extends EndpointName> = z.input<Api[N]['input']>
export type Colleague = Pick<Caller, 'call' | 'ok'>

/** Clerks who prepare and approvers who decide, each picked anew, so that acts of one month are by different people. */
export type Staff = {
  clerk(): Colleague
  approver(): Colleague
  /** Submits, and has it approved by another person. False: the program refused it, which is an answer. */
  decided(answer: { approvalId: string | null | undefined }): Promise<boolean>
  /** Calls, and gives nothing where the program refuses it by a rule of its own. */
  tried<N extends EndpointName>(by: Colleague, name: N, input: Sent<N>): Promise<Reply<Api[N]> | undefined>
  /** What was refused, and how often. */
  refused: Map<string, number>
}

export async function hireStaff(testApp: TestApp, dice: Dice): Promise<Staff> {
  const [admin, authorizer] = [await testApp.hire('Admin'), await testApp.hire('Authorizer')]
  const clerks = [emailOf('admin'), admin.email].map(email => colleague(testApp, email))
  const approvers = [emailOf('authorizer'), authorizer.email].map(email => colleague(testApp, email))
  const refused = new Map<string, number>()
  let picks = 0
  const one = (people: readonly Colleague[]): Colleague => {
    picks += 1
    const picked = people[dice.below(people.length, 'who', picks)]
    if (!picked) throw new Error('there is no one to pick')
    return picked
  }
  const tried: Staff['tried'] = async (by, name, input) => {
    const { status, body } = await by.call(name, input)
    if (status === 200) return body as never
    if (status !== 409 && status !== 422) throw new Error(`${name}: ${status} ${spelt(body)}`)
    const what = `${name} ${body.code}`
    refused.set(what, (refused.get(what) ?? 0) + 1)
    return undefined
  }
  return {
    clerk: () => one(clerks),
    approver: () => one(approvers),
    refused,
    tried,
    async decided({ approvalId }) {
      if (!approvalId) return true
      const by = one(approvers)
      const { effect, warnings } = await by.ok('approvalGet', { id: approvalId })
      const confirmed = warnings.map(warning => warning.id)
      if (await tried(by, 'approvalApprove', { id: approvalId, effect, confirmed })) return true
      await by.ok('approvalDecline', { id: approvalId, note: 'It no longer fits' })
      return false
    },
  }
}

const spelt = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

let addresses = 0
/** Two years pass in minutes: requests come from many addresses, so that no limit per minute is met. */
const anotherAddress = (): string => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Signs in at first, and again when the session has ended by the clock. */
function colleague(testApp: TestApp, email: string): Colleague {
  let held: Promise<Caller> | undefined
  const signIn = async (): Promise<Caller> => {
    const form = { email, password: DEMO_PASSWORD }
    const { body, headers } = await testApp.stranger.call('signIn', form, { from: anotherAddress() })
    const token = 'token' in body ? body.token : undefined
    if (token === undefined) throw new Error(`${email} could not sign in: ${spelt(body)}`)
    const [cookie = ''] = [headers['set-cookie'] ?? ''].flat()
    return callerWith(testApp.app, { token, binding: /=([^;]*)/.exec(String(cookie))?.[1] })
  }
  const call: Caller['call'] = async (name, input, options) => {
    for (let attempt = 1; ; attempt++) {
      held ??= signIn()
      const used = held
      const answer = await (await used).call(name, input, { ...options, from: anotherAddress() })
      if (attempt === 2 || !isOver(answer)) return answer
      // another lane may have signed in again already
      if (held === used) held = undefined
    }
  }
  return {
    call,
    async ok(name, input, options) {
      const { status, body } = await call(name, input, options)
      if (status !== 200) throw new Error(`${name}: ${status} ${spelt(body)}`)
      return body as never
    },
  }
}

const isOver = ({ body }: Answer<EndpointName>): boolean => body.code?.startsWith('session.') === true
