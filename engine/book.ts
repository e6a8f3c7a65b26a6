/**
 * The working pages of a fold: instalments as debts that are paid, waived, written off or moved while
 * events replay. Nothing outside the fold sees them; the state it returns is read-only.
 */

import type { Component, Debt } from './allocation.ts'
import { daysBetween, type LocalDate } from './dates.ts'
import { divide, type Rounding } from './money.ts'
import { ALL_OURS, isPassedOn, passedOnWithin } from './passedOn.ts'
import type { PassedOn } from './terms.ts'

/** What is due is paid, waived, written off or still owed: the four always add up to it. */
export type BookDebt = Debt & {
  readonly charge: BookCharge | undefined
  /** The amount of a fee of this instalment alone, which ends where the instalment does. */
  recurs?: bigint | undefined
  /** What of an agreed fee is not the lender's, and the amount it is contained in. */
  readonly passedOn?: { readonly whole: bigint; readonly parts: PassedOn }
  dueDate: LocalDate
  owed: bigint
  due: bigint
  paid: bigint
  waived: bigint
  writtenOff: bigint
}

export type BookCharge = {
  readonly id: string
  readonly component: 'fee' | 'penalty'
  /** Absent when it falls due with every instalment. */
  readonly dueDate: LocalDate
  readonly debts: BookDebt[]
}

/** One instalment. */
export type Page = {
  n: number
  /** Which due date of the terms in force it has; absent where it belongs to older terms or to none. */
  place: number | undefined
  periodStart: LocalDate
  dueDate: LocalDate
  /** Principal left after this row. */
  balance: bigint
  readonly debts: BookDebt[]
  readonly principal: BookDebt
  readonly interest: BookDebt
  paidInAdvance: bigint
  paidLate: bigint
  paidOn: LocalDate | undefined
  /** The automatic penalty on this row, and the overdue amount times days it grows by. */
  penalty: BookDebt | undefined
  lateKoboDays: bigint
  /** Days past its due date on which the loan was frozen. */
  frozenDays: number
  /** On the daily balance: principal times rate and days so far, before its division; absent where the schedule decides. */
  accrued: bigint | undefined
  /** Interest earned so far of a row on the daily balance that is not due. */
  earned: bigint | undefined
  /** Paid in full before its day, so that interest of the days left belongs to the next row. */
  isPaidEarly: boolean
}

export type PlannedRow = {
  readonly periodStart: LocalDate
  readonly dueDate: LocalDate
  readonly principal: bigint
  readonly interest: bigint
  readonly fees: bigint
  readonly balance: bigint
}

export const newDebt = (
  component: Component,
  due: bigint,
  dueDate: LocalDate,
  charge?: BookCharge,
): BookDebt => ({ component, dueDate, charge, owed: due, due, paid: 0n, waived: 0n, writtenOff: 0n })

type FeesOf = { recurring?: bigint; once?: PassedOn | undefined; each?: PassedOn | undefined }

/** `recurring` is what the fees of the row hold of those that come with every instalment. */
export function openPage(
  n: number,
  row: PlannedRow,
  place?: number,
  { recurring = 0n, once, each }: FeesOf = {},
): Page {
  const { periodStart, dueDate, balance } = row
  const principal = newDebt('principal', row.principal, dueDate)
  const interest = newDebt('interest', row.interest, dueDate)
  const debts = [principal, interest]
  if (row.fees > recurring) debts.push(agreedFee(row.fees - recurring, dueDate, once))
  if (recurring > 0n) debts.push({ ...agreedFee(recurring, dueDate, each), recurs: recurring })
  return {
    n,
    place,
    periodStart,
    dueDate,
    balance,
    debts,
    principal,
    interest,
    paidInAdvance: 0n,
    paidLate: 0n,
    paidOn: undefined,
    penalty: undefined,
    lateKoboDays: 0n,
    frozenDays: 0,
    accrued: undefined,
    earned: undefined,
    isPaidEarly: false,
  }
}

const agreedFee = (amount: bigint, dueDate: LocalDate, parts = ALL_OURS): BookDebt => ({
  ...newDebt('fee', amount, dueDate),
  ...(isPassedOn(parts) ? { passedOn: { whole: amount, parts } } : {}),
})

/** What is passed on of so much of a debt. */
export const passedOnIn = ({ passedOn }: BookDebt, amount: bigint): PassedOn =>
  passedOn ? passedOnWithin(passedOn.parts, passedOn.whole, amount) : ALL_OURS

export const settledOf = ({ paid, waived, writtenOff }: BookDebt): bigint => paid + waived + writtenOff

export const isPlanned = ({ principal, interest }: Page): boolean => principal.due + interest.due > 0n

export const asksForSomething = ({ debts }: Page): boolean => debts.some(({ due }) => due > 0n)

/** Fees of instalments that are not due on a day, and end with them if the loan does. */
export const feesToCome = (pages: readonly Page[], on: LocalDate): readonly BookDebt[] =>
  pages.flatMap(({ debts }) => debts.filter(({ recurs, dueDate }) => recurs && dueDate > on))

export const isNotDueOn =
  (day: LocalDate) =>
  ({ dueDate }: Page): boolean =>
    dueDate > day

/** Ends a fee of instalments that do not come. */
export function endFee(debt: BookDebt): void {
  debt.recurs = undefined
  setDue(debt, 0n)
}

export const owedOn = (page: Page): bigint => page.debts.reduce((total, debt) => total + debt.owed, 0n)

export function payDebt(page: Page, debt: BookDebt, amount: bigint, on: LocalDate): void {
  debt.owed -= amount
  debt.paid += amount
  if (on < page.dueDate) page.paidInAdvance += amount
  else if (on > page.dueDate) page.paidLate += amount
  if (debt.owed === 0n) page.paidOn = on
}

export function waiveDebt(debt: BookDebt, amount: bigint): void {
  debt.owed -= amount
  debt.waived += amount
}

/** Changes what is due without touching what was paid; a debt never falls below its payments. */
export function setDue(debt: BookDebt, due: bigint): void {
  const settled = settledOf(debt)
  debt.due = due < settled ? settled : due
  debt.owed = debt.due - settled
}

/** Numbers rows in order of their due dates and strikes their balances. */
export function arrange(pages: Page[]): void {
  pages.sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.n - b.n))
  let balance = 0n
  for (const page of pages.toReversed()) {
    page.balance = balance
    balance += page.principal.due
  }
  for (const [index, page] of pages.entries()) page.n = index + 1
}

/** The row whose period contains a day; days up to the pay-out belong to the first row. */
export const pageOf = (pages: readonly Page[], date: LocalDate): Page | undefined =>
  pages.find(page => date <= page.dueDate)

/** After the last row, charges share one row of their own, due with the latest of them. */
function pageBeyond(pages: Page[], dueDate: LocalDate): Page {
  const last = pages.at(-1)
  if (last && last.principal.due === 0n && last.interest.due === 0n && pages.length > 1) {
    last.dueDate = dueDate
    return last
  }
  const row = { periodStart: last?.dueDate ?? dueDate, dueDate, principal: 0n, interest: 0n, fees: 0n }
  const page = openPage((last?.n ?? 0) + 1, { ...row, balance: 0n })
  pages.push(page)
  return page
}

/** Puts one charge debt on the row whose period contains its due date. */
export function placeCharge(pages: Page[], charge: BookCharge, amount: bigint, dueDate: LocalDate): void {
  const page = pageOf(pages, dueDate) ?? pageBeyond(pages, dueDate)
  addChargeDebt(page, charge, amount, dueDate)
}

export function addChargeDebt(page: Page, charge: BookCharge, amount: bigint, dueDate: LocalDate): BookDebt {
  const added = newDebt(charge.component, amount, dueDate, charge)
  const later = page.debts.findIndex(debt => debt.charge !== undefined && debt.dueDate > dueDate)
  page.debts.splice(later === -1 ? page.debts.length : later, 0, added)
  charge.debts.push(added)
  return added
}

/** Interest of the row earned by the end of a day: on the daily balance as counted, else evenly over its days. */
export function earnedOn(page: Page, date: LocalDate, rounding: Rounding): bigint {
  if (date >= page.dueDate) return page.interest.due
  if (page.earned !== undefined) return page.earned
  if (date <= page.periodStart) return 0n
  const [elapsed, days] = [daysBetween(page.periodStart, date), daysBetween(page.periodStart, page.dueDate)]
  return divide(page.interest.due * BigInt(elapsed), BigInt(days), rounding)
}
