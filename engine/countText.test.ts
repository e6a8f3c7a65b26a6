import { expect, test } from 'vitest'
import { countOf, countText } from './countText.ts'

test.each([
  [0, '0 loans'],
  [1, '1 loan'],
  [2, '2 loans'],
  [12_000, '12,000 loans'],
])('%d: %s', (number, words) => {
  expect(countOf(number, 'loan')).toBe(words)
})

test('a word that is counted otherwise, and a number alone', () => {
  expect([countOf(1, 'entry', 'entries'), countOf(1_001, 'entry', 'entries'), countText(1_234_567)]).toEqual([
    '1 entry',
    '1,001 entries',
    '1,234,567',
  ])
})
