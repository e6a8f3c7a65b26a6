import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { readBook } from '../../../engine/accounts.ts'
import type { AwaitedFiles } from '../../../engine/awaited.ts'
import { addDays, type LocalDate, localDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { decodeEvents } from '../../../engine/eventText.ts'
import { foldLoan } from '../../../engine/loan.ts'
import { type Projection, projectionOf } from '../../../engine/projection.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { type Line, type Posting, postAll, postDues } from '../ledger/ledger.ts'
import { awaitedOfLoans, changedMonths, openMonths } from '../payMonths/payMonths.ts'
import * as store from './daily.sql.ts'
import { payersOf } from './lateness.sql.ts'
import { linesBetween } from './postings.ts'
import { advanceProjection, saveProjection } from './projection.sql.ts'
import { agreementOf, figuresOf, nextNightOf, paidOutBy } from './state.ts'

/** As long as a receipt may have to wait for the chunk that its loan is in, and room to spare. */
const CHUNK_MS = 120
const [CHUNK_MIN, CHUNK_FIRST, CHUNK_MAX] = [50, 400, 4_000]
/** So many pages are read in a tenth of a second, to find the loans that the day changes. */
const PAGES = 2_000

/**
 * Brings the ledger and figures of every open loan to today, day by day: due amounts become receivable, penalties
 * accrue. How late a loan is follows from the day and is not written. Only loans that the day changes are processed, a chunk in one short transaction.
 * Repeated, concurrent or killed runs do what is left; missed days are run in order, each with its own date.
 */
export async function runDaily(program: Program): Promise<{ days: number; loans: number }> {
  const today = businessDate(program.clock.now())
  let days = 0
  let loans = 0
  // of missed days, those on which time changes no loan read none
  let next: LocalDate | null = null
  for (let day = await firstDayDue(program.db, today); day <= today; day = addDays(day, 1)) {
    const isIdle: boolean = next !== null && day < next
    const done = await runDay(program, day, isIdle)
    next = done.next ?? next
    loans += done.loans
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

type Done = { loans: number; next: LocalDate | null }

async function runDay(program: Program, day: LocalDate, isIdle: boolean): Promise<Done> {
  const worker = `${hostname()} ${process.pid}`
  // before the day is recorded: what a month's dates are is settled before anything of it falls due
  const followed = await inRun(program, async ctx => {
    await openMonths(ctx.tx, day)
    return followMonths(ctx.tx, day)
  })
  await inRun(program, ctx => store.beginRun(ctx.tx, day, worker, ctx.now))
  const done = isIdle && followed === 0 ? { loans: 0, next: null } : await bookPages(program, day)
  await inRun(program, ctx => store.finishRun(ctx.tx, day, ctx.now))
  return done
}

const inRun = <T>(program: Program, run: (ctx: Context) => Promise<T>): Promise<T> =>
  act(program, 'dailyRun', SYSTEM, run)

/**
 * Two lanes through the pages of all loans: while one waits for the database the other is folded. What was in use, or moved to
 * another page, comes last. Gives the next day on which time changes a loan.
 */
async function bookPages(program: Program, day: LocalDate): Promise<Done> {
  const pages = await store.countPages(program.db)
  let next = 0
  const lane = async (): Promise<number> => {
    const chunks = new Chunks(program, day, 'pass over')
    for (let page = next; page < pages; page = next) {
      next = page + PAGES
      await chunks.book(await store.dueIn(program.db, day, { from: page, to: page + PAGES }))
    }
    return chunks.loans
  }
  const [one, other] = await Promise.all([lane(), lane()])
  const rest = new Chunks(program, day, 'wait')
  for (;;) {
    const next = localDate((await store.firstChange(program.db)) ?? '9999-12-31')
    if (next > day) return { loans: one + other + rest.loans, next }
    await rest.book(await store.dueIn(program.db, day, { atMost: CHUNK_MAX }))
  }
}

/** Cuts loans into chunks that take as long as a receipt may wait, whatever the machine and the loans are like. */
class Chunks {
  loans = 0
  readonly #program: Program
  readonly #day: LocalDate
  readonly #busy: 'pass over' | 'wait'
  #size = CHUNK_FIRST

  constructor(program: Program, day: LocalDate, busy: 'pass over' | 'wait') {
    this.#program = program
    this.#day = day
    this.#busy = busy
  }

  async book(places: readonly string[]): Promise<void> {
    for (let from = 0; from < places.length; ) {
      const chunk = places.slice(from, from + this.#size)
      from += chunk.length
      const start = performance.now()
      this.loans += await inRun(this.#program, ctx => bookChunk(ctx, this.#day, chunk, this.#busy))
      if (this.#busy === 'pass over') this.#adapt(performance.now() - start)
    }
  }

  #adapt(took: number): void {
    const wanted = Math.max(CHUNK_MIN, Math.min((this.#size * CHUNK_MS) / took, this.#size * 2, CHUNK_MAX))
    this.#size = Math.round(wanted)
  }
}

const notIn = (ids: readonly string[], known: readonly string[]): string[] => {
  const those = new Set(known)
  return ids.filter(id => !those.has(id))
}

/** Gives how many loans it locked that the day changed. */
async function bookChunk(
  ctx: Context,
  day: LocalDate,
  chunk: readonly string[],
  busy: 'pass over' | 'wait',
): Promise<number> {
  const locked = await store.lockDue(ctx.tx, day, chunk, busy)
  if (locked.length === 0) return 0
  const stepped = await advanceProjection(
    ctx.tx,
    day,
    locked.map(({ place }) => place),
  )
  const rest = notIn(
    locked.map(({ id }) => id),
    stepped.ids,
  )
  const folded = await foldDue(ctx, day, rest)
  // last, since the lender's own accounts are locked from here to the end
  const books = { ...ctx, actor: undefined }
  const outcomes = await postAll(books, folded, 'adjust')
  const odd = outcomes.findIndex(({ outcome }) => outcome !== 'posted' && outcome !== 'repeated')
  assert(odd === -1, `${folded[odd]?.ref} was ${outcomes[odd]?.outcome} in the ledger`)
  const dues = stepped.due ? await postDues(books, day, stepped.due, 'adjust') : 0
  await store.recordChunk(ctx.tx, day, { booked: locked.length, postings: folded.length + dues })
  return locked.length
}

/** Folds the loans of which nothing was foreseen, and foresees for the nights to come what it can. */
async function foldDue(ctx: Context, day: LocalDate, ids: readonly string[]): Promise<Posting[]> {
  if (ids.length === 0) return []
  const events = await store.eventsByLoan(ctx.tx, ids)
  const rows = await store.dueLoans(ctx.tx, ids)
  const awaited = await awaitedOfLoans(ctx.tx, payersOf(ids))
  const booked = rows.map(row =>
    bookOne({ row, events: decodeEvents(events.get(row.id)), awaited: awaited.get(row.id) }, day),
  )
  await store.updateFigures(
    ctx.tx,
    booked.map(each => each.figures),
  )
  await saveProjection(
    ctx.tx,
    booked.map(({ figures: { id }, projection }) => ({ id, projection })),
  )
  return booked.flatMap(({ posting }) => (posting ? [posting] : []))
}

/** What the day makes of one loan: its new figures and the entry that takes the ledger there. */
function bookOne(
  loan: { row: store.DueLoan; events: LoanEvent[]; awaited: AwaitedFiles | undefined },
  day: LocalDate,
): { figures: store.NewFigures; projection: Projection | null; posting: Posting | undefined } {
  const { row, events } = loan
  assert(row.booked_through, `${row.id} changes on a day but was never booked`)
  const agreement = agreementOf(loan, day)
  const paidOut = paidOutBy(agreement)
  const state = foldLoan(agreement, events, day)
  const before = readBook(foldLoan(agreement, events, localDate(row.booked_through)), paidOut)
  const lines = linesBetween(row.id, before, readBook(state, paidOut), 'bank')
  const projection = projectionOf(state, agreement, events)
  return {
    figures: { id: row.id, ...figuresOf(state), next_change_on: nextNightOf(state, agreement, projection) },
    projection,
    posting: lines.length > 0 ? entryOf(row.id, day, lines) : undefined,
  }
}

/** The same ref as when an act brings the ledger to its day: a loan and a day are posted once. */
const entryOf = (loanId: string, day: LocalDate, lines: readonly Line[]): Posting => ({
  reason: 'instalmentDue',
  ref: `${loanId} ${day}`,
  effectiveOn: day,
  lines,
})

/**
 * What became known of a month on one day counts from the next: the run of that day folds the loans again whose penalties
 * it concerns, also before they are due. The end of a tolerance was foreseen.
 */
async function followMonths(tx: Program['db'], day: LocalDate): Promise<number> {
  let loans = 0
  for (const { source, period } of await changedMonths(tx, addDays(day, -1))) {
    const ids = await store.loansWithPenaltyIn(tx, source, period)
    if (ids.length > 0) await store.lookAgain(tx, ids, day)
    loans += ids.length
  }
  return loans
}
