/** Events that change the shape of what is still to be repaid. */

import {
  arrange,
  asksForSomething,
  type BookCharge,
  type BookDebt,
  earnedOn,
  endFee,
  feesToCome,
  isPlanned,
  openPage,
  type Page,
  type PlannedRow,
  passedOnIn,
  placeCharge,
  setDue,
  settledOf,
} from './book.ts'
import { isByDailyBalance, shareOf } from './dailyBalance.ts'
import type { LocalDate } from './dates.ts'
import type { Charge, Restructure } from './events.ts'
import { applyCredit, type Book, changeCredit, type Doing, EVERYTHING, pay } from './loanBook.ts'
import { kobo } from './money.ts'
import { ALL_OURS, less, plus } from './passedOn.ts'
import { rebates } from './rebate.ts'
import { graceRows } from './replan.ts'
import { buildSchedule } from './schedule.ts'
import type { Fee, LoanTerms, PassedOn } from './terms.ts'

/** Opens the rows of terms that begin now. */
export function openRows(book: Book, terms: LoanTerms): void {
  const schedule = buildSchedule(terms)
  if (book.original.length === 0) book.original = schedule.rows
  book.terms = terms
  book.level = schedule.instalment
  book.rowFee = schedule.rowFee
  book.financed = schedule.financed
  book.skipped = 0
  book.restDays = []
  book.share = shareOf(schedule, terms.grace?.principal)
  const offset = book.pages.at(-1)?.n ?? 0
  const { recurringFee: recurring, passedOn } = schedule
  for (const [index, row] of schedule.rows.entries()) {
    const fees = { recurring, once: passedOn?.spread[index], each: passedOn?.recurring }
    const page = openPage(offset + index + 1, row, index, fees)
    // a row that asks for a fee alone has no part in the balance
    if (isByDailyBalance(terms) && isPlanned(page)) page.accrued = 0n
    book.pages.push(page)
  }
}

export function addCharge(book: Book, { id, component, due, amount }: Charge): bigint {
  const charge: BookCharge = { id, component, dueDate: due, debts: [] }
  placeCharge(book.pages, charge, amount.flat, due)
  book.charges.push(charge)
  return amount.flat
}

/** Gives pages the amounts of rows; pages beyond the last row keep only what was already settled. */
export function layOut(pages: readonly Page[], rows: readonly PlannedRow[]): void {
  for (const [index, page] of pages.entries()) {
    const row = rows[index]
    setDue(page.principal, row?.principal ?? 0n)
    setDue(page.interest, row?.interest ?? 0n)
    if (!row) for (const debt of page.debts) if (debt.recurs) endFee(debt)
  }
}

/** Drops rows that ask for nothing, but for those of a moratorium: what comes after them is planned by their number. */
export function tidy(book: Book): void {
  const last = book.pages.findLastIndex(asksForSomething)
  const spared = graceRows(book.terms)
  book.pages = book.pages.filter(
    (page, index) => asksForSomething(page) || (index < last && (page.place ?? spared) < spared),
  )
  arrange(book.pages)
}

/** Interest of each row that settling on a day means will never be earned. */
export function unearned(book: Book, date: LocalDate): readonly bigint[] {
  const rows = book.pages.map(page => ({
    dueDate: page.dueDate,
    interestDue: page.interest.due,
    interestEarned: earnedOn(page, date, book.rounding),
    interestCollectable: page.interest.owed + page.interest.paid,
  }))
  return rebates(rows, date)
}

/** Takes unearned interest off the rows and returns how much of it had been paid ahead and is free again. */
export function releaseInterest(book: Book, date: LocalDate, did: Doing): bigint {
  const parts = unearned(book, date)
  let returned = 0n
  for (const [index, page] of book.pages.entries()) {
    const part = parts[index] ?? 0n
    if (part === 0n) continue
    const { interest } = page
    const prepaid = part > interest.owed ? part - interest.owed : 0n
    const back = prepaid < interest.paid ? prepaid : interest.paid
    if (back > 0n) {
      interest.paid -= back
      page.paidInAdvance -= back < page.paidInAdvance ? back : page.paidInAdvance
      did.add(page, interest, -back)
      returned += back
    }
    const before = interest.due
    setDue(interest, interest.due - part)
    did.rebate += before - interest.due
  }
  return returned
}

/** A row that new terms overtake ends with them: what it earned by then is due that day. */
function closeBy(page: Page, date: LocalDate): void {
  page.place = undefined
  page.earned = undefined
  if (page.dueDate <= date) return
  page.dueDate = date
  if (page.periodStart > date) page.periodStart = date
  for (const debt of page.debts) if (!debt.charge) debt.dueDate = date
}

/** Moves what is unpaid to new terms and opens their rows; interest not earned by then is let go. */
export function restructure(book: Book, event: Restructure, did: Doing): bigint {
  const { date, capitalises } = event
  const returned = releaseInterest(book, date, did)
  changeCredit(book, pay(book.pages, returned, date, EVERYTHING, did), did)
  // nobody pays interest on money of theirs that we hold
  applyCredit(book, date, EVERYTHING)
  for (const debt of feesToCome(book.pages, date)) endFee(debt)
  const toCome: BookDebt[] = []
  let moved = 0n
  for (const page of book.pages) {
    for (const debt of page.debts) {
      const { component, charge, dueDate, owed } = debt
      const isFeeToCome = component === 'fee' && !charge && dueDate > date
      const isDue = component === 'interest' || dueDate <= date || isFeeToCome
      if (component === 'principal' || (capitalises.some(name => name === component) && isDue)) {
        if (owed > 0n) did.add(page, debt, owed)
        moved += owed
        book.movedPassedOn = plus(book.movedPassedOn, passedOnOfOwed(debt))
        setDue(debt, 0n)
      } else if (isFeeToCome) toCome.push(debt)
    }
  }
  const terms = moved > 0n ? withFees(event.terms, toCome) : event.terms
  for (const page of book.pages) closeBy(page, date)
  tidy(book)
  if (moved > 0n) openRows(book, { ...terms, principal: kobo(moved), disbursedOn: date })
  arrange(book.pages)
  return moved
}

/** Takes fees off the rows they were agreed with and spreads them over those of the new terms. */
function withFees(terms: Restructure['terms'], debts: readonly BookDebt[]): Restructure['terms'] {
  const carried = debts.reduce((sum, { owed }) => sum + owed, 0n)
  const passedOn = debts.map(passedOnOfOwed).reduce(plus, ALL_OURS)
  for (const debt of debts) setDue(debt, 0n)
  if (carried === 0n) return terms
  const fee: Fee = { amount: { flat: kobo(carried) }, collected: 'spread', passedOn }
  return { ...terms, fees: [...(terms.fees ?? []), fee] }
}

/** What of it was settled before is passed on already. */
function passedOnOfOwed(debt: BookDebt): PassedOn {
  const settled = settledOf(debt)
  return less(passedOnIn(debt, settled + debt.owed), passedOnIn(debt, settled))
}
