import type { Application } from '../../contract/application.ts'
import { findBank } from '../../contract/nigeria.ts'
import type { Section } from '../../contract/settings.ts'
import { formatDate, type LocalDate } from '../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, sum } from '../../engine/money.ts'
import type { Quote } from '../../engine/product.ts'
import { openPaper } from '../paper.ts'

/** The offer with its key facts, as the CBN's consumer rules ask for them: plain words, every fee, the yearly cost. */
export type Offer = {
  loanNumber: string
  reference: string
  on: LocalDate
  productName: string
  application: Application
  tenor: number
  rate: string
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
    'Instalments are deducted from your pay. No fee other than those above is charged, except a penalty for late payment where the product has one.',
    `Questions and complaints: ${lender.phone || lender.email || lender.operatingCompany}.`,
  ])
  paper.nextPage()
  paper.heading('Repayment schedule')
  const { totals, rows } = quote.schedule
  paper.table(
    [
      { label: 'No.', width: 1 },
      { label: 'Due', width: 2 },
      { label: 'Principal', width: 3, right: true },
      { label: 'Interest', width: 3, right: true },
      { label: 'Instalment', width: 3, right: true },
      { label: 'Principal left', width: 3, right: true },
    ],
    rows.map(row => [
      String(row.n),
      formatDate(row.dueDate),
      formatNaira(row.principal),
      formatNaira(row.interest),
      formatNaira(row.total),
      formatNaira(row.balance),
    ]),
    ['', 'Total', formatNaira(totals.principal), formatNaira(totals.interest), formatNaira(totals.total), ''],
  )
  return paper.finish()
}

export const rateOf = (ppm: number, per: string, interest: string): string =>
  `${(ppm / 10_000).toLocaleString('en-NG', { maximumFractionDigits: 4 })} % a ${per}, ${interest === 'flat' ? 'flat' : 'on the reducing balance'}`

const percent = (part: number): string =>
  `${(part * 100).toLocaleString('en-NG', { maximumFractionDigits: 2 })} %`

function keyFacts({ quote, settled, on, tenor, rate, productName, application }: Offer): [string, string][] {
  const { apr } = quote
  const net = kobo(quote.netPayOut - sum(settled.map(each => each.settlement)))
  const bank = findBank(application.bankCode)?.Name ?? application.bankCode
  return [
    ['Product', productName],
    ['Amount of the loan', formatNaira(quote.schedule.totals.principal)],
    ...quote.fees.map((fee): [string, string] => [`${fee.name} (${fee.collected})`, formatNaira(fee.amount)]),
    ...settled.map((each): [string, string] => [
      `Settles your loan ${each.number}, if paid out on ${formatDate(on)}`,
      formatNaira(each.settlement),
    ]),
    ['Paid out to you', formatNaira(net)],
    ['Pay-out account', `${bank}, ending ${application.accountNumber.slice(-4)}`],
    ['Interest rate', rate],
    [
      'Annual percentage rate (APR)',
      apr ? `${percent(apr.nominal)} (effective ${percent(apr.effective)})` : 'none',
    ],
    ['Instalments', `${tenor}, the largest ${formatNaira(quote.instalment)}`],
    ['First deduction', formatDate(quote.firstDueOn)],
    ['Last deduction', formatDate(quote.lastDueOn)],
    ['Total interest', formatNaira(quote.interest)],
    ['Total you repay', formatNaira(quote.total)],
  ]
}
