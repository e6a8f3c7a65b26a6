import type { Api } from '../../contract/api.ts'
import { AGES, firstLateDay, type LoanCut, PAR_DAYS } from '../../contract/dashboard.ts'
import { STATES } from '../../contract/nigeria.ts'
import { addDays, addMonths, endOfMonth, type LocalDate, localDate } from '../../engine/dates.ts'
import { type Kobo, kobo } from '../../engine/money.ts'
import { lagosMidnight } from '../clock.ts'
import type { Context, Handler } from '../context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../cursor.ts'
import { section } from '../settings/settings.ts'
import { readWhole, sumDays } from './dashboard.sql.ts'
import { periodOf } from './portfolio.ts'
import { readState } from './refresh.sql.ts'
import { leavingOn } from './refresh.ts'
import * as store from './rows.sql.ts'

export const listLoans: Handler<Api['dashboardLoans']> = async (ctx, { cursor, limit, ...shape }) => {
  const position = readCursor(ctx.keys, 'dashboardLoans', shape, cursor)
  const condition = await conditionOf(ctx, shape)
  const found = await store.listLoans(ctx.tx, condition, position?.[0] ?? null, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const { total, exact } = await store.countLoans(ctx.tx, condition)
  return {
    rows: rows.map(row => ({
      id: row.id,
      number: row.number,
      customerId: row.customer_id,
      customerName: row.customer_name,
      employer: row.mda,
      state: row.state,
      status: row.status,
      principal: kobo(row.principal),
      owedPrincipal: kobo(row.owed_principal),
      arrears: kobo(row.arrears),
      daysPastDue: row.days_past_due,
      disbursedOn: row.disbursed_on,
      share: row.share === null ? null : kobo(row.share),
    })),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'dashboardLoans', shape, [last.number]) : null,
    sum: await sumOf(ctx, shape),
  }
}

export const conditionOf = async (
  ctx: Context,
  shape: Shape & { cut: LoanCut },
): Promise<store.CutCondition> => CONDITIONS[shape.cut](ctx, shape)

/** From where the figure itself comes: adding up a million shares takes longer than anybody waits. */
async function sumOf(ctx: Context, { cut, from, to }: Shape & { cut: LoanCut }): Promise<Kobo | null> {
  if (cut === 'provision') return kobo((await readWhole(ctx.tx))?.provision ?? 0n)
  if (cut !== 'due') return null
  const period = periodOf(ctx.today, from, to)
  return kobo((await sumDays(ctx.tx, period.from, period.until)).due)
}

type Shape = { key: string; from?: string | undefined; to?: string | undefined }
type Condition = (ctx: Context, shape: Shape) => store.CutCondition | Promise<store.CutCondition>

/** Which loans each figure was added up from. */
const CONDITIONS: Record<LoanCut, Condition> = {
  late: async (ctx, { key }) => {
    const par = PAR_DAYS.find(days => String(days) === key) ?? 1
    return { live: true, late: { since: addDays(await lateOn(ctx), -firstLateDay(par)), notSince: null } }
  },
  age: async (ctx, { key }) => {
    const at = AGES.findIndex(age => age.key === key)
    const [age, older] = [AGES[at], AGES[at + 1]]
    if (!age || age.fromDays === 0) return { live: true, late: 'in time' }
    const day = await lateOn(ctx)
    return {
      live: true,
      late: { since: addDays(day, -age.fromDays), notSince: older ? addDays(day, -older.fromDays) : null },
    }
  },
  state: (_, { key }) => ({ live: true, states: [key] }),
  zone: (_, { key }) => ({
    live: true,
    states: STATES.filter(state => state.geopoliticalzone === key).map(state => state.name),
  }),
  employer: (_, { key }) => ({ live: true, employer: key }),
  product: (_, { key }) => ({ live: true, product: key }),
  officer: (_, { key }) => ({ live: true, officer: key }),
  vintage: (ctx, { key }) => ({ live: false, paidOut: wholeMonth(ctx, key) }),
  retiring: async (ctx, { key }) => ({
    live: true,
    leaving: {
      on: await leavingOn(ctx),
      by: addMonths(ctx.today, /^\d{1,2}$/.test(key) ? Number.parseInt(key, 10) : 0),
    },
  }),
  paidOut: (ctx, { from, to }) => {
    const period = periodOf(ctx.today, from, to)
    return { live: false, paidOut: { from: period.from, to: period.until } }
  },
  due: (ctx, { from, to }) => {
    const period = periodOf(ctx.today, from, to)
    return { live: false, share: store.dueShare({ from: period.from, to: period.until }) }
  },
  provision: async ctx => {
    const { classes } = await section(ctx.tx, 'classes', ctx.today)
    return { live: true, share: store.provisionShare(classes) }
  },
}

/** Days late are counted up to the last daily run, as the figures are. */
async function lateOn(ctx: Context): Promise<LocalDate> {
  const { booked_to } = await readState(ctx.tx)
  return booked_to === null ? ctx.today : localDate(booked_to)
}

function wholeMonth(ctx: Context, month: string): { from: LocalDate; to: LocalDate } {
  const from = localDate(
    /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `${month}-01` : `${ctx.today.slice(0, 7)}-01`,
  )
  return { from, to: endOfMonth(from) }
}

export const listReceipts: Handler<Api['dashboardReceipts']> = async (ctx, { cursor, limit, ...shape }) => {
  const { from, until } = periodOf(ctx.today, shape.from, shape.to)
  const period = { from, to: until }
  const after = placeOf(readCursor(ctx.keys, 'dashboardReceipts', shape, cursor), 'on', 'id')
  const { rows, last } = cutPage(await store.listReceipts(ctx.tx, period, after, limit + 1), limit)
  const { total, exact } = await store.countReceipts(ctx.tx, period)
  return {
    rows: rows.map(row => ({
      id: row.id,
      loanId: row.loan_id,
      loanNumber: row.number,
      customerName: row.customer_name,
      type: row.type,
      on: row.effective_on,
      amount: kobo(row.amount),
      channel: row.channel,
      reference: row.reference,
    })),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'dashboardReceipts', shape, [last.effective_on, last.id]) : null,
  }
}

export const listOverrides: Handler<Api['dashboardOverrides']> = async (ctx, { cursor, limit, ...shape }) => {
  const { from, until } = periodOf(ctx.today, shape.from, shape.to)
  const period = { from: lagosMidnight(from), to: lagosMidnight(addDays(until, 1)) }
  const after = placeOf(readCursor(ctx.keys, 'dashboardOverrides', shape, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listOverrides(ctx.tx, period, after, limit + 1), limit)
  const { total, exact } = await store.countOverrides(ctx.tx, period)
  const next = last && [last.at.toISOString(), last.id.toString()]
  return {
    rows: rows.map(row => ({
      id: row.id.toString(),
      requestId: row.request_id,
      reference: row.reference,
      applicant: row.applicant,
      stage: row.stage,
      at: row.at.toISOString(),
      by: row.by_name,
      reasonCode: row.reason_code,
      note: row.note,
    })),
    total,
    totalIsExact: exact,
    next: next ? makeCursor(ctx.keys, 'dashboardOverrides', shape, next) : null,
  }
}
