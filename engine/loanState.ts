/** What the fold answers: a loan on one day, in full. */

import { type Component, type MutableParts, noParts, type Parts, totalOf } from './allocation.ts'
import { daysLate } from './arrears.ts'
import { type BookCharge, type Page, passedOnIn, settledOf } from './book.ts'
import type { LocalDate } from './dates.ts'
import type { Happening } from './events.ts'
import { type Kobo, kobo } from './money.ts'
import { plus } from './passedOn.ts'
import type { PassedOn, ScheduleRow } from './terms.ts'

export type LoanStatus = 'awaiting-disbursement' | 'live' | 'overpaid' | 'closed' | 'written-off'

export type InstalmentState = {
  readonly n: number
  readonly periodStart: LocalDate
  readonly dueDate: LocalDate
  /** due = paid + waived + writtenOff + outstanding, component by component. */
  readonly due: Parts
  readonly paid: Parts
  readonly waived: Parts
  readonly writtenOff: Parts
  readonly outstanding: Parts
  /** Of its interest: what is earned by the end of the day. */
  readonly interestEarned: Kobo
  /** Principal the schedule leaves after this row. */
  readonly balance: Kobo
  readonly paidInAdvance: Kobo
  readonly paidLate: Kobo
  /** The day the last of it was paid; absent while anything is open. */
  readonly paidOn: LocalDate | undefined
}

export type ChargeState = {
  /** The event's id; `late-3` for the automatic penalty on row 3. */
  readonly id: string
  readonly component: 'fee' | 'penalty'
  /** Absent when it falls due with every instalment. */
  readonly dueDate: LocalDate
  readonly due: Kobo
  readonly paid: Kobo
  readonly waived: Kobo
  readonly writtenOff: Kobo
  readonly outstanding: Kobo
}

export type Slice = {
  readonly instalment: number
  readonly component: Component
  readonly amount: Kobo
  /** The charge it settles, where it settles one. */
  readonly charge: string | undefined
}

/** What one event did to the loan; a ledger posting can be derived from it alone. */
export type Entry = {
  /** The event's id; for credit that met a debt by itself, the day it did. */
  readonly event: string
  readonly type: Happening['type'] | 'credit-used'
  readonly date: LocalDate
  readonly amount: Kobo
  /** Paid by a receipt or kept back at pay-out, forgiven, written off, or moved by a restructure. */
  readonly parts: Parts
  readonly slices: readonly Slice[]
  /** By how much the customer's credit grew; negative when it was used or paid out. */
  readonly credit: Kobo
  /** Interest that will no longer be earned: a settlement's rebate. */
  readonly rebate: Kobo
  /** Money on a debt already written off. */
  readonly recovered: Kobo
  readonly principalAfter: Kobo
  /** A reversal has undone this event; it moved nothing. */
  readonly undone: boolean
}

export type Arrears = {
  readonly oldestUnpaid: LocalDate | undefined
  readonly daysPastDue: number
  readonly parts: Parts
  readonly total: Kobo
  /** What is late by the day it was due, the oldest first. */
  readonly rows: readonly { readonly on: LocalDate; readonly amount: Kobo }[]
}

export type LoanState = {
  readonly asOf: LocalDate
  readonly status: LoanStatus
  readonly disbursed: Kobo
  /** The schedule the loan was paid out with. */
  readonly original: readonly ScheduleRow[]
  /** The schedule as it stands, with what became of each row. */
  readonly instalments: readonly InstalmentState[]
  /** The usual instalment now in force, with the fee that most rows carry. */
  readonly instalment: Kobo
  readonly charges: readonly ChargeState[]
  readonly entries: readonly Entry[]
  readonly due: Parts
  readonly paid: Parts
  readonly waived: Parts
  readonly writtenOff: Parts
  readonly outstanding: Parts
  readonly outstandingTotal: Kobo
  /** Of what is outstanding: fees of instalments not due yet, which end with them when the loan is settled. */
  readonly feesToCome: Kobo
  /** Of agreed fees that are due, paid, waived or written off by the day: what is not the lender's. */
  readonly passedOn: PassedOn
  /** Whether some of it is yet to fall due. */
  readonly passesOnMore: boolean
  /** What the customer has paid beyond everything owed; negative when a refund gave back too much. */
  readonly credit: Kobo
  readonly recovered: Kobo
  /** Interest earned by the end of the day, whether due, paid or neither. */
  readonly interestEarned: Kobo
  readonly arrears: Arrears
  readonly nextDue: { readonly date: LocalDate; readonly amount: Kobo } | undefined
  /** The day the last debt was paid; undefined while anything is owed. */
  readonly closedOn: LocalDate | undefined
}

/** The five sums that a row and the whole loan have in common. */
export type Sums = {
  readonly due: MutableParts
  readonly paid: MutableParts
  readonly waived: MutableParts
  readonly writtenOff: MutableParts
  readonly outstanding: MutableParts
}

export const newSums = (): Sums => ({
  due: noParts(),
  paid: noParts(),
  waived: noParts(),
  writtenOff: noParts(),
  outstanding: noParts(),
})

/** Most rows have nothing waived or written off: they share one row of zeros. */
const ZEROS: Parts = noParts()

function partsOf(
  { debts }: Page,
  column: 'due' | 'paid' | 'waived' | 'writtenOff' | 'owed',
  total: MutableParts,
): Parts {
  let parts: MutableParts | undefined
  for (const debt of debts) {
    const amount = debt[column]
    if (amount === 0n) continue
    parts ??= noParts()
    parts[debt.component] = kobo(parts[debt.component] + amount)
    total[debt.component] = kobo(total[debt.component] + amount)
  }
  return parts ?? ZEROS
}

export function instalmentState(page: Page, totals: Sums, earned: bigint): InstalmentState {
  const outstanding = partsOf(page, 'owed', totals.outstanding)
  return {
    n: page.n,
    periodStart: page.periodStart,
    dueDate: page.dueDate,
    due: partsOf(page, 'due', totals.due),
    paid: partsOf(page, 'paid', totals.paid),
    waived: partsOf(page, 'waived', totals.waived),
    writtenOff: partsOf(page, 'writtenOff', totals.writtenOff),
    outstanding,
    interestEarned: kobo(earned),
    balance: kobo(page.balance),
    paidInAdvance: kobo(page.paidInAdvance),
    paidLate: kobo(page.paidLate),
    paidOn: outstanding === ZEROS ? page.paidOn : undefined,
  }
}

export function chargeState({ id, component, dueDate, debts }: BookCharge): ChargeState {
  let [due, paid, waived, writtenOff, owed] = [0n, 0n, 0n, 0n, 0n]
  for (const debt of debts) {
    due += debt.due
    paid += debt.paid
    waived += debt.waived
    writtenOff += debt.writtenOff
    owed += debt.owed
  }
  return {
    id,
    component,
    dueDate,
    due: kobo(due),
    paid: kobo(paid),
    waived: kobo(waived),
    writtenOff: kobo(writtenOff),
    outstanding: kobo(owed),
  }
}

/** Debts whose due date has passed; a debt due today is not late yet. */
export function arrearsOf(pages: readonly Page[], asOf: LocalDate): Arrears {
  const parts = noParts()
  const byDay = new Map<LocalDate, bigint>()
  for (const page of pages) {
    for (const { component, dueDate, owed } of page.debts) {
      if (owed === 0n || dueDate >= asOf) continue
      parts[component] = kobo(parts[component] + owed)
      byDay.set(dueDate, (byDay.get(dueDate) ?? 0n) + owed)
    }
  }
  const rows = [...byDay].map(([on, amount]) => ({ on, amount: kobo(amount) }))
  rows.sort((a, b) => (a.on < b.on ? -1 : 1))
  const oldestUnpaid = rows[0]?.on
  return { oldestUnpaid, daysPastDue: daysLate(oldestUnpaid, asOf), parts, total: totalOf(parts), rows }
}

/** What fees contain counts when they do: on their row's day, or when money meets them before. */
export function passedOnBy(
  pages: readonly Page[],
  moved: PassedOn,
  asOf: LocalDate,
): Pick<LoanState, 'passedOn' | 'passesOnMore'> {
  let [passedOn, passesOnMore] = [moved, false]
  for (const page of pages)
    for (const debt of page.debts) {
      if (!debt.passedOn) continue
      const isDue = page.dueDate <= asOf
      passedOn = plus(passedOn, passedOnIn(debt, settledOf(debt) + (isDue ? debt.owed : 0n)))
      if (!isDue && debt.owed > 0n) passesOnMore = true
    }
  return { passedOn, passesOnMore }
}

export function nextDueOf(instalments: readonly InstalmentState[], asOf: LocalDate): LoanState['nextDue'] {
  const next = instalments.find(({ dueDate, outstanding }) => dueDate >= asOf && totalOf(outstanding) > 0n)
  return next && { date: next.dueDate, amount: totalOf(next.outstanding) }
}
