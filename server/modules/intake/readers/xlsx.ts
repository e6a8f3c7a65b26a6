import { cutText, storable } from '../../../../engine/text.ts'
import { SharedTexts } from './sharedTexts.ts'
import {
  builtInFormat,
  type NumberFormat,
  parseNumberFormat,
  SheetRows,
  withoutEscapes,
} from './sheetRows.ts'
import {
  damagedWorkbook,
  RowCount,
  SAVE_AGAIN,
  type TableLimits,
  TableProblem,
  type TableRow,
  type TableShape,
} from './table.ts'
import { listenToXml, walkXml } from './xml.ts'
import { Zip } from './zip.ts'

const BATCH_ROWS = 500

export async function describeXlsx(path: string, limits: TableLimits): Promise<TableShape> {
  const { zip, sheets } = await openWorkbook(path, limits)
  zip.close()
  return { kind: 'xlsx', sheets: sheets.map(({ name, hidden }) => ({ name, hidden })) }
}

type SheetReading = { sheets: number[]; limits: TableLimits; fromLine: number }

/** Sheet after sheet, unpacked and read as rows are asked for. Formulas are never run: what Excel last saw is read. */
export async function* readXlsx(path: string, reading: SheetReading): AsyncGenerator<TableRow[]> {
  const { limits, fromLine } = reading
  const workbook = await openWorkbook(path, limits)
  try {
    const formats = await readStyles(workbook)
    const texts = await readSharedTexts(workbook, limits)
    const count = new RowCount(limits)
    for (const sheet of reading.sheets) {
      const part = workbook.sheets[sheet]?.part
      if (part === undefined) continue
      count.beginSheet()
      const rows = new SheetRows({ sheet, texts, formats, is1904: workbook.is1904, limits, fromLine })
      for await (const _ of walkXml(workbook.zip.read(part), rows)) {
        if (rows.waiting < BATCH_ROWS) continue
        count.add(rows.waiting)
        yield rows.take()
      }
      count.add(rows.waiting)
      if (rows.waiting > 0) yield rows.take()
    }
  } finally {
    workbook.zip.close()
  }
}

async function readSharedTexts(workbook: Workbook, limits: TableLimits): Promise<SharedTexts> {
  const texts = new SharedTexts()
  if (!workbook.sharedTexts) return texts
  let text = ''
  let isText = false
  let isPhonetic = false
  await listenToXml(workbook.zip.read(workbook.sharedTexts), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
    },
    text(part) {
      // one character more than a cell may hold is enough to know it is too long
      if (isText && text.length <= limits.cellCharacters)
        text += part.slice(0, limits.cellCharacters + 1 - text.length)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') texts.add(withoutEscapes(text))
    },
  })
  return texts
}

/** Excel itself stops at what memory holds; a lender's year has twelve. */
const SHEETS_MAX = 500
const STYLES_MAX = 65_536

type Sheet = { name: string; hidden: boolean; part: string }
type Workbook = {
  zip: Zip
  sheets: Sheet[]
  is1904: boolean
  sharedTexts: string | undefined
  styles: string | undefined
}

/** Opens the zip and finds the sheets by the workbook's own table of contents. The caller closes the zip. */
async function openWorkbook(path: string, limits: TableLimits): Promise<Workbook> {
  const zip = await Zip.open(path, limits)
  try {
    return await readContents(zip)
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readContents(zip: Zip): Promise<Workbook> {
  refuseOthers(zip)
  const root = (await relationships(zip, '_rels/.rels', '')).find(({ type }) => type === 'officeDocument')
  const main = root?.part ?? 'xl/workbook.xml'
  if (!zip.has(main)) throw new TableProblem('wrongType', `This file holds no Excel table. ${SAVE_AGAIN}`)
  await refuseMacros(zip)
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = await relationships(zip, `${folder}_rels/${main.slice(folder.length)}.rels`, folder)
  const parts = new Map(relations.map(relation => [relation.id, relation]))
  const sheets: Sheet[] = []
  let is1904 = false
  await listenToXml(zip.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || sheets.length >= SHEETS_MAX) return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const relation = parts.get(id)
      if (relation?.type !== 'worksheet') return
      const hidden = /hidden/i.test(attributes.state ?? '')
      sheets.push({ name: cutText(storable(attributes.name ?? ''), 255), hidden, part: relation.part })
    },
  })
  if (sheets.some(({ part }) => !zip.has(part))) throw damagedWorkbook()
  // one part under many names would be unpacked once for each, past every limit on what the file unpacks to
  if (new Set(sheets.map(({ part }) => part.toLowerCase())).size < sheets.length) throw damagedWorkbook()
  if (sheets.length === 0) throw new TableProblem('noSheet', 'This Excel file has no sheet with rows in it.')
  const partOf = (type: string): string | undefined =>
    relations.find(relation => relation.type === type && zip.has(relation.part))?.part
  return { zip, sheets, is1904, sharedTexts: partOf('sharedStrings'), styles: partOf('styles') }
}

function refuseOthers(zip: Zip): void {
  if (zip.names.some(name => name.endsWith('vbaproject.bin') || name.includes('/macrosheets/')))
    throw macros()
  if (zip.has('xl/workbook.bin'))
    throw new TableProblem('wrongType', `This is a binary Excel workbook (.xlsb). ${SAVE_AGAIN}`)
  if (zip.has('word/document.xml'))
    throw new TableProblem('wrongType', 'This is a Word document, not a table. Choose a CSV or Excel file.')
  if (zip.has('mimetype'))
    throw new TableProblem('wrongType', `This is an OpenDocument file, not an Excel file. ${SAVE_AGAIN}`)
}

async function refuseMacros(zip: Zip): Promise<void> {
  if (!zip.has('[Content_Types].xml')) return
  await listenToXml(zip.read('[Content_Types].xml'), {
    open(_, attributes) {
      if (/macroEnabled/i.test(attributes.ContentType ?? '')) throw macros()
    },
  })
}

const macros = (): TableProblem =>
  new TableProblem(
    'macros',
    'This file has macros. Save it as an Excel workbook without macros (.xlsx) and choose the new copy.',
  )

type Relation = { id: string; type: string; part: string }

async function relationships(zip: Zip, name: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = []
  if (!zip.has(name)) return found
  await listenToXml(zip.read(name), {
    open(tag, attributes) {
      if (tag !== 'Relationship' || found.length >= SHEETS_MAX * 4) return
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes
      if (mode === 'External') return
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: resolvePart(folder, target) })
    },
  })
  return found
}

function resolvePart(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const steps = folder.split('/').filter(Boolean)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** How the numbers of each style look, in the order in which cells name them. */
async function readStyles(workbook: Workbook): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = []
  if (!workbook.styles) return formats
  const own = new Map<string, NumberFormat>()
  let isCellStyles = false
  await listenToXml(workbook.zip.read(workbook.styles), {
    open(name, attributes) {
      const id = attributes.numFmtId ?? '0'
      if (name === 'numFmt' && own.size < STYLES_MAX)
        own.set(id, parseNumberFormat(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') isCellStyles = true
      else if (name === 'xf' && isCellStyles && formats.length < STYLES_MAX)
        formats.push(own.get(id) ?? builtInFormat(Number.parseInt(id, 10)))
    },
    close(name) {
      if (name === 'cellXfs') isCellStyles = false
    },
  })
  return formats
}
