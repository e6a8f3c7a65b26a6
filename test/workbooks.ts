import { compound, type ZipPart, zip } from './files.ts'

/** Workbooks of both ages, laid out as Excel lays them out, and as no honest writer does. */

export type SheetWishes = {
  name?: string
  state?: 'hidden' | 'veryHidden'
  rows?: readonly (readonly (string | number)[])[]
  /** The whole part, for what no honest writer writes. */
  xml?: string
  /** Another part than its own, by its path beside the workbook. */
  part?: string
  /** What its directory entry says it unpacks to, when that is a lie. */
  claimed?: number
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const cell = (value: string | number): string =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`

export const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

export const worksheet = (sheetData: string): string =>
  `<?xml version="1.0"?><worksheet ${SPREADSHEET}><sheetData>${sheetData}</sheetData></worksheet>`

const rowsXml = (rows: NonNullable<SheetWishes['rows']>): string =>
  rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')

type WorkbookWishes = {
  sharedStrings?: string
  /** What stands in `<numFmts>` and `<cellXfs>`. */
  styles?: { formats?: string; cells: string }
  date1904?: boolean
  contentType?: string
  parts?: readonly ZipPart[]
}

/** A workbook as Excel lays it out: its sheets by relationship, texts and styles in parts of their own. */
export function workbook(sheets: readonly SheetWishes[], wishes: WorkbookWishes = {}): Buffer {
  const { sharedStrings, styles, date1904 = false, contentType = 'sheet.main', parts = [] } = wishes
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (all: string): string =>
    `<?xml version="1.0"?><Relationships xmlns="${packages}/relationships">${all}</Relationships>`
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}" ${state ? `state="${state}"` : ''} r:id="s${at}"/>`,
  )
  const own = sheets.map(({ part }, at) =>
    relation(`s${at}`, 'worksheet', part ?? `worksheets/sheet${at + 1}.xml`),
  )
  if (sharedStrings !== undefined) own.push(relation('texts', 'sharedStrings', 'sharedStrings.xml'))
  if (styles) own.push(relation('styles', 'styles', 'styles.xml'))
  return zip([
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types xmlns="${packages}/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${contentType}+xml"/></Types>`,
    },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/_rels/workbook.xml.rels', content: relations(own.join('')) },
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook ${SPREADSHEET} xmlns:r="${office}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    ...sheets.map(({ rows = [], xml, claimed }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: xml ?? worksheet(rowsXml(rows)),
      ...(claimed === undefined ? {} : { claimed }),
    })),
    ...(sharedStrings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: `<sst ${SPREADSHEET}>${sharedStrings}</sst>` }]),
    ...(styles
      ? [
          {
            name: 'xl/styles.xml',
            content: `<styleSheet ${SPREADSHEET}><numFmts>${styles.formats ?? ''}</numFmts><cellXfs>${styles.cells}</cellXfs></styleSheet>`,
          },
        ]
      : []),
    ...parts,
  ])
}

const biff = (id: number, ...body: (Buffer | number[])[]): Buffer => {
  const content = Buffer.concat(body.map(part => Buffer.from(part)))
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}
const BIFF_END = biff(0x000a)

/**
 * 22 kB that ask for some 39 GB: every sheet names the same cells, and each of these stands in the last column Excel knows,
 * so that a reader which fills up rows to it makes 16,384 cells of one.
 */
export function hostileOldWorkbook(sheets = 250, cells = 1_200): Buffer {
  const begin = (kind: number): Buffer =>
    biff(0x0809, [0, 6, kind, 0], Buffer.from('bb0dcc074100000006030000', 'hex'))
  const names = Array.from({ length: sheets }, (_, at) => Buffer.from(`S${at}`, 'latin1'))
  const globals = [begin(5)]
  const position = begin(5).length + names.reduce((sum, name) => sum + 12 + name.length, 0) + BIFF_END.length
  const place = Buffer.alloc(4)
  place.writeUInt32LE(position)
  for (const name of names) globals.push(biff(0x0085, place, [0, 0, name.length, 0], name))
  const lastColumn = Array.from({ length: cells }, (_, row) =>
    biff(0x027e, [row & 255, row >> 8, 0xff, 0x3f, 0, 0, 2, 0, 0, 0]),
  )
  const stream = Buffer.concat([...globals, BIFF_END, begin(0x10), ...lastColumn, BIFF_END])
  return compound('Workbook', Buffer.concat([stream, Buffer.alloc(512 - (stream.length % 512))]))
}

/** Formats of numbers, by which a reader knows a day from an amount. */
export const STYLES = {
  formats:
    '<numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy"/><numFmt numFmtId="165" formatCode="0000000000"/>' +
    '<numFmt numFmtId="166" formatCode="[$-409]d/m/yy\\ h:mm;@"/><numFmt numFmtId="167" formatCode="&quot;days&quot; #,##0.00"/>',
  cells: [0, 14, 164, 165, 166, 167, 22].map(id => `<xf numFmtId="${id}"/>`).join(''),
}
