/** Events that change the shape of what is still to be repaid. */

import {
  addChargeDebt,
  asksForSomething,
  type BookCharge,
  chargeAmount,
  earnedOn,
  newDebt,
  openPage,
  type Page,
  type PlannedRow,
  placeCharge,
  setDue,
  waiveDebt,
} from './book.ts'
import { daysBetween, type LocalDate } from './dates.ts'
import type { Charge, Holiday, LoanEvent, PrepaymentEffect, Restructure } from './events.ts'
import { type Book, changeCredit, type Doing, EVERYTHING, effectOf, pay } from './loan-book.ts'
import { divide, kobo } from './money.ts'
import { rebates, type SettlementRule } from './rebate.ts'
import { type DatedCharge, type Payment, recalculate } from './recalculation.ts'
import { dueDateSeries, interestOfSkipped, remainingTerms, replan } from './replan.ts'
import { buildSchedule, type LoanTerms } from './schedule.ts'

/** Opens the rows of terms that begin now. `coming` are the events these rows will live through. */
export function openRows(book: Book, terms: LoanTerms, coming: readonly LoanEvent[], asOf: LocalDate): void {
  const schedule = buildSchedule(terms)
  if (book.original.length === 0) book.original = schedule.rows
  book.terms = terms
  book.level = schedule.instalment
  book.financed = schedule.financed
  book.skipped = 0
  const rows = book.agreement.dailyInterest ? dailyRows(book, schedule.rows, coming, asOf) : schedule.rows
  const offset = book.pages.at(-1)?.n ?? 0
  for (const [index, row] of rows.entries()) book.pages.push(openPage(offset + index + 1, row))
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

/** Makes room in the running row for principal paid ahead and plans the rows after it again. */
export function prepay(book: Book, page: Page, amount: bigint, effect: PrepaymentEffect): bigint {
  const following = book.pages.slice(book.pages.indexOf(page) + 1)
  const owed = () => following.reduce((sum, { principal }) => sum + principal.owed, 0n)
  const open = owed()
  const extra = amount < open ? amount : open
  if (extra === 0n) return 0n
  setDue(page.principal, page.principal.due + extra)
  const planned = following.filter(isPlanned)
  const [next] = planned
  const left = page.balance - extra
  if (next && left > 0n) {
    const remaining = remainingTerms(book.terms, left, page.dueDate, next.dueDate, planned.length)
    const schedule = replan(remaining, book.level, effect)
    if (effect === 'smaller-instalment') book.level = schedule.instalment
    layOut(book, planned, schedule.rows)
  } else layOut(book, planned, [])
  takeBack(following, owed() - (open - extra))
  tidy(book)
  return extra
}

const isPlanned = ({ principal, interest }: Page): boolean => principal.due + interest.due > 0n

/** Gives pages the amounts of rows; pages beyond the last row keep only what was already settled. */
function layOut(book: Book, pages: readonly Page[], rows: readonly PlannedRow[]): void {
  const hasSpreadFees = book.terms.fees?.some(({ collected }) => collected === 'spread') ?? false
  for (const [index, page] of pages.entries()) {
    const row = rows[index]
    setDue(page.principal, row?.principal ?? 0n)
    setDue(page.interest, row?.interest ?? 0n)
    if (row || hasSpreadFees) continue
    for (const debt of page.debts) if (debt.component === 'fee' && !debt.charge) setDue(debt, 0n)
  }
}

/** Rows partly paid in advance cannot shrink below that; the last open rows give way instead. */
function takeBack(pages: readonly Page[], surplus: bigint): void {
  let left = surplus
  for (const { principal } of pages.toReversed()) {
    if (left <= 0n) return
    const part = principal.owed < left ? principal.owed : left
    setDue(principal, principal.due - part)
    left -= part
  }
}

function tidy(book: Book): void {
  book.pages = book.pages.filter(asksForSomething)
  arrange(book)
}

/** Numbers rows in order of their due dates and strikes their balances. */
function arrange({ pages }: Book): void {
  pages.sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.n - b.n))
  let balance = 0n
  for (const page of pages.toReversed()) {
    page.balance = balance
    balance += page.principal.due
  }
  for (const [index, page] of pages.entries()) page.n = index + 1
}

/** Rows not yet due move back; interest of the skipped periods, if any, joins the first of them. */
export function takeHoliday(book: Book, { date, periods, interest }: Holiday): bigint {
  if (book.agreement.dailyInterest) return 0n
  const planned = book.pages.filter(page => isPlanned(page) && page.periodStart >= book.terms.disbursedOn)
  const moving = planned.filter(page => page.dueDate >= date)
  const [first] = moving
  if (!first) return 0n
  const offset = planned.length - moving.length
  const series = dueDateSeries(book.terms, book.skipped + periods)
  const shift = book.skipped + periods
  const skipped = [first.periodStart, ...series.slice(offset + book.skipped, offset + shift)]
  const balance = first.balance + first.principal.due
  const added = interest === 'added' ? interestOfSkipped(book.terms, balance, skipped) : 0n
  for (const [index, page] of moving.entries()) {
    const dueDate = series[offset + shift + index] ?? page.dueDate
    page.periodStart = index === 0 ? page.periodStart : (moving[index - 1]?.dueDate ?? page.periodStart)
    page.dueDate = dueDate
    // a fee of every instalment goes with its row; a charge with a day of its own keeps it
    for (const debt of page.debts) if (debt.charge?.dueDate === undefined) debt.dueDate = dueDate
  }
  setDue(first.interest, first.interest.due + added)
  book.skipped = shift
  return added
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
  layOut(book, coming, schedule.rows)
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
  let moved = 0n
  for (const page of book.pages) {
    for (const debt of page.debts) {
      const { component, charge, dueDate, owed } = debt
      const isDue = component === 'interest' || dueDate <= date
      if (component === 'principal' || (capitalises.some(name => name === component) && isDue)) {
        if (owed > 0n) did.add(page, debt, owed)
        moved += owed
        setDue(debt, 0n)
      } else if (component === 'fee' && !charge && !isDue) setDue(debt, 0n)
    }
  }
  for (const page of book.pages) closeBy(page, date)
  tidy(book)
  if (moved > 0n) openRows(book, { ...event.terms, principal: kobo(moved), disbursedOn: date }, coming, asOf)
  arrange(book)
  return moved
}
