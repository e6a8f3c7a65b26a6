import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LAYOUTS_INITIAL } from '../../../contract/layouts.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { rowsOf } from '../../../test/tables.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { freezeMonths } from '../dashboard/monthEnd.ts'

/** Returns of a month-end: the portfolio by class, and the borrowers for a credit bureau. */

let testApp: TestApp
let loan: Awaited<ReturnType<typeof approvedLoan>>
const MONTH = '2026-11'
beforeAll(async () => {
  testApp = await createTestApp()
  loan = await approvedLoan(testApp)
  await disbursed(testApp, loan.id)
  testApp.clock.set('2026-12-02T09:00:00Z')
  await freezeMonths(testApp.program)
})
afterAll(() => testApp.close())

const layout = (name: string) => {
  const found = LAYOUTS_INITIAL.find(each => each.name === name)
  if (!found) throw new Error(`no layout ${name}`)
  return found
}
const CRC = 'CRC individual borrowers'
const FIRST_CENTRAL = 'FirstCentral individual borrowers'
const asked = { month: MONTH, layout: FIRST_CENTRAL, reason: 'Monthly submission' }

test('the portfolio by class adds up to the snapshot of the month', async () => {
  expect(await testApp.as('auditor').ok('returnMonthList', {})).toEqual({ months: [MONTH] })
  const { rows, ...totals } = await testApp.as('auditor').ok('portfolioReturn', { month: MONTH })
  const { rows: snapshot } = await testApp.pool.query(
    `select sum(principal + interest + fee + penalty)::bigint as owed, sum(provision)::bigint as provision, sum(loans)::int as loans
     from dashboard_month_end where dimension = 'all'`,
  )
  const [sums] = snapshot as { owed: bigint; provision: bigint; loans: number }[]
  expect([totals.loans, totals.outstanding, totals.provision]).toEqual([
    sums?.loans,
    BigInt(sums?.owed ?? -1),
    BigInt(sums?.provision ?? -1),
  ])
  expect(totals.outstanding).toBeGreaterThan(0n)
  const file = await testApp.as('auditor').ok('portfolioReturnExport', { month: MONTH, format: 'csv' })
  expect(file.name).toBe(`portfolio-by-class-${MONTH}.csv`)
  expect(parse(Buffer.from(file.bytes), { bom: true, columns: true })).toHaveLength(rows.length)
})

test('a bureau has the borrower in full, and the trail says who took it and why', async () => {
  const file = await testApp.as('admin').ok('borrowerFile', asked)
  expect(file.name).toBe(`borrowers-${MONTH}.csv`)
  const [line] = parse(Buffer.from(file.bytes), { columns: true, delimiter: '\t' })
  expect(line).toMatchObject({
    ACCOUNTNUMBER: loan.number,
    BVN: expect.stringMatching(/^\d{11}$/),
    NATIONALID: expect.stringMatching(/^\d{11}$/),
    CURRENCY: 'NGN',
    CLASSIFICATION: 'Performing',
    ACCOUNTSTATUS: 'Active',
    REPORTINGDATE: '30/11/2026',
  })
  const { rows } = await testApp.as('auditor').ok('auditList', { action: 'borrowerFile' })
  expect(rows[0]).toMatchObject({ reason: 'Monthly submission', subjectType: 'export' })
  const again = await testApp.as('admin').ok('borrowerFile', asked)
  expect(Buffer.from(again.bytes).equals(Buffer.from(file.bytes))).toBe(true)
})

test('the other bureau takes a workbook in which numbers keep their zeros', async () => {
  const file = await testApp.as('admin').ok('borrowerFile', { ...asked, layout: CRC })
  const [headings, line] = (await rowsOf(Buffer.from(file.bytes))).map(({ cells }) => cells)
  expect(headings).toEqual(layout(CRC).columns.map(({ heading }) => heading))
  expect(line?.[headings?.indexOf('BVN No') ?? -1]).toMatch(/^\d{11}$/)
})

test('the preview masks personal data; the file needs the permission, a reason and a month with a snapshot', async () => {
  const { text, lines } = await testApp
    .as('editor')
    .ok('borrowerFilePreview', { month: MONTH, layout: layout(FIRST_CENTRAL) })
  expect(lines).toBe(1)
  const [line] = parse(text, { columns: true, delimiter: '\t' })
  expect(line).toMatchObject({ BVN: '•'.repeat(11), DATEOFBIRTH: '', ADDRESS: '••••' })
  await testApp.as('editor').refused('borrowerFile', asked, 'permission.missing')
  await testApp.as('admin').refused('borrowerFile', { ...asked, reason: '' }, 'input.invalid')
  await testApp.as('admin').refused('borrowerFile', { ...asked, month: '2026-10' }, 'input.invalid')
  await testApp.as('admin').refused('borrowerFile', { ...asked, layout: 'Every entry' }, 'layout.unknown')
})
