import { expect, test } from 'vitest'
import { relativeTime } from './RelativeTime.tsx'

test.each([
  // now, then, in words
  ['2026-11-16T08:00:00Z', '2026-11-16T07:00:20Z', '59 minutes ago'],
  ['2026-11-16T08:00:00Z', '2026-11-15T08:20:00Z', '23 hours ago'],
  ['2026-11-16T08:00:00Z', '2026-11-15T07:59:00Z', 'yesterday'],
  ['2026-11-16T01:00:00Z', '2026-11-14T19:00:00Z', '2 days ago'],
  ['2026-11-15T23:10:00Z', '2026-11-15T22:50:00Z', '20 minutes ago'],
  ['2026-11-16T08:00:00Z', '2026-11-17T08:30:00Z', 'tomorrow'],
  ['2026-11-16T08:00:00Z', '2026-11-10T08:00:00Z', '6 days ago'],
  ['2026-11-16T08:00:00Z', '2026-11-03T08:00:00Z', 'last week'],
  ['2026-11-16T08:00:00Z', '2026-09-20T08:00:00Z', 'last month'],
  ['2026-11-16T08:00:00Z', '2025-11-18T08:00:00Z', '11 months ago'],
  ['2026-11-16T08:00:00Z', '2025-04-16T08:00:00Z', 'last year'],
  ['2026-11-16T08:00:00Z', '2024-11-16T08:00:00Z', '2 years ago'],
])('at %s, %s was %s', (now, then, words) => {
  expect(relativeTime(new Date(then), new Date(now))).toBe(words)
})
