import { expect, test } from 'vitest'
import { asOfText } from './FormulaHint.tsx'

const AS_OF = {
  askedAt: '2026-11-16T09:03:00.000Z',
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  frozen: null,
}

test.each(['requests', 'suspense', 'unremitted', 'messages'] as const)(
  'a page left open does not say “now” of the morning: %s',
  formula => {
    expect(asOfText(formula, AS_OF)).toBe('At 16 Nov 2026, 10:03 Lagos time.')
  },
)

test('a calculated figure says when it was updated', () => {
  expect(asOfText('collected', AS_OF)).toMatch(/^Updated 16 Nov 2026, 10:00 Lagos time/)
})

test.each(['requests', 'suspense', 'unremitted', 'retiring'] as const)(
  'of a month-end it is of its last day: %s',
  formula => {
    const frozen = { on: '2026-10-31', at: '2026-10-31T23:05:00.000Z' }
    expect(asOfText(formula, { ...AS_OF, frozen })).toMatch(
      /^At 31.Oct.2026, month-end snapshot saved 1 Nov 2026, 00:05/,
    )
  },
)
