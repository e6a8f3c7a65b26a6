import { checkLender } from '../checks.ts'

/** Days on which a date of the lender and one of the calendar meet: the day after pay day, the ends of months and of a year. */
const DAYS = ['2026-11-26', '2026-11-30', '2027-01-01', '2028-02-29']

for (const day of DAYS) checkLender(day)
