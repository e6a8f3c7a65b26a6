/** How often instalments fall due, and what a tenor is therefore counted in. */

export const RHYTHMS = ['weekly', 'two-weekly', 'monthly', 'quarterly', 'one-payment'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** An instalment of each, but for one payment, which waits so many months. */
const UNITS: Record<Rhythm, readonly [one: string, many: string]> = {
  weekly: ['week', 'weeks'],
  'two-weekly': ['fortnight', 'fortnights'],
  monthly: ['month', 'months'],
  quarterly: ['quarter', 'quarters'],
  'one-payment': ['month', 'months'],
}

export const tenorUnits = (rhythm: Rhythm): string => UNITS[rhythm][1]

/** "12 months", "26 weeks". */
export const tenorText = (tenor: number, rhythm: Rhythm): string =>
  `${tenor} ${UNITS[rhythm][tenor === 1 ? 0 : 1]}`
