/**
 * A payroll to try uploads with: `npm run payroll:sample -- --rows 1000 --damage 10 --out october.csv`.
 * The same seed gives the same people in every month. What was damaged is printed by line.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { writeXlsxStream } from 'hucre'
import { localDate, payMonthOf } from '../engine/dates.ts'
import { type Damage, damagedLines, type Line } from '../sample/damage.ts'
import { ROSTER_COLUMNS, roster } from '../sample/roster.ts'
import { wholeOption } from '../test/options.ts'

const ENCODINGS = ['utf-8', 'utf-8-bom', 'windows-1252', 'utf-16le', 'utf-16be'] as const
type Encoding = (typeof ENCODINGS)[number]

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000' },
    damage: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    format: { type: 'string', default: 'csv' },
    month: { type: 'string', default: '2026-10' },
    source: { type: 'string', default: 'IPPIS' },
    encoding: { type: 'string' },
    out: { type: 'string' },
  },
})

const whole = (name: 'rows' | 'damage' | 'seed', most?: number): number =>
  wholeOption(name, values[name], most)

const rows = whole('rows', 5_000_000)
const perMille = whole('damage', 100)
const seed = whole('seed')
const month = payMonthOf(localDate(`${values.month}-01`))
const format = values.format === 'xlsx' ? 'xlsx' : 'csv'
const out = values.out ?? `payroll-${values.month}.${format}`
const encoding = encodingOf(values.encoding)

/** A damaged file comes in any encoding, by its seed; an undamaged one in UTF-8. */
function encodingOf(wished: string | undefined): Encoding {
  const found = ENCODINGS.find(each => each === wished)
  if (wished !== undefined && !found) throw new Error(`--encoding is one of ${ENCODINGS.join(', ')}`)
  return found ?? (perMille > 0 ? (ENCODINGS[seed % ENCODINGS.length] ?? 'utf-8') : 'utf-8')
}

const damaged = new Map<string, number>()
const lines = damagedLines(roster({ rows, seed, month, source: values.source }), {
  perMille,
  seed,
  format,
  title: `${values.source} PAYROLL ${values.month}`,
  note(line: number, damage: Damage | 'title row') {
    damaged.set(damage, (damaged.get(damage) ?? 0) + 1)
    console.log(`${line}\t${damage}`)
  },
})

const inCsv = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

function encoded(text: string): Buffer {
  if (encoding === 'windows-1252') return Buffer.from(text, 'latin1')
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  return encoding === 'utf-16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text)
}

const BLOCK_CHARACTERS = 64 * 1024

function* csvBlocks(all: Iterable<Line>): Generator<Buffer> {
  let text = encoding === 'utf-8' || encoding === 'windows-1252' ? '' : '\ufeff'
  for (const { cells, raw } of all) {
    text += `${raw ?? cells.map(inCsv).join(',')}\r\n`
    if (text.length < BLOCK_CHARACTERS) continue
    yield encoded(text)
    text = ''
  }
  yield encoded(text)
}

const PAY = ROSTER_COLUMNS.indexOf('NETPAY')

/** A workbook holds pay as a number, and everything else as the text it is. */
function* xlsxRows(all: Iterable<Line>): Generator<(string | number)[]> {
  for (const { cells } of all)
    yield cells.map((cell, column) => (column === PAY && /^[\d.]+$/.test(cell) ? Number(cell) : cell))
}

const content =
  format === 'csv'
    ? Readable.from(csvBlocks(lines))
    : Readable.from(writeXlsxStream(xlsxRows(lines), { name: values.month }))
await pipeline(content, createWriteStream(out))
console.error(`${out}: ${rows.toLocaleString('en-NG')} people, ${format === 'csv' ? encoding : 'xlsx'}`)
for (const [damage, times] of damaged) console.error(`  ${damage}: ${times.toLocaleString('en-NG')}`)
