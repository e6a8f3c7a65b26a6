import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Annuity,
  cumulativeInterest,
  cumulativePrincipal,
  futureValue,
  interestPayment,
  modifiedReturn,
  netPresentValue,
  payment,
  periodCount,
  presentValue,
  principalPayment,
} from './annuity.ts'
import { fraction, minus, negative, percent, plus, scaled } from './fraction.ts'
import { type Fraction, formatNaira, kobo } from './money.ts'

const whole = (value: number) => fraction(BigInt(value))
/** Two decimals, as a spreadsheet cell shows. */
const shown = (value: Fraction) => formatNaira(kobo(scaled(value, 2)), '').replaceAll(',', '')

/** Excel: a loan of 500,000 at 4 % for 12 periods. */
const LOAN: Annuity = { rate: percent('4'), periods: 12, present: whole(500_000) }

describe('as a spreadsheet answers', () => {
  test.each<[string, Fraction, string]>([
    ['PMT', payment(LOAN), '-53276.09'],
    ['PMT in advance', payment({ ...LOAN, due: 'begin' }), '-51227.01'],
    ['PMT without interest', payment({ ...LOAN, rate: percent('0') }), '-41666.67'],
    ['PMT leaving 100,000', payment({ ...LOAN, future: whole(-100_000) }), '-46620.87'],
    ['IPMT 1', interestPayment(LOAN, 1), '-20000.00'],
    ['IPMT 12', interestPayment(LOAN, 12), '-2049.08'],
    ['IPMT 1 in advance', interestPayment({ ...LOAN, due: 'begin' }, 1), '0.00'],
    ['PPMT 1', principalPayment(LOAN, 1), '-33276.09'],
    ['CUMIPMT 1-12', cumulativeInterest(LOAN, 1, 12), '-139313.04'],
    ['CUMPRINC 1-12', cumulativePrincipal(LOAN, 1, 12), '-500000.00'],
    ['FV', futureValue(percent('1'), 12, whole(-1000), whole(0)), '12682.50'],
    ['FV in advance', futureValue(percent('1'), 12, whole(-1000), whole(0), 'begin'), '12809.33'],
    ['PV', presentValue(percent('7'), 20, whole(12_000)), '-127128.17'],
    ['PV of a sum', presentValue(percent('10'), 1, whole(0), whole(1100)), '-1000.00'],
    ['NPV', netPresentValue(percent('10'), [whole(-100), whole(110)]), '0.00'],
    ['NPV, first flow after a period', netPresentValue(percent('10'), [whole(110)], 1), '100.00'],
  ])('%s', (_, value, expected) => {
    expect(shown(value)).toBe(expected)
  })

  test.each<[string, number, number]>([
    ['without interest', periodCount(percent('0'), whole(-100), whole(1000)), 10],
    ['with interest', periodCount(percent('4'), payment(LOAN), whole(500_000)), 12],
    [
      'in advance',
      periodCount(percent('4'), payment({ ...LOAN, due: 'begin' }), whole(500_000), whole(0), 'begin'),
      12,
    ],
  ])('NPER %s', (_, found, expected) => {
    expect(found).toBeCloseTo(expected, 10)
  })
})

test('MIRR finances costs and invests gains', () => {
  const flows = [-100, 60, 0, 60].map(whole)
  // 60 × 1.1² + 60 = 132.6 after three periods
  expect(modifiedReturn(flows, percent('5'), percent('10'))).toBeCloseTo(1.326 ** (1 / 3) - 1, 12)
})

test('payments and values undo each other exactly', () => {
  const terms = fc.record({
    basisPoints: fc.bigInt(0n, 5000n),
    periods: fc.integer({ min: 1, max: 40 }),
    present: fc.bigInt(1n, 10n ** 12n),
    due: fc.constantFrom('end' as const, 'begin' as const),
  })
  fc.assert(
    fc.property(terms, ({ basisPoints, periods, present, due }) => {
      const annuity: Annuity = {
        rate: fraction(basisPoints, 10_000n),
        periods,
        present: fraction(present),
        due,
      }
      const paid = payment(annuity)
      expect(futureValue(annuity.rate, periods, paid, annuity.present, due).numerator).toBe(0n)
      expect(minus(presentValue(annuity.rate, periods, paid, whole(0), due), annuity.present).numerator).toBe(
        0n,
      )
      expect(plus(interestPayment(annuity, periods), principalPayment(annuity, periods))).toEqual(paid)
      expect(cumulativePrincipal(annuity, 1, periods)).toEqual(negative(annuity.present))
    }),
    { numRuns: 40 },
  )
})
