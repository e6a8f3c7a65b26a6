import type { Api } from '../../../contract/api.ts'
import { AGES, PAR_DAYS, type ParDays } from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { STATES } from '../../../contract/nigeria.ts'
import { GEOPOLITICAL_ZONES, STAGES } from '../../../contract/vocabulary.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  type LocalDate,
  localDate,
  payMonthOf,
} from '../../../engine/dates.ts'
import { ppmOf } from '../../../engine/fraction.ts'
import { kobo } from '../../../engine/money.ts'
import { lagosMidnight } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { section } from '../settings/settings.ts'
import { type ConductRow, readConduct } from './conduct.sql.ts'
import * as store from './dashboard.sql.ts'
import { firstStored } from './frozen.sql.ts'
import { type ClassRule, readState } from './refresh.sql.ts'
import { rulesInFigures } from './refresh.ts'

export type Portfolio = Reply<Api['dashboardPortfolio']>

const EMPLOYERS_SHOWN = 15
/** Federal, state and local governments have fewer; ten thousand cells are what a browser still draws at once. */
export const EMPLOYERS_MAX = 2_000
const MONTHS_SHOWN = 12
const VINTAGES_SHOWN = 12

/** Whole months, in order; what has not come yet is left out. */
export function periodOf(today: LocalDate, from: string | undefined, to: string | undefined) {
  const thisMonth = payMonthOf(today) as string
  const last = to !== undefined && to < thisMonth ? to : thisMonth
  const first = from !== undefined && from < last ? from : last
  const end = endOfMonth(localDate(`${last}-01`))
  return {
    fromMonth: first,
    toMonth: last,
    from: localDate(`${first}-01`),
    /** The last day of the last month, also where it has not come yet. */
    end,
    /** The last day that counts: the month's, or today. */
    until: end < today ? end : today,
  }
}

const shareOf = (part: bigint, whole: bigint): number | null =>
  whole > 0n ? ppmOf(part, whole, 'half-up') : null

export const portfolio: Handler<Api['dashboardPortfolio']> = (ctx, { employers, ...asked }) =>
  figuresOf(ctx, asked, employers === 'all' ? EMPLOYERS_MAX : EMPLOYERS_SHOWN)

type Asked = { from?: string | undefined; to?: string | undefined }

/** So many employers by name, the rest as one. */
export async function figuresOf(ctx: Context, asked: Asked, employers: number): Promise<Portfolio> {
  const period = periodOf(ctx.today, asked.from, asked.to)
  const { refreshed_at, booked_to } = await readState(ctx.tx)
  const isOver = period.toMonth < payMonthOf(ctx.today)
  const at = isOver ? await store.readFrozenAt(ctx.tx, `${period.toMonth}-01`) : null
  return {
    askedAt: ctx.now.toISOString(),
    refreshedAt: refreshed_at?.toISOString() ?? null,
    bookedTo: booked_to,
    from: period.fromMonth,
    to: period.toMonth,
    firstMonth: await store.readFirstFrozen(ctx.tx),
    rowsSince: await firstStored(ctx.tx),
    frozen: isOver ? { on: period.until, at: at?.toISOString() ?? null } : null,
    ...(isOver && at === null ? NOT_WRITTEN_DOWN : await standingOn(ctx, period, isOver, employers)),
    ...(await flowsIn(ctx, period)),
    frozenFlows: isOver ? await frozenFlowsIn(ctx, period) : null,
    months: await monthsOf(ctx, period.toMonth),
    messages: await messagesIn(ctx, period),
    ...(await openOn(ctx, isOver ? `${period.toMonth}-01` : null)),
  }
}

type Standing = Pick<
  Portfolio,
  | 'outstanding'
  | 'par'
  | 'parByConduct'
  | 'ageing'
  | 'classes'
  | 'states'
  | 'zones'
  | 'employers'
  | 'officers'
  | 'products'
  | 'vintages'
>

/** A month-end without a snapshot is unknown: that is not a portfolio without loans. */
const NOT_WRITTEN_DOWN: Standing = {
  outstanding: null,
  par: [],
  parByConduct: [],
  ageing: [],
  classes: [],
  states: [],
  zones: [],
  employers: [],
  officers: [],
  products: [],
  vintages: [],
}

/** How the book stands now, or stood at the end of a period that is over: as frozen then, whatever was booked since. */
async function standingOn(
  ctx: Context,
  { toMonth, until }: Period,
  isOver: boolean,
  employers: number,
): Promise<Standing> {
  const month = isOver ? `${toMonth}-01` : null
  const cuts = await store.readCuts(ctx.tx, month)
  const all = cuts.find(cut => cut.dimension === 'all')
  const names = {
    product: new Map((await store.readProducts(ctx.tx)).map(each => [each.id, each.name])),
    officer: new Map(
      (await store.readOfficers(ctx.tx)).map(each => [each.code, `${each.name} (${each.code})`]),
    ),
  }
  const of = (dimension: string): store.SliceRow[] =>
    cuts.filter(cut => cut.dimension === dimension && cut.loans > 0)
  const bySize = (rows: store.SliceRow[]): store.SliceRow[] =>
    rows.toSorted((a, b) => (a.principal < b.principal ? 1 : a.principal > b.principal ? -1 : 0))
  return {
    outstanding: outstandingOf(all),
    par: PAR_DAYS.map(days => parOf(all, days)),
    parByConduct: (await readConduct(ctx.tx, isOver ? until : ctx.today)).map(conductOf),
    ageing: AGES.map(({ key, title }) => {
      const cut = cuts.find(each => each.dimension === 'age' && each.key === key)
      return { key, title, loans: cut?.loans ?? 0, principal: kobo(cut?.principal ?? 0n) }
    }),
    classes: classesOf(
      cuts,
      // a setting never changes a day that is over, so the classes of a frozen one are its own
      isOver ? (await section(ctx.tx, 'classes', until)).classes : (await rulesInFigures(ctx)).classes,
    ),
    states: statesOf(of('state')),
    zones: zonesOf(of('state')),
    employers: (await store.readEmployers(ctx.tx, month, employers)).map(employerOf),
    officers: bySize(of('officer')).map(row =>
      cutOf(row, row.key === '' ? 'No officer' : (names.officer.get(row.key) ?? row.key)),
    ),
    products: bySize(of('product')).map(row => cutOf(row, names.product.get(row.key) ?? row.key)),
    vintages: await vintagesOf(ctx, cuts, toMonth),
  }
}

const outstandingOf = (all: store.SliceRow | undefined): NonNullable<Portfolio['outstanding']> => ({
  loans: all?.loans ?? 0,
  principal: kobo(all?.principal ?? 0n),
  interest: kobo(all?.interest ?? 0n),
  fee: kobo(all?.fee ?? 0n),
  penalty: kobo(all?.penalty ?? 0n),
  total: kobo(all ? all.principal + all.interest + all.fee + all.penalty : 0n),
  credit: kobo(all?.credit ?? 0n),
  arrears: kobo(all?.arrears ?? 0n),
  lateLoans: all?.late_loans ?? 0,
})

const conductOf = (row: ConductRow): Portfolio['parByConduct'][number] => {
  const conduct = kobo(row.contractual - row.awaiting)
  return {
    days: row.days,
    contractual: kobo(row.contractual),
    awaiting: kobo(row.awaiting),
    conduct,
    share: shareOf(conduct, row.principal),
  }
}

function parOf(all: store.SliceRow | undefined, days: ParDays): Portfolio['par'][number] {
  const principal = all?.[`late_${days}`] ?? 0n
  return { days, principal: kobo(principal), share: shareOf(principal, all?.principal ?? 0n) }
}

function classesOf(cuts: readonly store.SliceRow[], classes: readonly ClassRule[]): Portfolio['classes'] {
  return classes.map(({ name, fromDays, provisionPpm }) => {
    const cut = cuts.find(each => each.dimension === 'class' && each.key === name)
    return {
      name,
      fromDays,
      ratePpm: provisionPpm,
      loans: cut?.loans ?? 0,
      principal: kobo(cut?.principal ?? 0n),
      provision: kobo(cut?.provision ?? 0n),
    }
  })
}

const cutOf = (row: store.CutRow, title: string): Portfolio['products'][number] => ({
  key: row.key,
  title,
  loans: row.loans,
  principal: kobo(row.principal),
  arrears: kobo(row.arrears),
  lateLoans: row.late_loans,
  par1: shareOf(row.late_1, row.principal),
  par30: shareOf(row.late_30, row.principal),
})

function employerOf({ others, ...row }: store.EmployerRow): Portfolio['employers'][number] {
  const many = others === 1 ? '1 other employer' : `${others} other employers`
  return { ...cutOf(row, others > 0 ? many : row.key || 'No employer'), others }
}

function statesOf(rows: readonly store.SliceRow[]): Portfolio['states'] {
  const known = STATES.map(({ name, geopoliticalzone }) => {
    const row = rows.find(each => each.key === name) ?? { ...NO_LOANS, key: name }
    return { ...cutOf(row, name), zone: geopoliticalzone }
  })
  const elsewhere = rows.filter(row => !STATES.some(state => state.name === row.key))
  return [...known, ...elsewhere.map(row => ({ ...cutOf(row, row.key || 'No state'), zone: null }))]
}

const NO_LOANS = { loans: 0, principal: 0n, arrears: 0n, late_loans: 0, late_1: 0n, late_30: 0n }

/** A share of a zone is that of its sums: those of its states cannot be added. */
const zonesOf = (rows: readonly store.CutRow[]): Portfolio['zones'] =>
  GEOPOLITICAL_ZONES.map(zone => {
    const isIn = (name: string): boolean =>
      STATES.some(state => state.name === name && state.geopoliticalzone === zone)
    const row = rows.filter(each => isIn(each.key)).reduce(addedUp, { ...NO_LOANS, key: zone })
    return { ...cutOf(row, zone), late30: kobo(row.late_30) }
  })

const addedUp = (sums: store.CutRow, row: store.CutRow): store.CutRow => ({
  key: sums.key,
  loans: sums.loans + row.loans,
  principal: sums.principal + row.principal,
  arrears: sums.arrears + row.arrears,
  late_loans: sums.late_loans + row.late_loans,
  late_1: sums.late_1 + row.late_1,
  late_30: sums.late_30 + row.late_30,
})

type Period = ReturnType<typeof periodOf>

async function flowsIn(ctx: Context, period: Period): Promise<Pick<Portfolio, 'period' | 'before'>> {
  const months = monthsBetween(period.fromMonth, period.toMonth) + 1
  const earlier = addMonths(period.from, -months)
  // a month that is half over is measured against the same half of the one before
  const isWhole = period.until === endOfMonth(period.until)
  const until = isWhole ? addDays(period.from, -1) : addMonths(period.until, -months)
  return {
    period: flowsOf(await store.sumDays(ctx.tx, period.from, period.until)),
    before: { ...flowsOf(await store.sumDays(ctx.tx, earlier, until)), from: earlier, to: until },
  }
}

const flowsOf = (sums: store.FrozenSums): Portfolio['period'] => ({
  disbursedLoans: sums.paid_out_loans,
  disbursed: kobo(sums.paid_out),
  collected: kobo(sums.collected),
  cash: sums.cash === null ? null : kobo(sums.cash),
  due: kobo(sums.due),
  efficiency: shareOf(sums.collected, sums.due),
  cashEfficiency: sums.cash === null ? null : shareOf(sums.cash, sums.due),
  received: kobo(sums.received),
})

/** As saved at each month-end, whatever was posted since; null unless all of them have it. */
async function frozenFlowsIn(ctx: Context, period: Period): Promise<Portfolio['frozenFlows']> {
  const { months, kept_at: storedat, ...sums } = await store.sumFrozen(ctx.tx, period.from, period.until)
  if (storedat === null || months <= monthsBetween(period.fromMonth, period.toMonth)) return null
  return { ...flowsOf(sums), at: storedat.toISOString() }
}

const monthsBetween = (from: string, to: string): number => {
  const count = (month: string): number =>
    Number.parseInt(month.slice(0, 4), 10) * 12 + Number.parseInt(month.slice(5), 10)
  return count(to) - count(from)
}
const monthsBack = (month: string, count: number): string =>
  payMonthOf(addMonths(localDate(`${month}-01`), -count))

/** Twelve months up to the end of the period, each with how the book stood at its end. */
async function monthsOf(ctx: Context, to: string): Promise<Portfolio['months']> {
  const thisMonth = payMonthOf(ctx.today)
  const now = to === thisMonth ? await store.readWhole(ctx.tx) : undefined
  const first = monthsBack(to, MONTHS_SHOWN - 1)
  const sums = await store.sumMonths(ctx.tx, `${first}-01`, endOfMonth(localDate(`${to}-01`)))
  const ends = await store.readMonthEnds(ctx.tx, 'all', `${first}-01`)
  return Array.from({ length: MONTHS_SHOWN }, (_, back) => monthsBack(to, MONTHS_SHOWN - 1 - back)).map(
    month => {
      const flow = sums.find(each => each.month === month)
      const stood = month === thisMonth ? now : ends.find(end => end.month === month)
      return {
        month,
        disbursed: kobo(flow?.paid_out ?? 0n),
        collected: kobo(flow?.collected ?? 0n),
        cash: kobo(flow?.cash ?? 0n),
        due: kobo(flow?.due ?? 0n),
        received: kobo(flow?.received ?? 0n),
        principal: stood ? kobo(stood.principal) : null,
        par30: stood ? shareOf(stood.late_30, stood.principal) : null,
      }
    },
  )
}

const messagesIn = (ctx: Context, { from, until }: Period): Promise<Portfolio['messages']> =>
  store.readMessages(ctx.tx, lagosMidnight(from), lagosMidnight(addDays(until, 1)))

type Open = Pick<Portfolio, 'requests' | 'suspense' | 'unremitted' | 'retiring'>

/** What is open now, or was at the end of a month, as frozen then. */
async function openOn(ctx: Context, month: string | null): Promise<Open> {
  const open = await (month === null ? store.readOpenMoney(ctx.tx) : store.readOpenMoneyAt(ctx.tx, month))
  if (!open) return { requests: null, suspense: null, unremitted: null, retiring: null }
  const stages = await store.readStages(ctx.tx, month)
  return {
    requests: STAGES.map(stage => ({
      stage,
      requests: stages.find(each => each.stage === stage)?.requests ?? 0,
    })),
    suspense: {
      items: open.suspense_items,
      amount: kobo(open.suspense),
      oldestAt: open.suspense_since?.toISOString() ?? null,
    },
    unremitted: kobo(open.unremitted),
    retiring: (await store.readRetiring(ctx.tx, month)).map(row => ({
      months: row.within_months,
      customers: row.customers,
      loans: row.loans,
      principal: kobo(row.principal),
    })),
  }
}

/** Month of disbursement by months since; the last share of each is how it stands now, or stood at the end of the period. */
async function vintagesOf(
  ctx: Context,
  cuts: readonly store.SliceRow[],
  lastMonth: string,
): Promise<Portfolio['vintages']> {
  const first = monthsBack(lastMonth, VINTAGES_SHOWN - 1)
  const ends = await store.readMonthEnds(ctx.tx, 'vintage', `${first}-01`)
  return cuts
    .filter(cut => cut.dimension === 'vintage' && cut.key >= first)
    .map(now => {
      const shares = Array.from({ length: monthsBetween(now.key, lastMonth) + 1 }, (_, since) => {
        const month = monthsBack(now.key, -since)
        const stood = month === lastMonth ? now : ends.find(end => end.month === month && end.key === now.key)
        return stood ? shareOf(BigInt(stood.troubled_loans), BigInt(stood.lent_loans)) : null
      })
      return { month: now.key, loans: now.lent_loans, lent: kobo(now.lent), shares }
    })
}
