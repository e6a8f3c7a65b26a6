import { expect, test } from 'vitest'
import { businessDate, lagosMidnight, openMinutesBefore } from './clock.ts'

const CLOSED = new Set(['2026-12-25', '2026-12-26'])

/** On the clock of Lagos, an hour before UTC's. */
test.each<[now: string, hours: number, since: string, why: string]>([
  ['2026-12-24T15:00:00+01:00', 24, '2026-12-23T15:00:00+01:00', 'no holiday between'],
  ['2026-12-27T15:00:00+01:00', 15, '2026-12-27T00:00:00+01:00', 'exactly since the holidays were over'],
  ['2026-12-27T15:00:00+01:00', 16, '2026-12-24T23:00:00+01:00', 'two holidays between'],
  ['2026-12-25T15:00:00+01:00', 1, '2026-12-24T23:00:00+01:00', 'asked on a holiday'],
  ['2026-12-26T00:00:00+01:00', 24, '2026-12-24T00:00:00+01:00', 'asked at the midnight between two'],
  ['2026-12-28T00:00:00+01:00', 0, '2026-12-28T00:00:00+01:00', 'no time at all'],
])('at %s, %i open hours began at %s: %s', (now, hours, since) => {
  expect(openMinutesBefore(new Date(now), hours * 60, CLOSED).toISOString()).toBe(
    new Date(since).toISOString(),
  )
})

test('a business day begins and ends at midnight in Lagos, as the time zone says', () => {
  const lagos = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })
  for (let day = 0; day < 3_000; day += 1)
    for (const minute of [-1, 0, 23 * 60 - 1, 23 * 60]) {
      const moment = new Date(Date.UTC(2024, 1, 28 + day, 0, minute))
      expect(businessDate(moment)).toBe(lagos.format(moment))
      expect(businessDate(lagosMidnight(businessDate(moment)))).toBe(businessDate(moment))
    }
})
