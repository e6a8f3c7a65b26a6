import { withoutEscapes } from './cellValue.ts'
import { SharedTexts } from './sharedTexts.ts'
import { SheetRows } from './sheetRows.ts'
import { RowCount } from './table.ts'
import type { TableLimits, TableRow, TableShape } from './tableShape.ts'
import { openWorkbook, readStyles, type Workbook } from './workbook.ts'
import { listenToXml, walkXml } from './xml.ts'

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
    const looks = await readStyles(workbook)
    const texts = await readSharedTexts(workbook, limits)
    const count = new RowCount(limits)
    for (const sheet of reading.sheets) {
      const part = workbook.sheets[sheet]?.part
      if (part === undefined) continue
      count.beginSheet()
      const rows = new SheetRows({ sheet, texts, looks, is1904: workbook.is1904, limits, fromLine })
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
