import { stringify } from 'csv-stringify/sync'
import type { Api } from '../../../contract/api.ts'
import { FileReply } from '../../../contract/endpoint.ts'
import { loanEventLabel } from '../../../contract/labels.ts'
import { capitalised } from '../../../contract/vocabulary.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate, formatMonth, type LocalDate, localDate } from '../../../engine/dates.ts'
import { type Entry, foldLoan, type LoanState } from '../../../engine/loan.ts'
import { lossOf, stillOwed } from '../../../engine/loanEnd.ts'
import { formatNaira, type Kobo, kobo, sum } from '../../../engine/money.ts'
import { correctedReceipts } from '../../../engine/receiptCorrections.ts'
import type { Context, Handler, PublicContext } from '../../kernel/context.ts'
import { type Addressee, openPaper, type Paper } from '../../kernel/letterPdf.ts'
import { refuse } from '../../kernel/refusal.ts'
import { CSV_SAFE, SHEET_TYPES, sheetNaira, xlsxOf } from '../../kernel/sheet.ts'
import { getAccount } from '../loans/loans.ts'
import { findQuote } from '../quotes/quotes.ts'
import { section } from '../settings/settings.ts'
import { clearanceCode, isClearanceCode } from './clearanceCode.ts'
import * as store from './letters.sql.ts'

const PDF = 'application/pdf'

type Job = {
  ctx: Context
  account: Awaited<ReturnType<typeof getAccount>>
  state: LoanState
  to: Addressee
  from: LocalDate
  until: LocalDate
}

/** Every paper of a loan, by name. */
export const print: Handler<Api['loanPaper']> = async (ctx, { id, paper, from, to, itemId }) => {
  const account = await getAccount(ctx, id)
  const { row, events, agreement } = account
  const until = to && to < ctx.today ? to : ctx.today
  const job: Job = {
    ctx,
    account,
    state: foldLoan(agreement, events, until),
    to: (await store.addresseeOf(ctx.tx, row.customer_id)) ?? refuse('record.unknown', { what: 'customer' }),
    from: from ?? localDate(row.disbursed_on ?? row.approved_on),
    until,
  }
  ctx.audit({ subject: ['loan', id], after: { paper, from: job.from, to: until } })
  switch (paper) {
    case 'statement':
      return statement(job)
    case 'statement.csv':
      return statementCsv(job)
    case 'statement.xlsx':
      return statementXlsx(job)
    case 'schedule':
      return schedule(job)
    case 'receipt':
      return receipt(job, itemId ?? '')
    case 'quote':
      return quote(job, itemId ?? '')
    case 'clearance':
      return clearance(job)
  }
}

async function open(job: Job, title: string, wide = false): Promise<Paper> {
  const lender = await section(job.ctx.tx, 'organisation', job.ctx.today)
  return openPaper(lender, { title, on: job.ctx.today, to: job.to, wide })
}

async function pdf(paper: Paper, name: string): Promise<FileReply> {
  return new FileReply(await paper.finish(), PDF, `${name}.pdf`)
}

// ── Statement ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Line = {
  on: LocalDate
  what: string
  reference: string
  amount: Kobo
  principal: Kobo
  interest: Kobo
  charges: Kobo
  left: Kobo
}

function linesOf({ account, state, from, until }: Job): Line[] {
  const rows = new Map(account.rows.map(each => [each.id, each]))
  return state.entries
    .filter(entry => entry.date >= from && entry.date <= until)
    .map(entry => ({
      on: entry.date,
      what: `${loanEventLabel(entry.type)}${entry.undone ? ' (reversed)' : ''}`,
      reference: rows.get(entry.event)?.reference ?? '',
      amount: entry.amount,
      principal: entry.parts.principal,
      interest: entry.parts.interest,
      charges: kobo(entry.parts.fee + entry.parts.penalty),
      left: entry.principalAfter,
    }))
}

/** A loan that was written off is our loss and not the borrower's gain: its rows are empty, the debt is not. */
export function owedFacts(state: LoanState): [string, string][] {
  const { outstanding, outstandingTotal, arrears } = state
  const loss = lossOf(state)
  if (loss)
    return [
      ['Written off', formatNaira(loss.writtenOff)],
      ['Recovered since', formatNaira(loss.recovered)],
      ['Outstanding balance', formatNaira(stillOwed(state))],
    ]
  return [
    ['Outstanding principal', formatNaira(outstanding.principal)],
    ['Outstanding interest', formatNaira(outstanding.interest)],
    ['Outstanding fees and penalties', formatNaira(kobo(outstanding.fee + outstanding.penalty))],
    ['Outstanding balance', formatNaira(outstandingTotal)],
    ['Arrears', formatNaira(arrears.total)],
  ]
}

async function statement(job: Job): Promise<FileReply> {
  const { row } = job.account
  // seven columns of amounts need a wide page
  const paper = await open(job, `Statement ${row.number}`, true)
  paper.heading(
    `Loan statement: ${row.number}`,
    `${formatDate(job.from)} to ${formatDate(job.until)}, amounts in naira`,
  )
  paper.facts([
    ['Product', row.product_name],
    ['Principal', formatNaira(kobo(row.principal))],
    ...owedFacts(job.state),
    ['Credit balance', formatNaira(job.state.credit)],
  ])
  paper.table(
    [
      { label: 'Date', width: 2.1 },
      { label: 'Description', width: 2.7 },
      { label: 'Reference', width: 3.2 },
      { label: 'Amount', width: 2.3, right: true },
      { label: 'Principal', width: 2.3, right: true },
      { label: 'Interest', width: 2.1, right: true },
      { label: 'Fees and penalties', width: 2, right: true },
      { label: 'Outstanding principal', width: 2.3, right: true },
    ],
    linesOf(job).map(line => [
      formatDate(line.on),
      line.what,
      line.reference,
      ...[line.amount, line.principal, line.interest, line.charges, line.left].map(amount =>
        formatNaira(amount, ''),
      ),
    ]),
  )
  chargeLines(paper, job.state)
  return pdf(paper, `statement-${row.number}`)
}

/** Penalties are no entries of the loan: without these lines the outstanding charges would have no source. */
function chargeLines(paper: Paper, { charges }: LoanState): void {
  if (charges.length === 0) return
  paper.heading('Fees and penalties')
  paper.table(
    [
      { label: 'Charge', width: 4 },
      { label: 'Due', width: 2 },
      ...['Amount', 'Paid', 'Waived', 'Outstanding'].map(label => ({ label, width: 2, right: true })),
    ],
    charges.map(each => [
      chargeName(each),
      formatDate(each.dueDate),
      ...[each.due, each.paid, each.waived, each.outstanding].map(amount => formatNaira(amount, '')),
    ]),
  )
}

/** Penalties of the daily run name their instalment in the id. */
function chargeName({ id, component }: LoanState['charges'][number]): string {
  const instalment = /^late-(\d+)$/.exec(id)?.[1]
  if (instalment) return `Penalty, overdue instalment ${instalment}`
  return component === 'penalty' ? 'Penalty' : 'Fee'
}

const HEADINGS = [
  'Date',
  'Description',
  'Reference',
  'Amount (NGN)',
  'Principal (NGN)',
  'Interest (NGN)',
  'Fees and penalties (NGN)',
  'Outstanding principal (NGN)',
]
const cells = (line: Line): string[] => [
  line.on,
  line.what,
  line.reference,
  ...[line.amount, line.principal, line.interest, line.charges, line.left].map(
    amount => sheetNaira(amount) ?? '',
  ),
]

function statementCsv(job: Job): FileReply {
  const text = stringify([HEADINGS, ...linesOf(job).map(cells)], { bom: true, ...CSV_SAFE })
  return new FileReply(
    Buffer.from(text),
    'text/csv; charset=utf-8',
    `statement-${job.account.row.number}.csv`,
  )
}

async function statementXlsx(job: Job): Promise<FileReply> {
  const bytes = await xlsxOf('Statement', [HEADINGS, ...linesOf(job).map(cells)])
  return new FileReply(bytes, SHEET_TYPES.xlsx, `statement-${job.account.row.number}.xlsx`)
}

async function schedule(job: Job): Promise<FileReply> {
  const { row } = job.account
  const paper = await open(job, `Schedule ${row.number}`)
  paper.heading(`Repayment schedule: loan ${row.number}`, `At ${formatDate(job.until)}`)
  paper.table(
    [
      { label: 'No.', width: 1 },
      { label: 'Due', width: 2.5 },
      { label: 'Principal', width: 3, right: true },
      { label: 'Interest', width: 3, right: true },
      { label: 'Fees and penalties', width: 2.5, right: true },
      { label: 'Unpaid', width: 3, right: true },
    ],
    job.state.instalments.map(each => [
      String(each.n),
      formatDate(each.dueDate),
      formatNaira(each.due.principal),
      formatNaira(each.due.interest),
      formatNaira(kobo(each.due.fee + each.due.penalty)),
      formatNaira(
        kobo(
          each.outstanding.principal +
            each.outstanding.interest +
            each.outstanding.fee +
            each.outstanding.penalty,
        ),
      ),
    ]),
  )
  return pdf(paper, `schedule-${row.number}`)
}

// ── Single papers ──────────────────────────────────────────────────────────────────────────────────────────────────

/** How a repayment was applied. */
const allocated = (entry: Entry): [string, string][] => [
  ['Applied to principal', formatNaira(entry.parts.principal)],
  ['Applied to interest', formatNaira(entry.parts.interest)],
  ['Applied to fees and penalties', formatNaira(kobo(entry.parts.fee + entry.parts.penalty))],
  ['Added to credit balance', formatNaira(entry.credit)],
  ['Outstanding principal', formatNaira(entry.principalAfter)],
]

async function receipt(job: Job, eventId: string): Promise<FileReply> {
  const { account, state } = job
  const { row, rows, events, agreement } = account
  const entry = state.entries.find(each => each.event === eventId && !each.undone)
  const event = rows.find(each => each.id === eventId)
  if (!entry || !event || (entry.type !== 'receipt' && entry.type !== 'settlement'))
    return refuse('record.unknown', { what: 'receipt' })
  const corrected = correctedReceipts(agreement, events, state).get(eventId)
  const paper = await open(job, `Receipt ${row.number}`)
  paper.heading('Repayment receipt', `Loan ${row.number}`)
  paper.facts([
    ['Date received', formatDate(entry.date)],
    ['Amount', formatNaira(entry.amount)],
    ['Channel', capitalised(event.channel ?? '')],
    ['Reference', event.reference ?? ''],
    ...allocated(corrected?.issued ?? entry),
  ])
  if (corrected) {
    paper.heading('Correction', `Since ${formatDate(corrected.on)}`)
    paper.paragraph(
      `${corrected.because}. The figures above are those of the receipt as issued. The same amount is now applied as follows.`,
    )
    paper.facts(allocated(entry))
  }
  paper.paragraph('Thank you.')
  return pdf(paper, `receipt-${row.number}`)
}

async function quote(job: Job, quoteId: string): Promise<FileReply> {
  const { row } = job.account
  const found = await findQuote(job.ctx.tx, quoteId)
  if (!found || found.loan_id !== row.id) return refuse('record.unknown', { what: 'quote' })
  const paper = await open(job, `Settlement quote ${found.number}`)
  paper.heading(`Settlement quote ${found.number}`, `Loan ${row.number}`)
  paper.facts([
    ['Settlement date', formatDate(localDate(found.on_date))],
    ['Valid until', formatDate(localDate(found.expires_on))],
    ['Principal', formatNaira(kobo(found.principal))],
    ['Interest to the settlement date', formatNaira(kobo(found.interest))],
    ['Fees', formatNaira(kobo(found.fees + found.settlement_fee))],
    ['Penalties', formatNaira(kobo(found.penalties))],
    ['Less credit balance', formatNaira(kobo(found.credit))],
    ['Amount to pay', formatNaira(kobo(found.total))],
    ['Additional interest per day', formatNaira(kobo(found.per_day))],
    ['Interest you save', formatNaira(kobo(found.rebate))],
  ])
  if (found.in_flight.length > 0) {
    paper.heading('Deductions still to come', 'When this quote was issued')
    paper.facts(
      found.in_flight.map(each => [
        `${formatMonth(each.month)}, ${each.batchNumber ? `in batch ${each.batchNumber}` : 'expected'}`,
        formatNaira(kobo(BigInt(each.amount))),
      ]),
    )
  }
  paper.paragraph(quoteNote(found))
  return pdf(paper, `quote-${found.number}`)
}

/** When the deductions end, and what becomes of one that arrives after the payment. */
export function quoteNote({
  in_flight,
  stop_month,
}: Pick<NonNullable<Awaited<ReturnType<typeof findQuote>>>, 'in_flight' | 'stop_month'>): string {
  const sentences = [
    stop_month
      ? `If you pay on the settlement date, the stop goes to your payroll office with the ${formatMonth(stop_month.slice(0, 7))} list.`
      : '',
    in_flight.length > 0 ? `${countOf(in_flight.length, 'more deduction')} will come.` : '',
    'Deductions in transit are credited when we receive them. Any excess is refunded.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** A deduction too many, which is usual after the last, is a debt of ours: the letter stays true. */
const isCleared = (status: string): boolean => status === 'closed' || status === 'overpaid'

async function clearance(job: Job): Promise<FileReply> {
  const { ctx, account } = job
  const { row, events, agreement } = account
  // what was repaid by an earlier day may have been opened again since
  const states = [job.state, foldLoan(agreement, events, ctx.today)]
  if (!states.every(({ status }) => isCleared(status)))
    return refuse('loan.refused', { why: 'the loan is not fully repaid' })
  const isFree = job.until === ctx.today && (await store.owesNothing(ctx.tx, row.customer_id))
  const { to, state } = job
  const name = [to.title, to.firstName, to.otherNames, to.surname].filter(Boolean).join(' ')
  const paper = await open(job, `Clearance ${row.number}`)
  paper.heading(isFree ? 'LETTER OF NON-INDEBTEDNESS' : 'LOAN CLEARANCE LETTER', `Loan ${row.number}`)
  paper.paragraph('TO WHOM IT MAY CONCERN')
  paper.paragraph(
    `This is to confirm that ${name} (IPPIS no. ${row.ippis_number}) has fully repaid loan ${row.number} of ${formatNaira(kobo(row.principal))}. As at ${formatDate(job.until)} there is no outstanding balance on this loan.`,
  )
  if (isFree) {
    const { operatingCompany } = await section(ctx.tx, 'organisation', ctx.today)
    paper.paragraph(
      `${name} has no outstanding obligation to ${operatingCompany} as at ${formatDate(job.until)}.`,
    )
  }
  paper.facts([
    ['Date closed', state.closedOn ? formatDate(state.closedOn) : 'Not available'],
    ['Verification code', clearanceCode(ctx.keys, row.number)],
  ])
  if (state.credit > 0n)
    paper.paragraph(
      `A credit balance of ${formatNaira(state.credit)} is due to the borrower and will be refunded.`,
    )
  const refunds = state.entries.filter(entry => entry.type === 'refund' && !entry.undone)
  const bank = refunds.filter(entry =>
    account.rows.some(each => each.id === entry.event && each.channel === 'pay-out'),
  )
  const last = bank.at(-1)
  if (last)
    paper.paragraph(
      `An overpayment of ${formatNaira(sum(bank.map(entry => entry.amount)))} was refunded to the borrower, last on ${formatDate(last.date)}.`,
    )
  paper.paragraph(
    `${isFree ? '' : 'This letter relates to the loan above only. '}To verify this letter, go to our loan request page, choose “Verify a clearance letter” and enter the loan number and verification code. This letter is generated electronically and is valid without a signature.`,
  )
  return pdf(paper, `clearance-${row.number}`)
}

/** Says only whether the letter is genuine and still true. */
export const checkClearance: Handler<Api['clearanceCheck']> = async (
  ctx: PublicContext,
  { loanNumber, code },
) => {
  const isOurs = isClearanceCode(ctx.keys, loanNumber, code)
  const row = isOurs ? await store.loanByNumber(ctx.tx, loanNumber) : undefined
  return { genuine: row !== undefined && isCleared(row.status) }
}
