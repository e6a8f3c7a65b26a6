/** How often a case is repaid and when first, as a frequency of the settings. */

import { dueDates } from '../../engine/calendar.ts'
import { addMonths, type LocalDate, localDate, toCalendar } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { type ProductTerms, type RepaymentFrequency, termsFor } from '../../engine/product.ts'
import { count, date, type Fields, isFields, notOffered, present, text, word } from './case.ts'

type Rhythm = Pick<RepaymentFrequency, 'rhythm'> & { readonly months?: number }

const RHYTHMS: Record<string, RepaymentFrequency['rhythm']> = {
  '1 week': 'weekly',
  '1 weekly': 'weekly',
  '2 week': 'two-weekly',
  '1 biweekly': 'two-weekly',
  '1 fortnight': 'two-weekly',
  '1 fortnightly': 'two-weekly',
  '1 month': 'monthly',
  '1 monthly': 'monthly',
  '3 month': 'quarterly',
  '1 quarter': 'quarterly',
  '1 quarterly': 'quarterly',
}

/** How often a product can be repaid; a loan of one row falls due once, after whole months. */
export function rhythmOf(value: unknown, rows: number): Rhythm {
  const { every, unit } = isFields(value) ? value : { every: 1, unit: value ?? 'month' }
  const [times, name] = [present(every) ? count(every, 'every') : 1, word(unit).replace(/s$/, '')]
  const months = { month: 1, quarter: 3, year: 12, yearly: 12, annual: 12 }[name]
  const rhythm = RHYTHMS[`${times} ${name}`]
  if (rhythm) return { rhythm }
  if (months !== undefined && rows === 1) return { rhythm: 'one-payment', months: months * times }
  return notOffered(`instalments every ${times} ${name}`)
}

/** Cases without dates still need some; nothing of theirs depends on which. */
const ANY_DAY: LocalDate = localDate('2026-01-01')

/** A frequency of the settings by which a loan of the day falls due first on the stated day. */
function frequencyOf(
  { rhythm }: Rhythm,
  paidOutOn: LocalDate,
  firstDueOn: LocalDate | undefined,
  anchor: number | undefined,
): Pick<ProductTerms, 'frequency' | 'cutOffDay'> {
  const frequency = { code: 'case', name: 'Case', rhythm }
  const day = anchor ?? (firstDueOn === undefined ? null : toCalendar(firstDueOn).day)
  const onePeriod = {
    frequency: { ...frequency, anchorDay: day, firstDue: 'one-period' },
    cutOffDay: 31,
  } as const
  if (firstDueOn === undefined) return onePeriod
  const byDays = rhythm === 'weekly' || rhythm === 'two-weekly'
  const payroll = [31, 1].map(
    cutOffDay => ({ frequency: { ...frequency, anchorDay: day, firstDue: 'payroll' }, cutOffDay }) as const,
  )
  const plain = { ...onePeriod, frequency: { ...onePeriod.frequency, anchorDay: null } }
  // without an anchor months keep to the day of the disbursement, which may not be the one that the case keeps to
  const choices = byDays || day === toCalendar(paidOutOn).day ? [plain] : []
  return (
    [...choices, ...(byDays ? [] : [onePeriod, ...payroll])].find(
      each => firstDueBy(each, paidOutOn) === firstDueOn,
    ) ?? notOffered('a first instalment on a day that no frequency reaches')
  )
}

/** A product of which only the dates matter. */
export const SOME_TERMS: Omit<ProductTerms, 'frequency' | 'cutOffDay'> = {
  interest: 'reducing',
  repayment: 'equal-instalments',
  ratePpm: 0,
  ratePer: 'month',
  accrual: 'nominal',
  leastAmount: kobo(100n),
  mostAmount: kobo(100n),
  leastTenor: 1,
  mostTenor: 1,
  fees: [],
  penalty: null,
  moratorium: { principalRows: 0, interestRows: 0, interestIs: 'deferred' },
  allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'pay-ahead' },
  roundingUnit: kobo(1n),
  rounding: 'half-up',
  prepayment: 'in-advance',
  shareOfPayPpm: 1_000_000,
}

const firstDueBy = (by: Pick<ProductTerms, 'frequency' | 'cutOffDay'>, payOutOn: LocalDate) =>
  dueDates(termsFor({ ...SOME_TERMS, ...by }, { amount: kobo(100n), tenor: 1, payOutOn }))[0]

export function datesOf(
  input: Fields,
  tags: readonly string[],
  rhythm: Rhythm,
): Pick<ProductTerms, 'frequency' | 'cutOffDay'> & { readonly payOutOn: LocalDate } {
  const { disbursementDate, firstDueDate, seedDay } = input
  const first = present(firstDueDate) ? date(firstDueDate, 'firstDueDate') : undefined
  const payOutOn = present(disbursementDate)
    ? date(disbursementDate, 'disbursementDate')
    : first === undefined
      ? ANY_DAY
      : addMonths(first, -1)
  const stated = /^\d{1,2}$/.test(text(seedDay) ?? '')
    ? count(seedDay, 'seedDay')
    : present(seedDay)
      ? toCalendar(date(seedDay, 'seedDay')).day
      : undefined
  if (stated === undefined && first !== undefined && tags.includes('monthEnd') && toCalendar(first).day < 31)
    return notOffered('month ends that only a tag states')
  return { ...frequencyOf(rhythm, payOutOn, first, stated), payOutOn }
}
