import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BANKS } from '../contract/nigeria.ts'
import { localDate, payMonthOf } from '../engine/dates.ts'
import { checkNuban } from '../engine/nuban.ts'
import { parsePhone } from '../engine/phone.ts'
import { type Damage, damagedLines } from '../sample/damage.ts'
import { ROSTER_COLUMNS, type RosterRow, roster } from '../sample/roster.ts'
import { describeTable, readRows } from '../server/modules/intake/readers/rows.ts'
import type { TableRow } from '../server/modules/intake/readers/table.ts'

const PEOPLE = 5_000
const monthOf = (month: string, rows = PEOPLE): RosterRow[] => [
  ...roster({ rows, seed: 7, month: payMonthOf(localDate(`${month}-01`)), source: 'IPPIS' }),
]
const september = monthOf('2026-09')
const october = monthOf('2026-10')
const codes = new Map(BANKS.map(bank => [bank.Name.toUpperCase(), bank.Code]))

describe('a sample payroll', () => {
  test('is the same every time, and holds each person once', () => {
    expect(monthOf('2026-10')).toEqual(october)
    expect(new Set(october.map(row => row.STAFF_ID)).size).toBe(PEOPLE)
  })

  test('holds account numbers, phones and pay that could be', () => {
    for (const row of october) {
      expect(checkNuban(codes.get(row.BANK_NAME) ?? '', row.ACCOUNT_NUMBER)).toBe('ok')
      expect(parsePhone(row.TELEPHONE_NUMBER)).toBeDefined()
      expect(row.NETPAY).toMatch(/^\d{5,6}\.\d\d$/)
    }
  })

  test('lives from month to month: most stay, a few of everything happen', () => {
    const before = new Map(september.map(row => [row.STAFF_ID, row]))
    const now = new Map(october.map(row => [row.STAFF_ID, row]))
    const changed = (column: keyof RosterRow): number =>
      october.filter(row => before.has(row.STAFF_ID) && before.get(row.STAFF_ID)?.[column] !== row[column])
        .length
    const few = (count: number): void => {
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThan(PEOPLE / 50)
    }
    few(october.filter(row => !before.has(row.STAFF_ID)).length)
    few(september.filter(row => !now.has(row.STAFF_ID)).length)
    for (const column of ['BANK_NAME', 'COMMAND', 'EMPLOYMENT_STATUS', 'NETPAY'] as const)
      few(changed(column))
    expect(changed('FULL_NAME') + changed('BIRTH_DATE') + changed('HIRE_DATE')).toBe(0)
    for (const status of ['RETIRED', 'DECEASED', 'SUSPENDED'])
      few(october.filter(row => row.EMPLOYMENT_STATUS === status).length)
  })

  test('whoever retires turns sixty that month and is gone the next', () => {
    const retired = september.filter(row => row.EMPLOYMENT_STATUS === 'RETIRED')
    expect(retired.every(row => row.BIRTH_DATE.endsWith('-SEP-1966'))).toBe(true)
    expect(retired.some(row => october.some(({ STAFF_ID }) => STAFF_ID === row.STAFF_ID))).toBe(false)
  })
})

test('of a damaged file, every row that was not damaged is read as it was', async () => {
  const noted = new Map<number, Damage | 'title row'>()
  const lines = [
    ...damagedLines(october, {
      perMille: 100,
      seed: 7,
      format: 'csv',
      title: 'IPPIS PAYROLL 2026-10',
      note: (line, damage) => noted.set(line, damage),
    }),
  ]
  const quoted = (cell: string): string => (cell.includes(',') ? `"${cell}"` : cell)
  const directory = await mkdtemp(join(tmpdir(), 'iroko-roster-'))
  const path = join(directory, 'october.csv')
  await writeFile(path, lines.map(({ cells, raw }) => raw ?? cells.map(quoted).join(',')).join('\r\n'))
  const read = new Map<number, TableRow>()
  for await (const rows of readRows(path, await describeTable(path)))
    for (const row of rows) read.set(row.line, row)
  await rm(directory, { recursive: true })

  expect(new Set(noted.values()).size).toBe(14)
  for (const [at, { cells }] of lines.entries()) {
    const line = at + 1
    const damage = noted.get(line)
    if (damage === 'open quote') expect(read.get(line)?.problem).toMatch(/never closed/)
    else if (damage === 'stray comma') expect(read.get(line)?.cells).toHaveLength(ROSTER_COLUMNS.length + 1)
    else if (damage !== 'stray quote') expect(read.get(line)).toEqual({ sheet: 0, line, cells: [...cells] })
  }
})
