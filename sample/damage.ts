import { daysBetween, localDate } from '../engine/dates.ts'
import { chance, pick, type Roll } from './random.ts'
import { ROSTER_COLUMNS, type RosterColumn, type RosterRow } from './roster.ts'

/** Damage to a payroll file between the office and the lender, as lenders report it. */

export const DAMAGES = [
  'scientific notation',
  'lost leading zeros',
  'serial date',
  'other date form',
  'accented name',
  'amount with commas',
  'another period',
  'same person twice',
  'blank row',
  'total row',
  'stray comma',
  'stray quote',
  'open quote',
] as const
export type Damage = (typeof DAMAGES)[number]

/** Cells, and where a spreadsheet would not do it, the line as it stands in a CSV file. */
export type Line = { cells: readonly string[]; raw?: string }

/** Only text files have these; a workbook keeps its cells apart. */
const ONLY_IN_TEXT: readonly Damage[] = ['stray comma', 'stray quote', 'open quote']

export type DamageWishes = {
  /** Of a thousand rows. */
  perMille: number
  seed: number
  format: 'csv' | 'xlsx'
  title: string
  note: (line: number, damage: Damage | 'title row') => void
}

const cellsOf = (row: RosterRow): string[] => ROSTER_COLUMNS.map(column => row[column])

/** Header and rows, hurt here and there; with damage, titles stand above and a total below. */
export function* damagedLines(rows: Iterable<RosterRow>, wishes: DamageWishes): Generator<Line> {
  const { perMille, seed, format, title, note } = wishes
  const roll = chance(seed ^ 0x5eed)
  const kinds = DAMAGES.filter(kind => format === 'csv' || !ONLY_IN_TEXT.includes(kind))
  let line = 0
  const out = (next: Line): Line => {
    line++
    return next
  }
  if (perMille > 0)
    for (const text of [title, 'CONFIDENTIAL: STAFF NOMINAL ROLL']) {
      yield out({ cells: [text] })
      note(line, 'title row')
    }
  yield out({ cells: ROSTER_COLUMNS })
  for (const row of rows) {
    if (perMille === 0 || roll(1_000) >= perMille) {
      yield out({ cells: cellsOf(row) })
      continue
    }
    const damage = pick(roll, kinds)
    for (const hurt of hurtLines(row, damage, roll)) yield out(hurt)
    note(line, damage)
  }
  if (perMille > 0) {
    yield out(totalRow('GRAND TOTAL'))
    note(line, 'total row')
  }
}

const at = (column: RosterColumn): number => ROSTER_COLUMNS.indexOf(column)
const totalRow = (words: string): Line => ({
  cells: ROSTER_COLUMNS.map((_, column) =>
    column === 1 ? words : column === at('NETPAY') ? '182,456,789.10' : '',
  ),
})

/** The row as it comes out, sometimes with another one; the damage is in the last. */
function hurtLines(row: RosterRow, damage: Damage, roll: Roll): Line[] {
  const cells = cellsOf(row)
  const name = row.FULL_NAME
  const withName = (text: string): Line => ({
    cells,
    raw: cells.map((cell, column) => (column === at('FULL_NAME') ? text : cell)).join(','),
  })
  switch (damage) {
    case 'same person twice':
      return [{ cells }, { cells }]
    case 'blank row':
      return [{ cells }, { cells: cells.map(() => '') }]
    case 'total row':
      return [{ cells }, totalRow('SUB TOTAL')]
    case 'stray comma':
      return [withName(name.replace(' ', ', '))]
    case 'stray quote':
      return [withName(name.replace(' ', ' "JUNIOR" '))]
    case 'open quote':
      return [withName(`"${name}`)]
    default:
      return [{ cells: cellsOf({ ...row, ...hurtCells(row, damage, roll) }) }]
  }
}

function hurtCells(row: RosterRow, damage: Damage, roll: Roll): Partial<RosterRow> {
  switch (damage) {
    case 'scientific notation':
      return { ACCOUNT_NUMBER: scientific(row.ACCOUNT_NUMBER) }
    case 'lost leading zeros':
      return {
        ACCOUNT_NUMBER: row.ACCOUNT_NUMBER.replace(/^0+/, ''),
        TELEPHONE_NUMBER: row.TELEPHONE_NUMBER.replace(/^0+/, ''),
      }
    case 'serial date':
      return { HIRE_DATE: serial(row.HIRE_DATE), BIRTH_DATE: serial(row.BIRTH_DATE) }
    case 'other date form':
      return { BIRTH_DATE: pick(roll, FORMS)(...dateParts(row.BIRTH_DATE)) }
    case 'accented name':
      return { FULL_NAME: row.FULL_NAME.replace('E', 'É').replace('O', 'Ó') }
    case 'amount with commas':
      return { NETPAY: `N${row.NETPAY.replace(/\B(?=(\d{3})+\.)/g, ',')}` }
    case 'another period':
      return {
        PERIOD: row.PERIOD.endsWith('-01') ? row.PERIOD.replace('-01', '-02') : `${row.PERIOD.slice(0, 5)}01`,
      }
    default:
      return {}
  }
}

/** 2112345678 → 2.11235E+09, as a narrow column shows it and CSV then keeps it. */
const scientific = (digits: string): string => {
  const bare = digits.replace(/^0+/, '')
  return `${bare.slice(0, 1)}.${bare.slice(1, 6)}E+${String(bare.length - 1).padStart(2, '0')}`
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
function dateParts(printed: string): [day: string, month: string, year: string] {
  const [day = '', month = '', year = ''] = printed.split('-')
  return [day, String(MONTHS.indexOf(month) + 1).padStart(2, '0'), year]
}

const FORMS: ((day: string, month: string, year: string) => string)[] = [
  (day, month, year) => `${day}/${month}/${year}`,
  (day, month, year) => `${year}-${month}-${day}`,
  (day, month, year) => `${day}.${month}.${year.slice(2)}`,
  (day, month, year) => `${day} ${MONTHS[Number.parseInt(month, 10) - 1]} ${year}`,
  (day, month, year) => `${year}-${month}-${day} 00:00:00`,
]

const EXCEL_START = localDate('1899-12-30')
function serial(printed: string): string {
  const [day, month, year] = dateParts(printed)
  return String(daysBetween(EXCEL_START, localDate(`${year}-${month}-${day}`)))
}
