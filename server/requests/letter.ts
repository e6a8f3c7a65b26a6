import PDFDocument from 'pdfkit'
import type { Application } from '../../contract/application.ts'
import { findBank } from '../../contract/nigeria.ts'
import type { Section } from '../../contract/settings.ts'
import { formatDate, type LocalDate } from '../../engine/dates.ts'
import { formatNaira } from '../../engine/money.ts'
import type { Quote } from '../../engine/product.ts'
import { letterFonts } from '../files.ts'

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
  lender: Section<'organisation'>
}

const PURPLE = '#5b21b6'
const GREY = '#52525b'

export async function offerLetter(offer: Offer): Promise<Uint8Array> {
  const fonts = await letterFonts()
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: `Offer ${offer.loanNumber}`, Author: offer.lender.operatingCompany },
  })
  pdf.registerFont('regular', fonts.regular)
  pdf.registerFont('bold', fonts.bold)
  const parts: Buffer[] = []
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  heading(pdf, offer)
  keyFacts(pdf, offer)
  rights(pdf, offer)
  scheduleTable(pdf, offer)
  pdf.end()
  return finished
}

function heading(pdf: PDFKit.PDFDocument, { lender, application, loanNumber, reference, on }: Offer): void {
  pdf.font('bold').fontSize(16).fillColor(PURPLE).text(lender.operatingCompany)
  pdf.font('regular').fontSize(9).fillColor(GREY)
  const contacts = [lender.address, lender.phone, lender.email, lender.licence].filter(Boolean).join(' · ')
  if (contacts) pdf.text(contacts)
  pdf.moveDown(2).fillColor('black').fontSize(10)
  pdf.text(formatDate(on)).moveDown()
  pdf.text(
    `${application.title} ${application.firstName} ${application.otherNames} ${application.surname}`.replace(
      / +/g,
      ' ',
    ),
  )
  pdf.text(application.address).text(`${application.lga}, ${application.state}`).moveDown()
  pdf.font('bold').fontSize(13).text(`Offer of a loan: ${loanNumber}`)
  pdf.font('regular').fontSize(10).fillColor(GREY).text(`Request ${reference}`).fillColor('black').moveDown()
  pdf
    .text('We are pleased to offer you the loan below. Please read the key facts before you accept.')
    .moveDown()
}

function keyFacts(pdf: PDFKit.PDFDocument, { quote, tenor, rate, productName, application }: Offer): void {
  const { apr } = quote
  const percent = (part: number): string =>
    `${(part * 100).toLocaleString('en-NG', { maximumFractionDigits: 2 })} %`
  const facts: [string, string][] = [
    ['Product', productName],
    ['Amount of the loan', formatNaira(quote.schedule.totals.principal)],
    ...quote.fees.map((fee): [string, string] => [`${fee.name} (${fee.collected})`, formatNaira(fee.amount)]),
    ['Paid out to you', formatNaira(quote.netPayOut)],
    [
      'Pay-out account',
      `${findBank(application.bankCode)?.Name ?? application.bankCode}, ending ${application.accountNumber.slice(-4)}`,
    ],
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
  for (const [label, value] of facts) row(pdf, label, value)
  pdf.moveDown()
}

function row(pdf: PDFKit.PDFDocument, label: string, value: string): void {
  const { y } = pdf
  pdf.font('regular').fillColor(GREY).text(label, 56, y, { width: 220 })
  pdf.font('bold').fillColor('black').text(value, 280, y, { width: 259 })
  pdf
    .moveTo(56, pdf.y + 2)
    .lineTo(539, pdf.y + 2)
    .lineWidth(0.5)
    .strokeColor('#e4e4e7')
    .stroke()
  pdf.x = 56
  pdf.y += 6
}

function rights(pdf: PDFKit.PDFDocument, { lender }: Offer): void {
  pdf.font('bold').text('Your rights')
  pdf.font('regular')
  for (const line of [
    'You have two working days to read this offer, and may cancel within three working days after signing by returning what was paid out.',
    'You may repay early at any time. Ask us for a settlement figure; it states what you save.',
    'Instalments are deducted from your pay. No fee other than those above is charged, except a penalty for late payment where the product has one.',
    `Questions and complaints: ${lender.phone || lender.email || lender.operatingCompany}.`,
  ])
    pdf.text(`•  ${line}`, { indent: 0 }).moveDown(0.3)
  pdf.moveDown()
}

const COLUMNS = [
  { label: 'No.', x: 56, width: 30, right: false },
  { label: 'Due', x: 90, width: 80, right: false },
  { label: 'Principal', x: 170, width: 90, right: true },
  { label: 'Interest', x: 262, width: 90, right: true },
  { label: 'Instalment', x: 354, width: 90, right: true },
  { label: 'Principal left', x: 446, width: 93, right: true },
]

function scheduleTable(pdf: PDFKit.PDFDocument, { quote }: Offer): void {
  pdf.addPage()
  pdf
    .font('bold')
    .fontSize(12)
    .fillColor(PURPLE)
    .text('Repayment schedule')
    .fillColor('black')
    .fontSize(9)
    .moveDown()
  const line = (cells: string[], font: 'regular' | 'bold'): void => {
    if (pdf.y > 760) pdf.addPage()
    const { y } = pdf
    pdf.font(font)
    cells.forEach((cell, i) => {
      const column = COLUMNS[i]
      if (column)
        pdf.text(cell, column.x, y, {
          width: column.width,
          align: column.right ? 'right' : 'left',
          lineBreak: false,
        })
    })
    pdf.x = 56
    pdf.y = y + 15
  }
  line(
    COLUMNS.map(column => column.label),
    'bold',
  )
  for (const each of quote.schedule.rows)
    line(
      [
        String(each.n),
        formatDate(each.dueDate),
        formatNaira(each.principal),
        formatNaira(each.interest),
        formatNaira(each.total),
        formatNaira(each.balance),
      ],
      'regular',
    )
  const { totals } = quote.schedule
  line(
    ['', 'Total', formatNaira(totals.principal), formatNaira(totals.interest), formatNaira(totals.total), ''],
    'bold',
  )
}
