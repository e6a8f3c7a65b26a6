import { addDays, type LocalDate, localDate } from '../../engine/dates.ts'
import { act, type Program, SYSTEM } from '../act.ts'
import { businessDate } from '../clock.ts'
import { bringBooksTo } from './acts.ts'
import * as store from './loans.sql.ts'
import { figuresOf, openDossier, stateOn } from './state.ts'

const BATCH = 200

/**
 * Brings every open loan's books and figures to a business day: what fell due becomes receivable, penalties grow, days
 * past due are counted. Each loan in its own short transaction; run twice, or killed half-way, it does what is left.
 * Missed days are made up one by one, so that each day's entries carry that day's date.
 */
export async function runDaily(program: Program): Promise<{ days: number; loans: number }> {
  const today = businessDate(program.clock.now())
  let days = 0
  let loans = 0
  for (let day = await firstDayBehind(program, today); day !== null && day <= today; day = addDays(day, 1)) {
    loans += await bookDay(program, day)
    days += 1
  }
  return { days, loans }
}

async function firstDayBehind(program: Program, today: LocalDate): Promise<LocalDate | null> {
  const booked = await store.oldestBooked(program.db)
  return booked === null || booked >= today ? null : addDays(localDate(booked), 1)
}

async function bookDay(program: Program, day: LocalDate): Promise<number> {
  let count = 0
  let after: string | null = null
  for (;;) {
    const ids: string[] = await store.loansToBook(program.db, day, after, BATCH)
    for (const id of ids) count += await bookLoan(program, id, day)
    after = ids.at(-1) ?? null
    if (ids.length < BATCH) return count
  }
}

function bookLoan(program: Program, id: string, day: LocalDate): Promise<number> {
  return act(program, 'dailyRun', SYSTEM, async ctx => {
    const row = await store.lockLoan(ctx.tx, id)
    // an act may have brought it further meanwhile
    if (!row?.booked_through || row.booked_through >= day) return 0
    const dossier = await openDossier(ctx.tx, row)
    await bringBooksTo({ ...ctx, actor: undefined }, dossier, day)
    await store.updateLoan(ctx.tx, id, figuresOf(stateOn(dossier, day, ctx.today)))
    return 1
  })
}
