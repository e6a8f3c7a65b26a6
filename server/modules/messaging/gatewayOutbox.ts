import type { Finding, Gateway, Outcome, Parcel, Question } from './gateway.ts'

/**
 * The built-in test gateway. Sends nothing: messages stay in the database for staff to read and end as `simulated`. The last
 * digits of a number force each outcome, in development, demonstrations and tests alike.
 */
export const SENTINELS = {
  9001: 'rejected',
  9002: 'never delivered',
  9003: 'unknown',
  9004: 'delivered late',
  9005: 'fails after it was sent',
  9006: 'busy the first time',
} as const
type Scripted = (typeof SENTINELS)[keyof typeof SENTINELS]

const outcomeFor = (phone: string): Scripted | undefined =>
  SENTINELS[phone.slice(-4) as unknown as keyof typeof SENTINELS]

export const LATE_MINUTES = 10

export const outbox: Gateway = {
  name: 'outbox',
  async send({ id, phone, attempt }: Parcel): Promise<Outcome> {
    const outcome = outcomeFor(phone)
    if (outcome === 'rejected') return { kind: 'refused', reason: 'the number does not exist' }
    if (outcome === 'unknown') return { kind: 'unknown', reason: 'no answer in time' }
    if (outcome === 'busy the first time' && attempt <= 1)
      return { kind: 'retry', afterSeconds: 1, reason: 'the provider is busy', everyone: false }
    return { kind: 'accepted', providerId: `outbox-${id}`, said: 'kept' }
  },
  async balance() {
    return 'nothing to pay'
  },
  async find({ providerId, phone, handedOverAt, now }: Question): Promise<Finding | undefined> {
    const outcome = outcomeFor(phone)
    if (providerId === null || outcome === 'never delivered') return undefined
    const minutes = (now.getTime() - handedOverAt.getTime()) / 60_000
    if (outcome === 'delivered late' && minutes < LATE_MINUTES) return undefined
    if (outcome === 'fails after it was sent')
      return { providerId, status: 'failed', said: 'The handset was switched off' }
    return { providerId, status: 'simulated', said: 'Simulated' }
  },
}
