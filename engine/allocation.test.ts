import { describe, expect, test } from 'vitest'
import {
  type AllocationRule,
  COMPONENTS,
  type Component,
  type Debtor,
  dueOnly,
  dueThenInAdvance,
  instalmentByInstalment,
  noParts,
  settle,
} from './allocation.ts'
import { localDate } from './dates.ts'
import { kobo } from './money.ts'

const naira = (amount: number) => kobo(BigInt(amount) * 100n)

/** Three instalments on the 25th: principal 10,000, interest 1,000, a fee of 200 and a penalty of 50 each. */
const INSTALMENTS: readonly Debtor[] = ['2026-01-25', '2026-02-25', '2026-03-25'].map(dueDate => ({
  debts: (
    [
      ['principal', 10_000],
      ['interest', 1_000],
      ['fee', 200],
      ['penalty', 50],
    ] as const
  ).map(([component, amount]) => ({ component, dueDate: localDate(dueDate), owed: naira(amount) })),
}))

/** What a sum does to a copy of the instalments, and what is left of it. */
function divided(amount: bigint, day: string, rule: AllocationRule) {
  const copies = INSTALMENTS.map(({ debts }) => ({
    debts: debts.map(debt => ({ ...debt })),
    paid: noParts(),
  }))
  const credit = settle(
    copies,
    amount,
    localDate(day),
    rule,
    (debt: { component: Component; owed: bigint }, paid, copy) => {
      debt.owed -= paid
      copy.paid[debt.component] = kobo(copy.paid[debt.component] + paid)
    },
  )
  return { perInstalment: copies.map(({ paid }) => paid), credit }
}

/** `penalty 50, fee 200`: what one instalment received. */
const words = (parts: { readonly [C in Component]: bigint }): string =>
  COMPONENTS.filter(name => parts[name] > 0n)
    .map(name => `${name} ${parts[name] / 100n}`)
    .join(', ')

const interestFirst: readonly Component[] = ['interest', 'principal', 'fee', 'penalty']

describe('a receipt goes', () => {
  test.each<[string, AllocationRule, string, number, string[], number]>([
    // rule, day, naira, what each instalment receives, credit left
    [
      'to the first instalment in full',
      instalmentByInstalment(),
      '2026-01-25',
      11_250,
      ['penalty 50, fee 200, interest 1000, principal 10000', '', ''],
      0,
    ],
    [
      'in the order of the product',
      instalmentByInstalment(interestFirst),
      '2026-01-25',
      1_500,
      ['interest 1000, principal 500', '', ''],
      0,
    ],
    [
      'penalty before fee before interest',
      instalmentByInstalment(),
      '2026-01-25',
      700,
      ['penalty 50, fee 200, interest 450', '', ''],
      0,
    ],
    [
      'on to the next instalment',
      instalmentByInstalment(),
      '2026-01-25',
      12_000,
      ['penalty 50, fee 200, interest 1000, principal 10000', 'penalty 50, fee 200, interest 500', ''],
      0,
    ],
    [
      'to nothing that is not due, if the product says so',
      dueOnly(),
      '2026-01-25',
      12_000,
      ['penalty 50, fee 200, interest 1000, principal 10000', '', ''],
      750,
    ],
    [
      'nowhere before the first due date, if only dues are paid',
      dueOnly(),
      '2026-01-24',
      12_000,
      ['', '', ''],
      12_000,
    ],
    [
      'to what is due, then ahead in the same order',
      dueThenInAdvance(interestFirst),
      '2026-01-31',
      13_250,
      ['penalty 50, fee 200, interest 1000, principal 10000', 'interest 1000, principal 1000', ''],
      0,
    ],
    [
      'to all, and the rest is credit',
      instalmentByInstalment(),
      '2026-01-25',
      40_000,
      Array(3).fill('penalty 50, fee 200, interest 1000, principal 10000'),
      6_250,
    ],
    ['nowhere when it is nothing', instalmentByInstalment(), '2026-01-25', 0, ['', '', ''], 0],
  ])('%s', (_, rule, day, amount, expected, credit) => {
    const split = divided(naira(amount), day, rule)
    expect(split.perInstalment.map(words)).toEqual(expected)
    expect(split.credit).toBe(naira(credit))
  })
})
