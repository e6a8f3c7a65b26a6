import type { Api } from '../../../contract/api.ts'
import {
  AGES,
  CASH_SORTS,
  type CutPart,
  firstLateDay,
  isCutKey,
  isStandingCut,
  LOAN_SORTS,
  type LoanCut,
  type LoanRowSort,
  OVERRIDE_SORTS,
  OWED_PARTS,
  PAR_DAYS,
  PART_PAR,
  type ParDays,
  RECEIPT_SORTS,
  type ReceiptSort,
} from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { STATES } from '../../../contract/nigeria.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  type LocalDate,
  localDate,
  payMonthOf,
} from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { businessDate, lagosMidnight } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Counted } from '../../kernel/counting.sql.ts'
import { cutPage, makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse } from '../../kernel/refusal.ts'
import { readFrozenAt, readOfficers, readRetiring, sumDays } from './dashboard.sql.ts'
import { countFrozen, firstStored, hasFrozenShares, listFrozen, type MonthEndCut } from './frozen.sql.ts'
import { periodOf } from './portfolio.ts'
import { readState } from './refresh.sql.ts'
import { leavingOn, rulesInFigures } from './refresh.ts'
import * as store from './rows.sql.ts'
import { figureOf } from './rowsFigure.ts'

/**
 * So many rows are sorted in a fraction of a second. A longer list has only the orders of its indexes: a million rows
 * would be read again for each page.
 */
const SORTED_MAX = 200_000

/** The order of some rows: the usual one, too, where a list has grown too long for the one asked for. */
function orderFor<Sort extends string>(
  every: readonly Sort[],
  { usual, indexed }: { usual: `-${Sort}`; indexed: readonly Sort[] },
  rows: number,
  asked: Sort | `-${Sort}` | undefined,
): { sort: Sort | `-${Sort}`; sorts: Sort[] } {
  const sorts = every.filter(sort => rows <= SORTED_MAX || indexed.includes(sort))
  const isOffered = sorts.some(sort => asked === sort || asked === `-${sort}`)
  return { sort: asked !== undefined && isOffered ? asked : usual, sorts }
}

/**
 * The number of rows: as counted, or by their figure, which may be older. A list counted to its limit has no exact
 * number.
 */
export const rowsKnown = ({ total, exact }: Counted, loans: number | null = null): number =>
  exact ? total : loans !== null && loans > total ? loans : Number.POSITIVE_INFINITY
const endOf = (last: store.Sorted, id: string): [key: string, id: string] => [last.sort_key, id]

/** As they are indexed. */
const RECEIPTS_USUALLY = { usual: '-on', indexed: ['on'] } as const
const OVERRIDES_USUALLY = { usual: '-at', indexed: ['at'] } as const

/** `rows`: as far as known. */
export const loanOrder = (behind: Behind, rows: number, asked: LoanRowSort | `-${LoanRowSort}` | undefined) =>
  orderFor(
    LOAN_SORTS.filter(each => each !== 'share' || behind.hasShares),
    { usual: '-number', indexed: behind.indexed },
    rows,
    asked,
  )

export const receiptOrder = (rows: number, asked: ReceiptSort | `-${ReceiptSort}` | undefined) =>
  orderFor(RECEIPT_SORTS, RECEIPTS_USUALLY, rows, asked)

export const listLoans: Handler<Api['dashboardLoans']> = async (
  ctx,
  { cursor, limit, sort: asked, ...shape },
) => {
  const behind = await drilldownSource(ctx, shape)
  const counted = await behind.count()
  const figure = await figureOf(ctx, { ...shape, month: behind.month })
  const { sort, sorts } = loanOrder(behind, rowsKnown(counted, figure.loans), asked)
  const signed = { ...shape, sort }
  const after = placeOf(readCursor(ctx.keys, 'dashboardLoans', signed, cursor), 'key', 'id')
  const { rows, last } = cutPage(await behind.list(orderOf(sort), after, limit + 1), limit)
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
    total: counted.total,
    totalIsExact: counted.exact,
    next: last ? makeCursor(ctx.keys, 'dashboardLoans', signed, endOf(last, last.number)) : null,
    sort,
    sorts,
    ...figure,
    ...(shape.cut === 'officer' && { officerName: await officerNamed(ctx, shape.key) }),
    asOf: await asOf(ctx, behind.month),
    rowsKept: behind.rowsKept,
  }
}

const officerNamed = async (ctx: Context, code: string): Promise<string | undefined> =>
  (await readOfficers(ctx.tx)).find(officer => officer.code === code)?.name

/** The loans behind a figure: of today, or as they were frozen at the end of a month. */
type Behind = {
  month: string | null
  /** A month-end older than stored loans has none. */
  rowsKept: boolean
  hasShares: boolean
  /** The orders in which an index has them. */
  indexed: readonly LoanRowSort[]
  list(order: store.Order<LoanRowSort>, after: store.Place | null, limit: number): Promise<store.LoanCutRow[]>
  count(): Promise<Counted>
}

export async function drilldownSource(ctx: Context, { asOf: frozen, ...shape }: LoanShape): Promise<Behind> {
  const { cut, key, part } = shape
  if (!isCutKey(cut, key, part)) return refuse('record.unknown', { what: 'figure' })
  if (frozen !== undefined) {
    if (!isStandingCut(cut) || frozen >= payMonthOf(ctx.today))
      return refuse('record.unknown', { what: 'month-end' })
    return frozenBehind(ctx, { cut, key, part, month: `${frozen}-01` })
  }
  const condition = {
    ...(await CONDITIONS[cut](ctx, shape)),
    ...(part && (await lateFor(ctx, PART_PAR[part]))),
    on: await figuresOn(ctx),
  }
  return {
    month: null,
    rowsKept: true,
    hasShares: condition.share !== undefined,
    indexed: condition.live ? ['number', 'late', 'paidOut'] : ['number', 'paidOut'],
    list: (order, after, limit) => store.listLoans(ctx.tx, condition, order, after, limit),
    count: () => store.countLoans(ctx.tx, condition, JSON.stringify(shape)),
  }
}

/** Retirement dates are stored since a later release than the loans. */
async function areRowsStored(ctx: Context, { cut, month }: MonthEndCut): Promise<boolean> {
  const first = await firstStored(ctx.tx)
  if (first === null || month < `${first}-01`) return false
  return cut === 'retiring'
    ? (await readRetiring(ctx.tx, month)).length > 0
    : (await readFrozenAt(ctx.tx, month)) !== null
}

async function frozenBehind(ctx: Context, of: MonthEndCut): Promise<Behind> {
  return {
    month: of.month,
    rowsKept: await areRowsStored(ctx, of),
    hasShares: hasFrozenShares(of),
    indexed: ['number'],
    list: (order, after, limit) => listFrozen(ctx.tx, of, order, after, limit),
    count: () => countFrozen(ctx.tx, of),
  }
}

async function asOf(ctx: Context, month: string | null): Promise<Reply<Api['dashboardReceipts']>['asOf']> {
  const { refreshed_at, booked_to } = await readState(ctx.tx)
  const at = month === null ? null : await readFrozenAt(ctx.tx, month)
  return {
    refreshedAt: refreshed_at?.toISOString() ?? null,
    bookedTo: booked_to,
    frozen: month === null ? null : { on: endOfMonth(localDate(month)), at: at?.toISOString() ?? null },
  }
}

type Shape = { key: string; from?: string | undefined; to?: string | undefined }
type LoanShape = Shape & { cut: LoanCut; part?: CutPart | undefined; asOf?: string | undefined }
type Condition = (ctx: Context, shape: Shape) => store.CutCondition | Promise<store.CutCondition>

/** Which loans each figure was added up from. */
const CONDITIONS: Record<LoanCut, Condition> = {
  owed: (_, { key }) => {
    if (key === 'principal') return { live: true }
    const part = OWED_PARTS.find(each => each === key)
    return part === undefined
      ? { live: true, share: store.OWED_SHARES.total, evenNothing: true }
      : { live: true, share: store.OWED_SHARES[part] }
  },
  arrears: ctx => lateFor(ctx, 1),
  late: (ctx, { key }) => lateFor(ctx, parOf(key)),
  lateConduct: (ctx, { key }) => byConduct(ctx, key, false),
  lateAwaiting: (ctx, { key }) => byConduct(ctx, key, true),
  class: async (ctx, { key }) => ({ live: true, late: await reaching(ctx, key) }),
  age: async (ctx, { key }) => {
    const at = AGES.findIndex(age => age.key === key)
    const [age, older] = [AGES[at], AGES[at + 1]]
    if (!age || age.fromDays === 0) return { live: true, late: 'in time' }
    const day = await figuresOn(ctx)
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
  vintage: (_, { key }) => ({ live: false, paidOut: wholeMonth(key) }),
  vintageLate: (_, { key }) => ({ live: false, paidOut: wholeMonth(key), troubled: true }),
  retiring: async (ctx, { key }) => ({
    live: true,
    leaving: {
      on: await leavingOn(ctx),
      by: addMonths(ctx.today, Number.parseInt(key, 10)),
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
  expected: (ctx, { from, to }) => {
    const period = periodOf(ctx.today, from, to)
    return { live: false, share: store.dueShare({ from: period.from, to: period.end }) }
  },
  provision: async (ctx, { key }) => {
    const share = store.provisionShare((await rulesInFigures(ctx)).classes)
    return { live: true, share, ...(key === '' ? {} : { late: await reaching(ctx, key) }) }
  },
  credit: () => ({ live: false, share: store.CREDIT_SHARE }),
}

/** How late a loan of a class is; of a class that there is not, none is so late. */
async function reaching(ctx: Context, name: string): Promise<NonNullable<store.CutCondition['late']>> {
  const { classes } = await rulesInFigures(ctx)
  const at = classes.findIndex(each => each.name === name)
  const [found, worse] = [classes[at], classes[at + 1]]
  if (!found) return { since: '-infinity', notSince: null }
  const day = await figuresOn(ctx)
  return {
    since: found.fromDays === 0 ? null : addDays(day, -found.fromDays),
    notSince: worse ? addDays(day, -worse.fromDays) : null,
  }
}

const lateFor = async (ctx: Context, par: ParDays): Promise<store.CutCondition> => ({
  live: true,
  late: { since: addDays(await figuresOn(ctx), -firstLateDay(par)), notSince: null },
})

const parOf = (key: string): ParDays => PAR_DAYS.find(days => String(days) === key) ?? 1

/** The bridge from portfolio at risk by contract to that by conduct: what stays, or what is left out. */
async function byConduct(ctx: Context, key: string, isAwaiting: boolean): Promise<store.CutCondition> {
  const par = parOf(key)
  return {
    ...(await lateFor(ctx, par)),
    conduct: { fromDays: firstLateDay(par), isAwaiting },
  }
}

/** The day that the figures were added up as of. */
async function figuresOn(ctx: Context): Promise<LocalDate> {
  const { refreshed_at } = await readState(ctx.tx)
  return refreshed_at === null ? ctx.today : businessDate(refreshed_at)
}

function wholeMonth(month: string): { from: LocalDate; to: LocalDate } {
  const from = localDate(`${month}-01`)
  return { from, to: endOfMonth(from) }
}

export const listReceipts: Handler<Api['dashboardReceipts']> = async (
  ctx,
  { cursor, limit, sort: asked, ...shape },
) => {
  const { from, until } = periodOf(ctx.today, shape.from, shape.to)
  const period = { from, to: until, by: shape.by }
  const counted = await store.countReceipts(ctx.tx, period)
  const { sort, sorts } = receiptOrder(rowsKnown(counted), asked)
  const signed = { ...shape, sort }
  const after = placeOf(readCursor(ctx.keys, 'dashboardReceipts', signed, cursor), 'key', 'id')
  const page = await store.listReceipts(ctx.tx, period, orderOf(sort), after, limit + 1)
  const { rows, last } = cutPage(page, limit)
  return {
    rows: rows.map(row => ({
      id: row.id,
      loanId: row.loan_id,
      loanNumber: row.number,
      customerName: row.customer_name,
      type: row.type,
      on: row.effective_on,
      payMonth: row.pay_month,
      amount: kobo(row.amount),
      channel: row.channel,
      reference: row.reference,
    })),
    total: counted.total,
    totalIsExact: counted.exact,
    next: last ? makeCursor(ctx.keys, 'dashboardReceipts', signed, endOf(last, last.id)) : null,
    sort,
    sorts,
    sum: kobo((await sumDays(ctx.tx, from, until))[shape.by === 'payrollMonth' ? 'received' : 'collected']),
    asOf: await asOf(ctx, null),
  }
}

export const listCash: Handler<Api['dashboardCash']> = async (
  ctx,
  { cursor, limit, sort: asked, ...shape },
) => {
  const { from, until } = periodOf(ctx.today, shape.from, shape.to)
  const period = { from, to: until }
  const counted = await store.countCash(ctx.tx, period)
  const { sort, sorts } = orderFor(CASH_SORTS, RECEIPTS_USUALLY, rowsKnown(counted), asked)
  const signed = { ...shape, sort }
  const after = placeOf(readCursor(ctx.keys, 'dashboardCash', signed, cursor), 'key', 'id')
  const page = await store.listCash(ctx.tx, period, orderOf(sort), after, limit + 1)
  const { rows, last } = cutPage(page, limit)
  return {
    rows: rows.map(row => ({
      id: row.id,
      type: row.type,
      on: row.on,
      amount: kobo(row.amount),
      channel: row.channel,
      reference: row.reference,
      payer: row.payer,
      loanId: row.loan_id,
      loanNumber: row.loan_number,
      receiptNumber: row.receipt_number,
    })),
    total: counted.total,
    totalIsExact: counted.exact,
    next: last ? makeCursor(ctx.keys, 'dashboardCash', signed, endOf(last, last.id)) : null,
    sort,
    sorts,
    sum: kobo((await sumDays(ctx.tx, from, until)).cash),
    asOf: await asOf(ctx, null),
  }
}

export const listOverrides: Handler<Api['dashboardOverrides']> = async (
  ctx,
  { cursor, limit, sort: asked, ...shape },
) => {
  const { from, until } = periodOf(ctx.today, shape.from, shape.to)
  const period = { from: lagosMidnight(from), to: lagosMidnight(addDays(until, 1)) }
  const counted = await store.countOverrides(ctx.tx, period)
  const { sort, sorts } = orderFor(OVERRIDE_SORTS, OVERRIDES_USUALLY, rowsKnown(counted), asked)
  const signed = { ...shape, sort }
  const after = placeOf(readCursor(ctx.keys, 'dashboardOverrides', signed, cursor), 'key', 'id')
  const page = await store.listOverrides(ctx.tx, period, orderOf(sort), after, limit + 1)
  const { rows, last } = cutPage(page, limit)
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
    total: counted.total,
    totalIsExact: counted.exact,
    next: last ? makeCursor(ctx.keys, 'dashboardOverrides', signed, endOf(last, last.id.toString())) : null,
    sort,
    sorts,
  }
}
