import { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { LOAN_TABS, loanRow } from '../../../contract/loans.ts'
import { tenorText } from '../../../contract/products.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import type { LoanClass } from '../../../engine/arrears.ts'
import { addDays, type LocalDate, localDate, type PayMonth, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import { storedFilter } from '../../kernel/audit.ts'
import type { Context, Handler, TextHandler } from '../../kernel/context.ts'
import { makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import { listText } from '../../kernel/jsonText.ts'
import { typedWords } from '../../kernel/like.ts'
import { type NextRows, type SheetColumns, sheetMoment, sheetNaira } from '../../kernel/sheet.ts'
import { canRevealNumbers, noteNumberSearch } from '../auth/auth.ts'
import { section } from '../settings/settings.ts'
import { signedLoans } from './daily.sql.ts'
import { lossesIn } from './foldLoans.ts'
import * as store from './list.sql.ts'
import { type ListedLoan, loanPages } from './listed.sql.ts'
import { agreementOf, classesOf, classNameOf, type Signed } from './state.ts'

export const readClasses = async (ctx: Context): Promise<LoanClass[]> =>
  classesOf((await section(ctx.tx, 'classes', ctx.today)).classes)

/** The rows of a page, with what only the engine knows of them. */
export async function describeRows(ctx: Context, text: string): Promise<ListedLoan[]> {
  const rows = JSON.parse(`[${text}]`) as ListedLoan[]
  const losses = await lossesIn(ctx.tx, rows, ctx.today)
  const awaiting = rows.flatMap(row => (row.status === 'awaiting disbursement' ? row.id : []))
  const signed = awaiting.length > 0 ? await signedLoans(ctx.tx, awaiting) : []
  const firstDues = new Map(signed.map(loan => [loan.id, firstDueOf(loan, ctx.today)]))
  return rows.map(row => ({
    ...row,
    loss: z.encode(loanRow.shape.loss, losses.get(row.id) ?? null),
    firstDue: z.encode(loanRow.shape.firstDue, firstDues.get(row.id) ?? null),
  }))
}

/** A list in which the engine adds nothing leaves as PostgreSQL wrote it. */
const withEngine = async (ctx: Context, tab: store.LoanFilter['tab'], text: string): Promise<string> =>
  tab === 'awaiting' || tab === 'writtenOff'
    ? JSON.stringify(await describeRows(ctx, text)).slice(1, -1)
    : text

/** A deduction counts in the month of its value date, as where expected and received are compared. */
export const monthOf = (day: string | null): PayMonth | null =>
  day === null ? null : payMonthOf(localDate(day))

/**
 * What is deducted first, if the money leaves today. Until then the loan keeps its usual instalment; after a moratorium
 * that is another figure.
 */
function firstDueOf(row: Signed, today: LocalDate) {
  const [first] = buildSchedule(agreementOf({ row, events: [], awaited: undefined }, today).terms).rows
  return first ? { on: first.dueDate, amount: first.total } : null
}

/** What the list is narrowed by, as the database understands it. */
async function filterOf(
  ctx: Context,
  { className, ...rest }: Omit<store.LoanFilter, 'late' | 'today'> & { className?: string | undefined },
): Promise<store.LoanFilter> {
  const filter = { ...rest, today: ctx.today, canRevealNumbers: canRevealNumbers(ctx) }
  return className ? { ...filter, late: lateOf(className, await readClasses(ctx), ctx.today) } : filter
}

export const list: TextHandler<Api['loanList']> = async (
  ctx,
  { cursor, limit, sort, className, ...rest },
) => {
  const shape = { ...rest, className, sort }
  const filter = await filterOf(ctx, { ...rest, className })
  const { sort: key, descending } = orderOf(sort)
  const after = placeOf(readCursor(ctx.keys, 'loans', shape, cursor), 'key', 'number')
  if (!after) await noteNumberSearch(ctx, 'loan accounts', typedWords(rest.search))
  const [classes, { total, exact }] = await Promise.all([readClasses(ctx), store.countLoans(ctx.tx, filter)])
  const order = {
    sort: key,
    descending,
    after,
    limit: limit + 1,
    isLong: !exact,
  }
  const read = loanPages(ctx.tx, { today: ctx.today, classes, withContact: rest.tab === 'arrears' })
  const { text, found, last } = await store.listLoans(read, filter, order)
  return listText<Reply<Api['loanList']>>(await withEngine(ctx, rest.tab, text), {
    total,
    totalIsExact: exact,
    next: found > limit && last ? makeCursor(ctx.keys, 'loans', shape, [last.key, last.id]) : null,
    ...(exact && { sums: sumsOf(await store.sumLoans(ctx.tx, filter), rest.tab, classes) }),
    ...(isOneOfficersArrears(rest) && { customers: await store.countCustomers(ctx.tx, filter) }),
  })
}

/** The sums of a list, and of loans in arrears those of each class. */
function sumsOf(
  parts: readonly store.LateSum[],
  tab: store.LoanFilter['tab'],
  classes: readonly LoanClass[],
) {
  const total = (of: readonly store.LateSum[]) => ({
    outstanding: kobo(of.reduce((sum, { owed }) => sum + owed, 0n)),
    arrears: kobo(of.reduce((sum, { arrears }) => sum + arrears, 0n)),
  })
  const worstFirst = tab === 'arrears' ? classes.toReversed() : []
  return {
    ...total(parts),
    classes: worstFirst
      .map(({ name }) => ({
        name,
        of: parts.filter(part => classNameOf(part.days_past_due, classes) === name),
      }))
      .filter(({ of }) => of.length > 0)
      .map(({ name, of }) => ({ name, loans: of.reduce((sum, { loans }) => sum + loans, 0), ...total(of) })),
  }
}

/** Each tab counted up to the usual limit. */
export const counts: Handler<Api['loanCounts']> = async ctx => {
  const tabs = []
  for (const tab of LOAN_TABS) {
    const { total, exact } = await store.countLoans(ctx.tx, { tab, today: ctx.today })
    tabs.push({ tab, total, totalIsExact: exact })
  }
  return { tabs }
}

/** What the dashboard counts by customers: it opens their loans, and the list says whose they are. */
const isOneOfficersArrears = ({
  tab,
  officerCode,
  search,
}: Omit<store.LoanFilter, 'late' | 'today'>): boolean =>
  tab === 'arrears' && officerCode !== undefined && !search

/**
 * A class holds loans late for so many days or more; the next one takes them from its own. A class that was renamed lives
 * on in bookmarks and saved views, and holds none.
 */
function lateOf(className: string, classes: readonly LoanClass[], today: LocalDate) {
  const at = classes.findIndex(each => each.name === className)
  const [found, worse] = [classes[at], classes[at + 1]]
  if (!found) return { since: '-infinity', notSince: null }
  return {
    since: found.fromDays > 0 ? addDays(today, -found.fromDays) : null,
    notSince: worse ? addDays(today, -worse.fromDays) : null,
  }
}

/** Those that await their disbursement, as the list shows them to the same person; the first of them by number. */
export async function awaitingLoans(
  ctx: Context,
  filter: Pick<store.LoanFilter, 'search' | 'officerCode'>,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const awaiting = {
    ...filter,
    today: ctx.today,
    tab: 'awaiting',
    canRevealNumbers: canRevealNumbers(ctx),
  } as const
  const { total } = await store.countLoans(ctx.tx, awaiting)
  return { ids: await store.firstLoans(ctx.tx, awaiting, limit), total }
}

export const exportList: Handler<Api['loanExport']> = async (ctx, { sort, format, ...shape }) => {
  const classes = await readClasses(ctx)
  const filter = await filterOf(ctx, shape)
  await noteNumberSearch(ctx, 'loan accounts', typedWords(shape.search))
  const counted = await store.countLoans(ctx.tx, filter)
  const { sort: key, descending } = orderOf(sort)
  const read = loanPages(ctx.tx, { today: ctx.today, classes, withContact: shape.tab === 'arrears' })
  let after: store.LoanOrder['after'] = null
  const next: NextRows<ListedLoan> = async (_, limit) => {
    const order = { sort: key, descending, after, limit: limit + 1, isLong: !counted.exact }
    const { text, last } = await store.listLoans(read, filter, order)
    after = last ? { key: last.key, number: last.id } : null
    return describeRows(ctx, text)
  }
  const columns: SheetColumns<ListedLoan> = [
    ...(shape.tab === 'awaiting' ? AWAITING_COLUMNS : COLUMNS),
    ...(shape.tab === 'writtenOff' ? LOSS_COLUMNS : []),
    ...(shape.tab === 'arrears' ? CONTACT_COLUMNS : []),
    ['Class', row => row.className],
  ]
  return sheetOfRows(ctx, format, {
    what: 'loan accounts',
    about: { filter: storedFilter(shape) },
    rows: counted,
    name: `accounts-${shape.tab}`,
    columns,
    next,
  })
}

const naira = (amount: string | null | undefined): string | null =>
  sheetNaira(amount == null ? null : BigInt(amount))

const CONTACT_COLUMNS: SheetColumns<ListedLoan> = [
  ['Days past due by conduct', row => row.conduct?.daysPastDue ?? null],
  ['Arrears by conduct (NGN)', row => naira(row.conduct?.arrears)],
  ['Last heard', row => row.conduct?.lastHeard ?? null],
  ['Promised on', row => row.contact?.promise?.on ?? null],
  ['Promised (NGN)', row => naira(row.contact?.promise?.amount)],
  ['Promise', row => row.contact?.promise?.outcome ?? null],
  ['Last contact', row => sheetMoment(row.contact?.last?.at ?? null)],
  ['Last contact by', row => row.contact?.last?.way ?? null],
]

const LOSS_COLUMNS: SheetColumns<ListedLoan> = [
  ['Written off (NGN)', row => naira(row.loss?.writtenOff)],
  ['Recovered since (NGN)', row => naira(row.loss?.recovered)],
]

const INSTALMENT = 'Instalment (NGN)'

const COLUMNS: SheetColumns<ListedLoan> = [
  ['Loan number', row => row.number],
  ['Customer', row => row.customerName],
  [IPPIS_NUMBER, row => row.ippisNumber],
  [EMPLOYER, row => row.mda],
  ['Product', row => row.productName],
  ['Status', row => row.status],
  ['Frozen', row => row.frozen],
  ['Principal lent (NGN)', row => naira(row.principal)],
  ['Tenor', row => tenorText(row.tenor, row.rhythm)],
  [INSTALMENT, row => naira(row.instalment)],
  ['Outstanding principal (NGN)', row => naira(row.outstanding.principal)],
  ['Outstanding interest (NGN)', row => naira(row.outstanding.interest)],
  ['Outstanding fees (NGN)', row => naira(row.outstanding.fee)],
  ['Outstanding penalties (NGN)', row => naira(row.outstanding.penalty)],
  ['Outstanding balance (NGN)', row => naira(row.outstandingTotal)],
  ['Credit (NGN)', row => naira(row.credit)],
  ['Arrears (NGN)', row => naira(row.arrears)],
  ['Days past due', row => row.daysPastDue],
  ['Next due on', row => row.nextDueOn],
  ['Next due (NGN)', row => naira(row.nextDueAmount)],
  ['Last receipt on', row => row.lastReceiptOn],
  ['Last deduction month', row => row.lastDeductionMonth],
  ['Account officer', row => row.officerName],
  ['Account officer code', row => row.officerCode],
  ['Approved on', row => row.approvedOn],
  ['Disbursed on', row => row.disbursedOn],
  ['Figures as of', row => row.asOf],
]

/** As the list shows them: what is deducted first, not the usual instalment. */
const AWAITING_COLUMNS: SheetColumns<ListedLoan> = [
  ...COLUMNS.map((column): SheetColumns<ListedLoan>[number] =>
    column[0] === INSTALMENT
      ? ['First deduction (NGN)', row => naira(row.firstDue?.amount ?? row.instalment)]
      : column,
  ),
  ['First deduction on, if disbursed today', row => row.firstDue?.on ?? null],
]
