/**
 * The repayment schedule of a loan, from its terms alone. Everything is exact: rates are fractions,
 * amounts are kobo, and each rounding is one the terms name.
 */

import type { LocalDate } from './dates.ts'
import type { Fraction, Kobo, Rounding, Share } from './money.ts'

export type Frequency = {
  readonly every: number
  readonly unit: 'day' | 'week' | 'semimonth' | 'month' | 'quarter' | 'year'
}

/** 4 % a month is `{ value: { numerator: 4n, denominator: 100n }, per: 'month' }`. A `period` is one instalment. */
export type InterestRate = {
  readonly value: Fraction
  readonly per: 'year' | 'month' | 'week' | 'day' | 'period'
}

/** A fee is an amount, or a share of something the schedule knows. */
export type FeeAmount =
  | { readonly flat: Kobo }
  | { readonly share: Share; readonly of: 'principal' | 'interest' | 'principal-and-interest' }

export type Fee = {
  readonly amount: FeeAmount
  /**
   * `deducted` from the pay-out; `capitalised` into the principal; `spread` once over all rows;
   * `every-instalment` charges the amount again with each row; `first-instalment` with the first only.
   */
  readonly collected: 'deducted' | 'capitalised' | 'spread' | 'every-instalment' | 'first-instalment'
}

export type LoanTerms = {
  /** What the borrower asked for; capitalised fees come on top of it. */
  readonly principal: Kobo
  readonly disbursedOn: LocalDate
  /** Number of rows. A loan of one payment has a tenor of 1. */
  readonly tenor: number
  readonly frequency: Frequency
  readonly interest: 'flat' | 'reducing'
  readonly repayment: 'equal-instalments' | 'equal-principal'
  readonly rate: InterestRate
  /** The day of the first instalment; one period after the pay-out when absent. */
  readonly firstDueOn?: LocalDate
  readonly fees?: readonly Fee[]
  /** The level instalment, when it is agreed and not computed. */
  readonly instalment?: Kobo
}

export type ScheduleRow = {
  /** 1 for the first instalment. */
  readonly n: number
  /** The pay-out or the previous due date. */
  readonly periodStart: LocalDate
  readonly dueDate: LocalDate
  readonly principal: Kobo
  readonly interest: Kobo
  readonly fees: Kobo
  /** principal + interest + fees */
  readonly total: Kobo
  /** Principal left after this row. */
  readonly balance: Kobo
}

export type Schedule = {
  readonly rows: readonly ScheduleRow[]
  /** The level instalment without fees (the first row's for equal principal). */
  readonly instalment: Kobo
  /** Principal with capitalised fees: what the rows repay. */
  readonly financed: Kobo
  /** What reaches the borrower: principal less deducted fees. */
  readonly payout: Kobo
  readonly upfrontFees: Kobo
  readonly totals: {
    readonly principal: Kobo
    readonly interest: Kobo
    readonly fees: Kobo
    readonly total: Kobo
  }
}

export type ScheduleRounding = Rounding

export function buildSchedule(terms: LoanTerms): Schedule {
  throw new RangeError(`no schedule yet for ${terms.repayment}`)
}
