/** What a loan is agreed on, and the schedule that follows from it. */

import type { Accrual, InterestRate } from './accrual.ts'
import type { Frequency, WeekendMove } from './calendar.ts'
import type { LocalDate } from './dates.ts'
import type { Kobo, Rounding, Share } from './money.ts'

/** A fee is an amount, or a share of something the schedule knows. */
export type FeeAmount =
  | { readonly flat: Kobo }
  | { readonly share: Share; readonly of: 'principal' | 'interest' | 'principal-and-interest' }

/** What of a fee is not the lender's: the premium that belongs to the insurer, and the VAT it contains. */
export type PassedOn = { readonly insurer: Kobo; readonly vat: Kobo }

export type Fee = {
  readonly amount: FeeAmount
  /**
   * `deducted` from the pay-out; `capitalised` into the principal; `spread` once over all rows;
   * `every-instalment` charges the amount again with each row.
   */
  readonly collected: 'deducted' | 'capitalised' | 'spread' | 'every-instalment'
  /** Whose it is after VAT; the lender's when absent. */
  readonly goesTo?: 'insurer'
  /** The rate of the VAT it contains; none when absent. */
  readonly vatPpm?: bigint
  /** Of a fee that new terms take over: the amounts it still contains, instead of the two above. */
  readonly passedOn?: PassedOn
}

/** Rows at the start that ask for less. */
export type Grace = {
  /** Rows without principal. */
  readonly principal?: number
  /** Rows whose interest is collected with the first row after them. */
  readonly interestDeferred?: number
  /** Rows that bear no interest at all. */
  readonly interestWaived?: number
}

export type LoanTerms = {
  /** What the borrower asked for; capitalised fees come on top of it. */
  readonly principal: Kobo
  readonly disbursedOn: LocalDate
  /** Number of rows; 1 for a loan of one payment. */
  readonly tenor: number
  readonly frequency: Frequency
  readonly interest: 'flat' | 'reducing'
  readonly repayment: 'equal-instalments' | 'equal-principal'
  readonly rate: InterestRate
  /** The day of the first instalment; one period after the pay-out when absent. */
  readonly firstDueOn?: LocalDate
  /** The day of the month instalments belong to; the first one's day when absent, 31 for month ends. */
  readonly anchorDay?: number
  /** Where an instalment goes that falls on a weekend; it stays when absent. */
  readonly weekend?: WeekendMove
  /**
   * What interest is counted on: the balance of the schedule, which is what absent means, or the principal outstanding on
   * each day. The latter needs a day count and a reducing balance.
   */
  readonly interestBasis?: 'schedule' | 'daily-balance'
  /** `nominal` when absent: each month is 1/12 of the year. */
  readonly accrual?: Accrual
  /**
   * A first period longer or shorter than the others, under a nominal rate: `ignored` (the default), or its odd days
   * `levelled` into the instalments.
   */
  readonly oddFirstPeriod?: 'ignored' | 'levelled'
  readonly grace?: Grace
  readonly fees?: readonly Fee[]
  /** Of interest, principal and fees; half-up when absent. */
  readonly rounding?: Rounding
  /** The level instalment is a multiple of this. */
  readonly instalmentMultiple?: Kobo
  /** How the level is found: the annuity `rounded` (the default), or the `smallest-covering` one whose last payment is not higher. */
  readonly levelling?: 'rounded' | 'smallest-covering'
  /** The level instalment, when it is agreed and not computed. */
  readonly instalment?: Kobo
}

export type SchedulePassedOn = {
  /** Of deducted and capitalised fees. */
  readonly upfront: PassedOn
  /** Row by row, of fees that come once. */
  readonly spread: readonly PassedOn[]
  /** In each row, of fees that come with every instalment. */
  readonly recurring: PassedOn
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
  /** The level instalment without fees. Where rows differ: what most of those that repay principal ask for, else the first. */
  readonly instalment: Kobo
  /** The fee that most rows carry. */
  readonly rowFee: Kobo
  /** What each row carries of fees that come with every instalment. */
  readonly recurringFee: Kobo
  /** Principal with capitalised fees: what the rows repay. */
  readonly financed: Kobo
  /** What reaches the borrower: principal less deducted fees. */
  readonly payout: Kobo
  /** Fees deducted from the pay-out. */
  readonly upfrontFees: Kobo
  /** Absent where all fees are the lender's own. */
  readonly passedOn?: SchedulePassedOn
  readonly totals: {
    readonly principal: Kobo
    readonly interest: Kobo
    readonly fees: Kobo
    readonly total: Kobo
  }
}
