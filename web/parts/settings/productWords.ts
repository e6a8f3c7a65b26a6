import type { ProductTerms, RepaymentFrequency } from '../../../engine/product.ts'

/** What the choices of a product are called. The keys are the contract's; a new one does not compile until it has a name. */

type Words<T extends string> = Record<T, string>

export const INTEREST: Words<ProductTerms['interest']> = {
  flat: 'Flat, on the whole sum throughout',
  reducing: 'Reducing, on what is left',
}
export const REPAYMENT: Words<ProductTerms['repayment']> = {
  'equal-instalments': 'Equal instalments',
  'equal-principal': 'Equal principal, falling instalments',
}
export const RATE_PER: Words<ProductTerms['ratePer']> = { month: 'a month', year: 'a year' }
export const ACCRUAL: Words<ProductTerms['accrual']> = {
  nominal: 'By the period: every month counts the same',
  'actual/360': 'Actual days / 360',
  'actual/365': 'Actual days / 365',
  'actual/actual-isda': 'Actual / actual (ISDA)',
  'actual/actual-start': 'Actual / actual (year of the start)',
  '30/360-us': '30/360 (US)',
  '30e/360': '30E/360 (Eurobond)',
}
export const INTEREST_BASIS: Words<NonNullable<ProductTerms['interestBasis']>> = {
  schedule: 'The balance of the schedule',
  'daily-balance': 'The outstanding principal of each day',
}
export const FIRST_PERIOD: Words<NonNullable<ProductTerms['firstPeriod']>> = {
  whole: 'A whole period, whatever its days',
  'by-days': 'By its days, as part of a whole period',
}
export const WEEKEND: Words<NonNullable<ProductTerms['weekend']>> = {
  unmoved: 'Stays on its day',
  next: 'Moves to the next working day of the month',
  previous: 'Moves to the working day before, in the same month',
}
export const LAST_INSTALMENT: Words<NonNullable<ProductTerms['lastInstalment']>> = {
  'takes-rest': 'Takes the rest, and can be above the others',
  'not-above': 'Never above the others',
}
export const FEE_OF: Words<NonNullable<ProductTerms['fees'][number]['of']>> = {
  principal: 'A share of the amount',
  interest: 'A share of the interest',
  'principal-and-interest': 'A share of amount and interest',
}
export const COLLECTED: Words<ProductTerms['fees'][number]['collected']> = {
  deducted: 'Taken from the pay-out',
  capitalised: 'Added to the loan',
  spread: 'Spread over the instalments',
  'every-instalment': 'With every instalment',
}
export const PENALTY_EACH: Words<NonNullable<ProductTerms['penalty']>['each']> = {
  once: 'once per missed instalment',
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
  deferred: 'Collected with the first row after',
  waived: 'Not charged',
}
export const BEYOND_DUE: Words<ProductTerms['allocation']['beyondDue']> = {
  'pay-ahead': 'Pays coming instalments ahead',
  'keep-as-credit': 'Is kept as credit',
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
  'in-advance': 'Counts towards the coming instalments',
  'shorter-term': 'Makes the loan shorter',
  'smaller-instalment': 'Makes instalments smaller',
}
export const FIRST_DUE: Words<RepaymentFrequency['firstDue']> = {
  payroll: 'The first pay day the cut-off allows',
  'one-period': 'One period after the pay-out',
}

export const optionsOf = (words: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Periods of a tenor as people count them. */
export const TENOR_UNIT: Words<RepaymentFrequency['rhythm']> = {
  weekly: 'weeks',
  'two-weekly': 'fortnights',
  monthly: 'months',
  quarterly: 'quarters',
  'one-payment': 'months',
}
