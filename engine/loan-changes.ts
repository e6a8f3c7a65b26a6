/** Events that change the shape of what is still to be repaid. */

import {
  addChargeDebt,
  arrange,
  asksForSomething,
  type BookCharge,
  type BookDebt,
  chargeAmount,
  earnedOn,
  feesToCome,
  isPlanned,
  newDebt,
  openPage,
  type Page,
  type PlannedRow,
  placeCharge,
  setDue,
  waiveDebt,
} from './book.ts'
import { daysBetween, type LocalDate } from './dates.ts'
import type { Charge, Holiday, LoanEvent, Restructure } from './events.ts'
import { applyCredit, type Book, changeCredit, type Doing, EVERYTHING, effectOf, pay } from './loan-book.ts'
import { divide, kobo } from './money.ts'
import { rebates, type SettlementRule } from './rebate.ts'
import { type DatedCharge, type Payment, recalculate } from './recalculation.ts'
import { dueDateSeries, graceRows, interestOfSkipped, remainingTerms } from './replan.ts'
import { buildSchedule } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

/** Opens the rows of terms that begin now. `coming` are the events these rows will live through. */
export function openRows(book: Book, terms: LoanTerms, coming: readonly LoanEvent[], asOf: LocalDate): void {
  const schedule = buildSchedule(terms)
  if (book.original.length === 0) book.original = schedule.rows
  book.terms = terms
  book.level = schedule.instalment
  book.rowFee = schedule.rowFee
  book.financed = schedule.financed
  book.skipped = 0
  const rows = book.agreement.dailyInterest ? dailyRows(book, schedule.rows, coming, asOf) : schedule.rows
  const offset = book.pages.at(-1)?.n ?? 0
  for (const [index, row] of rows.entries())
    book.pages.push(openPage(offset + index + 1, row, index, schedule.recurringFee))
}

function dailyRows(
  book: Book,
  planned: readonly PlannedRow[],
  coming: readonly LoanEvent[],
  asOf: LocalDate,
): readonly PlannedRow[] {
  const { agreement, terms, allocation } = book
  if (!agreement.dailyInterest) return []
  if (agreement.penalty)
    throw new RangeError('a loan with daily interest takes its penalties as charges, not by a rule')
  if (allocation.some(({ by, from }) => by === 'component' || from === 'newest'))
    throw new RangeError('a loan with daily interest is paid instalment by instalment, the oldest first')
  const holidays = coming.filter(event => event.type === 'holiday')
  const dates = shiftedDates(terms, holidays)
  const dated = planned.map((row, index) => ({ ...row, dueDate: dates[index] ?? row.dueDate }))
  const { rows, accrued } = recalculate({
    terms,
    daily: agreement.dailyInterest,
    allocation,
    boundaries: [terms.disbursedOn, ...dates],
    payments: coming.flatMap(event => paymentOf(book, event)),
    charges: coming.flatMap(event => datedCharges(book, dated, event)),
    standing: book.pages,
    asOf,
  })
  book.running = accrued
  return rows
}

function shiftedDates(terms: LoanTerms, holidays: readonly Holiday[]): LocalDate[] {
  const skipped = holidays.reduce((sum, { periods }) => sum + periods, 0)
  const series = dueDateSeries(terms, skipped)
  let dates = series.slice(0, terms.tenor)
  let shift = 0
  for (const { date, periods } of holidays) {
    shift += periods
    dates = dates.map((due, row) => (due < date ? due : (series[row + shift] ?? due)))
  }
  return dates
}

function paymentOf(book: Book, event: LoanEvent): Payment[] {
  if (event.type === 'waiver' && 'component' in event.of) {
    const { date, amount, of } = event
    return [{ date, amount, toPrincipal: false, effect: 'in-advance', settles: false, waives: of.component }]
  }
  if (event.type !== 'receipt' && event.type !== 'settlement' && event.type !== 'recovery') return []
  const { date, amount } = event
  const settles = event.type === 'settlement'
  const toPrincipal = event.type === 'receipt' && event.toward === 'principal'
  return [
    {
      date,
      amount,
      toPrincipal,
      effect: event.type === 'receipt' ? effectOf(book, event) : 'in-advance',
      settles,
    },
  ]
}

function datedCharges(book: Book, rows: readonly PlannedRow[], event: LoanEvent): DatedCharge[] {
  if (event.type !== 'charge') return []
  const { component, due } = event
  if (due === 'pay-out') return []
  const waived = book.waivedCharges.get(event.id) ?? 0n
  if (due !== 'every-instalment') {
    const interest = rows.reduce((sum, row) => sum + row.interest, 0n)
    const amount = chargeAmount(event.amount, { principal: book.financed, interest }, book.rounding)
    return [{ component, dueDate: due, amount: amount > waived ? amount - waived : 0n }]
  }
  const eligible = rows.filter(({ dueDate }) => dueDate >= event.date)
  return eligible.map(row => ({
    component,
    dueDate: row.dueDate,
    amount: chargeAmount(event.amount, row, book.rounding),
  }))
}

export function addCharge(book: Book, event: Charge, did: Doing): bigint {
  const { id, component, due, amount } = event
  const everyRow = due === 'every-instalment'
  const dueDate = everyRow ? undefined : due === 'pay-out' ? book.terms.disbursedOn : due
  const charge: BookCharge = { id, component, dueDate, debts: [] }
  const ofRow = ({ principal, interest }: Page) => ({ principal: principal.due, interest: interest.due })
  if (everyRow) {
    for (const page of book.pages) {
      if (page.dueDate < event.date) continue
      addChargeDebt(page, charge, chargeAmount(amount, ofRow(page), book.rounding), page.dueDate)
    }
  } else {
    const interest = book.pages.reduce((sum, page) => sum + page.interest.due, 0n)
    const whole = chargeAmount(amount, { principal: book.financed, interest }, book.rounding)
    if (due === 'pay-out') keepBack(book, charge, whole, did)
    else placeCharge(book.pages, charge, whole, due)
  }
  book.charges.push(charge)
  let waived = book.waivedCharges.get(id) ?? 0n
  for (const debt of charge.debts.toReversed()) {
    const part = debt.owed < waived ? debt.owed : waived
    waiveDebt(debt, part)
    waived -= part
  }
  return charge.debts.reduce((sum, debt) => sum + debt.due, 0n)
}

/** A charge kept back from the pay-out is paid the moment it is due and belongs to no row. */
function keepBack(book: Book, charge: BookCharge, amount: bigint, did: Doing): void {
  charge.debts.push({
    ...newDebt(charge.component, amount, book.terms.disbursedOn, charge),
    owed: 0n,
    paid: amount,
  })
  did.parts[charge.component] = kobo(amount)
  book.keptBack += amount
}

/** Gives pages the amounts of rows; pages beyond the last row keep only what was already settled. */
export function layOut(pages: readonly Page[], rows: readonly PlannedRow[]): void {
  for (const [index, page] of pages.entries()) {
    const row = rows[index]
    setDue(page.principal, row?.principal ?? 0n)
    setDue(page.interest, row?.interest ?? 0n)
    if (!row) for (const debt of page.debts) if (debt.recurs) setDue(debt, 0n)
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
export function unearned(book: Book, date: LocalDate, rule: SettlementRule): readonly bigint[] {
  const rows = book.pages.map(page => ({
    periodStart: page.periodStart,
    dueDate: page.dueDate,
    interestDue: page.interest.due,
    interestEarned: earnedBy(book, page, date),
    interestCollectable: page.interest.owed + page.interest.paid,
  }))
  return rebates(rows, date, rule, book.rounding)
}

/** Takes unearned interest off the rows and returns how much of it had been paid ahead and is free again. */
export function releaseInterest(book: Book, date: LocalDate, rule: SettlementRule, did: Doing): bigint {
  const parts = unearned(book, date, rule)
  let returned = 0n
  for (const [index, page] of book.pages.entries()) {
    const part = parts[index] ?? 0n
    if (part === 0n) continue
    const { interest } = page
    const paidAhead = part > interest.owed ? part - interest.owed : 0n
    const back = paidAhead < interest.paid ? paidAhead : interest.paid
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

function earnedBy(book: Book, page: Page, date: LocalDate): bigint {
  const isRunning = page.periodStart < date && date < page.dueDate
  return isRunning && book.running !== undefined ? book.running : earnedOn(page, date, book.rounding)
}

/** More principal on a running loan: the rows to come share it, and pay interest on it from its own day. */
export function addTranche(book: Book, date: LocalDate, amount: bigint): void {
  if (book.agreement.dailyInterest) throw new RangeError('a loan with daily interest is paid out at once')
  const coming = book.pages.filter(page => isPlanned(page) && page.dueDate > date)
  const [first] = coming
  if (!first) throw new RangeError('a tranche must be paid out before the last instalment is due')
  const balance = first.balance + first.principal.due + amount
  const remaining = remainingTerms(book.terms, balance, first.periodStart, first.dueDate, coming.length)
  const schedule = buildSchedule(remaining)
  const before = interestOfPart(remaining, amount, first, date)
  layOut(coming, schedule.rows)
  setDue(first.interest, first.interest.due - before)
  book.level = schedule.instalment
  book.financed += amount
  tidy(book)
}

/** What a tranche did not yet earn in the running row, because it was not yet paid out. */
function interestOfPart(
  terms: LoanTerms,
  amount: bigint,
  { periodStart, dueDate }: Page,
  date: LocalDate,
): bigint {
  const whole = interestOfSkipped(terms, amount, [periodStart, dueDate])
  const [missed, days] = [daysBetween(periodStart, date), daysBetween(periodStart, dueDate)]
  return divide(whole * BigInt(missed), BigInt(days), terms.rounding ?? 'half-up')
}

/** A row that new terms overtake ends with them: what it earned by then is due that day. */
function closeBy(page: Page, date: LocalDate): void {
  page.place = undefined
  if (page.dueDate <= date) return
  page.dueDate = date
  if (page.periodStart > date) page.periodStart = date
  for (const debt of page.debts) if (!debt.charge) debt.dueDate = date
}

/** Moves what is unpaid to new terms and opens their rows; interest not earned by then is let go. */
export function restructure(
  book: Book,
  event: Restructure,
  coming: readonly LoanEvent[],
  asOf: LocalDate,
  did: Doing,
): bigint {
  const { date, capitalises } = event
  const returned = releaseInterest(book, date, { interest: 'to-date' }, did)
  changeCredit(book, pay(book.pages, returned, date, EVERYTHING, did), did)
  // nobody pays interest on money of theirs that we hold
  applyCredit(book, date, EVERYTHING)
  for (const debt of feesToCome(book.pages, date)) setDue(debt, 0n)
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
        setDue(debt, 0n)
      } else if (isFeeToCome) toCome.push(debt)
    }
  }
  const terms = moved > 0n ? withFees(event.terms, toCome) : event.terms
  for (const page of book.pages) closeBy(page, date)
  tidy(book)
  if (moved > 0n) openRows(book, { ...terms, principal: kobo(moved), disbursedOn: date }, coming, asOf)
  arrange(book.pages)
  return moved
}

/** Takes fees off the rows they were agreed with and spreads them over those of the new terms. */
function withFees(terms: Restructure['terms'], debts: readonly BookDebt[]): Restructure['terms'] {
  const carried = debts.reduce((sum, { owed }) => sum + owed, 0n)
  for (const debt of debts) setDue(debt, 0n)
  if (carried === 0n) return terms
  return { ...terms, fees: [...(terms.fees ?? []), { amount: { flat: kobo(carried) }, collected: 'spread' }] }
}
