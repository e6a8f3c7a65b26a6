import type { Api } from '../../../contract/api.ts'
import { StreamedFile } from '../../../contract/endpoint.ts'
import { LOAN_STATUS_LABELS } from '../../../contract/labels.ts'
import { type FileLayout, oneLayoutProblems } from '../../../contract/layouts.ts'
import { endOfMonth, localDate } from '../../../engine/dates.ts'
import { kobo, sum } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import {
  checkWidths,
  type LayoutFileSource,
  type LayoutValues,
  layoutExtension,
  layoutPieces,
  layoutText,
  layoutType,
} from '../../kernel/layoutFile.ts'
import { maskDigits } from '../../kernel/mask.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { type SheetColumns, sheetNaira, sheetOf } from '../../kernel/sheet.ts'
import { section } from '../settings/settings.ts'
import * as store from './borrowers.sql.ts'
import { layoutNamed } from './journalFile.ts'

/** Returns of a month-end: the portfolio by class with its provision, and the file of borrowers for credit bureaus. */

const PREVIEW_LINES = 5
const PAGE_ROWS = 1_000

export const listMonths: Handler<Api['returnMonthList']> = async ctx => ({
  months: await store.storedMonths(ctx.tx),
})

async function checkMonth(ctx: Context, month: string): Promise<void> {
  if (!(await store.storedMonths(ctx.tx)).includes(month))
    refuseFields({ month: 'This month has no month-end snapshot' })
}

export const portfolioReturn: Handler<Api['portfolioReturn']> = async (ctx, { month }) => {
  await checkMonth(ctx, month)
  const { classes } = await section(ctx.tx, 'classes', endOfMonth(localDate(`${month}-01`)))
  const order = classes.map(({ name }) => name)
  const found = await store.classesIn(ctx.tx, month)
  // a class that was renamed since comes last
  const rows = [...found]
    .sort((a, b) => place(order, a.name) - place(order, b.name))
    .map(row => ({
      name: row.name,
      loans: row.loans,
      principal: kobo(row.principal),
      interest: kobo(row.interest),
      fees: kobo(row.fee + row.penalty),
      outstanding: kobo(row.principal + row.interest + row.fee + row.penalty),
      provision: kobo(row.provision),
    }))
  return {
    month,
    rows,
    loans: rows.reduce((total, row) => total + row.loans, 0),
    outstanding: sum(rows.map(row => row.outstanding)),
    provision: sum(rows.map(row => row.provision)),
  }
}

const place = (order: readonly string[], name: string): number => {
  const at = order.indexOf(name)
  return at === -1 ? order.length : at
}

type PortfolioRow = Awaited<ReturnType<typeof portfolioReturn>>['rows'][number]
const PORTFOLIO_COLUMNS: SheetColumns<PortfolioRow> = [
  ['Class', row => row.name],
  ['Loans', row => row.loans],
  ['Principal (NGN)', row => sheetNaira(row.principal)],
  ['Interest (NGN)', row => sheetNaira(row.interest)],
  ['Fees and penalties (NGN)', row => sheetNaira(row.fees)],
  ['Outstanding (NGN)', row => sheetNaira(row.outstanding)],
  ['Provision (NGN)', row => sheetNaira(row.provision)],
]

export const exportPortfolio: Handler<Api['portfolioReturnExport']> = async (ctx, { format, month }) => {
  const { rows } = await portfolioReturn(ctx, { month })
  ctx.audit({ subject: ['export', 'portfolio by class'], after: { month, format, rows: rows.length } })
  return sheetOf(format, { name: 'portfolio-by-class', on: month }, PORTFOLIO_COLUMNS, rows)
}

type Personal = Record<'bvn' | 'nin' | 'phone' | 'email' | 'address' | 'birthDate', string>

const personalOf = (ctx: Context, row: store.BorrowerRow): Personal => ({
  bvn: ctx.keys.open(row.bvn_sealed, ['customer.bvn', row.id]),
  nin: ctx.keys.open(row.nin_sealed, ['customer.nin', row.id]),
  phone: row.phone,
  email: row.email,
  address: row.address,
  birthDate: row.date_of_birth,
})

const maskedOf = (row: store.BorrowerRow): Personal => ({
  bvn: '•'.repeat(11),
  nin: '•'.repeat(11),
  phone: maskDigits(row.phone),
  email: row.email === '' ? '' : '••••',
  address: '••••',
  birthDate: '',
})

const valuesOf = (row: store.BorrowerRow, asOf: string, personal: Personal): LayoutValues => ({
  ...personal,
  asOf,
  customerNumber: row.customer_number,
  title: row.title,
  surname: row.surname,
  firstName: row.first_name,
  otherNames: row.other_names,
  gender: row.gender,
  state: row.state,
  employer: row.mda,
  staffNumber: row.ippis_number,
  loanNumber: row.number,
  product: row.product,
  disbursedOn: row.disbursed_on,
  maturesOn: row.last_due_on,
  loanAmount: row.lent,
  tenor: `${row.tenor}`,
  instalment: row.instalment,
  outstanding: row.owed,
  outstandingPrincipal: row.owed_principal,
  arrears: row.arrears,
  daysPastDue: `${row.days_past_due}`,
  lastPaidOn: row.paid_on,
  classification: row.class ?? '',
  loanStatus: LOAN_STATUS_LABELS[row.status],
})

async function totalsOf(ctx: Context, month: string): Promise<LayoutValues> {
  const { loans, owed } = await store.borrowerTotals(ctx.tx, month)
  return { asOf: endOfMonth(localDate(`${month}-01`)), lines: `${loans}`, outstanding: owed }
}

export const previewBorrowers: Handler<Api['borrowerFilePreview']> = async (ctx, { layout, month }) => {
  const problems = oneLayoutProblems(layout)
  if (Object.keys(problems).length > 0) refuseFields(problems)
  if (layout.use !== 'borrowers') refuseFields({ 'layout.use': 'Not a file of borrowers' })
  await checkMonth(ctx, month)
  const totals = await totalsOf(ctx, month)
  const rows = await store.borrowersIn(ctx.tx, month, null, PREVIEW_LINES)
  const text = await layoutText(layout, {
    lines: () => rows.map(row => valuesOf(row, `${totals.asOf}`, maskedOf(row))),
    before: totals,
    after: () => totals,
  })
  return { text, lines: parseInt(`${totals.lines}`, 10), outstanding: kobo(BigInt(totals.outstanding ?? 0n)) }
}

export const borrowerFile: Handler<Api['borrowerFile']> = async (ctx, { layout: name, month, reason }) => {
  const layout: FileLayout = await layoutNamed(ctx, name, 'borrowers')
  await checkMonth(ctx, month)
  const totals = await totalsOf(ctx, month)
  if (totals.lines === '0') refuse('layout.no_lines', { month })
  const source = borrowerSource(ctx, month, totals)
  await checkWidths(layout, source)
  ctx.audit({
    subject: ['export', 'borrowers'],
    after: { month, layout: name, loans: `${totals.lines}`, revealed: ['bvn', 'nin', 'phone', 'address'] },
    reason,
  })
  return new StreamedFile(
    layoutPieces(layout, source),
    layoutType(layout),
    `borrowers-${month}.${layoutExtension(layout)}`,
  )
}

const borrowerSource = (ctx: Context, month: string, totals: LayoutValues): LayoutFileSource => ({
  async *lines() {
    let after: string | null = null
    for (;;) {
      const rows: store.BorrowerRow[] = await store.borrowersIn(ctx.tx, month, after, PAGE_ROWS)
      for (const row of rows) yield valuesOf(row, `${totals.asOf}`, personalOf(ctx, row))
      if (rows.length < PAGE_ROWS) return
      after = rows.at(-1)?.number ?? null
    }
  },
  before: totals,
  after: () => totals,
})
