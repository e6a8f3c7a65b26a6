/** Translates what a case says about allocation, recalculation and penalties into a loan agreement. */

import {
  type AllocationRule,
  COMPONENTS,
  type Component,
  dueThenInAdvance,
  instalmentByInstalment,
} from '../../engine/allocation.ts'
import type { PrepaymentEffect } from '../../engine/events.ts'
import { fraction } from '../../engine/fraction.ts'
import type { LoanAgreement } from '../../engine/loan.ts'
import type { PenaltyRule } from '../../engine/penalty.ts'
import type { DailyInterest } from '../../engine/recalculation.ts'
import {
  count,
  exact,
  type Fields,
  fields,
  isFields,
  list,
  present,
  text,
  Unsupported,
  type VectorCase,
  word,
} from './case.ts'
import { readTerms } from './terms.ts'

function componentOf(value: unknown): Component {
  const name = word(value)
  const found = COMPONENTS.find(
    component => name.startsWith(component) || name.startsWith(`${component.slice(0, 3)}`),
  )
  if (!found) throw new Unsupported(`component ${text(value)}`)
  return found
}

/** The order a case names; the components it leaves out are charges and come first. */
export function orderOf(value: unknown): Component[] {
  const named = list(value).map(componentOf)
  return [...COMPONENTS.filter(component => !named.includes(component)), ...named]
}

function allocationOf(input: Fields): AllocationRule | undefined {
  const stated = fields(input.allocation)
  const order = Array.isArray(stated.order) ? stated.order : undefined
  const due = stated.due ?? order
  if (!Array.isArray(due)) return undefined
  const by = /across|component by component|horizontal/i.test(text(stated.order) ?? '')
    ? 'component'
    : 'instalment'
  const rule =
    stated.dueFirst === true
      ? dueThenInAdvance(orderOf(due), orderOf(stated.inAdvance ?? due))
      : instalmentByInstalment(orderOf(due))
  return by === 'instalment' ? rule : rule.map(step => ({ ...step, by }))
}

const EFFECTS: readonly (readonly [RegExp, PrepaymentEffect])[] = [
  [/reduce(emi|instal|install|payment|amount)|smaller|lower/, 'smaller-instalment'],
  [/reduce(term|number|tenor|period)|shorter|fewer/, 'shorter-term'],
  [/adjustlast|resched|nextrepay|inadvance|nextinstal|none/, 'in-advance'],
]

export function effectNamed(value: unknown): PrepaymentEffect {
  const found = EFFECTS.find(([pattern]) => pattern.test(word(value)))?.[1]
  if (!found) throw new Unsupported(`prepayment ${text(value)}`)
  return found
}

/**
 * Recalculation that keeps the level and lets the last row adjust rounds once a row; the other kind
 * rounds each stretch and finds its level from the length of the first period.
 */
function dailyInterestOf(input: Fields): DailyInterest | undefined {
  if (!isFields(input.interestRecalculation)) return undefined
  const { rest, compounding, onPrepayment } = input.interestRecalculation
  if (present(compounding) && !/^(none|no)/.test(word(compounding)))
    throw new Unsupported(`compounding ${text(compounding)}`)
  if (present(rest) && !/^(daily|day|sameas)/.test(word(rest))) throw new Unsupported(`rest ${text(rest)}`)
  return /adjustlast/.test(word(onPrepayment))
    ? { level: 'as-scheduled', rounds: 'each-row', paidEarly: 'stops' }
    : { level: 'first-period', rounds: 'each-stretch', paidEarly: 'earns-on' }
}

function penaltyBase(value: unknown): PenaltyRule['of'] {
  const base = word(value)
  if (/original|initial|disbursed|loanamount/.test(base)) return 'original-principal'
  if (/outstanding|remaining|olb|balance/.test(base)) return 'outstanding-principal'
  if (/total|instal|all/.test(base)) return 'overdue-total'
  const [principal, interest] = [base.includes('principal') || base === 'amount', base.includes('interest')]
  if (principal && interest) return 'overdue-principal-and-interest'
  if (principal) return 'overdue-principal'
  if (interest) return 'overdue-interest'
  throw new Unsupported(`penalty base ${text(value)}`)
}

function penaltyOf(input: Fields): PenaltyRule | undefined {
  if (!isFields(input.penaltyRule)) return undefined
  const rule = input.penaltyRule
  const perDay = rule.perDayPercent ?? rule.percentPerDay ?? rule.dailyPercent
  const stated = perDay ?? rule.percent
  if (!present(stated)) throw new Unsupported('a penalty rule without a percentage')
  const { numerator, denominator } = exact(stated, 'penalty percent')
  const grace = rule.graceDays ?? rule.grace ?? rule.gracePeriodDays
  const daily = present(perDay) || /day|daily/.test(word(rule.timing ?? rule.each))
  return {
    share: fraction(numerator, denominator * 100n),
    of: penaltyBase(rule.base),
    each: daily ? 'day' : 'once',
    ...(present(grace) ? { graceDays: count(grace, 'graceDays') } : {}),
  }
}

export type ReadAgreement = { readonly agreement: LoanAgreement; readonly scale: bigint }

export function readAgreement(c: VectorCase): ReadAgreement {
  const { terms, scale } = readTerms(c)
  const allocation = allocationOf(c.input)
  const dailyInterest = dailyInterestOf(c.input)
  const penalty = penaltyOf(c.input)
  const onPrepayment = fields(c.input.interestRecalculation).onPrepayment ?? c.input.onPrepayment
  return {
    scale,
    agreement: {
      terms,
      ...(allocation ? { allocation } : {}),
      ...(present(onPrepayment) ? { prepayment: effectNamed(onPrepayment) } : {}),
      ...(dailyInterest ? { dailyInterest } : {}),
      ...(penalty ? { penalty } : {}),
    },
  }
}
