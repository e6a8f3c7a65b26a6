import { describe, expect, test } from 'vitest'
import { readCase } from './case.ts'
import { DEFAULT_FILE, readCases, runCase } from './run.ts'

const cases = readCases(DEFAULT_FILE)
const kinds = [...new Set(cases.map(c => c.kind))]

describe.each(kinds)('public cases: %s', kind => {
  test.each(cases.filter(c => c.kind === kind))('$id', c => {
    expect(runCase(c)).toBeUndefined()
  })
})

describe('a case that cannot be met says why', () => {
  const schedule = cases.find(c => c.kind === 'schedule')

  test.each<[string, object, RegExp]>([
    ['an unknown kind', { kind: 'riddle' }, /kind riddle/],
    ['no input', { kind: 'schedule' }, /unsupported: /],
    [
      'an unknown method',
      { ...schedule, input: { ...schedule?.input, interestMethod: 'sum of digits' } },
      /sumofdigits/,
    ],
    ['an unknown answer', { ...schedule, expected: { mood: 'good' } }, /expected\.mood/],
    ['impossible terms', { ...schedule, input: { ...schedule?.input, term: 0 } }, /tenor out of range/],
    ['no payments', { kind: 'rate', input: { method: 'UK' }, expected: { aprPercent: '1' } }, /got/],
  ])('%s', (_, value, failure) => {
    expect(runCase(readCase(value))).toMatch(failure)
  })
})
