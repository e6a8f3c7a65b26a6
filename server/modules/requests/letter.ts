import type { Application } from '../../../contract/application.ts'
import { findBank } from '../../../contract/nigeria.ts'
import type { Section } from '../../../contract/settings.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, larger, sum, ZERO } from '../../../engine/money.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { feeNote, type ProductTerms, type Quote, type QuotedFee } from '../../../engine/product.ts'
import { APR_METHOD, formatApr } from '../../../engine/rates.ts'
import type { Schedule, ScheduleRow } from '../../../engine/terms.ts'
import { type Column, openPaper } from '../../kernel/letterPdf.ts'

/** The offer with its key facts, as the CBN's consumer rules ask for them: plain words, every fee, the yearly cost. */
export type Offer = {
  loanNumber: string
  reference: string
  on: LocalDate
  productName: string
  application: Application
  /** The account that will be paid: a known customer is paid into the one on their record. */
  payTo: { bankCode: string; accountNumber: string }
  rate: string
  penalty: ProductTerms['penalty']
  quote: Quote
  /** Older loans that the disbursement settles, with the figures of the day of the offer. */
  settled: readonly { number: string; settlement: Kobo }[]
  lender: Section<'organisation'>
}

export async function offerLetter(offer: Offer): Promise<Uint8Array> {
  const { lender, application, quote, loanNumber } = offer
  const paper = await openPaper(lender, { title: `Offer ${loanNumber}`, on: offer.on, to: application })
  paper.heading(`Letter of offer: loan ${loanNumber}`, `Request ${offer.reference}`)
  paper.paragraph(`Dear ${saluted(application.title)} ${application.surname},`)
  paper.paragraph(
    'We are pleased to offer you a loan on the terms below. Please read the key facts and the repayment schedule before you sign.',
  )
  paper.facts(keyFacts(offer))
  paper.paragraph([APR_METHOD, quote.interestNote].filter(Boolean).join(' '))
  paper.heading('Your rights')
  paper.bullets(rightsOf(offer))
  const { columns, rows, total } = scheduleTable(quote.schedule)
  paper.nextPage({ wide: columns.length > 6 })
  paper.heading('Repayment schedule')
  paper.table(columns, rows, total)
  paper.signatures(
    'Acceptance',
    `I accept this offer and authorise my employer to deduct the instalments from my salary and remit them to ${lender.operatingCompany}.`,
    ['Borrower', `For ${lender.operatingCompany}`],
  )
  return paper.finish()
}

/** MR → Mr. */
const saluted = (title: string): string => title.slice(0, 1) + title.slice(1).toLowerCase()

export function rightsOf({ lender, penalty }: Pick<Offer, 'lender' | 'penalty'>): string[] {
  const contacts = [lender.phone, lender.email].filter(Boolean).join(', ') || lender.operatingCompany
  const further = penalty ? 'the late-payment penalty below and any charge' : 'charges'
  return [
    'You have two working days to consider this offer before you sign.',
    'You may cancel within three working days of signing. You must first repay the amount disbursed to you.',
    'You may repay early at any time. Ask us for a settlement quote, which shows the interest you save.',
    `Instalments are deducted from your salary. Other than the fees above, we charge only ${further} you have agreed to in writing.`,
    penaltyText(penalty),
    `Questions and complaints: ${contacts}.`,
  ]
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
      { label: 'Outstanding principal', width: 3, right: true },
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
  'overdue-total': 'its whole overdue amount',
  'outstanding-principal': 'your outstanding principal',
  'original-principal': 'the principal of the loan',
}

/** How much, of what and from when, as the ledger charges it: once grace has passed, days count from the due date. */
export function penaltyText(penalty: ProductTerms['penalty']): string {
  if (!penalty) return 'We charge no penalty for late payment.'
  const { sharePpm, each, of, graceDays, capPpm } = penalty
  const grace = graceDays === 0 ? '' : `more than ${graceDays === 1 ? '1 day' : `${graceDays} days`} `
  const [oneOff, daily] = each === 'day' ? ['', ' for each day since its due date'] : ['one-off ', '']
  const most =
    capPpm === null ? '' : `, at most ${formatPpm(capPpm)} of that instalment’s principal and interest`
  return `If an instalment is ${grace}overdue, we charge a ${oneOff}penalty of ${formatPpm(sharePpm)} of ${PENALTY_OF[of]}${daily}${most}.`
}

/** What is deducted each time, and which one differs: the last has the kobo that do not divide. */
export function instalmentsText(rows: readonly { total: Kobo }[]): string {
  const [first = ZERO, last = ZERO] = [rows[0]?.total, rows.at(-1)?.total]
  const isLevel = rows.slice(0, -1).every(row => row.total === first)
  if (rows.length === 1) return `one of ${formatNaira(first)}`
  if (isLevel && first === last) return `${rows.length} of ${formatNaira(first)}`
  if (isLevel) return `${rows.length - 1} of ${formatNaira(first)}, the last ${formatNaira(last)}`
  const most = rows.reduce((most, { total }) => larger(most, total), ZERO)
  return `${rows.length}, the first ${formatNaira(first)}, the largest ${formatNaira(most)}, the last ${formatNaira(last)}`
}

const COLLECTED: Record<QuotedFee['collected'], string> = {
  deducted: 'deducted from the loan',
  capitalised: 'added to the loan',
  spread: 'spread over the instalments',
  'every-instalment': 'with every instalment',
}

function keyFacts({ quote, settled, on, rate, productName, payTo }: Offer): [string, string][] {
  const net = kobo(quote.netPayOut - sum(settled.map(each => each.settlement)))
  const bank = findBank(payTo.bankCode)?.Name ?? payTo.bankCode
  return [
    ['Product', productName],
    ['Loan amount', formatNaira(quote.schedule.totals.principal)],
    ...quote.fees.map((fee): [string, string] => [
      `${fee.name} (${feeNote(fee, COLLECTED[fee.collected])})`,
      formatNaira(fee.amount),
    ]),
    ...settled.map((each): [string, string] => [
      `Settlement of loan ${each.number}, if disbursed on ${formatDate(on)}`,
      formatNaira(each.settlement),
    ]),
    ['Net amount payable to you', formatNaira(net)],
    ['Bank account', `${bank}, ending ${payTo.accountNumber.slice(-4)}`],
    ['Interest rate', rate],
    ['Annual percentage rate (APR)', formatApr(quote.apr)],
    ['Number and amount of instalments', instalmentsText(quote.schedule.rows)],
    ['First deduction', formatDate(quote.firstDueOn)],
    ['Last deduction', formatDate(quote.lastDueOn)],
    ['Total interest', formatNaira(quote.interest)],
    ['Total repayment', formatNaira(quote.total)],
  ]
}
