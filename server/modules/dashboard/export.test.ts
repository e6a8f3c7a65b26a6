import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FORMULAS } from '../../../contract/dashboard.ts'
import { submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** What was put on the paper, in words: drawn letters are numbers of signs in a font. */
const written = vi.hoisted(() => ({
  headings: [] as string[],
  cells: [] as string[],
  bullets: [] as string[],
}))
vi.mock('../../kernel/letterPdf.ts', () => ({
  openPaper: () => ({
    heading: (text: string, under = '') => written.headings.push(text, under),
    table: (_columns: unknown, rows: string[][]) => written.cells.push(...rows.flat()),
    bullets: (lines: string[]) => written.bullets.push(...lines),
    finish: async () => new Uint8Array([37]),
  }),
}))

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await submit(testApp)
  await testApp.as('auditor').ok('dashboardExport', { format: 'pdf', from: '2026-10', to: '2026-11' })
})
afterAll(() => testApp.close())

test('on paper every formula stands under the name of its figure', () => {
  expect(written.bullets).toContain(`Deducted or paid by borrowers: ${FORMULAS.collected}`)
  expect(written.bullets).toContain(`Principal: ${FORMULAS.principal}`)
  expect(written.bullets.every(line => /^[A-Z][^:]+: /.test(line))).toBe(true)
})

test('months and stages are words on paper', () => {
  expect(written.headings.some(text => text.startsWith('Period Oct 2026 to Nov 2026;'))).toBe(true)
  expect(written.cells).toContain('Nov 2026: disbursed')
  expect(written.cells).toContain('Pending Reviewer')
  expect([...written.cells, ...written.headings].filter(text => /20\d\d-\d\d/.test(text))).toEqual([])
})

test('a workbook has its counts as numbers', async () => {
  const { bytes } = await testApp.as('auditor').ok('dashboardExport', { format: 'xlsx' })
  const [sheet] = (await readXlsx(bytes)).sheets
  const counted = sheet?.rows.find(row => row[0] === 'Requests' && row[1] === 'Pending Reviewer')
  expect(counted?.[3]).toBe(1)
})

test('a sheet keeps its months in an order that sorts', async () => {
  const { bytes } = await testApp.as('auditor').ok('dashboardExport', { format: 'csv' })
  expect(Buffer.from(bytes).toString()).toContain('Months,2026-11: disbursed,')
})
