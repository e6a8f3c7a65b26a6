import { describe, expect, test } from 'vitest'
import { readCase } from './case.ts'
import { DEFAULT_FILE, groupedByReason, readCases, runCase } from './run.ts'

const cases = readCases(DEFAULT_FILE)
const outcomes = cases.map(c => ({ id: c.id, outcome: runCase(c) }))

describe('public cases', () => {
  test('no case that a product can express fails', () => {
    const failed = outcomes.filter(({ outcome }) => typeof outcome === 'object' && 'failure' in outcome)
    expect(failed).toEqual([])
  })

  test('passed and not offered, as README and CONTRIBUTING state them', () => {
    const passed = outcomes.filter(({ outcome }) => outcome === 'passed').length
    const notOffered = [...groupedByReason(cases).values()].flat().length
    expect({ cases: cases.length, passed, notOffered }).toEqual({ cases: 231, passed: 119, notOffered: 112 })
  })

  test('the reader understands every case', () => {
    expect([...groupedByReason(cases).keys()].filter(reason => reason.startsWith('not readable'))).toEqual([])
  })
})

describe('what a case expects', () => {
  const offered = cases.filter((_, index) => outcomes[index]?.outcome === 'passed')

  /** Every figure one more than it was. */
  const spoiled = (value: unknown): unknown => {
    if (typeof value === 'number') return value + 1
    if (typeof value === 'string' && /^\d+\/\d/.test(value)) return `1${value}`
    if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return String(Number(value) + 1)
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return '1999-01-01'
    if (Array.isArray(value)) return value.map(spoiled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        ['n', 'afterEvent', 'tolerance', 'decimals', 'denominator'].includes(key) ? each : spoiled(each),
      ]),
    )
  }

  test('decides whether it passes', () => {
    const blind = offered.filter(c => {
      const outcome = runCase({ ...c, expected: spoiled(c.expected) as typeof c.expected })
      return typeof outcome === 'string'
    })
    expect(blind.map(({ id }) => id)).toEqual([])
  })

  test('never decides how it is run: without expectations and remarks the same cases are offered', () => {
    const silent = offered.filter(c => {
      const outcome = runCase({ ...c, assumptions: '', reproducedBy: {} })
      return outcome !== 'passed'
    })
    expect(silent.map(({ id }) => id)).toEqual([])
  })
})

describe('a case that no product can express says why', () => {
  const schedule = cases.find(c => c.id === 'RMA-01')

  test.each<[string, object, RegExp]>([
    ['an unknown kind', { kind: 'riddle' }, /kind riddle/],
    ['no input', { kind: 'schedule' }, /a loan without a tenor/],
    [
      'an unknown method',
      { ...schedule, input: { ...schedule?.input, interestMethod: 'sum of digits' } },
      /sumofdigits/,
    ],
    ['an unknown answer', { ...schedule, expected: { mood: 'good' } }, /expected\.mood/],
    [
      'a tenor beyond the settings',
      { ...schedule, input: { ...schedule?.input, term: 121 } },
      /product setting .*Tenor/,
    ],
    [
      'an instalment agreed beforehand',
      { ...schedule, input: { ...schedule?.input, instalment: '5000' } },
      /agreed beforehand/,
    ],
    ['no payments', { kind: 'rate', input: { method: 'UK' }, expected: { aprPercent: '1' } }, /in parts/],
  ])('%s', (_, value, reason) => {
    expect(runCase(readCase(value))).toEqual({ notOffered: expect.stringMatching(reason) })
  })
})
