import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../../contract/sampleFiles.ts'
import { HOSTILE_TABLES } from '../../../test/hostileTables.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { rowsOf } from '../../../test/tables.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { workbook } from '../../../test/workbooks.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = '2026-11-16'

async function approvedBatch(loans: number): Promise<{ id: string; number: string }> {
  const loanIds: string[] = []
  while (loanIds.length < loans) loanIds.push((await approvedLoan(testApp)).id)
  const batch = await testApp.as('admin').ok('payoutBatchMake', {
    id: randomUUID(),
    loanIds,
    valueOn: TODAY,
    payingAccount: 'GTBank 0123456789',
  })
  const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
  await testApp.as('authorizer').approve(approvalId)
  return batch
}

async function sentBatch(loans: number): Promise<{ id: string; number: string }> {
  const batch = await approvedBatch(loans)
  await testApp.as('admin').ok('payoutBatchExport', { id: batch.id, exportId: randomUUID() })
  return batch
}

const sheetOf = async (id: string, format: 'csv' | 'xlsx') => {
  const { name, bytes } = await testApp.as('admin').ok('payoutResultExport', { id, format })
  return { name, bytes: Buffer.from(bytes) }
}
const preview = (id: string, content: Buffer, fileName = 'result.xlsx') =>
  testApp.as('admin').ok('payoutResultPreview', { id, fileName, content: content.toString('base64') })

const HEADINGS = ['S/N', 'Loan', 'Beneficiary Name', 'Bank Name', 'Account (last four digits)', 'Amount (NGN)', 'Reference', 'Status', 'Bank Reference', 'Date', 'Reason'] // biome-ignore format: a list

test.each(['csv', 'xlsx'] as const)('the result sheet as %s has the lines of the batch', async format => {
  const { id, number } = await sentBatch(2)
  const { name, bytes } = await sheetOf(id, format)
  expect(name).toBe(`${number}-result-${TODAY}.${format}`)
  const [headings, ...rows] = (await rowsOf(bytes)).map(({ cells }) => cells)
  expect(headings).toEqual(HEADINGS)
  expect(rows).toHaveLength(2)
  expect(rows.map(cells => [cells[0], cells[6]])).toEqual([
    ['1', `${number}-0001`],
    ['2', `${number}-0002`],
  ])
  for (const cells of rows) {
    expect(cells[4]).toMatch(/^•{6}\d{4}$/)
    expect(Number(cells[5])).toBe(485_000)
    // these are for the user to fill in
    expect(cells.slice(7).join('')).toBe('')
  }
})

test('a filled-in CSV sheet is read back', async () => {
  const { id } = await sentBatch(2)
  const table = parse((await sheetOf(id, 'csv')).bytes, { bom: true })
  const [, first = [], second = []] = table
  first.splice(7, 4, 'Paid', 'NIP-701', '16/11/2026', '')
  second.splice(7, 4, 'Failed', '', '16/11/2026', 'Account dormant')
  const content = Buffer.from(table.map(cells => cells.map(cell => `"${cell}"`).join(',')).join('\r\n'))
  expect((await preview(id, content, 'result.csv')).counts).toMatchObject({ paid: 1, failed: 1, problem: 0 })
})

test('a filled-in XLSX sheet is read back and recorded once', async () => {
  const { id } = await sentBatch(2)
  const table: (string | number)[][] = (await rowsOf((await sheetOf(id, 'xlsx')).bytes)).map(({ cells }) => [
    ...cells,
  ])
  table[1]?.splice(7, 4, 'Paid', 'NIP-801', TODAY, '')
  table[2]?.splice(7, 4, 'Failed', '', TODAY, 'Account dormant')
  // an amount is a number in a workbook
  for (const cells of table.slice(1)) cells[5] = Number(cells[5])
  const content = workbook([{ rows: table }]).toString('base64')
  const file = { id, fileName: 'result.xlsx', content }
  const reply = await testApp.as('admin').ok('payoutResultImport', file)
  expect(reply.rows.map(each => [each.line, each.outcome])).toEqual([
    [2, 'paid'],
    [3, 'failed'],
  ])
  const { rows } = await testApp.as('auditor').ok('payoutLineList', { id })
  expect(rows).toMatchObject([
    { status: 'posting', bankReference: 'NIP-801', bankOn: TODAY },
    { status: 'failed', reason: 'Account dormant' },
  ])
  expect((await testApp.as('admin').ok('payoutResultImport', file)).counts).toMatchObject({
    unchanged: 2,
    paid: 0,
    failed: 0,
  })
})

test('a line left empty in the sheet changes nothing', async () => {
  const { id } = await sentBatch(1)
  const { rows, unheard } = await preview(id, (await sheetOf(id, 'xlsx')).bytes)
  expect(rows).toMatchObject([{ outcome: 'unchanged', explanation: 'No status entered' }])
  expect(unheard).toBe(1)
})

test('a bank reference that Excel rounded is not recorded', async () => {
  const { id, number } = await sentBatch(1)
  const content = workbook([
    {
      rows: [
        ['Reference', 'Status', 'Bank Reference'],
        [`${number}-0001`, 'paid', 1.3261116101522e29],
      ],
    },
  ])
  expect((await preview(id, content)).rows).toMatchObject([
    {
      outcome: 'problem',
      explanation: 'Excel rounded the bank reference. Format the column as text and enter it again',
    },
  ])
})

test('lines held back before the export are not in the sheet', async () => {
  const batch = await approvedBatch(2)
  const { rows } = await testApp.as('auditor').ok('payoutLineList', { id: batch.id })
  await testApp.as('superAdmin').ok('loanActDo', {
    loanId: rows[0]?.loanId ?? '',
    id: randomUUID(),
    input: { act: 'freeze', cause: 'dispute' },
    reason: 'Under dispute',
  })
  await testApp.as('admin').ok('payoutBatchExport', { id: batch.id, exportId: randomUUID() })
  const [, ...lines] = await rowsOf((await sheetOf(batch.id, 'csv')).bytes)
  expect(lines.map(({ cells }) => cells[6])).toEqual([`${batch.number}-0002`])
})

test('the sheet exists once the bank has the file, for those who record results', async () => {
  const { id } = await approvedBatch(1)
  await testApp.as('admin').refused('payoutResultExport', { id, format: 'csv' }, 'payout.state')
  await testApp.as('auditor').refused('payoutResultExport', { id, format: 'csv' }, 'permission.missing')
  await testApp
    .as('admin')
    .refused('payoutResultExport', { id: randomUUID(), format: 'csv' }, 'record.unknown')
})

/** One of each kind; the readers are tested with all of them. */
const HOSTILE = HOSTILE_TABLES.filter(
  ([, , code], at) => HOSTILE_TABLES.findIndex(([, , other]) => other === code) === at,
)

test.each(HOSTILE)('%s is refused as a result file', async (_, content) => {
  const { id } = await shared
  await testApp
    .as('admin')
    .refused(
      'payoutResultPreview',
      { id, fileName: 'result.xlsx', content: content().toString('base64') },
      'payout.file',
    )
})
let shared: Promise<{ id: string }>
beforeAll(() => {
  shared = sentBatch(1)
})

test('the sample file of the bank result is read, and names no line of any batch', async () => {
  const { id } = await shared
  const reply = await preview(id, Buffer.from(SAMPLE_FILES.payoutResult.text), SAMPLE_FILES.payoutResult.name)
  const explanation = 'No line of this batch has this reference'
  expect(reply.rows).toMatchObject([
    { status: 'Paid', explanation },
    { status: 'Failed', explanation },
  ])
})
