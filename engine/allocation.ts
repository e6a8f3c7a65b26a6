/**
 * Which debts a sum of money settles, and in what order. The order is data: a lender writes it into the
 * product, and a receipt of 2024 replays by the order its loan was sold with.
 */

import type { LocalDate } from './dates.ts'
import { type Kobo, kobo, ZERO } from './money.ts'

export type Component = 'penalty' | 'fee' | 'interest' | 'principal'
export const COMPONENTS: readonly Component[] = ['penalty', 'fee', 'interest', 'principal']

/** One amount per component. */
export type Parts = { readonly [C in Component]: Kobo }
export type MutableParts = { [C in Component]: Kobo }
export const noParts = (): MutableParts => ({ penalty: ZERO, fee: ZERO, interest: ZERO, principal: ZERO })

export const totalOf = (parts: Parts): Kobo =>
  kobo(parts.penalty + parts.fee + parts.interest + parts.principal)

/** Where a debt stands on the day money comes in. */
export type Timing = 'past-due' | 'due' | 'in-advance'

export type AllocationStep = {
  readonly settles: readonly Timing[]
  readonly order: readonly Component[]
}

/** Steps one after another, each instalment by instalment; what no step takes is the customer's credit. */
export type AllocationRule = readonly AllocationStep[]

const ANY_TIME: readonly Timing[] = ['past-due', 'due', 'in-advance']

/** Instalment by instalment, whether it is due or not. */
export const instalmentByInstalment = (order: readonly Component[] = COMPONENTS): AllocationRule => [
  { settles: ANY_TIME, order },
]

/** Everything already due first; only then what is not due yet. */
export const dueThenInAdvance = (order: readonly Component[] = COMPONENTS): AllocationRule => [
  { settles: ['past-due', 'due'], order },
  { settles: ['in-advance'], order },
]

/** Only what is due; an over-deduction waits as credit until the next instalment falls due. */
export const dueOnly = (order: readonly Component[] = COMPONENTS): AllocationRule => [
  { settles: ['past-due', 'due'], order },
]

/** What is owed in one component of one instalment, or in one charge of it. */
export type Debt = {
  readonly component: Component
  readonly dueDate: LocalDate
  readonly owed: bigint
}

/** The debts of one instalment; a rule sees instalments in the order given. */
export type Debtor = { readonly debts: readonly Debt[] }

export const timingOf = (dueDate: LocalDate, on: LocalDate): Timing =>
  dueDate < on ? 'past-due' : dueDate === on ? 'due' : 'in-advance'

/** Most rows a replay meets are paid already: one look spares the walk through their components. */
export function isPaid(debts: readonly Debt[]): boolean {
  for (const { owed } of debts) if (owed > 0n) return false
  return true
}

type Pay<D, I> = (debt: D, amount: bigint, instalment: I) => void

/** Offers money to one component of one instalment and returns what is left. */
function offer<D extends Debt, I extends { readonly debts: readonly D[] }>(
  instalment: I,
  component: Component,
  settles: readonly Timing[],
  on: LocalDate,
  amount: bigint,
  pay: Pay<D, I>,
): bigint {
  let left = amount
  for (const debt of instalment.debts) {
    if (debt.component !== component || debt.owed <= 0n || left === 0n) continue
    if (settles.length < ANY_TIME.length && !settles.includes(timingOf(debt.dueDate, on))) continue
    const paid = debt.owed < left ? debt.owed : left
    left -= paid
    pay(debt, paid, instalment)
  }
  return left
}

/**
 * Hands `amount` to debts in the order of the rule and returns what is left.
 * `pay` must lower `owed`; a later step may come back to the same debt.
 */
export function settle<D extends Debt, I extends { readonly debts: readonly D[] }>(
  instalments: readonly I[],
  amount: bigint,
  on: LocalDate,
  rule: AllocationRule,
  pay: Pay<D, I>,
): bigint {
  let left = amount
  for (const { settles, order } of rule) {
    for (const each of instalments) {
      if (left === 0n) return 0n
      if (isPaid(each.debts)) continue
      for (const component of order) left = offer(each, component, settles, on, left, pay)
    }
  }
  return left
}
