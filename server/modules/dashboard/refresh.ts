import type { Api } from '../../../contract/api.ts'
import { AGES, RETIRING_MONTHS } from '../../../contract/dashboard.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import { CIVIL_SERVICE } from '../../../engine/retirement.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { section } from '../settings/settings.ts'
import { saveConduct } from './conduct.sql.ts'
import { type DayFlow, flowsOf, newDay } from './flows.ts'
import * as store from './refresh.sql.ts'

const CHUNK = 500
/** A customer who moved to another state changes no entry: now and then everything is added up anyway. */
const STALE_MS = 3_600_000

/**
 * Updates the figures from the ledger; returns whether anything changed. A request recalculates them in any case,
 * unless that was done since: concurrent requests share one run.
 */
export function refreshFigures(program: Program, askedAt?: Date): Promise<boolean> {
  return act(program, 'dashboardRefresh', SYSTEM, async ctx => {
    await store.seeOneMoment(ctx.tx)
    await store.lockFigures(ctx.tx)
    const { refreshed_at, whole_again } = await store.lockState(ctx.tx)
    const isWhole = refreshed_at === null || whole_again
    const rules = await rulesInForce(ctx)
    const staleBefore = Math.max(ctx.now.getTime() - STALE_MS, askedAt?.getTime() ?? 0)
    const isFresh = !isWhole && refreshed_at.getTime() > staleBefore
    if (isFresh && !(await store.hasNews(ctx.tx, rules))) return false
    await addUpDays(ctx, isWhole)
    await store.replaceRemitted(ctx.tx)
    await store.saveFlows(ctx.tx, ctx.now)
    await store.replaceCuts(ctx.tx, ctx.today, rules.classes, AGES)
    await store.replaceRetiring(ctx.tx, retiringBy(rules, ctx.today))
    await saveConduct(ctx.tx, ctx.today)
    await store.finishRefresh(ctx.tx, ctx.now, rules)
    return true
  })
}

async function addUpDays(ctx: Context, isWhole: boolean): Promise<void> {
  await store.noteChanged(ctx.tx, isWhole)
  for (let after: string | null = null; ; ) {
    const ids: string[] = await store.nextChanged(ctx.tx, after, CHUNK)
    const shares = await sharesOf(ctx.tx, ids, ctx.today)
    await store.replaceShares(
      ctx.tx,
      shares.map(({ id, days }) => ({ id, days })),
    )
    await store.replaceDeductions(
      ctx.tx,
      ids,
      shares.flatMap(({ deductions }) => deductions),
    )
    after = ids.at(-1) ?? null
    if (ids.length < CHUNK) return
  }
}

type Share = store.LoanDays & { deductions: store.Deduction[] }

/** The share of some loans in the days, as stored. */
export async function sharesOf(tx: Tx, ids: readonly string[], today: LocalDate): Promise<Share[]> {
  const deducted = await store.monthsDeducted(tx, ids)
  return (await flowsOf(tx, ids, today)).map(({ id, days, money }) => {
    const received = new Map<string, bigint>()
    const deductions: store.Deduction[] = []
    for (const { event, on, amount } of money) {
      const month = deducted.get(event) ?? monthOf(on)
      const day = month === monthOf(on) ? on : month
      received.set(day, (received.get(day) ?? 0n) + amount)
      if (day !== on) deductions.push({ event_id: event, loan_id: id, month, effective_on: on })
    }
    const shares = new Map<string, DayFlow>(days)
    for (const day of received.keys()) if (!shares.has(day)) shares.set(day, NOTHING)
    return {
      id,
      days: [...shares]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, flow]) => shareOf(day, flow, received.get(day) ?? 0n)),
      deductions,
    }
  })
}

export const monthOf = (day: LocalDate): LocalDate => localDate(`${day.slice(0, 7)}-01`)

const NOTHING = newDay()

function shareOf(day: string, flow: DayFlow, received: bigint): store.LoanDays['days'][number] {
  const { paidOutLoans, paidOut, collected, due, cash, penalty, paid } = flow
  const share = [day, paidOutLoans, `${paidOut}`, `${collected}`, `${due}`] as const
  if (penalty !== 0n || paid.size > 0) {
    const parts = [...paid].map(([on, amount]) => [on, `${amount}`] as const)
    return [...share, `${received}`, `${cash}`, `${penalty}`, parts]
  }
  if (cash !== 0n) return [...share, `${received}`, `${cash}`]
  return received === collected ? share : [...share, `${received}`]
}

/** Those that are set up for a day. */
export async function rulesInForce(ctx: Pick<Context, 'tx' | 'today'>): Promise<store.FigureRules> {
  const { classes } = await section(ctx.tx, 'classes', ctx.today)
  const { rules } = await section(ctx.tx, 'retirement', ctx.today)
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  const usual = rules[0] ?? CIVIL_SERVICE
  const years = sources.map(({ code, service }) => {
    const { ageYears, serviceYears } = rules.find(rule => rule.service === service) ?? usual
    return { source: code, ageYears, serviceYears }
  })
  const { ageYears, serviceYears } = usual
  return { classes, retirement: { years, usual: { ageYears, serviceYears } } }
}

/** Those the figures were added up by: what is said of them and listed behind them goes by the same until the next time. */
export const rulesInFigures = async (ctx: Pick<Context, 'tx' | 'today'>): Promise<store.FigureRules> =>
  (await store.readRules(ctx.tx)) ?? rulesInForce(ctx)

const leavingBy = ({ retirement: { years, usual } }: store.FigureRules) => store.retiresOn(years, usual)

export const retiringBy = (rules: store.FigureRules, today: LocalDate): store.RetiringRule => ({
  today,
  months: RETIRING_MONTHS,
  leaving: leavingBy(rules),
})

/** The day each customer retires, as SQL. */
export const leavingOn = async (ctx: Pick<Context, 'tx' | 'today'>) => leavingBy(await rulesInFigures(ctx))

export const refresh: Handler<Api['dashboardRefresh']> = async ctx => {
  await ctx.queue('dashboardRefresh', { askedAt: ctx.now.toISOString() })
  return {}
}
