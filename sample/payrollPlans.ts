import { addDays, addMonths, type LocalDate, localDate, type PayMonth, payMonthOf } from '../engine/dates.ts'
import { type Kobo, kobo } from '../engine/money.ts'
import type { Office } from './office.ts'
import { type Person, personNamed } from './people.ts'

/** Who borrows from the payroll desk's 24 months, when, and what goes wrong with each. */

export const SOURCE = 'TEACHERS'
export const MONTHS = 24
/** The newest month was paid and its file is awaited; the one before it is the newest in the ledger. */
export const [AWAITED, POSTED] = [MONTHS - 1, MONTHS - 2]
/** Their numbers begin after the customers of the other offices. */
export const PEOPLE_FROM = 3_001
export const EMPLOYERS = ['FCT Secondary Education Board', 'FCT Universal Basic Education Board']

/** What goes wrong with one deduction. */
export type Fault = 'nothing' | 'half' | 'more'
export type Plan = {
  /** The month of the first deduction, counted from the first. */
  joins: number
  tenor: number
  faults?: Readonly<Record<number, Fault>>
  /** The office refuses the instruction of this month. */
  refused?: number
  /** The office deducts once more after the stop. */
  lateStop?: true
  /** Paid off at the desk when the last list had gone: the office deducts once more. */
  paysOff?: true
  /** The desk typed the staff number of the person before. */
  mistyped?: true
}

export const PLANS: readonly Plan[] = [
  { joins: 0, tenor: 6, lateStop: true }, { joins: 0, tenor: 6, lateStop: true }, { joins: 0, tenor: 9, lateStop: true },
  { joins: 0, tenor: 12, faults: { 5: 'half' } }, { joins: 0, tenor: 12, refused: 0 }, { joins: 0, tenor: 18, faults: { 7: 'more' } },
  { joins: 0, tenor: 24, faults: { 6: 'nothing', 20: 'nothing' } }, { joins: 0, tenor: 24, faults: { 14: 'half', 22: 'half' } },
  { joins: 3, tenor: 6, lateStop: true }, { joins: 3, tenor: 12 }, { joins: 3, tenor: 18, faults: { 13: 'nothing' } },
  { joins: 6, tenor: 6, lateStop: true }, { joins: 6, tenor: 12 }, { joins: 6, tenor: 24, faults: { 22: 'more' } },
  { joins: 10, tenor: 6, lateStop: true }, { joins: 10, tenor: 9, lateStop: true }, { joins: 10, tenor: 24, faults: { 16: 'more' } },
  { joins: 14, tenor: 6, lateStop: true }, { joins: 14, tenor: 18, faults: { 21: 'nothing' } }, { joins: 14, tenor: 24, paysOff: true },
  { joins: 16, tenor: 6, lateStop: true }, { joins: 18, tenor: 12, faults: { 22: 'half' } }, { joins: 18, tenor: 24 },
  { joins: 21, tenor: 12 }, { joins: 21, tenor: 12, mistyped: true }, { joins: 21, tenor: 18, refused: 21 },
  { joins: 23, tenor: 12, refused: 23 }, { joins: 23, tenor: 18 },
] // biome-ignore format: a table

export const STRANGERS: Readonly<Record<number, { name: string; staff: string; amount: Kobo }>> = {
  10: { name: 'Kudirat Balogun', staff: 'FCT/99187', amount: kobo(1_450_000n) },
  22: { name: 'Terna Agbo', staff: 'FCT/99240', amount: kobo(2_100_000n) },
}
export const OTHER_LENDER = 'PALMWOOD MFB LOAN'
/** Months in which the file names another lender, too. */
export const WITH_OTHERS = [1, 9, 17, 22]
/** Before it the lender had no registered sender. */
export const FIRST_NOTIFIED = POSTED - 1
export const CHARGE_PPM = 10_000n
/** Of the month after: the deduction file comes four weeks after pay day. */
export const FILE_DAY = 22

export type Desk = Office & { period: PayMonth }
export type Borrower = Plan & { person: Person }

export const monthOf = ({ period }: Desk, no: number): PayMonth =>
  payMonthOf(addMonths(localDate(`${period}-01`), no - AWAITED))
export const dayIn = (desk: Desk, no: number, day: number): LocalDate =>
  localDate(`${monthOf(desk, no)}-${String(day).padStart(2, '0')}`)

/** What the desk does today and lately reaches so far back; its days are open. */
const OPEN_DAYS = 35

/** The last closed month. */
export function lastClosedOf(desk: Desk): number {
  const open = payMonthOf(addDays(desk.today, -OPEN_DAYS))
  let no = AWAITED
  while (monthOf(desk, no) >= open) no -= 1
  return no
}

/** What the office holds and deducts: what the last list told it, by staff number. */
export type Held = Map<string, { name: string; employer: string; amount: Kobo }>

export function teacher(index: number, desk: Desk): Person {
  const person = personNamed(PEOPLE_FROM + index, desk.today)
  return {
    ...person,
    state: 'Federal Capital Territory',
    lga: 'Abuja Municipal',
    payrollSource: SOURCE,
    ippisNumber: numberOf(index),
    mda: EMPLOYERS[index % EMPLOYERS.length] ?? '',
  }
}

export const numberOf = (index: number): string => `FCT/${20_411 + index * 17}`
