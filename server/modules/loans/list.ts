import type { Api } from '../../../contract/api.ts'
import { LOAN_TABS } from '../../../contract/loans.ts'
import { tenorText } from '../../../contract/products.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import type { LoanClass } from '../../../engine/arrears.ts'
import { addDays, type LocalDate, localDate, type PayMonth, payMonthOf } from '../../../engine/dates.ts'
import type { Loss } from '../../../engine/loanEnd.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { buildSchedule } from '../../../engine/schedule.ts'
import { storedFilter } from '../../kernel/audit.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import { typedWords } from '../../kernel/like.ts'
import { type NextRows, type SheetColumns, sheetMoment, sheetNaira } from '../../kernel/sheet.ts'
import { canRevealNumbers, noteNumberSearch } from '../auth/auth.ts'
import { contactsOf } from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import { lossesIn } from './foldLoans.ts'
import * as store from './list.sql.ts'
import { agreementOf, classesOf, classNameOf } from './state.ts'

export const readClasses = async (ctx: Context): Promise<LoanClass[]> =>
  classesOf((await section(ctx.tx, 'classes', ctx.today)).classes)

export const describeRow = (
  row: store.ListedLoan,
  classes: readonly LoanClass[],
  today: LocalDate,
  loss: Loss | null,
) => ({
  id: row.id,
  number: row.number,
  customerId: row.customer_id,
  customerName: row.customer_name,
  ippisNumber: row.ippis_number,
  mda: row.mda,
  productName: row.product_name,
  status: row.status,
  frozen: row.frozen,
  principal: kobo(row.principal),
  tenor: row.tenor,
  rhythm: row.rhythm,
  instalment: kobo(row.instalment),
  outstanding: {
    principal: kobo(row.owed_principal),
    interest: kobo(row.owed_interest),
    fee: kobo(row.owed_fee),
    penalty: kobo(row.owed_penalty),
  },
  outstandingTotal: kobo(row.owed_total),
  credit: kobo(row.credit),
  loss,
  arrears: kobo(row.arrears),
  daysPastDue: row.days_past_due,
  className: classNamed(row, classes),
  nextDueOn: row.next_due_on,
  nextDueAmount: row.next_due_amount === null ? null : kobo(row.next_due_amount),
  lastReceiptOn: row.last_receipt_on,
  lastDeductionMonth: monthOf(row.last_deduction_on),
  officerCode: row.officer_code,
  officerName: row.officer_name ?? null,
  approvedOn: row.approved_on,
  disbursedOn: row.disbursed_on,
  asOf: row.figures_of ?? today,
  firstDue: firstDueOf(row, today),
  payoutBatch: row.payout_batch ?? null,
})

export async function describeRows(
  ctx: Context,
  rows: readonly store.ListedLoan[],
  classes: readonly LoanClass[],
) {
  const losses = await lossesIn(ctx.tx, rows, ctx.today)
  const conducts = await conductsOf(ctx, rows)
  return rows.map(row => ({
    ...describeRow(row, classes, ctx.today, losses.get(row.id) ?? null),
    conduct: conducts.get(row.id) ?? null,
  }))
}

/** What was agreed with the customer of each loan in arrears, and when they were last contacted. */
async function withContacts<Row extends { customerId: string }>(ctx: Context, rows: readonly Row[]) {
  const found = await contactsOf(
    ctx.tx,
    rows.map(row => row.customerId),
  )
  return rows.map(row => ({ ...row, contact: describeContact(found.get(row.customerId), ctx.today) }))
}

async function conductsOf(ctx: Context, rows: readonly { id: string; status: string }[]) {
  const ids = rows.filter(({ status }) => status === 'live').map(({ id }) => id)
  const found = ids.length === 0 ? [] : await store.conductOf(ctx.tx, ids, ctx.today)
  return new Map(
    found.map(row => [
      row.id,
      { arrears: kobo(row.arrears), daysPastDue: row.days, lastHeard: monthOf(row.last_heard) },
    ]),
  )
}

type Contacts = Awaited<ReturnType<typeof contactsOf>>
function describeContact(row: ReturnType<Contacts['get']>, today: LocalDate) {
  const { promised_on: on, promised_amount: amount, outcome, noted_at: noted, sent_at: sent } = row ?? {}
  const isNote = noted && (!sent || noted > sent)
  const at = isNote ? noted : sent
  return {
    promise:
      on && amount && outcome
        ? { on, amount: kobo(amount), outcome, isLate: outcome === 'open' && on < today }
        : null,
    last: at ? { at: at.toISOString(), way: isNote ? ('note' as const) : ('message' as const) } : null,
  }
}

/** A deduction counts in the month of its value date, as where expected and received are compared. */
export const monthOf = (day: string | null): PayMonth | null =>
  day === null ? null : payMonthOf(localDate(day))

/**
 * What is deducted first, if the money leaves today. Until then the loan keeps its usual instalment; after a moratorium
 * that is another figure.
 */
function firstDueOf({ terms, ...row }: store.ListedLoan, today: LocalDate) {
  if (row.status !== 'awaiting disbursement' || terms === null) return null
  const [first] = buildSchedule(
    agreementOf({ row: { ...row, terms }, events: [], awaited: undefined }, today).terms,
  ).rows
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

const classNamed = (row: store.ListedLoan, classes: readonly LoanClass[]): string =>
  row.status === 'live' ? classNameOf(row.days_past_due, classes) : ''

export const list: Handler<Api['loanList']> = async (ctx, { cursor, limit, sort, className, ...rest }) => {
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
  const { rows, last } = cutPage(await store.listLoans(ctx.tx, filter, order), limit)
  const described = await describeRows(ctx, rows, classes)
  return {
    rows: rest.tab === 'arrears' ? await withContacts(ctx, described) : described,
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'loans', shape, [store.sortKey(last, key), last.number]) : null,
    ...(exact && { sums: sumsOf(await store.sumLoans(ctx.tx, filter), rest.tab, classes) }),
    ...(isOneOfficersArrears(rest) && { customers: await store.countCustomers(ctx.tx, filter) }),
  }
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
  const order = { sort: 'number', descending: false, after: null, limit } as const
  const rows = await store.listLoans(ctx.tx, awaiting, order)
  const { total } = await store.countLoans(ctx.tx, awaiting)
  return { ids: rows.map(row => row.id), total }
}

// ── Export ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const exportList: Handler<Api['loanExport']> = async (ctx, { sort, format, ...shape }) => {
  const classes = await readClasses(ctx)
  const filter = await filterOf(ctx, shape)
  await noteNumberSearch(ctx, 'loan accounts', typedWords(shape.search))
  const counted = await store.countLoans(ctx.tx, filter)
  const { sort: key, descending } = orderOf(sort)
  const next: NextRows<Exported> = async (last, limit) => {
    const rows = await store.listLoans(ctx.tx, filter, {
      sort: key,
      descending,
      after: last && { key: store.sortKey(last, key), number: last.number },
      limit,
      isLong: !counted.exact,
    })
    const losses = await lossesIn(ctx.tx, rows, ctx.today)
    const conducts = shape.tab === 'arrears' ? await conductsOf(ctx, rows) : new Map<string, Conduct>()
    const named = rows.map(row => ({
      ...row,
      customerId: row.customer_id,
      loss: losses.get(row.id) ?? null,
      conduct: conducts.get(row.id) ?? null,
    }))
    return shape.tab === 'arrears' ? withContacts(ctx, named) : named
  }
  const columns: SheetColumns<Exported> = [
    ...(shape.tab === 'awaiting' ? awaiting(ctx.today) : COLUMNS),
    ...(shape.tab === 'writtenOff' ? LOSS_COLUMNS : []),
    ...(shape.tab === 'arrears' ? CONTACT_COLUMNS : []),
    ['Class', row => classNamed(row, classes)],
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

type Conduct = { arrears: Kobo; daysPastDue: number; lastHeard: PayMonth | null }
type Exported = store.ListedLoan & {
  loss: Loss | null
  conduct: Conduct | null
  contact?: ReturnType<typeof describeContact>
}

const CONTACT_COLUMNS: SheetColumns<Exported> = [
  ['Days past due by conduct', row => row.conduct?.daysPastDue ?? null],
  ['Arrears by conduct (NGN)', row => sheetNaira(row.conduct?.arrears ?? null)],
  ['Last heard', row => row.conduct?.lastHeard ?? null],
  ['Promised on', row => row.contact?.promise?.on ?? null],
  ['Promised (NGN)', row => sheetNaira(row.contact?.promise?.amount ?? null)],
  ['Promise', row => row.contact?.promise?.outcome ?? null],
  ['Last contact', row => sheetMoment(row.contact?.last?.at ?? null)],
  ['Last contact by', row => row.contact?.last?.way ?? null],
]

const LOSS_COLUMNS: SheetColumns<Exported> = [
  ['Written off (NGN)', row => sheetNaira(row.loss?.writtenOff ?? null)],
  ['Recovered since (NGN)', row => sheetNaira(row.loss?.recovered ?? null)],
]

const INSTALMENT = 'Instalment (NGN)'

/** As the list shows them: what is deducted first, not the usual instalment. */
const awaiting = (today: LocalDate): SheetColumns<store.ListedLoan> => [
  ...COLUMNS.map((column): SheetColumns<store.ListedLoan>[number] =>
    column[0] === INSTALMENT
      ? ['First deduction (NGN)', row => sheetNaira(firstDueOf(row, today)?.amount ?? row.instalment)]
      : column,
  ),
  ['First deduction on, if disbursed today', row => firstDueOf(row, today)?.on ?? null],
]

const COLUMNS: SheetColumns<store.ListedLoan> = [
  ['Loan number', row => row.number],
  ['Customer', row => row.customer_name],
  [IPPIS_NUMBER, row => row.ippis_number],
  [EMPLOYER, row => row.mda],
  ['Product', row => row.product_name],
  ['Status', row => row.status],
  ['Frozen', row => row.frozen],
  ['Principal lent (NGN)', row => sheetNaira(row.principal)],
  ['Tenor', row => tenorText(row.tenor, row.rhythm)],
  [INSTALMENT, row => sheetNaira(row.instalment)],
  ['Outstanding principal (NGN)', row => sheetNaira(row.owed_principal)],
  ['Outstanding interest (NGN)', row => sheetNaira(row.owed_interest)],
  ['Outstanding fees (NGN)', row => sheetNaira(row.owed_fee)],
  ['Outstanding penalties (NGN)', row => sheetNaira(row.owed_penalty)],
  ['Outstanding balance (NGN)', row => sheetNaira(row.owed_total)],
  ['Credit (NGN)', row => sheetNaira(row.credit)],
  ['Arrears (NGN)', row => sheetNaira(row.arrears)],
  ['Days past due', row => row.days_past_due],
  ['Next due on', row => row.next_due_on],
  ['Next due (NGN)', row => (row.next_due_amount === null ? null : sheetNaira(row.next_due_amount))],
  ['Last receipt on', row => row.last_receipt_on],
  ['Last deduction month', row => monthOf(row.last_deduction_on)],
  ['Account officer', row => row.officer_name ?? null],
  ['Account officer code', row => row.officer_code],
  ['Approved on', row => row.approved_on],
  ['Disbursed on', row => row.disbursed_on],
  ['Figures as of', row => row.figures_of],
]
