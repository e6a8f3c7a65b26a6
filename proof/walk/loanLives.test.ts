/** Whole lives of loans: random products, and acts entered in any order for today and for past days. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { LoanAct } from '../../contract/loans.ts'
import { productTerms, RHYTHMS } from '../../contract/products.ts'
import { readBook } from '../../engine/accounts.ts'
import { COMPONENTS, totalOf } from '../../engine/allocation.ts'
import { addDays, daysBetween, type LocalDate, localDate } from '../../engine/dates.ts'
import { history, type LoanEvent, MONEY_IN } from '../../engine/events.ts'
import { foldLoan, type LoanAgreement, type LoanState } from '../../engine/loan.ts'
import { type Kobo, kobo } from '../../engine/money.ts'
import { agreementFor, type ProductTerms, quote, type Wish } from '../../engine/product.ts'
import { refusalOf, shortRefunds } from '../../engine/refusals.ts'
import { amountOf, eventFor, NOT_WHILE_FROZEN } from '../../server/modules/loans/prepare.ts'
import { agreementOf, type Dossier, paidOutBy } from '../../server/modules/loans/state.ts'

const SEED = 20261118
const RUNS = 300
const START = localDate('2026-01-01')

// ── Products as the settings take them ─────────────────────────────────────────────────────────────────────────────

const naira = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map(value => kobo(BigInt(value) * 100n))

const fees = fc.array(
  fc.record({
    name: fc.constant('Fee'),
    collected: fc.constantFrom(
      'deducted' as const,
      'capitalised' as const,
      'spread' as const,
      'every-instalment' as const,
    ),
    flat: fc.option(naira(0, 2_000)),
    sharePpm: fc.integer({ min: 0, max: 50_000 }),
    of: fc.constantFrom('principal' as const, 'interest' as const, 'principal-and-interest' as const),
  }),
  { maxLength: 2 },
)

const penalties = fc.record({
  sharePpm: fc.integer({ min: 0, max: 100_000 }),
  each: fc.constantFrom('day' as const, 'once' as const),
  of: fc.constantFrom(
    'overdue-principal' as const,
    'overdue-interest' as const,
    'overdue-principal-and-interest' as const,
    'overdue-total' as const,
    'outstanding-principal' as const,
    'original-principal' as const,
  ),
  graceDays: fc.integer({ min: 0, max: 30 }),
  capPpm: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
})

const products: fc.Arbitrary<ProductTerms> = fc
  .record({
    interest: fc.constantFrom('flat' as const, 'reducing' as const),
    repayment: fc.constantFrom('equal-instalments' as const, 'equal-principal' as const),
    ratePpm: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 80_000 }) },
      fc.integer({ min: 0, max: 300_000 }),
    ),
    ratePer: fc.constantFrom('month' as const, 'month' as const, 'year' as const),
    accrual: fc.constantFrom(
      'nominal' as const,
      'nominal' as const,
      'actual/360' as const,
      'actual/365' as const,
      'actual/actual-isda' as const,
      'actual/actual-start' as const,
      '30/360-us' as const,
      '30e/360' as const,
    ),
    frequency: fc.record({
      code: fc.constant('any'),
      name: fc.constant('Any'),
      rhythm: fc.constantFrom('monthly' as const, ...RHYTHMS),
      anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
      firstDue: fc.constantFrom('payroll' as const, 'one-period' as const),
    }),
    interestBasis: fc.constantFrom('schedule' as const, 'daily-balance' as const),
    weekend: fc.constantFrom('unmoved' as const, 'next' as const, 'previous' as const),
    lastInstalment: fc.constantFrom('takes-rest' as const, 'not-above' as const),
    fees,
    penalty: fc.option(penalties),
    moratorium: fc.record({
      principalRows: fc.constantFrom(0, 0, 0, 1, 3),
      interestRows: fc.constantFrom(0, 0, 0, 1, 2),
      interestIs: fc.constantFrom('deferred' as const, 'waived' as const),
    }),
    allocation: fc.record({
      order: fc.shuffledSubarray([...COMPONENTS], { minLength: 4, maxLength: 4 }),
      beyondDue: fc.constantFrom('pay-ahead' as const, 'keep-as-credit' as const),
    }),
    roundingUnit: fc.constantFrom(kobo(1n), kobo(1n), kobo(100n), kobo(5_000n), kobo(100_000n)),
    rounding: fc.constantFrom('half-up' as const, 'half-even' as const, 'up' as const, 'down' as const),
    prepayment: fc.constantFrom(
      'in-advance' as const,
      'shorter-term' as const,
      'smaller-instalment' as const,
    ),
    cutOffDay: fc.integer({ min: 1, max: 31 }),
  })
  .map(({ moratorium: drawn, ...terms }) => {
    const isDaily =
      terms.interestBasis === 'daily-balance' && terms.interest === 'reducing' && terms.accrual !== 'nominal'
    const moratorium = isDaily ? { ...drawn, interestRows: 0 } : drawn
    const rows = Math.max(moratorium.principalRows, moratorium.interestRows)
    const isByWeek = terms.frequency.rhythm === 'weekly' || terms.frequency.rhythm === 'two-weekly'
    const isLevel = terms.interest === 'reducing' && terms.repayment === 'equal-instalments'
    return {
      ...terms,
      weekend: isByWeek ? ('unmoved' as const) : terms.weekend,
      interestBasis: isDaily ? ('daily-balance' as const) : ('schedule' as const),
      allocation: isDaily ? { ...terms.allocation, beyondDue: 'pay-ahead' as const } : terms.allocation,
      lastInstalment: isLevel && !isDaily ? terms.lastInstalment : ('takes-rest' as const),
      fees: terms.fees.map(fee => ({
        ...fee,
        of: fee.collected === 'spread' || fee.collected === 'every-instalment' ? fee.of : undefined,
      })),
      moratorium:
        terms.frequency.rhythm === 'one-payment'
          ? { ...moratorium, principalRows: 0, interestRows: 0 }
          : moratorium,
      leastAmount: kobo(1_000_000n),
      mostAmount: kobo(300_000_000n),
      leastTenor: terms.frequency.rhythm === 'one-payment' ? 1 : rows + 1,
      mostTenor: 24,
      shareOfPayPpm: 333_300,
    }
  })

const wire = (product: ProductTerms) => z.encode(productTerms, product as z.output<typeof productTerms>)

const wishes = (product: ProductTerms): fc.Arbitrary<Wish> =>
  fc.record({
    amount: naira(Number(product.leastAmount) / 100, 3_000_000),
    tenor: fc.integer({ min: product.leastTenor, max: product.mostTenor }),
    payOutOn: fc.integer({ min: 0, max: 800 }).map(days => addDays(START, days)),
  })

// ── Acts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const KINDS = [
  ...([
    'receipt',
    'receipt',
    'receipt',
    'receipt',
    'refund',
    'refund',
    'refund',
    'charge',
    'charge',
  ] as const),
  ...([
    'reversal',
    'reversal',
    'restructure',
    'settle',
    'writeOff',
    'holiday',
    'waiver',
    'recovery',
  ] as const),
  ...(['freeze', 'unfreeze'] as const),
]

/** One entry: days since the last entry, days it is dated back, and the share of the amount. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    gap: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 45 })),
    back: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 40 })),
    size: fc.integer({ min: 1, max: 400 }),
    pick: fc.integer({ min: 0, max: 30 }),
  }),
  { minLength: 4, maxLength: 16 },
)
type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

const hundredths = (amount: bigint, size: number): Kobo => kobo((amount * BigInt(size)) / 100n + 1n)
const atMost = (amount: Kobo, most: bigint): Kobo => (amount > most ? kobo(most) : amount)
function choose<T>(choices: readonly T[], pick: number): T {
  const chosen = choices[pick % choices.length]
  if (chosen === undefined) throw new Error('there is nothing to choose')
  return chosen
}

function actOf(
  { kind, back, size, pick }: Step,
  state: LoanState,
  events: readonly LoanEvent[],
  today: LocalDate,
): LoanAct {
  const on = addDays(today, -back)
  const paid = { channel: 'cash', reference: 'R' } as const
  const amount = hundredths(state.instalment, size)
  switch (kind) {
    case 'receipt': {
      const effects = ['as agreed', 'as agreed', 'in-advance', 'shorter-term', 'smaller-instalment'] as const
      const effect = choose(effects, pick)
      return { act: kind, on, amount, ...paid, ...(effect === 'as agreed' ? {} : { effect }) }
    }
    case 'recovery':
      return { act: kind, on, amount, ...paid }
    case 'refund':
      return { act: kind, amount: size > 100 ? state.credit : hundredths(state.credit, size) }
    case 'charge':
      return {
        act: kind,
        component: choose(['fee', 'penalty'], pick),
        amount: hundredths(state.instalment, (size / 4 + 1) | 0),
        on,
      }
    case 'reversal':
      return { act: kind, of: choose(events, pick).id }
    case 'restructure': {
      const capitalises = choose(
        [[], ['interest'], ['interest', 'fee', 'penalty'], ['penalty']] as const,
        pick,
      )
      return {
        act: kind,
        tenor: 1 + (size % 24),
        ratePpm: (size % 60) * 1_000,
        capitalises: [...capitalises],
      }
    }
    case 'settle':
      return { act: kind, quoteId: '', on: addDays(today, -(back % 6)), ...paid }
    case 'holiday':
      return { act: kind, periods: 1 + (size % 3), interest: choose(['waived', 'added'], pick) }
    case 'waiver': {
      const component = choose(['interest', 'fee', 'penalty'] as const, pick)
      return { act: kind, component, amount: atMost(amount, state.outstanding[component]) }
    }
    case 'freeze':
      return { act: kind, cause: 'dispute' }
    case 'writeOff':
    case 'unfreeze':
      return { act: kind }
  }
}

type Life = { agreement: LoanAgreement; events: readonly LoanEvent[]; today: LocalDate }

/** Enters what the loan takes, as the server does, and skips what it refuses. */
function live(product: ProductTerms, wish: Wish, plan: readonly Step[]): Life {
  const row = { principal: wish.amount, tenor: wish.tenor, terms: wire(product) }
  let today = wish.payOutOn
  const events: LoanEvent[] = [
    {
      id: 'disbursement',
      type: 'disbursement',
      date: today,
      enteredOn: today,
      sequence: 1,
      amount: wish.amount,
    },
  ]
  let isFrozen = false
  for (const [index, step] of plan.entries()) {
    today = addDays(today, step.gap)
    const dossier = { row, rows: events, events } as unknown as Dossier
    const agreement = agreementOf(dossier, today)
    const act = actOf(step, foldLoan(agreement, events, today), events, today)
    if (isFrozen ? NOT_WHILE_FROZEN.has(act.act) || act.act === 'freeze' : act.act === 'unfreeze') continue
    const event = eventFor(today, dossier, act, `${index}-${act.act}`)
    if (!event || refusalOf(agreement, events, event, today)) continue
    events.push(event)
    if (act.act === 'freeze' || act.act === 'unfreeze') isFrozen = act.act === 'freeze'
  }
  const dossier = { row, rows: events, events } as unknown as Dossier
  return { agreement: agreementOf(dossier, today), events, today }
}

const loans = products.chain(product => fc.record({ product: fc.constant(product), wish: wishes(product) }))
const lives = loans.chain(({ product, wish }) => steps.map(plan => live(product, wish, plan)))

/** Days on which something was entered or fell due, those before a reversal, and one beyond the last entry. */
function daysOf({ agreement, events, today }: Life): LocalDate[] {
  const { instalments } = foldLoan(agreement, events, today)
  const due = instalments.findLast(({ dueDate }) => dueDate <= today)?.dueDate ?? today
  const days = events.flatMap(({ type, date }) => (type === 'reversal' ? [date, addDays(date, -1)] : [date]))
  return [...new Set([...days, due, addDays(today, 100)])]
}

function moneyIn(events: readonly LoanEvent[], day: LocalDate): bigint {
  const { events: known, undone } = history(events, day)
  return known.reduce((total, event) => {
    if (undone.has(event.id)) return total
    if (event.type === 'refund') return total - event.amount
    return MONEY_IN.has(event.type) ? total + amountOf(event) : total
  }, 0n)
}

// ── What holds ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Plain comparisons: a matcher for each of a million figures would take longer than finding them. */
function wrongOn({ agreement, events }: Life, day: LocalDate): string | undefined {
  const state = foldLoan(agreement, events, day)
  if (state.credit < 0n || shortRefunds(state).length > 0) return 'the credit is below zero'
  if (totalOf(state.paid) + state.credit + state.recovered !== moneyIn(events, day)) return 'money is lost'
  for (const { due, paid, waived, writtenOff, outstanding, balance } of [
    ...state.instalments,
    { ...state, balance: state.instalment },
  ]) {
    if (balance < 0n) return 'a balance or an instalment is below zero'
    for (const part of COMPONENTS) {
      const parts = [paid[part], waived[part], writtenOff[part], outstanding[part]]
      if (parts.some(amount => amount < 0n)) return `${part} is below zero`
      if (parts.reduce((sum, amount) => sum + amount, 0n) !== due[part]) return `${part} does not add up`
    }
  }
  readBook(state, paidOutBy(agreement))
  return undefined
}

const assertLoans = (runs: number, holds: (loan: { product: ProductTerms; wish: Wish }) => void) =>
  fc.assert(fc.property(loans, holds), { numRuns: runs, seed: SEED })

test('the products are those that the settings take', () => {
  assertLoans(200, ({ product }) => {
    expect(productTerms.safeParse(wire(product)).success).toBe(true)
  })
})

test('whatever is entered, on every day: no credit below zero, no kobo lost, books that balance', () => {
  fc.assert(
    fc.property(lives, life => {
      for (const day of daysOf(life))
        expect(wrongOn(life, day) && `${wrongOn(life, day)} on ${day}`).toBeUndefined()
    }),
    { numRuns: 3_000, seed: SEED },
  )
})

/** The loan when each row is paid on its day, after what was prepaid. */
function paidOnTime(product: ProductTerms, wish: Wish, projection: readonly LoanEvent[] = []): LoanEvent[] {
  const agreement = agreementFor(product, wish)
  const events: LoanEvent[] = [
    { id: 'disbursement', type: 'disbursement', date: wish.payOutOn, amount: wish.amount },
  ]
  const waiting = [...projection]
  for (let day = wish.payOutOn; ; ) {
    const { nextDue } = foldLoan(agreement, events, addDays(day, 1))
    if (!nextDue) return events
    const [first] = waiting
    if (first && first.date < nextDue.date) {
      events.push(first)
      waiting.shift()
      continue
    }
    day = nextDue.date
    const { instalments } = foldLoan(agreement, events, day)
    const due = instalments
      .filter(({ dueDate }) => dueDate <= day)
      .map(({ outstanding }) => totalOf(outstanding))
    const amount = kobo(due.reduce((sum, each) => sum + each, 0n))
    if (amount > 0n) events.push({ id: `due-${day}`, type: 'receipt', date: day, amount })
  }
}

const costOf = (product: ProductTerms, wish: Wish, events: readonly LoanEvent[]): bigint => {
  const { paid, outstandingTotal } = foldLoan(agreementFor(product, wish), events, localDate('2060-01-01'))
  expect(outstandingTotal).toBe(0n)
  return paid.interest + paid.fee + paid.penalty
}

test('prepayment never costs more', () => {
  const extras = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 500 })), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(loans, extras, ({ product, wish }, sketches) => {
      const { instalment } = quote(product, wish)
      const projection = sketches
        .toSorted(([a], [b]) => a - b)
        .map(
          ([days, size], index): LoanEvent => ({
            id: `ahead-${index}`,
            type: 'receipt',
            date: addDays(wish.payOutOn, days),
            amount: hundredths(instalment, size),
          }),
        )
      const usual = costOf(product, wish, paidOnTime(product, wish))
      // on the daily balance days move from one row to the next, and each row is rounded by itself
      const rounding = product.interestBasis === 'daily-balance' ? BigInt(wish.tenor) : 0n
      const cost = costOf(product, wish, paidOnTime(product, wish, projection))
      expect(cost).toBeLessThanOrEqual(usual + rounding)
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

test('the quoted APR is the dated cost of the loan that is paid on time', () => {
  assertLoans(RUNS, ({ product, wish }) => {
    const { apr, netPayOut } = quote(product, wish)
    if (!apr || apr.effective > 1_000) return
    const worth = paidOnTime(product, wish)
      .filter(({ type }) => type === 'receipt')
      .reduce((sum, event) => {
        const years = daysBetween(wish.payOutOn, event.date) / 365
        return sum + Number(amountOf(event)) / (1 + apr.effective) ** years
      }, 0)
    expect(worth / Number(netPayOut)).toBeCloseTo(1, 6)
  })
})
