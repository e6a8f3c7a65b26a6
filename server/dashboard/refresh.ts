import { AGES, RETIRING_MONTHS } from '../../contract/dashboard.ts'
import { addMonths, endOfMonth, type LocalDate, localDate } from '../../engine/dates.ts'
import { CIVIL_SERVICE } from '../../engine/retirement.ts'
import { act, type Program, SYSTEM } from '../act.ts'
import { businessDate } from '../clock.ts'
import type { Context } from '../context.ts'
import { figuresOn, flowsOf } from '../loans/loans.ts'
import { section } from '../settings/settings.ts'
import * as store from './refresh.sql.ts'

const CHUNK = 500
/** Vintages look two years back; what is older than the first refresh stays unknown. */
const MONTHS_BACK_MOST = 24
/** A customer who moved to another state changes no entry: now and then everything is added up anyway. */
const STALE_MS = 3_600_000

/** Brings the figures in step with the books; says whether there was anything to do. */
export function refreshFigures(program: Program): Promise<boolean> {
  return act(program, 'dashboardRefresh', SYSTEM, async ctx => {
    await store.seeOneMoment(ctx.tx)
    const { refreshed_at } = await store.lockState(ctx.tx)
    const isFresh = refreshed_at !== null && ctx.now.getTime() - refreshed_at.getTime() < STALE_MS
    if (isFresh && !(await store.hasNews(ctx.tx))) return false
    await addUpDays(ctx, refreshed_at === null)
    const { classes } = await section(ctx.tx, 'classes', ctx.today)
    await store.replaceCuts(ctx.tx, classes, AGES)
    await store.replaceRetiring(ctx.tx, ctx.today, RETIRING_MONTHS, await leavingOn(ctx))
    await store.finishRefresh(ctx.tx, ctx.now)
    return true
  })
}

async function addUpDays(ctx: Context, isFirst: boolean): Promise<void> {
  await store.noteChanged(ctx.tx, isFirst)
  for (let after: string | null = null; ; ) {
    const ids: string[] = await store.nextChanged(ctx.tx, after, CHUNK)
    const flows = await flowsOf(ctx.tx, ids, ctx.today)
    await store.replaceShares(
      ctx.tx,
      flows.map(({ id, days }) => ({
        id,
        days: [...days]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([day, flow]) => [
            day,
            flow.paidOutLoans,
            `${flow.paidOut}`,
            `${flow.collected}`,
            `${flow.due}`,
          ]),
      })),
    )
    after = ids.at(-1) ?? null
    if (ids.length < CHUNK) return
  }
}

/** The day each customer retires, as SQL, by the rules in force. */
export async function leavingOn(ctx: Pick<Context, 'tx' | 'today'>) {
  const { rules } = await section(ctx.tx, 'retirement', ctx.today)
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  const usual = rules[0] ?? CIVIL_SERVICE
  const years = sources.map(({ code, service }) => {
    const { ageYears, serviceYears } = rules.find(rule => rule.service === service) ?? usual
    return { source: code, ageYears, serviceYears }
  })
  return store.retiresOn(years, usual)
}

/**
 * Freezes the months that have ended. Before the first run of a new month nearly every loan still stands as it did on
 * the last day of the old one; those that have moved on since are folded back to it.
 */
export async function freezeMonths(program: Program): Promise<number> {
  const today = businessDate(program.clock.now())
  const thisMonth = monthOf(today)
  let frozen = 0
  for (
    let month = await firstToFreeze(program.db, thisMonth);
    month < thisMonth;
    month = addMonths(month, 1)
  ) {
    await act(program, 'dashboardFreeze', SYSTEM, ctx => freeze(ctx, month))
    frozen += 1
  }
  return frozen
}

const monthOf = (day: LocalDate): LocalDate => localDate(`${day.slice(0, 7)}-01`)

async function firstToFreeze(tx: Program['db'], thisMonth: LocalDate): Promise<LocalDate> {
  const last = await store.lastFrozen(tx)
  if (last !== null) return addMonths(localDate(last), 1)
  const first = await store.firstPayOut(tx)
  const oldest = addMonths(thisMonth, -MONTHS_BACK_MOST)
  if (first === null) return thisMonth
  const month = monthOf(localDate(first))
  return month < oldest ? oldest : month
}

async function freeze(ctx: Context, month: LocalDate): Promise<void> {
  await store.seeOneMoment(ctx.tx)
  const day = endOfMonth(month)
  await store.openFolded(ctx.tx)
  for (let after: string | null = null; ; ) {
    const ids: string[] = await store.nextToFold(ctx.tx, day, after, CHUNK)
    if (ids.length > 0) await store.keepFolded(ctx.tx, await figuresOn(ctx.tx, ids, day))
    after = ids.at(-1) ?? null
    if (ids.length < CHUNK) break
  }
  const { classes } = await section(ctx.tx, 'classes', day)
  await store.freezeCuts(ctx.tx, { month, day, at: ctx.now }, classes, AGES)
  ctx.audit({ subject: ['monthEnd', month], after: { asOf: day } })
}
