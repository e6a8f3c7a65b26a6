/**
 * Penalties for paying late, computed from what was overdue and for how long. They never earn penalties
 * themselves unless the rule says so, and stop growing at the cap.
 */

import { type AwaitedFiles, awaitedDays, excusedBetween } from './awaited.ts'
import { addChargeDebt, type BookCharge, type Page, setDue } from './book.ts'
import { daysBetween, type LocalDate } from './dates.ts'
import { divide, type Fraction, type Rounding, type Share } from './money.ts'

export type PenaltyRule = {
  readonly share: Share
  /** The overdue parts of each late row, or one amount for the whole loan while any row is late. */
  readonly of:
    | 'overdue-principal'
    | 'overdue-interest'
    | 'overdue-principal-and-interest'
    | 'overdue-total'
    | 'outstanding-principal'
    | 'original-principal'
  /** `day`: the share for each day late. `once`: the share once for each late row. */
  readonly each: 'day' | 'once'
  /** Days after the due date on which paying is still in time. */
  readonly graceDays?: number
  /** The most one row's penalty may reach, as a share of that row's principal and interest. */
  readonly cap?: Share
}

const asFraction = (share: Share): Fraction =>
  'ppm' in share ? { numerator: share.ppm, denominator: 1_000_000n } : share

const wholeLoan = ({ of }: PenaltyRule): boolean =>
  of === 'outstanding-principal' || of === 'original-principal'

function overdueOn(page: Page, rule: PenaltyRule): bigint {
  let base = 0n
  for (const { component, owed } of page.debts) {
    if (component === 'penalty') continue
    if (rule.of === 'overdue-total' || (component !== 'fee' && rule.of.includes(component))) base += owed
  }
  return base
}

function baseOf(page: Page, pages: readonly Page[], rule: PenaltyRule): bigint {
  if (!wholeLoan(rule)) return overdueOn(page, rule)
  const ofLoan = (amount: (page: Page) => bigint) => pages.reduce((sum, each) => sum + amount(each), 0n)
  return rule.of === 'original-principal'
    ? ofLoan(({ principal }) => principal.due)
    : ofLoan(({ principal }) => principal.owed)
}

const isOpen = (page: Page): boolean => page.principal.owed > 0n || page.interest.owed > 0n

type Days = { readonly from: LocalDate; readonly to: LocalDate; readonly awaited: AwaitedFiles | undefined }

/**
 * Brings automatic penalties from one day to another, during which nothing was paid. Days on which the deduction file of
 * the instalment's month is awaited count like those of a freeze.
 */
export function growPenalties(
  pages: readonly Page[],
  charges: BookCharge[],
  rule: PenaltyRule,
  days: Days,
  rounding: Rounding,
): void {
  for (const { excused, ...stretch } of excusedBetween(days.awaited, days.from, days.to))
    growIn(pages, charges, rule, { ...stretch, awaited: days.awaited }, excused, rounding)
}

function growIn(
  pages: readonly Page[],
  charges: BookCharge[],
  rule: PenaltyRule,
  days: Days,
  excused: bigint,
  rounding: Rounding,
): void {
  const spared = sparedBy(excused, pages, days.to)
  const rest = spared === 0 ? pages : pages.slice(spared)
  if (spared > 0) pausePenalties(pages.slice(0, spared), days.from, days.to)
  if (days.awaited) pauseAwaited(rest, days.awaited, days)
  for (const page of rest) {
    if (page.dueDate >= days.to) break
    const unpaid = isOpen(page)
    if (!unpaid && !page.penalty) page.lateKoboDays = 0n
    if (!unpaid) continue
    grow(page, baseOf(page, pages, rule), charges, rule, days, rounding)
    if (wholeLoan(rule)) break
  }
}

/** How many of the first rows an excused amount covers as a whole. */
function sparedBy(excused: bigint, pages: readonly Page[], to: LocalDate): number {
  if (excused === 0n) return 0
  let left = excused
  const first = pages.findIndex(page => {
    for (const { component, owed } of page.debts) if (component !== 'penalty') left -= owed
    return page.dueDate >= to || left < 0n
  })
  return first === -1 ? pages.length : first
}

/** Days on which no penalty grows use up no grace, either: it goes on where it stopped. */
export function pausePenalties(pages: readonly Page[], from: LocalDate, to: LocalDate): void {
  for (const page of pages) {
    if (page.dueDate >= to) break
    page.frozenDays += daysBetween(from > page.dueDate ? from : page.dueDate, to)
  }
}

/** Those of some days on which the file of a row's month was awaited use up no grace. */
function pauseAwaited(
  pages: readonly Page[],
  awaited: AwaitedFiles,
  { from, to }: Omit<Days, 'awaited'>,
): void {
  for (const page of pages) {
    if (page.dueDate >= to) break
    page.frozenDays += awaitedDays(awaited, page.dueDate, from, to)
  }
}

function grow(
  page: Page,
  base: bigint,
  charges: BookCharge[],
  rule: PenaltyRule,
  { from, to, awaited }: Days,
  rounding: Rounding,
): void {
  const grace = rule.graceDays ?? 0
  const start = from > page.dueDate ? from : page.dueDate
  if (start < to) {
    const late = daysBetween(start, to) - awaitedDays(awaited, page.dueDate, start, to)
    page.lateKoboDays += base * BigInt(late)
  }
  const daysLate = daysBetween(page.dueDate, to) - page.frozenDays
  if (daysLate <= grace || (rule.each === 'once' && page.penalty)) return
  const { numerator, denominator } = asFraction(rule.share)
  const amount = divide((rule.each === 'once' ? base : page.lateKoboDays) * numerator, denominator, rounding)
  const capped = capOf(page, rule, rounding)
  const due = capped !== undefined && amount > capped ? capped : amount
  if (page.penalty) {
    if (due > page.penalty.due) setDue(page.penalty, due)
  } else if (due > 0n) {
    const charge: BookCharge = {
      id: `late-${page.n}`,
      component: 'penalty',
      dueDate: page.dueDate,
      debts: [],
    }
    page.penalty = addChargeDebt(page, charge, due, page.dueDate)
    charges.push(charge)
  }
}

function capOf(page: Page, { cap }: PenaltyRule, rounding: Rounding): bigint | undefined {
  if (!cap) return undefined
  const { numerator, denominator } = asFraction(cap)
  return divide((page.principal.due + page.interest.due) * numerator, denominator, rounding)
}
