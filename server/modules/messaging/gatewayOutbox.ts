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
type Fate = (typeof SENTINELS)[keyof typeof SENTINELS]

const statusFromOutcome = (phone: string): Fate | undefined =>
  SENTINELS[phone.slice(-4) as unknown as keyof typeof SENTINELS]

export const LATE_MINUTES = 10

export const outbox: Gateway = {
  name: 'outbox',
  async send({ id, phone, attempt }: Parcel): Promise<Outcome> {
    const fate = statusFromOutcome(phone)
    if (fate === 'rejected') return { kind: 'refused', reason: 'the number does not exist' }
    if (fate === 'unknown') return { kind: 'unknown', reason: 'no answer in time' }
    if (fate === 'busy the first time' && attempt <= 1)
      return { kind: 'retry', afterSeconds: 1, reason: 'the provider is busy', everyone: false }
    return { kind: 'accepted', providerId: `outbox-${id}`, said: 'kept' }
  },
  async balance() {
    return 'nothing to pay'
  },
  async find({ providerId, phone, handedOverAt, now }: Question): Promise<Finding | undefined> {
    const fate = statusFromOutcome(phone)
    if (providerId === null || fate === 'never delivered') return undefined
    const minutes = (now.getTime() - handedOverAt.getTime()) / 60_000
    if (fate === 'delivered late' && minutes < LATE_MINUTES) return undefined
    if (fate === 'fails after it was sent')
      return { providerId, status: 'failed', said: 'The handset was switched off' }
    return { providerId, status: 'simulated', said: 'Simulated' }
  },
}
