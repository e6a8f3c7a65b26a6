import type { ProductTerms, RepaymentFrequency } from '../../../engine/product.ts'

/** Labels of product options by their contract values. */

type Words<T extends string> = Record<T, string>

export const INTEREST: Words<ProductTerms['interest']> = {
  flat: 'Flat (on the original principal)',
  reducing: 'Reducing balance',
}
export const REPAYMENT: Words<ProductTerms['repayment']> = {
  'equal-instalments': 'Equal instalments',
  'equal-principal': 'Equal principal, decreasing instalments',
}
export const RATE_PER: Words<ProductTerms['ratePer']> = { month: 'per month', year: 'per year' }
export const ACCRUAL: Words<ProductTerms['accrual']> = {
  nominal: 'Per period (equal months)',
  'actual/360': 'Actual days / 360',
  'actual/365': 'Actual days / 365',
  'actual/actual-isda': 'Actual / actual (ISDA)',
  'actual/actual-start': 'Actual / actual (start year)',
  '30/360-us': '30/360 (US)',
  '30e/360': '30E/360 (Eurobond)',
}
export const INTEREST_BASIS: Words<NonNullable<ProductTerms['interestBasis']>> = {
  schedule: 'The balance of the schedule',
  'daily-balance': 'The outstanding principal of each day',
}
export const FIRST_PERIOD: Words<NonNullable<ProductTerms['firstPeriod']>> = {
  whole: 'As a full period',
  'by-days': 'By actual days',
}
export const WEEKEND: Words<NonNullable<ProductTerms['weekend']>> = {
  unmoved: 'Not moved',
  next: 'Moved to the next working day of the month',
  previous: 'Moved to the previous working day of the month',
}
export const LAST_INSTALMENT: Words<NonNullable<ProductTerms['lastInstalment']>> = {
  'takes-rest': 'Takes the difference',
  'not-above': 'Not above the other instalments',
}
export const FEE_OF: Words<NonNullable<ProductTerms['fees'][number]['of']>> = {
  principal: 'Percentage of principal',
  interest: 'Percentage of interest',
  'principal-and-interest': 'Percentage of principal and interest',
}
export const COLLECTED: Words<ProductTerms['fees'][number]['collected']> = {
  deducted: 'Deducted from the disbursement',
  capitalised: 'Added to the loan',
  spread: 'Spread over the instalments',
  'every-instalment': 'Charged with every instalment',
}
export const GOES_TO: Words<NonNullable<ProductTerms['fees'][number]['goesTo']>> = {
  income: 'Our income',
  insurer: 'Payable to the insurer',
}
export const PENALTY_EACH: Words<NonNullable<ProductTerms['penalty']>['each']> = {
  once: 'once per overdue instalment',
  day: 'every day',
}
export const PENALTY_OF: Words<NonNullable<ProductTerms['penalty']>['of']> = {
  'overdue-principal': 'overdue principal',
  'overdue-interest': 'overdue interest',
  'overdue-principal-and-interest': 'overdue principal and interest',
  'overdue-total': 'everything overdue',
  'outstanding-principal': 'the outstanding principal',
  'original-principal': 'the original principal',
}
export const INTEREST_IS: Words<ProductTerms['moratorium']['interestIs']> = {
  deferred: 'Collected with the first instalment after',
  waived: 'Not charged',
}
export const BEYOND_DUE: Words<ProductTerms['allocation']['beyondDue']> = {
  'pay-ahead': 'Pays future instalments',
  'keep-as-credit': 'Added to credit balance',
}
export const COMPONENTS: Words<ProductTerms['allocation']['order'][number]> = {
  penalty: 'Penalty',
  fee: 'Fees',
  interest: 'Interest',
  principal: 'Principal',
}
export const ROUNDING: Words<ProductTerms['rounding']> = {
  'half-up': 'Half up',
  'half-even': 'Half to even',
  up: 'Always up',
  down: 'Always down',
}
export const PREPAYMENT: Words<ProductTerms['prepayment']> = {
  'in-advance': 'Pays the next instalments',
  'shorter-term': 'Shortens the tenor',
  'smaller-instalment': 'Reduces the instalment',
}
export const FIRST_DUE: Words<RepaymentFrequency['firstDue']> = {
  payroll: 'First pay day after the cut-off',
  'one-period': 'One period after disbursement',
}

export const optionsOf = (words: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Tenor units. */
export const TENOR_UNIT: Words<RepaymentFrequency['rhythm']> = {
  weekly: 'weeks',
  'two-weekly': 'fortnights',
  monthly: 'months',
  quarterly: 'quarters',
  'one-payment': 'months',
}
