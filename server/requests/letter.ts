import type { Application } from '../../contract/application.ts'
import { findBank } from '../../contract/nigeria.ts'
import type { Section } from '../../contract/sections.ts'
import { formatDate, type LocalDate } from '../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, larger, sum, ZERO } from '../../engine/money.ts'
import { formatPpm } from '../../engine/percent.ts'
import type { ProductTerms, Quote } from '../../engine/product.ts'
import { APR_METHOD, formatApr } from '../../engine/rates.ts'
import type { Schedule, ScheduleRow } from '../../engine/schedule.ts'
import { type Column, openPaper } from '../paper.ts'

/** The offer with its key facts, as the CBN's consumer rules ask for them: plain words, every fee, the yearly cost. */
export type Offer = {
  loanNumber: string
  reference: string
  on: LocalDate
  productName: string
  application: Application
  /** The account that will be paid: somebody we know is paid into the one on their file. */
  payTo: { bankCode: string; accountNumber: string }
  rate: string
  penalty: ProductTerms['penalty']
  quote: Quote
  /** Older loans that the pay-out settles, with the figures of the day of the offer. */
  settled: readonly { number: string; settlement: Kobo }[]
  lender: Section<'organisation'>
}

export async function offerLetter(offer: Offer): Promise<Uint8Array> {
  const { lender, application, quote, loanNumber } = offer
  const paper = await openPaper(lender, { title: `Offer ${loanNumber}`, on: offer.on, to: application })
  paper.heading(`Offer of a loan: ${loanNumber}`, `Request ${offer.reference}`)
  paper.paragraph('We are pleased to offer you the loan below. Please read the key facts before you accept.')
  paper.facts(keyFacts(offer))
  paper.heading('Your rights')
  paper.bullets([
    'You have two working days to read this offer, and may cancel within three working days after signing by returning what was paid out.',
    'You may repay early at any time. Ask us for a settlement figure; it states what you save.',
    'Instalments are deducted from your pay. No fee other than those above is charged.',
    penaltyText(offer.penalty),
    APR_METHOD,
    `Questions and complaints: ${lender.phone || lender.email || lender.operatingCompany}.`,
  ])
  const { columns, rows, total } = scheduleTable(quote.schedule)
  paper.nextPage({ wide: columns.length > 6 })
  paper.heading('Repayment schedule')
  paper.table(columns, rows, total)
  return paper.finish()
}

/** Each line adds up to its instalment, also where a fee is spread over them. */
export function scheduleTable({ totals, rows }: Schedule): {
  columns: Column[]
  rows: string[][]
  total: string[]
} {
  const hasFees = totals.fees !== ZERO
  const amounts = (of: Pick<ScheduleRow, 'principal' | 'interest' | 'fees' | 'total'>): string[] =>
    [of.principal, of.interest, ...(hasFees ? [of.fees] : []), of.total].map(amount => formatNaira(amount))
  return {
    columns: [
      { label: 'No.', width: 1 },
      { label: 'Due', width: 2.5 },
      { label: 'Principal', width: 3, right: true },
      { label: 'Interest', width: 3, right: true },
      ...(hasFees ? [{ label: 'Fees', width: 2.5, right: true }] : []),
      { label: 'Instalment', width: 3, right: true },
      { label: 'Principal left', width: 3, right: true },
    ],
    rows: rows.map(row => [
      String(row.n),
      formatDate(row.dueDate),
      ...amounts(row),
      formatNaira(row.balance),
    ]),
    total: ['', 'Total', ...amounts(totals), ''],
  }
}

export const rateOf = (ppm: number, per: string, interest: string): string =>
  `${formatPpm(ppm)} a ${per}, ${interest === 'flat' ? 'flat' : 'on the reducing balance'}`

type Penalty = NonNullable<ProductTerms['penalty']>

const PENALTY_OF: Record<Penalty['of'], string> = {
  'overdue-principal': 'its overdue principal',
  'overdue-interest': 'its overdue interest',
  'overdue-principal-and-interest': 'its overdue principal and interest',
  'overdue-total': 'all that is overdue of it',
  'outstanding-principal': 'all principal you still owe',
  'original-principal': 'the whole principal of the loan',
}

/** How much, of what and from when, as the books charge it: once grace has passed, days count from the due date. */
export function penaltyText(penalty: ProductTerms['penalty']): string {
  if (!penalty) return 'No penalty is charged for paying late.'
  const { sharePpm, each, of, graceDays, capPpm } = penalty
  const late = graceDays === 0 ? 'late' : `more than ${graceDays === 1 ? '1 day' : `${graceDays} days`} late`
  const often = each === 'day' ? 'for each day since it was due' : 'once'
  const most =
    capPpm === null ? '' : `, at most ${formatPpm(capPpm)} of that instalment’s principal and interest`
  return `If an instalment is ${late}, a penalty of ${formatPpm(sharePpm)} of ${PENALTY_OF[of]} is charged ${often}${most}.`
}

/** What is deducted each time, and which one differs: the kobos that do not divide stand in the last. */
export function instalmentsText(rows: readonly { total: Kobo }[]): string {
  const [first = ZERO, last = ZERO] = [rows[0]?.total, rows.at(-1)?.total]
  const isLevel = rows.slice(0, -1).every(row => row.total === first)
  if (rows.length === 1) return `one of ${formatNaira(first)}`
  if (isLevel && first === last) return `${rows.length} of ${formatNaira(first)}`
  if (isLevel) return `${rows.length - 1} of ${formatNaira(first)}, the last ${formatNaira(last)}`
  const most = rows.reduce((most, { total }) => larger(most, total), ZERO)
  return `${rows.length}, the first ${formatNaira(first)}, the largest ${formatNaira(most)}, the last ${formatNaira(last)}`
}

function keyFacts({ quote, settled, on, rate, productName, payTo }: Offer): [string, string][] {
  const net = kobo(quote.netPayOut - sum(settled.map(each => each.settlement)))
  const bank = findBank(payTo.bankCode)?.Name ?? payTo.bankCode
  return [
    ['Product', productName],
    ['Amount of the loan', formatNaira(quote.schedule.totals.principal)],
    ...quote.fees.map((fee): [string, string] => [`${fee.name} (${fee.collected})`, formatNaira(fee.amount)]),
    ...settled.map((each): [string, string] => [
      `Settles your loan ${each.number}, if paid out on ${formatDate(on)}`,
      formatNaira(each.settlement),
    ]),
    ['Paid out to you', formatNaira(net)],
    ['Pay-out account', `${bank}, ending ${payTo.accountNumber.slice(-4)}`],
    ['Interest rate', rate],
    ['Annual percentage rate (APR)', formatApr(quote.apr)],
    ['Instalments', instalmentsText(quote.schedule.rows)],
    ['First deduction', formatDate(quote.firstDueOn)],
    ['Last deduction', formatDate(quote.lastDueOn)],
    ['Total interest', formatNaira(quote.interest)],
    ['Total you repay', formatNaira(quote.total)],
  ]
}
