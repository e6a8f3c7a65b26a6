import type { Api } from '../../contract/api.ts'
import { FORMULAS, type FormulaName } from '../../contract/dashboard.ts'
import { FileReply } from '../../contract/endpoint.ts'
import { formatDate, localDate } from '../../engine/dates.ts'
import { formatNaira, type Kobo } from '../../engine/money.ts'
import { sayMoment } from '../clock.ts'
import type { Context, Handler } from '../context.ts'
import { openPaper } from '../paper.ts'
import { section } from '../settings/settings.ts'
import { type SheetColumns, sheetNaira, sheetOf } from '../sheet.ts'
import { type Portfolio, portfolio } from './portfolio.ts'

export const exportFigures: Handler<Api['dashboardExport']> = async (ctx, { format, from, to }) => {
  const figures = await portfolio(ctx, { from, to })
  const rows = rowsOf(figures)
  ctx.audit({
    subject: ['export', 'dashboard'],
    after: { from: figures.from, to: figures.to, format, refreshedAt: figures.refreshedAt },
  })
  const name = `dashboard-${figures.from}-${figures.to}`
  if (format === 'pdf') return paperOf(ctx, figures, rows, name)
  return sheetOf(format, { name, on: ctx.today }, COLUMNS, rows)
}

type Row = { group: string; what: string; amount: Kobo | null; number: string | null; formula: FormulaName }

const COLUMNS: SheetColumns<Row> = [
  ['Group', row => row.group],
  ['Figure', row => row.what],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Number', row => row.number],
  ['Formula', row => FORMULAS[row.formula]],
]

/** 123,456 parts per million → "12.35 %", as everywhere on the page. */
function percent(ppm: number | null): string | null {
  if (ppm === null) return null
  const hundredths = String(Math.round(ppm / 100)).padStart(3, '0')
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)} %`
}

/** Every figure of the page, one a line. */
function rowsOf(p: Portfolio): Row[] {
  const line =
    (group: string, formula: FormulaName) =>
    (what: string, amount: Kobo | null, number: string | number | null = null): Row => ({
      group,
      what,
      amount,
      number: number === null ? null : String(number),
      formula,
    })
  const owed = line('Outstanding', 'outstanding')
  const now = p.outstanding
  return [
    owed('In all', now.total, now.loans),
    owed('Principal', now.principal),
    owed('Interest', now.interest),
    owed('Fees', now.fee),
    owed('Penalties', now.penalty),
    line('Outstanding', 'arrears')('In arrears', now.arrears, now.lateLoans),
    line('Period', 'disbursed')('Disbursed', p.period.disbursed, p.period.disbursedLoans),
    line('Period', 'collected')('Collected', p.period.collected),
    line('Period', 'due')('Due', p.period.due),
    line('Period', 'efficiency')('Collection efficiency', null, percent(p.period.efficiency)),
    ...p.par.map(par =>
      line('Portfolio at risk', 'par')(`PAR ${par.days}`, par.principal, percent(par.share)),
    ),
    ...p.ageing.map(age => line('Ageing', 'ageing')(age.title, age.principal, age.loans)),
    ...p.classes.flatMap(each => [
      line('Classes', 'provisions')(`${each.name}: principal`, each.principal, each.loans),
      line('Classes', 'provisions')(`${each.name}: provision`, each.provision, percent(each.ratePpm)),
    ]),
    ...p.months.flatMap(month => [
      line('Months', 'disbursed')(`${month.month}: disbursed`, month.disbursed),
      line('Months', 'collected')(`${month.month}: collected`, month.collected),
      line('Months', 'due')(`${month.month}: due`, month.due),
    ]),
    ...p.requests.map(each => line('Requests', 'requests')(each.stage, null, each.requests)),
    line('Open', 'suspense')('Suspense', p.suspense.amount, p.suspense.items),
    line('Open', 'unremitted')('Deducted, not remitted', p.unremitted),
    line('Open', 'messages')('Messages failed', null, p.messages.failed),
    line('Open', 'messages')('Messages unknown', null, p.messages.unknown),
    ...p.retiring.map(each =>
      line('Retirement', 'retiring')(`Within ${each.months} months`, each.principal, each.customers),
    ),
    ...cuts(
      'States',
      p.states.filter(each => each.loans > 0),
    ),
    ...cuts('Employers', p.employers),
    ...cuts('Officers', p.officers),
    ...cuts('Products', p.products),
  ]
}

const cuts = (group: string, rows: Portfolio['products']): Row[] =>
  rows.map(each => ({
    group,
    what: each.title,
    amount: each.principal,
    number: String(each.loans),
    formula: 'outstanding',
  }))

async function paperOf(
  ctx: Context,
  figures: Portfolio,
  rows: readonly Row[],
  name: string,
): Promise<FileReply> {
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const paper = await openPaper(lender, { title: 'Dashboard', on: ctx.today })
  const months = figures.from === figures.to ? figures.from : `${figures.from} to ${figures.to}`
  const asOf = [
    figures.bookedTo === null ? '' : `loans as of ${formatDate(localDate(figures.bookedTo))}`,
    figures.refreshedAt === null ? '' : `added up ${sayMoment(new Date(figures.refreshedAt))}`,
  ]
  paper.heading('The loan book in figures', `Period ${months}; ${asOf.filter(Boolean).join(', ')}`)
  for (const group of new Set(rows.map(row => row.group))) {
    const own = rows.filter(row => row.group === group)
    paper.heading(group)
    paper.table(
      [
        { label: 'Figure', width: 5 },
        { label: 'Number', width: 2, right: true },
        { label: 'Amount', width: 3, right: true },
      ],
      own.map(row => [row.what, row.number ?? '', row.amount === null ? '' : formatNaira(row.amount)]),
    )
  }
  paper.heading('How they are measured')
  paper.bullets(Object.values(FORMULAS))
  return new FileReply(await paper.finish(), 'application/pdf', `${name}.pdf`)
}
