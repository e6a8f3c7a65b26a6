import type { Api } from '../../../contract/api.ts'
import { FORMULAS, type FormulaName, LIVE, NOT_STORED, STANDING } from '../../../contract/dashboard.ts'
import { FileReply } from '../../../contract/endpoint.ts'
import { STAGE_LABELS } from '../../../contract/labels.ts'
import {
  addMonths,
  endOfMonth,
  formatDate,
  formatMonth,
  localDate,
  payMonthOf,
} from '../../../engine/dates.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { sayMoment } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { openPaper } from '../../kernel/letterPdf.ts'
import { type SheetColumns, sheetNaira, sheetOf } from '../../kernel/sheet.ts'
import { section } from '../settings/settings.ts'
import { EMPLOYERS_MAX, figuresOf, type Portfolio } from './portfolio.ts'

/** More than any country has; a sheet takes them all, paper as many as the page. */
const EMPLOYERS_IN_SHEET = 100_000

export const exportFigures: Handler<Api['dashboardExport']> = async (ctx, { format, from, to }) => {
  const employers = format === 'pdf' ? EMPLOYERS_MAX : EMPLOYERS_IN_SHEET
  const figures = await figuresOf(ctx, { from, to }, employers)
  const rows = rowsOf(figures).map(row => ({ ...row, asOf: row.asOf ?? asOf(figures, row.formula, ctx.now) }))
  ctx.audit({
    subject: ['export', 'dashboard'],
    after: {
      from: figures.from,
      to: figures.to,
      format,
      refreshedAt: figures.refreshedAt,
      frozenAt: figures.frozen?.at ?? null,
    },
  })
  const name = `dashboard-${figures.from}-${figures.to}`
  if (format === 'pdf') return paperOf(ctx, figures, rows, name)
  return sheetOf(format, { name, on: ctx.today }, COLUMNS, rows)
}

type Row = {
  group: string
  /** The month it is of, where every line of its group has one: sheets sort by it, paper spells it out. */
  month?: string
  what: string
  amount: Kobo | null
  /** A count, or a percentage in words. */
  number: string | number | null
  formula: FormulaName
  /** Where it is not that of all figures of its kind. */
  asOf?: string
}
type DatedRow = Row & { asOf: string }

const frozenOn = (day: string): string => `${formatDate(localDate(day))}, month-end snapshot`
const momentOf = (at: string | null): string => (at === null ? 'Not calculated yet' : sayMoment(new Date(at)))

/** What stands in a period that is over is of its last day; the rest is as of its last adding up, or of this moment. */
function asOf({ frozen, refreshedAt }: Portfolio, formula: FormulaName, now: Date): string {
  if (frozen && STANDING.some(each => each === formula))
    return frozen.at === null ? formatDate(localDate(frozen.on)) : frozenOn(frozen.on)
  return LIVE.some(each => each === formula) ? sayMoment(now) : momentOf(refreshedAt)
}

const COLUMNS: SheetColumns<DatedRow> = [
  ['Group', row => row.group],
  ['Figure', row => (row.month === undefined ? row.what : `${row.month}: ${row.what}`)],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Number', row => row.number],
  ['As of', row => row.asOf],
  ['Formula', row => FORMULAS[row.formula]],
]

/** 123,456 parts per million → "12.35%", as everywhere on the page. */
const percent = (ppm: number | null): string | null => (ppm === null ? null : formatPpm(ppm, 2))

type Line = (what: string, amount: Kobo | null, number?: string | number | null, asOf?: string) => Row

const line =
  (group: string, formula: FormulaName): Line =>
  (what, amount, number = null, dated) => ({
    group,
    what,
    amount,
    number,
    formula,
    ...(dated === undefined ? {} : { asOf: dated }),
  })

const inMonth = (month: string, rows: readonly Row[]): Row[] => rows.map(row => ({ ...row, month }))

/** Every figure of the page, one a line. */
const rowsOf = (p: Portfolio): Row[] => [
  ...owedRows(p),
  ...flowRows('Period', p.period),
  ...frozenFlowRows(p),
  ...flowRows('As many months before', p.before),
  ...p.par.map(par => line('Portfolio at risk', 'par')(`PAR ${par.days}`, par.principal, percent(par.share))),
  ...p.parByConduct.flatMap(par => [
    line('Portfolio at risk', 'par')(`PAR ${par.days}: awaiting file`, par.awaiting, null),
    line('Portfolio at risk', 'par')(`PAR ${par.days} by conduct`, par.conduct, percent(par.share)),
  ]),
  ...p.ageing.map(age => line('Ageing', 'ageing')(age.title, age.principal, age.loans)),
  ...p.classes.flatMap(each => [
    line('Classes', 'provisions')(`${each.name}: principal`, each.principal, each.loans),
    line('Classes', 'provisions')(`${each.name}: provision`, each.provision, percent(each.ratePpm)),
  ]),
  ...p.months.flatMap(month => monthRows(p, month)),
  ...openRows(p),
  ...cutRows(
    'States',
    p.states.filter(each => each.loans > 0),
  ),
  ...p.zones.flatMap(zone => [
    ...owedBy('Zones', zone.title, zone),
    line('Zones', 'par')(`${zone.title}: PAR 30`, zone.late30, percent(zone.par30)),
  ]),
  ...cutRows('Employers', p.employers),
  ...cutRows('Officers', p.officers),
  ...cutRows('Products', p.products),
  ...p.vintages.flatMap(vintage => vintageRows(p, vintage)),
]

const flowRows = (group: string, flows: Portfolio['period'], dated?: string): Row[] => [
  line(group, 'disbursed')('Disbursed', flows.disbursed, flows.disbursedLoans, dated),
  line(group, 'collected')('Deducted or paid by borrowers', flows.collected, null, dated),
  flows.cash === null
    ? line(group, 'cash')('Received in the bank: Not available', null, null, dated)
    : line(group, 'cash')('Received in the bank', flows.cash, null, dated),
  line(group, 'due')('Due', flows.due, null, dated),
  line(group, 'efficiency')('Collection efficiency', null, percent(flows.efficiency), dated),
  line(group, 'cashEfficiency')('Collection efficiency in cash', null, percent(flows.cashEfficiency), dated),
  line(group, 'received')('Deducted or paid by payroll month', flows.received, null, dated),
]

/** What a period that is over came to as its months were frozen, beside what the ledger says of it now. */
function frozenFlowRows({ frozen, frozenFlows, from, to }: Portfolio): Row[] {
  if (frozen === null) return []
  const group = 'Period (month-end snapshots)'
  if (frozenFlows === null)
    return [
      line(group, 'disbursed')(`Disbursed, deducted or paid, received, due: ${NOT_STORED}`, null, null, ''),
    ]
  const at = `${sayMoment(new Date(frozenFlows.at))}, month-end snapshot`
  return flowRows(group, frozenFlows, from === to ? at : `Month by month, the last ${at}`)
}

function owedRows({ outstanding, to }: Portfolio): Row[] {
  const owed = line('Outstanding', 'outstanding')
  if (outstanding === null) return [owed(`No month-end snapshot for ${formatMonth(to)}`, null)]
  return [
    owed('Total', outstanding.total, outstanding.loans),
    line('Outstanding', 'principal')('Principal', outstanding.principal),
    owed('Interest', outstanding.interest),
    owed('Fees', outstanding.fee),
    owed('Penalties', outstanding.penalty),
    line('Outstanding', 'arrears')('In arrears', outstanding.arrears, outstanding.lateLoans),
    line('Outstanding', 'credit')('Customers’ credit, not part of it', outstanding.credit),
  ]
}

function monthRows(p: Portfolio, month: Portfolio['months'][number]): Row[] {
  const flows = [
    line('Months', 'disbursed')('disbursed', month.disbursed),
    line('Months', 'collected')('deducted or paid', month.collected),
    line('Months', 'cash')('received in the bank', month.cash),
    line('Months', 'expected')('expected', month.due),
    line('Months', 'received')('deducted or paid for the payroll month', month.received),
  ]
  if (month.principal === null) return inMonth(month.month, flows)
  const on = endOf(p, month.month)
  return inMonth(month.month, [
    ...flows,
    line('Months', 'principal')('principal outstanding', month.principal, null, on),
    line('Months', 'par')('PAR 30', null, percent(month.par30), on),
  ])
}

/** As of when a month's end is: the day it was frozen on, or now in the month that runs. */
const endOf = ({ frozen, to, refreshedAt }: Portfolio, month: string): string =>
  frozen === null && month === to ? momentOf(refreshedAt) : frozenOn(endOfMonth(localDate(`${month}-01`)))

/** The loans of a month, and the share of them in trouble at every month's end since. */
const vintageRows = (p: Portfolio, { month, loans, lent, shares }: Portfolio['vintages'][number]): Row[] =>
  inMonth(month, [
    line('Vintages', 'vintages')('lent', lent, loans),
    ...shares.flatMap((share, since) => {
      const on = endOf(p, payMonthOf(addMonths(localDate(`${month}-01`), since)))
      const what = `in arrears or written off, ${since} months since`
      return share === null ? [] : [line('Vintages', 'vintages')(what, null, percent(share), on)]
    }),
  ])

/** Pending and in-progress items; snapshots older than this figure say so. */
function openRows({ requests, suspense, unremitted, retiring, messages }: Portfolio): Row[] {
  const inOpen = (what: string, formula: FormulaName, found: Open | null): Row =>
    found === null
      ? line('Open', formula)(`${what}: ${NOT_STORED}`, null, null, '')
      : line('Open', formula)(what, found.amount, found.items)
  return [
    ...(requests === null
      ? [line('Requests', 'requests')(NOT_STORED, null, null, '')]
      : requests.map(each => line('Requests', 'requests')(STAGE_LABELS[each.stage], null, each.requests))),
    inOpen('Suspense', 'suspense', suspense),
    inOpen('Deducted, not remitted', 'unremitted', unremitted === null ? null : { amount: unremitted }),
    line('Open', 'messages')('Messages failed', null, messages.failed),
    line('Open', 'messages')('Messages unknown', null, messages.unknown),
    ...(retiring === null
      ? [line('Retirement', 'retiring')(NOT_STORED, null, null, '')]
      : retiring.flatMap(each => [
          line('Retirement', 'retiring')(`Within ${each.months} months`, each.principal, each.customers),
          line('Retirement', 'retiring')(`Within ${each.months} months: loans`, null, each.loans),
        ])),
  ]
}

type Open = { amount: Kobo; items?: number | null }

const owedBy = (
  group: string,
  title: string,
  cut: Pick<Portfolio['products'][number], 'loans' | 'principal' | 'arrears' | 'lateLoans'>,
): Row[] => [
  line(group, 'principal')(`${title}: principal`, cut.principal, cut.loans),
  line(group, 'arrears')(`${title}: in arrears`, cut.arrears, cut.lateLoans),
]

const cutRows = (group: string, rows: Portfolio['products']): Row[] =>
  rows.flatMap(cut => [
    ...owedBy(group, cut.title, cut),
    line(group, 'par')(`${cut.title}: PAR 1`, null, percent(cut.par1)),
    line(group, 'par')(`${cut.title}: PAR 30`, null, percent(cut.par30)),
  ])

/** Whose formula it is, as the figure is called above it. */
const MEASURED: Record<FormulaName, string> = {
  outstanding: 'Outstanding',
  principal: 'Principal',
  credit: 'Customers’ credit',
  arrears: 'In arrears',
  disbursed: 'Disbursed',
  collected: 'Deducted or paid by borrowers',
  cash: 'Received in the bank',
  due: 'Due',
  expected: 'Expected',
  received: 'Deducted or paid by payroll month',
  efficiency: 'Collection efficiency',
  cashEfficiency: 'Collection efficiency in cash',
  par: 'PAR (portfolio at risk)',
  ageing: 'Ageing',
  provisions: 'Loan classification and provisions',
  requests: 'Requests',
  suspense: 'Suspense',
  unremitted: 'Deducted, not remitted',
  messages: 'Messages failed or unknown',
  retiring: 'Retirement',
  vintages: 'Vintages',
}

async function paperOf(
  ctx: Context,
  figures: Portfolio,
  rows: readonly DatedRow[],
  name: string,
): Promise<FileReply> {
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const paper = await openPaper(lender, { title: 'Dashboard', on: ctx.today })
  const { from, to, frozen } = figures
  const months = from === to ? formatMonth(to) : `${formatMonth(from)} to ${formatMonth(to)}`
  const stands = [
    figures.bookedTo === null ? '' : `loans as of ${formatDate(localDate(figures.bookedTo))}`,
    figures.refreshedAt === null ? '' : `calculated ${sayMoment(new Date(figures.refreshedAt))}`,
  ]
  paper.heading(
    'The loan book in figures',
    `Period ${months}; ${frozen ? frozenWords(frozen) : stands.filter(Boolean).join(', ')}`,
  )
  for (const group of new Set(rows.map(row => row.group))) {
    const own = rows.filter(row => row.group === group)
    paper.heading(group)
    paper.table(
      [
        { label: 'Figure', width: 4 },
        { label: 'Number', width: 2, right: true },
        { label: 'Amount', width: 3, right: true },
        { label: 'As of', width: 3, right: true },
      ],
      own.map(row => [
        row.month === undefined ? row.what : `${formatMonth(row.month)}: ${row.what}`,
        String(row.number ?? ''),
        row.amount === null ? '' : formatNaira(row.amount),
        row.asOf,
      ]),
    )
  }
  paper.heading('How they are measured')
  paper.bullets(
    [...new Set(rows.map(row => row.formula))].map(formula => `${MEASURED[formula]}: ${FORMULAS[formula]}`),
  )
  return new FileReply(await paper.finish(), 'application/pdf', `${name}.pdf`)
}

const frozenWords = ({ on, at }: NonNullable<Portfolio['frozen']>): string =>
  at === null
    ? `no month-end snapshot for ${formatDate(localDate(on))}`
    : `what stood then is as of ${frozenOn(on)} ${sayMoment(new Date(at))}`
