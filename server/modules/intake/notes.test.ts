import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nubanCheckDigit } from '../../../engine/nuban.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { upload } from '../../../test/uploads.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Part = 'admin' | 'editor'
const repairsOf = async (id: string, as: Part = 'admin') =>
  (await testApp.as(as).ok('intakeRepairs', { id, limit: 100 })).rows.map(
    ({ line, field, was, became }) => `${line} ${field}: ${was} → ${became}`,
  )
const excludedOf = async (id: string, as: Part = 'admin') =>
  (await testApp.as(as).ok('intakeExcluded', { id, limit: 100 })).rows.map(
    ({ line, text, reason }) => `${line} ${text}: ${reason}`,
  )
const look = (id: string) => testApp.as('auditor').ok('intakeGet', { id })

// two zeros lost: eight digits are left
const SHORT = `12345${nubanCheckDigit('058', '000012345')}`
const HEADER = 'STAFF_ID,FULL_NAME,HIRE_DATE,BANK_NAME,ACCOUNT_NUMBER,NETPAY'
const PAYROLL = [
  HEADER,
  '701,PLAIN ADA,14/05/2010,GTBank,0123456785,250000.00',
  `'702,SERIAL BOLA,40312,GTBank,00${SHORT.padStart(8, '0')},"250,000.5"`,
  `703.0,LOST ZEROS,2010-05-14,GTBank,${SHORT.padStart(8, '0')},₦1000`,
  '704,OKEKE, CHIDI,14/05/2010,GTBank,0123456785,250000.00',
  '705,INVALID EVE,40312,GTBank,0123456785,"12,5OO"',
  '701,PLAIN ADA,14/05/2010,GTBank,0123456785,250000.00',
  ',GRAND TOTAL,,,,1001000.50',
  ',,,,,77',
  ',Prepared by Musa,,,,',
  '',
].join('\n')

describe('a payroll file', () => {
  let id: string
  beforeAll(async () => {
    id = await upload(testApp, PAYROLL, { source: 'STATE', period: '2026-10' })
  })

  test('lists every repaired value of its valid rows, before and after', async () => {
    const full = `00${SHORT.padStart(8, '0')}`
    expect((await repairsOf(id)).toSorted()).toEqual(
      [
        "3 IPPIS / staff number: '702 → 702",
        '3 First appointment: 40312 → 2010-05-14',
        '3 Net pay: 250,000.5 → 250000.50',
        '4 IPPIS / staff number: 703.0 → 703',
        `4 Salary account: ${full.slice(2)} → ${full}`,
        '4 Net pay: ₦1000 → 1000.00',
        '5 Name: OKEKE |  CHIDI → OKEKE, CHIDI',
      ].toSorted(),
    )
    expect(await look(id)).toMatchObject({ repairedValues: 7, goodRows: 4, refusedRows: 1 })
  })

  test('lists its excluded lines with text and reason', async () => {
    const lines = (await excludedOf(id)).toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    expect(lines).toEqual([
      '7 701 | PLAIN ADA | 14/05/2010 | GTBank | 0123456785 | 250000.00: Repeats an earlier row',
      '8 GRAND TOTAL | 1001000.50: Total, not a person',
      '9 77: No number and no name',
      '10 Prepared by Musa: Note, not a person',
    ])
    expect((await look(id)).skippedRows).toBe(4)
  })

  test('lists are paged', async () => {
    const seen: number[] = []
    for (let cursor: string | undefined; ; ) {
      const { rows, next, total } = await testApp
        .as('admin')
        .ok('intakeRepairs', { id, limit: 3, ...(cursor ? { cursor } : {}) })
      expect(total).toBe(7)
      seen.push(...rows.map(row => row.line))
      if (next === null) break
      cursor = next
    }
    expect(seen).toHaveLength(7)
    await testApp.as('admin').refused('intakeRepairs', { id, cursor: 'none' }, 'cursor.invalid')
  })

  test('a user without personal data sees pay and accounts masked', async () => {
    const masked = await repairsOf(id, 'editor')
    expect(masked).toContain('3 Net pay: •••,•••.• → ••••••.••')
    expect(masked.join()).not.toContain(SHORT)
    expect((await excludedOf(id, 'editor')).join()).not.toMatch(/0123456785|250000/)
  })

  test('a look is in the access log', async () => {
    await repairsOf(id)
    const { rows } = await testApp.as('superAdmin').ok('auditList', { looks: 'true', limit: 20 })
    expect(rows[0]).toMatchObject({ action: 'intakeGet', subjectId: id })
  })

  test('the approver sees the number of repaired values', async () => {
    const { approvalId } = await testApp
      .as('admin')
      .ok('intakeHandOver', { id, reason: 'Counted against the covering letter' })
    const { after } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(after).toMatchObject({ repaired: '7', good: '4' })
    await testApp.as('admin').ok('approvalWithdraw', { id: approvalId ?? '' })
  })

  test('a cancelled upload has none', async () => {
    await testApp.as('admin').ok('intakeCancel', { id })
    expect(await repairsOf(id)).toEqual([])
    expect(await excludedOf(id)).toEqual([])
  })
})

test('a deduction file lists repairs and excluded lines', async () => {
  const file = [
    'IPPIS NO,EMPLOYEE NAME,AMOUNT',
    `'431517,OKONKWO ADAEZE,"61,666.67"`,
    '431518,PLAIN BELLO,1000.00',
    ',TOTAL,62666.67',
    '',
  ].join('\n')
  const id = await upload(testApp, file, { kind: 'repayment', fileName: 'deductions.csv' })
  expect((await repairsOf(id)).toSorted()).toEqual([
    '2 Amount: 61,666.67 → 61666.67',
    "2 IPPIS / staff number: '431517 → 431517",
  ])
  expect(await excludedOf(id)).toEqual(['4 TOTAL | 62666.67: Total, not a person'])
  expect(await look(id)).toMatchObject({ repairedValues: 2, skippedRows: 1 })
})

test('the lists are bounded, and the upload counts what is not listed', async () => {
  const rows = Array.from({ length: 10_050 }, (_, at) => `${800_000 + at},A B,"1,000.00"`)
  const id = await upload(testApp, ['IPPIS NO,NAME,AMOUNT', ...rows, ''].join('\n'), {
    kind: 'repayment',
    fileName: 'long.csv',
  })
  expect((await look(id)).repairedValues).toBe(10_050)
  expect((await testApp.as('admin').ok('intakeRepairs', { id })).total).toBe(10_000)
})
