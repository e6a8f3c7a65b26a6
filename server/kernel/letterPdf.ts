import type { Section } from '../../contract/settings.ts'
import { formatDate, type LocalDate } from '../../engine/dates.ts'
import { lagosMidnight } from './clock.ts'
import { letterFonts } from './files.ts'

/** A sheet of paper with the lender's head: every letter, statement and receipt is made of these few pieces. */
export type Paper = {
  heading(text: string, under?: string): void
  paragraph(text: string): void
  /** Label and value, one a line, with a hairline between. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void
  bullets(lines: readonly string[]): void
  table(columns: readonly Column[], rows: readonly (readonly string[])[], total?: readonly string[]): void
  /** A declaration, and beside each other a name, a signature and a date for each party to write. */
  signatures(title: string, declaration: string, parties: readonly string[]): void
  /** `wide`: for a table of more than six columns. */
  nextPage(shape?: { wide: boolean }): void
  finish(): Promise<Uint8Array>
}

/** Widths are shares of the page; amounts stand on the right. */
export type Column = { label: string; width: number; right?: boolean }

export type Addressee = {
  title: string
  firstName: string
  otherNames: string
  surname: string
  address: string
  lga: string
  state: string
}

const PURPLE = '#5b21b6'
const GREY = '#52525b'
const LINE = '#e4e4e7'
const LEFT = 56
const LOGO_SIDE = 56
/** The CBN wants what customers are given in print of at least ten points; whatever does not fit so gets a wide page. */
const PRINT = 10
/** Heading, a declaration of three lines, a party's name of two and three lines to write on. */
const SIGNATURES_HEIGHT = 240
const LINE_TO_WRITE_ON = 36
/** What a reference of sixty signs takes beyond its first line. */
const TALLEST_ROW = 50

/** Of the current page: the next one may be landscape. */
const widthOf = ({ page }: PDFKit.PDFDocument): number => page.width - 2 * LEFT
const bottomOf = ({ page }: PDFKit.PDFDocument): number => page.height - 72
const shapeOf = (wide: boolean) =>
  ({ size: 'A4', layout: wide ? 'landscape' : 'portrait', margin: LEFT }) as const
const isWide = ({ page }: PDFKit.PDFDocument): boolean => page.width > page.height

export async function openPaper(
  lender: Section<'organisation'>,
  options: { title: string; on: LocalDate; to?: Addressee; wide?: boolean },
): Promise<Paper> {
  // loaded with the first letter: 30 MB that a program which draws none can do without
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    ...shapeOf(options.wide ?? false),
    // the day of the letter, so that the same letter is the same file whenever it is printed
    info: {
      Title: options.title,
      Author: lender.operatingCompany,
      CreationDate: lagosMidnight(options.on),
    },
  })
  giveFonts(pdf as Drawing, await letterFonts())
  const parts: Buffer[] = []
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  letterhead(pdf, lender, options)
  const paper: Paper = {
    heading(text, under) {
      pdf.font('bold').fontSize(13).fillColor('black').text(text, LEFT)
      if (under) pdf.font('regular').fontSize(PRINT).fillColor(GREY).text(under)
      pdf.fillColor('black').fontSize(PRINT).moveDown()
    },
    paragraph: text =>
      void pdf
        .font('regular')
        .fontSize(PRINT)
        .fillColor('black')
        .text(text, LEFT, pdf.y, { width: widthOf(pdf) })
        .moveDown(),
    facts(rows) {
      for (const [label, value] of rows) fact(pdf, label, value)
      pdf.moveDown()
    },
    bullets(lines) {
      pdf.font('regular').fontSize(PRINT)
      for (const line of lines) pdf.text(`•  ${line}`, LEFT, pdf.y, { width: widthOf(pdf) }).moveDown(0.3)
      pdf.moveDown()
    },
    signatures(title, declaration, parties) {
      if (pdf.y > bottomOf(pdf) - SIGNATURES_HEIGHT) pdf.addPage(shapeOf(isWide(pdf)))
      paper.heading(title)
      paper.paragraph(declaration)
      signatures(pdf, parties)
    },
    table: (columns, rows, total) => table(pdf, columns, rows, total),
    nextPage: (shape = { wide: isWide(pdf) }) => void pdf.addPage(shapeOf(shape.wide)),
    finish() {
      pdf.end()
      return finished
    },
  }
  return paper
}

// pdfkit parses a font again for every document, which is four fifths of the work of a letter. The parsed font and the
// layout of a word do not change, so the first letter's are shared; only the set of glyphs used is per document.

type OpenFont = {
  font: object
  /** How each word of it is set. */
  layoutCache: Record<string, object>
  constructor: new (pdf: Drawing, font: object, id: string) => OpenFont
}
type Drawing = PDFKit.PDFDocument & {
  _font: OpenFont
  _fontFamilies: Record<string, OpenFont>
  _fontCount: number
}

type ReadFont = { font: object; words: Record<string, object>; Opened: OpenFont['constructor'] }
const read = new Map<string, ReadFont>()
/** Letters share most of their words; the names and sums of some hundred letters weigh some megabytes. */
const WORDS_MAX = 5_000

function giveFonts(pdf: Drawing, fonts: Record<'regular' | 'bold', Buffer>): void {
  for (const name of ['regular', 'bold'] as const) {
    const known = read.get(name)
    if (known) {
      if (Object.keys(known.words).length > WORDS_MAX) known.words = Object.create(null)
      const opened = new known.Opened(pdf, known.font, `F${++pdf._fontCount}`)
      opened.layoutCache = known.words
      pdf._fontFamilies[name] = opened
      continue
    }
    pdf.registerFont(name, fonts[name]).font(name)
    const { font, layoutCache: words } = pdf._font
    read.set(name, { font, words, Opened: pdf._font.constructor })
  }
}

/** Where the lender is found, under which numbers it is registered and licensed, and by whom. */
export const contactLine = (lender: Section<'organisation'>): string =>
  [lender.address, lender.phone, lender.email, registered(lender.rcNumber), regulated(lender.licence)]
    .filter(Boolean)
    .join(' · ')

/** Some type the number alone, some as it stands on their certificate. */
const registered = (rcNumber: string): string =>
  rcNumber === '' || /^rc/i.test(rcNumber) ? rcNumber : `RC ${rcNumber}`

/** The disclosure rules require it on every letter. Without a licence the claim could not be checked. */
function regulated(licence: string): string {
  if (licence === '' || /regulated by/i.test(licence)) return licence
  const isNamed = /licen[cs]e/i.test(licence)
  // States license money lenders too: what the licence does not say is not claimed for it
  if (!/\bCBN\b|central bank/i.test(licence)) return isNamed ? licence : `Licence ${licence}`
  return `Regulated by the Central Bank of Nigeria, ${isNamed ? licence : `licence ${licence}`}`
}

function letterhead(
  pdf: PDFKit.PDFDocument,
  lender: Section<'organisation'>,
  { on, to }: { on: LocalDate; to?: Addressee },
): void {
  drawLogo(pdf, lender.logo)
  const beside = { width: widthOf(pdf) - (lender.logo === '' ? 0 : LOGO_SIDE + 16) }
  pdf.font('bold').fontSize(16).fillColor(PURPLE).text(lender.operatingCompany, beside)
  const contacts = contactLine(lender)
  pdf.font('regular').fontSize(PRINT).fillColor(GREY)
  if (contacts) pdf.text(contacts, beside)
  pdf.moveDown(2).fillColor('black').text(formatDate(on)).moveDown()
  if (!to) return
  pdf.text([to.title, to.firstName, to.otherNames, to.surname].filter(Boolean).join(' '))
  pdf.text(to.address).text(`${to.lga}, ${to.state}`).moveDown()
}

/** In the corner opposite the name. A picture that cannot be read is left out: the letter matters more. */
function drawLogo(pdf: PDFKit.PDFDocument, logo: string): void {
  if (logo === '') return
  const { x, y } = pdf
  try {
    const picture = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
    pdf.image(picture, LEFT + widthOf(pdf) - LOGO_SIDE, y, { fit: [LOGO_SIDE, LOGO_SIDE], align: 'right' })
  } catch {
    // nothing was drawn
  }
  Object.assign(pdf, { x, y })
}

function fact(pdf: PDFKit.PDFDocument, label: string, value: string): void {
  if (pdf.y > bottomOf(pdf)) pdf.addPage(shapeOf(isWide(pdf)))
  const { y } = pdf
  const width = widthOf(pdf)
  pdf.fontSize(PRINT).font('regular').fillColor(GREY).text(label, LEFT, y, { width: 220 })
  const underLabel = pdf.y
  pdf
    .font('bold')
    .fillColor('black')
    .text(value, 280, y, { width: LEFT + width - 280 })
  const below = Math.max(underLabel, pdf.y)
  pdf
    .moveTo(LEFT, below + 2)
    .lineTo(LEFT + width, below + 2)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  pdf.x = LEFT
  pdf.y = below + 6
}

function signatures(pdf: PDFKit.PDFDocument, parties: readonly string[]): void {
  const top = pdf.y
  const gap = 24
  const width = (widthOf(pdf) + gap) / parties.length - gap
  const under = parties.map((party, index) => {
    const x = LEFT + index * (width + gap)
    pdf.font('bold').fontSize(PRINT).fillColor('black').text(party, x, top, { width })
    return pdf.y
  })
  const start = Math.max(...under)
  for (const [row, label] of ['Name', 'Signature', 'Date'].entries()) {
    const y = start + LINE_TO_WRITE_ON * (row + 1)
    for (const index of parties.keys()) {
      const x = LEFT + index * (width + gap)
      pdf
        .font('regular')
        .fillColor(GREY)
        .text(label, x, y - 12, { width: 60 })
      pdf
        .moveTo(x + 60, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .strokeColor(GREY)
        .stroke()
    }
  }
  pdf.x = LEFT
  pdf.y = start + LINE_TO_WRITE_ON * 3 + 12
}

function table(
  pdf: PDFKit.PDFDocument,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  total?: readonly string[],
): void {
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  const line = (cells: readonly string[], font: 'regular' | 'bold'): void => {
    // a total has no reference that could go on: it stays under its rows
    if (pdf.y > bottomOf(pdf) - (font === 'regular' ? TALLEST_ROW : 15)) {
      pdf.addPage(shapeOf(isWide(pdf)))
      if (font === 'regular')
        line(
          columns.map(column => column.label),
          'bold',
        )
    }
    const { y } = pdf
    let x = LEFT
    let below = y + 15
    pdf.font(font).fontSize(PRINT).fillColor('black')
    columns.forEach((column, i) => {
      const width = (widthOf(pdf) * column.width) / shares
      pdf.text(cells[i] ?? '', x, y, { width: width - 6, align: column.right ? 'right' : 'left' })
      // a long reference goes on in a second line, and the next row begins under it
      below = Math.max(below, pdf.y + 4)
      x += width
    })
    pdf.x = LEFT
    pdf.y = below
  }
  line(
    columns.map(column => column.label),
    'bold',
  )
  for (const row of rows) line(row, 'regular')
  if (total) line(total, 'bold')
  pdf.moveDown()
}
