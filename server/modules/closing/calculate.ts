import { randomUUID } from 'node:crypto'
import { addMonths, endOfMonth, type LocalDate, localDate } from '../../../engine/dates.ts'
import type { LoanState } from '../../../engine/loan.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { foldLoans } from '../loans/loans.ts'
import { section } from '../settings/settings.ts'
import * as store from './closing.sql.ts'
import * as sums from './lines.sql.ts'
import * as loans from './loans.sql.ts'

/**
 * Calculates what each loan came to at the end of a month, once; later only the loans of which something was recorded
 * since. Until the close it may be repeated as often as one likes.
 */

const CHUNK = 500
/** Ids held at a time, where nearly all loans are folded. */
const FOUND_MAX = 50_000

export const calculate = (program: Program, month: LocalDate): Promise<void> =>
  act(program, 'monthCloseCalculate', SYSTEM, async ctx => {
    await loans.seeOneMoment(ctx.tx)
    await loans.lockMonths(ctx.tx)
    await calculateIn(ctx, month)
  })

/**
 * Before the new month's first day changes the loans that the old one left. A lender that has closed no month yet
 * calculates by hand.
 */
export async function calculateEnded(program: Program): Promise<void> {
  const thisMonth = localDate(`${businessDate(program.clock.now()).slice(0, 7)}-01`)
  const month = addMonths(thisMonth, -1)
  if (!(await store.lastClosed(program.db, null)) || (await store.findClosing(program.db, month))) return
  await calculate(program, month)
}

async function calculateIn(ctx: Context, month: LocalDate): Promise<void> {
  const day = endOfMonth(month)
  const present = await store.findClosing(ctx.tx, month)
  if (day >= ctx.today || present?.status === 'closed') return
  const classes = await classesOn(ctx.tx, day)
  const earlier = present ?? (await store.findReopened(ctx.tx, month))
  const id = present?.id ?? randomUUID()
  await store.saveClosing(ctx.tx, { id, month, classes, at: ctx.now })
  if (earlier) {
    if (earlier.id !== id) await loans.copyLoans(ctx.tx, earlier.id, id)
    const changed = await loans.changedSince(ctx.tx, earlier, day)
    await loans.removeLoans(ctx.tx, id, changed)
    await foldAll(ctx.tx, id, day, changed)
  } else {
    let ids = await loans.insertKnown(ctx.tx, id, day, FOUND_MAX)
    while (ids.length > 0) {
      await foldAll(ctx.tx, id, day, ids)
      const last = ids.length < FOUND_MAX ? undefined : ids.at(-1)
      ids = last ? await loans.nextToFold(ctx.tx, day, last, FOUND_MAX) : []
    }
  }
  await sums.saveSums(ctx.tx, { id, classes })
  ctx.audit({ subject: ['monthEnd', month], after: { closedThrough: day } })
}

async function foldAll(tx: Tx, id: string, day: LocalDate, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += CHUNK)
    await foldInto(tx, id, day, ids.slice(first, first + CHUNK))
}

async function foldInto(tx: Tx, id: string, day: LocalDate, ids: readonly string[]): Promise<void> {
  const folded = await foldLoans(tx, ids, day, (state, loanId) =>
    state.status === 'live'
      ? [
          {
            loan_id: loanId,
            principal: state.outstanding.principal,
            ...interestOf(state),
            days_past_due: state.arrears.daysPastDue,
          },
        ]
      : [],
  )
  await loans.insertFolded(tx, id, folded.flat())
}

/** Interest that is due and not paid, and what is earned of rows to come beyond what was paid of them. */
function interestOf(state: LoanState): { interest_due: bigint; interest_earned: bigint } {
  let [due, earned] = [0n, 0n]
  for (const row of state.instalments) {
    if (row.dueDate <= state.asOf) due += row.outstanding.interest
    else {
      const open = row.interestEarned - (row.due.interest - row.outstanding.interest)
      if (open > 0n) earned += open
    }
  }
  return { interest_due: due, interest_earned: earned }
}

/** The classes in force on a day; interest is suspended from the class that begins on the day of the settings. */
export async function classesOn(tx: Tx, day: LocalDate): Promise<store.ClassRule[]> {
  const { classes, suspendFromDays } = await section(tx, 'classes', day)
  return classes.map(each => ({ ...each, isSuspended: each.fromDays >= suspendFromDays }))
}
