import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { addDays, type LocalDate, localDate } from '../../engine/dates.ts'
import type { LoanEvent } from '../../engine/events.ts'
import { foldLoan } from '../../engine/loan.ts'
import { act, type Program, SYSTEM } from '../act.ts'
import { businessDate } from '../clock.ts'
import type { Context } from '../context.ts'
import { type Line, type Posting, postAll } from '../ledger/ledger.ts'
import { linesBetween, readBook } from './book.ts'
import * as store from './daily.sql.ts'
import { nextChangeOf } from './nextChange.ts'
import { agreementOf, decodeEvent, figuresOf, paidOutBy } from './state.ts'

/** Folded, posted and written in about a fifth of a second, which is as long as a receipt may have to wait for it. */
const CHUNK = 400
const LATE_CHUNK = 5_000

/**
 * Brings every open loan's books and figures to today, day by day: what fell due becomes receivable, penalties grow,
 * days past due are counted. Only loans that the day changes are looked at, a chunk in one short transaction. Run twice,
 * by two at once, or killed half-way, it does what is left; missed days are made up in order, so that each day's
 * entries carry that day's date.
 */
export async function runDaily(program: Program): Promise<{ days: number; loans: number }> {
  const today = businessDate(program.clock.now())
  let days = 0
  let loans = 0
  for (let day = await firstDayDue(program.db, today); day <= today; day = addDays(day, 1)) {
    loans += await runDay(program, day)
    days += 1
  }
  return { days, loans }
}

/** The day after the last finished run; tomorrow when nothing is left to do today. */
export async function firstDayDue(tx: Program['db'], today: LocalDate): Promise<LocalDate> {
  const last = await store.lastFinishedDay(tx)
  if (last !== null) return addDays(localDate(last), 1)
  const first = await store.firstChange(tx)
  return first !== null && first < today ? localDate(first) : today
}

async function runDay(program: Program, day: LocalDate): Promise<number> {
  const worker = `${hostname()} ${process.pid}`
  const inRun = <T>(run: (ctx: Context) => Promise<T>): Promise<T> => act(program, 'dailyRun', SYSTEM, run)
  await inRun(ctx => store.beginRun(ctx.tx, day, worker, ctx.now))
  let loans = 0
  for (const busy of ['pass over', 'wait'] as const) {
    let after: Place | null = null
    do {
      const from: Place | null = after
      const chunk: Chunk = await inRun(ctx => bookChunk(ctx, day, from, busy))
      loans += chunk.count
      after = chunk.last
    } while (after !== null)
  }
  let late: string | null = null
  do {
    const from: string | null = late
    late = await inRun(ctx => ageChunk(ctx, day, from))
  } while (late !== null)
  await inRun(ctx => store.finishRun(ctx.tx, day, ctx.now))
  return loans
}

type Place = { changeOn: string; id: string }
type Chunk = { count: number; last: Place | null }

async function bookChunk(
  ctx: Context,
  day: LocalDate,
  after: Place | null,
  busy: 'pass over' | 'wait',
): Promise<Chunk> {
  const due = await store.lockDue(ctx.tx, day, after, CHUNK, busy)
  const last = due.at(-1)
  if (!last) return { count: 0, last: null }
  const events = await store.eventsByLoan(
    ctx.tx,
    due.map(each => each.id),
  )
  const booked = due.map(row => bookOne(row, (events.get(row.id) ?? []).map(decodeEvent), day))
  await store.updateFigures(
    ctx.tx,
    booked.map(each => each.figures),
  )
  const postings = booked.flatMap(({ posting }) => (posting ? [posting] : []))
  await store.countChunk(ctx.tx, day, { booked: due.length, aged: 0, postings: postings.length })
  // last, since the accounts of the house are held from here to the end
  const outcomes = await postAll({ ...ctx, actor: undefined }, postings, 'adjust')
  const odd = outcomes.findIndex(({ outcome }) => outcome !== 'posted' && outcome !== 'repeated')
  assert(odd === -1, `${postings[odd]?.ref} was ${outcomes[odd]?.outcome} in the books`)
  return { count: due.length, last: { changeOn: last.next_change_on, id: last.id } }
}

/** What the day makes of one loan: its new figures and the entry that takes the books there. */
function bookOne(
  row: store.DueLoan,
  events: LoanEvent[],
  day: LocalDate,
): { figures: store.NewFigures; posting: Posting | undefined } {
  assert(row.booked_through, `${row.id} changes on a day but was never booked`)
  const agreement = agreementOf({ row, events }, day)
  const paidOut = paidOutBy(agreement)
  const state = foldLoan(agreement, events, day)
  const before = readBook(foldLoan(agreement, events, localDate(row.booked_through)), paidOut)
  const lines = linesBetween(row.id, before, readBook(state, paidOut), 'bank')
  return {
    figures: { id: row.id, ...figuresOf(state), next_change_on: nextChangeOf(state, agreement.penalty) },
    posting: lines.length > 0 ? entryOf(row.id, day, lines) : undefined,
  }
}

/** The same ref as when an act brings the books to its day: a loan and a day are posted once, whoever is first. */
const entryOf = (loanId: string, day: LocalDate, lines: readonly Line[]): Posting => ({
  reason: 'instalmentDue',
  ref: `${loanId} ${day}`,
  effectiveOn: day,
  lines,
})

/** Gives the loan to go on after; null when all late ones have been counted. */
async function ageChunk(ctx: Context, day: LocalDate, after: string | null): Promise<string | null> {
  const { last, seen, aged } = await store.ageLate(ctx.tx, day, after, LATE_CHUNK)
  if (aged > 0) await store.countChunk(ctx.tx, day, { booked: 0, aged, postings: 0 })
  return seen < LATE_CHUNK ? null : last
}
