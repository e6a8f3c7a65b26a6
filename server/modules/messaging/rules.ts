import { isStoppable, type MessagePurpose } from '../../../contract/messaging.ts'
import type { Section } from '../../../contract/settings.ts'
import { businessDate, lagosMidnight, minutesAfter } from '../../kernel/clock.ts'

/** The rules of sending as plain questions about a text and a moment. */
export type SmsRules = Section<'sms'>

type Night = Pick<SmsRules, 'quietFromHour' | 'quietUntilHour'>

/** The NCC lets offers out from eight to eight; a lender may leave people in peace for longer, never for less. */
const OFFERS_FROM_HOUR = 8
const OFFERS_UNTIL_HOUR = 20

const nightOf = (purpose: MessagePurpose, { quietFromHour, quietUntilHour }: Night): Night =>
  purpose === 'marketing'
    ? {
        quietFromHour: Math.min(quietFromHour, OFFERS_UNTIL_HOUR),
        quietUntilHour: Math.max(quietUntilHour, OFFERS_FROM_HOUR),
      }
    : { quietFromHour, quietUntilHour }

/** The end of quiet hours for what they hold back; undefined by day, and for messages sent at any hour. */
export function quietUntil(now: Date, purpose: MessagePurpose, rules: Night): Date | undefined {
  if (!isStoppable(purpose)) return undefined
  const { quietFromHour, quietUntilHour } = nightOf(purpose, rules)
  const midnight = lagosMidnight(businessDate(now))
  const hour = (now.getTime() - midnight.getTime()) / 3_600_000
  if (hour < quietUntilHour) return minutesAfter(midnight, quietUntilHour * 60)
  if (hour >= quietFromHour) return minutesAfter(midnight, (24 + quietUntilHour) * 60)
  return undefined
}

/**
 * Offers go by the promotional route, which skips numbers registered as do-not-disturb; other messages by the route of
 * the settings.
 */
export const routeOf = (
  purpose: MessagePurpose,
  { channel }: Pick<SmsRules, 'channel'>,
): SmsRules['channel'] => (purpose === 'marketing' ? 'generic' : channel)
