import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BookAccount, readBook } from './accounts.ts'
import { addDays, type LocalDate, localDate } from './dates.ts'
import type { LoanEvent } from './events.ts'
import { foldLoan, type LoanAgreement, type LoanState } from './loan.ts'
import { type Kobo, kobo } from './money.ts'
import { passedOnByRow, passedOnOf, passedOnWithin } from './passedOn.ts'
import { feeNote, quote } from './product.ts'
import { buildSchedule } from './schedule.ts'
import type { Fee, LoanTerms, PassedOn } from './terms.ts'

const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const PAID_OUT = localDate('2026-01-10')
const parts = (insurer: bigint, vat: bigint): PassedOn => ({ insurer: kobo(insurer), vat: kobo(vat) })
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

test.each<[text: string, fee: Omit<Fee, 'amount' | 'collected'>, insurer: bigint, vat: bigint]>([
  ['our own without VAT', {}, 0n, 0n],
  ['our own with 7.5% of VAT in it', { vatPpm: 75_000n }, 0n, 7_500n],
  ['a premium', { goesTo: 'insurer' }, 107_500n, 0n],
  ['a premium with VAT', { goesTo: 'insurer', vatPpm: 75_000n }, 100_000n, 7_500n],
])('of ₦1,075: %s', (_, fee, insurer, vat) => {
  const whole: Fee = { amount: { flat: naira(1_075) }, collected: 'deducted', ...fee }
  expect(passedOnOf(whole, naira(1_075), 'half-up')).toEqual({ insurer, vat })
})

describe('parts of a fee', () => {
  const wholes = fc
    .record({
      of: fc.bigInt(1n, 10_000_000n),
      vat: fc.bigInt(0n, 500n),
      insurer: fc.bigInt(0n, 1_000n),
    })
    .map(({ of, vat, insurer }) => {
      const tax = (of * vat) / 1_000n
      return { of, whole: parts(((of - tax) * insurer) / 1_000n, tax) }
    })

  test('grow with it, kobo by kobo, and are exact at the end', () => {
    fc.assert(
      fc.property(wholes, fc.bigInt(0n, 10_000_000n), ({ of, whole }, some) => {
        const reached = some % of
        const [now, next] = [passedOnWithin(whole, of, reached), passedOnWithin(whole, of, reached + 1n)]
        const grown = [next.insurer - now.insurer, next.vat - now.vat]
        grown.push(1n - total(grown))
        expect(grown.toSorted((a, b) => Number(a - b))).toEqual([0n, 0n, 1n])
        expect(passedOnWithin(whole, of, of)).toEqual(whole)
      }),
    )
  })

  test('row by row they are within the row and sum to the whole', () => {
    fc.assert(
      fc.property(wholes, fc.array(fc.bigInt(0n, 1_000n), { minLength: 1 }), ({ of, whole }, weights) => {
        const shares = weights.map(weight => (of * weight) / (total(weights) + 1n))
        const amounts = [...shares, of - total(shares)]
        const rows = passedOnByRow(whole, amounts)
        expect(parts(total(rows.map(row => row.insurer)), total(rows.map(row => row.vat)))).toEqual(whole)
        for (const [n, { insurer, vat }] of rows.entries()) {
          expect(insurer >= 0n && vat >= 0n).toBe(true)
          expect(insurer + vat <= (amounts[n] ?? 0n)).toBe(true)
        }
      }),
    )
  })
})

// ── Lives of loans ─────────────────────────────────────────────────────────────────────────────────────────────────

const fees: fc.Arbitrary<Fee[]> = fc.array(
  fc.record({
    amount: fc.bigInt(1n, 900_000n).map(flat => ({ flat: kobo(flat) })),
    collected: fc.constantFrom('deducted', 'capitalised', 'spread', 'spread', 'every-instalment'),
    goesTo: fc.constantFrom(undefined, 'insurer' as const),
    vatPpm: fc.constantFrom(undefined, 75_000n, 200_000n),
  }),
  { maxLength: 3 },
)

const agreements: fc.Arbitrary<LoanAgreement> = fc
  .record({
    fees,
    tenor: fc.integer({ min: 1, max: 12 }),
    rate: fc.bigInt(0n, 60n),
    prepayment: fc.constantFrom(
      'in-advance' as const,
      'shorter-term' as const,
      'smaller-instalment' as const,
    ),
  })
  .map(({ fees, tenor, rate, prepayment }) => ({
    prepayment,
    terms: {
      principal: naira(120_000),
      disbursedOn: PAID_OUT,
      tenor,
      frequency: { every: 1, unit: 'month' },
      interest: 'reducing',
      repayment: 'equal-instalments',
      rate: { value: { numerator: rate, denominator: 1_000n }, per: 'month' },
      fees,
    },
  }))

type Sketch = { type: number; after: number; amount: bigint }
const sketches: fc.Arbitrary<Sketch[]> = fc.array(
  fc.record({
    type: fc.integer({ min: 0, max: 99 }),
    after: fc.integer({ min: 0, max: 45 }),
    amount: fc.bigInt(1n, 3_000_000n).map(amount => amount + 1n),
  }),
  { maxLength: 8 },
)

function eventOf({ terms }: LoanAgreement, { type, amount }: Sketch, id: string, date: LocalDate): LoanEvent {
  const flat = kobo(amount)
  if (type < 45) return { id, date, type: 'receipt', amount: flat }
  if (type < 55) return { id, date, type: 'charge', component: 'fee', amount: { flat }, due: date }
  if (type < 65) return { id, date, type: 'waiver', of: { component: 'fee' }, amount: kobo(amount / 20n) }
  if (type < 75) return { id, date, type: 'reversal', of: 'event 1' }
  if (type < 80) return { id, date, type: 'holiday', periods: 1, interest: 'waived' }
  if (type < 86)
    return { id, date, type: 'settlement', amount: naira(200_000), rule: { interest: 'to-date' } }
  if (type < 90) return { id, date, type: 'write-off' }
  const recurring = (terms.fees ?? []).filter(fee => fee.collected === 'every-instalment')
  return {
    id,
    date,
    type: 'restructure',
    terms: { ...terms, tenor: 8, fees: recurring },
    capitalises: type < 95 ? ['interest', 'fee'] : [],
  }
}

const lives = fc.tuple(agreements, sketches).map(([agreement, drawn]) => {
  const events: LoanEvent[] = [
    { id: 'pay-out', date: PAID_OUT, type: 'disbursement', amount: agreement.terms.principal },
  ]
  let date = PAID_OUT
  for (const sketch of drawn) {
    date = addDays(date, sketch.after)
    events.push(eventOf(agreement, sketch, `event ${events.length}`, date))
  }
  return { agreement, events, last: addDays(date, 40) }
})

const read = (agreement: LoanAgreement, events: readonly LoanEvent[], day: LocalDate) => {
  const state = foldLoan(agreement, events, day)
  return { state, accounts: readBook(state, buildSchedule(agreement.terms)).accounts }
}

const withFees = (agreement: LoanAgreement, change: (fee: Fee) => Fee): LoanAgreement => ({
  ...agreement,
  terms: { ...agreement.terms, fees: (agreement.terms.fees ?? []).map(change) },
})
const asOurs = ({ amount, collected }: Fee): Fee => ({ amount, collected })
const changedTerms = (events: readonly LoanEvent[], change: (fee: Fee) => Fee): LoanEvent[] =>
  events.map(event =>
    event.type === 'restructure'
      ? { ...event, terms: { ...event.terms, fees: (event.terms.fees ?? []).map(change) } }
      : event,
  )

const sumOf = (accounts: Record<BookAccount, bigint>): bigint =>
  accounts.feeIncome + accounts.premiumsPayable + accounts.vatPayable

describe('whatever happens to a loan', () => {
  const everyDay = (
    holds: (life: { agreement: LoanAgreement; events: LoanEvent[]; day: LocalDate }) => void,
    runs = 250,
  ) =>
    fc.assert(
      fc.property(lives, ({ agreement, events, last }) => {
        for (let day = PAID_OUT; day <= last; day = addDays(day, 13)) holds({ agreement, events, day })
      }),
      { numRuns: runs, seed: 20_261_119 },
    )

  test('only income is divided: the borrower and every other account see nothing of it', () => {
    everyDay(({ agreement, events, day }) => {
      const { state, accounts } = read(agreement, events, day)
      const ours = read(withFees(agreement, asOurs), changedTerms(events, asOurs), day)
      const { premiumsPayable: _p, vatPayable: _v, feeIncome: _f, ...others } = accounts
      expect(ours.accounts).toMatchObject(others)
      expect(ours.accounts.feeIncome).toBe(sumOf(accounts))
      expect(ours.state.outstandingTotal).toBe(state.outstandingTotal)
      expect(accounts.premiumsPayable <= 0n && accounts.vatPayable <= 0n).toBe(true)
    })
  })

  test('where every fee is a premium, what is left as our income is what was charged on the way', () => {
    const asPremium = (fee: Fee): Fee => ({ ...asOurs(fee), goesTo: 'insurer' })
    everyDay(({ agreement, events, day }) => {
      const [of, lived] = [withFees(agreement, asPremium), changedTerms(events, asPremium)]
      const { state, accounts } = read(of, lived, day)
      expect(accounts.vatPayable).toBe(0n)
      if (state.charges.some(({ component }) => component === 'fee')) return
      expect(accounts.feeIncome).toBe(0n)
    })
  })
})

/** Row by row from the terms alone, for a loan to which only time and receipts happen. */
function independently({ fees = [], tenor }: LoanTerms, state: LoanState): PassedOn {
  let [insurer, vat] = [0n, 0n]
  const add = (fee: Fee, amount: bigint, reached: bigint): void => {
    const tax = roundedHalf(amount * (fee.vatPpm ?? 0n), 1_000_000n + (fee.vatPpm ?? 0n))
    const ofTax = (tax * reached) / amount
    vat += ofTax
    if (fee.goesTo) insurer += reached - ofTax
  }
  for (const fee of fees) {
    if (!('flat' in fee.amount)) continue
    const amount = fee.amount.flat
    if (fee.collected === 'deducted' || fee.collected === 'capitalised') add(fee, amount, amount)
    if (fee.collected === 'spread') {
      // what is reached of it: rows that are due, all but the last of the same size
      const rows = state.instalments.filter(row => row.dueDate <= state.asOf).length
      add(fee, amount, rows === tenor ? amount : (amount / BigInt(tenor)) * BigInt(rows))
    }
    if (fee.collected === 'every-instalment')
      for (const row of state.instalments) if (row.dueDate <= state.asOf) add(fee, amount, amount)
  }
  return parts(insurer, vat)
}
const roundedHalf = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)

test('over time alone it is what a second calculation from the terms gives', () => {
  fc.assert(
    fc.property(agreements, fc.integer({ min: 0, max: 400 }), ({ terms }, after) => {
      // one fee in the rows, so that a row tells its parts
      const [first] = (terms.fees ?? []).filter(fee => fee.collected === 'spread')
      const others = (terms.fees ?? []).filter(fee => fee.collected !== 'spread')
      const agreement = { terms: { ...terms, fees: first ? [...others, first] : others } }
      const paidOut: LoanEvent = { id: 'out', date: PAID_OUT, type: 'disbursement', amount: terms.principal }
      const { state, accounts } = read(agreement, [paidOut], addDays(PAID_OUT, after))
      const expected = independently(agreement.terms, state)
      expect([-accounts.premiumsPayable, -accounts.vatPayable]).toEqual([expected.insurer, expected.vat])
    }),
    { numRuns: 1_000, seed: 20_261_119 },
  )
})

test('a quote says what of a fee is not the lender’s', () => {
  const product = {
    interest: 'flat',
    repayment: 'equal-instalments',
    ratePpm: 0,
    ratePer: 'month',
    accrual: 'nominal',
    frequency: { code: 'm', name: 'Monthly', rhythm: 'monthly', anchorDay: null, firstDue: 'one-period' },
    leastAmount: naira(1_000),
    mostAmount: naira(1_000_000),
    leastTenor: 1,
    mostTenor: 24,
    fees: [
      { name: 'Credit life', collected: 'deducted', flat: null, sharePpm: 10_000, goesTo: 'insurer' },
      { name: 'Processing', collected: 'spread', flat: naira(2_150), sharePpm: 0, vatPpm: 75_000 },
      { name: 'Form', collected: 'deducted', flat: naira(100), sharePpm: 0 },
    ],
    penalty: null,
    moratorium: { principalRows: 0, interestRows: 0, interestIs: 'deferred' },
    allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'keep-as-credit' },
    roundingUnit: kobo(1n),
    rounding: 'half-up',
    prepayment: 'in-advance',
    shareOfPayPpm: 333_300,
    cutOffDay: 31,
  } as const
  const { fees, netPayOut } = quote(product, { amount: naira(100_000), tenor: 12, payOutOn: PAID_OUT })
  expect(fees.map(fee => feeNote(fee, fee.collected))).toEqual([
    'deducted, paid to the insurer',
    'spread, including VAT of ₦150.00',
    'deducted',
  ])
  expect(netPayOut).toBe(naira(98_900))
})
