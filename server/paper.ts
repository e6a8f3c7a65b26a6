import type { Section } from '../contract/sections.ts'
import { formatDate, type LocalDate } from '../engine/dates.ts'
import { letterFonts } from './files.ts'

/** A sheet of paper with the lender's head: every letter, statement and receipt is made of these few pieces. */
export type Paper = {
  heading(text: string, under?: string): void
  paragraph(text: string): void
  /** Label and value, one a line, with a hairline between. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void
  bullets(lines: readonly string[]): void
  table(columns: readonly Column[], rows: readonly (readonly string[])[], total?: readonly string[]): void
  nextPage(): void
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
const WIDTH = 483
const BOTTOM = 770
const LOGO_SIDE = 56
/** What a reference of sixty signs takes beyond its first line. */
const TALLEST_ROW = 25

export async function openPaper(
  lender: Section<'organisation'>,
  options: { title: string; on: LocalDate; to?: Addressee },
): Promise<Paper> {
  // loaded with the first letter: 30 MB that a program which draws none can do without
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    info: { Title: options.title, Author: lender.operatingCompany },
  })
  giveFonts(pdf as Drawing, await letterFonts())
  const parts: Buffer[] = []
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  letterhead(pdf, lender, options)
  return {
    heading(text, under) {
      pdf.font('bold').fontSize(13).fillColor('black').text(text, LEFT)
      if (under) pdf.font('regular').fontSize(10).fillColor(GREY).text(under)
      pdf.fillColor('black').fontSize(10).moveDown()
    },
    paragraph: text =>
      void pdf
        .font('regular')
        .fontSize(10)
        .fillColor('black')
        .text(text, LEFT, pdf.y, { width: WIDTH })
        .moveDown(),
    facts(rows) {
      for (const [label, value] of rows) fact(pdf, label, value)
      pdf.moveDown()
    },
    bullets(lines) {
      pdf.font('regular').fontSize(10)
      for (const line of lines) pdf.text(`•  ${line}`, LEFT, pdf.y, { width: WIDTH }).moveDown(0.3)
      pdf.moveDown()
    },
    table: (columns, rows, total) => table(pdf, columns, rows, total),
    nextPage: () => void pdf.addPage(),
    finish() {
      pdf.end()
      return finished
    },
  }
}

// pdfkit reads a font anew for every document, which is four fifths of the work of a letter. What it has read does not
// change, nor how a word is set, so the first letter's is handed to all others; only which signs it uses is its own.

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
const WORDS_MOST = 5_000

function giveFonts(pdf: Drawing, fonts: Record<'regular' | 'bold', Buffer>): void {
  for (const name of ['regular', 'bold'] as const) {
    const known = read.get(name)
    if (known) {
      if (Object.keys(known.words).length > WORDS_MOST) known.words = Object.create(null)
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

/** Where the lender is found, and under which numbers it is registered and licensed. */
export const contactLine = (lender: Section<'organisation'>): string =>
  [lender.address, lender.phone, lender.email, registered(lender.rcNumber), lender.licence]
    .filter(Boolean)
    .join(' · ')

/** Some type the number alone, some as it stands on their certificate. */
const registered = (rcNumber: string): string =>
  rcNumber === '' || /^rc/i.test(rcNumber) ? rcNumber : `RC ${rcNumber}`

function letterhead(
  pdf: PDFKit.PDFDocument,
  lender: Section<'organisation'>,
  { on, to }: { on: LocalDate; to?: Addressee },
): void {
  drawLogo(pdf, lender.logo)
  pdf.font('bold').fontSize(16).fillColor(PURPLE).text(lender.operatingCompany)
  const contacts = contactLine(lender)
  pdf.font('regular').fontSize(9).fillColor(GREY)
  if (contacts) pdf.text(contacts)
  pdf.moveDown(2).fillColor('black').fontSize(10).text(formatDate(on)).moveDown()
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
    pdf.image(picture, LEFT + WIDTH - LOGO_SIDE, y, { fit: [LOGO_SIDE, LOGO_SIDE], align: 'right' })
  } catch {
    // nothing was drawn
  }
  Object.assign(pdf, { x, y })
}

function fact(pdf: PDFKit.PDFDocument, label: string, value: string): void {
  if (pdf.y > BOTTOM) pdf.addPage()
  const { y } = pdf
  pdf.fontSize(10).font('regular').fillColor(GREY).text(label, LEFT, y, { width: 220 })
  pdf.font('bold').fillColor('black').text(value, 280, y, { width: 259 })
  pdf
    .moveTo(LEFT, pdf.y + 2)
    .lineTo(LEFT + WIDTH, pdf.y + 2)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  pdf.x = LEFT
  pdf.y += 6
}

function table(
  pdf: PDFKit.PDFDocument,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  total?: readonly string[],
): void {
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  // seven amounts of millions beside each other fit the page only in small print
  const size = columns.length > 6 ? 7.5 : 9
  const line = (cells: readonly string[], font: 'regular' | 'bold'): void => {
    if (pdf.y > BOTTOM - TALLEST_ROW) {
      pdf.addPage()
      if (font === 'regular')
        line(
          columns.map(column => column.label),
          'bold',
        )
    }
    const { y } = pdf
    let x = LEFT
    let below = y + 15
    pdf.font(font).fontSize(size).fillColor('black')
    columns.forEach((column, i) => {
      const width = (WIDTH * column.width) / shares
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
