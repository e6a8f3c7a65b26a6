import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileLayout, LAYOUTS_INITIAL, layoutOf } from '../../../contract/layouts.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { rowsOf } from '../../../test/tables.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { workbook } from '../../../test/workbooks.ts'

/** Bank files in the layout of the paying account, and their results under the bank's own headings. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = '2026-11-16'
const ZENITH = 'Zenith 1012345678'

async function batchFrom(payingAccount: string, loans = 2): Promise<{ id: string; number: string }> {
  const loanIds: string[] = []
  while (loanIds.length < loans) loanIds.push((await approvedLoan(testApp)).id)
  const batch = await testApp
    .as('admin')
    .ok('payoutBatchMake', { id: randomUUID(), loanIds, valueOn: TODAY, payingAccount })
  const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
  await testApp.as('authorizer').approve(approvalId)
  return batch
}

let version = 0
async function useLayouts(...layouts: FileLayout[]): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('settingChange', {
    section: 'layouts',
    value: { layouts: [...LAYOUTS_INITIAL, ...layouts] },
    effectiveOn: TODAY,
    reason: 'Layout of the bank',
    basedOn: version,
  })
  await testApp.as('authorizer').approve(approvalId)
  version++
}

const take = async (id: string, exportId = randomUUID(), reason?: string) => {
  const file = await testApp
    .as('admin')
    .ok('payoutBatchExport', { id, exportId, ...(reason ? { reason } : {}) })
  return { ...file, bytes: Buffer.from(file.content, 'base64') }
}

const cell = (
  content: FileLayout['columns'][number]['content'],
  width: number,
  fill: FileLayout['columns'][number]['fill'] = 'after',
  text = '',
) => ({ heading: '', content, width, fill, text })

const FIXED: FileLayout = {
  ...layoutOf({ name: 'Zenith bulk', use: 'payout', format: 'fixed', encoding: 'ascii' }, []),
  payingAccount: ZENITH,
  firstRow: 'none',
  dates: 'YYYYMMDD',
  amounts: 'kobo',
  header: [cell('fixed', 1, 'after', 'H'), cell('batchNumber', 14), cell('valueDate', 8)],
  columns: [
    cell('fixed', 1, 'after', 'D'),
    cell('accountNumber', 10),
    cell('bankCode', 3),
    cell('amount', 12, 'zeros'),
    cell('beneficiary', 8),
    cell('paymentReference', 20),
  ],
  trailer: [
    cell('fixed', 1, 'after', 'T'),
    cell('lines', 5, 'zeros'),
    cell('total', 15, 'zeros'),
    cell('hashTotal', 15, 'zeros'),
  ],
}

const RESULT = layoutOf({ name: 'Zenith result', use: 'result', payingAccount: ZENITH }, [
  ['Txn Ref', 'paymentReference'],
  ['Outcome', 'status'],
  ['Session', 'bankReference'],
  ['Posted', 'paidOn'],
  ['Narrative', 'failureReason'],
])

test('each paying account has its own file; the others keep the standard one', async () => {
  await useLayouts(FIXED, RESULT)
  const batch = await batchFrom(ZENITH)
  const { rows } = await testApp.as('auditor').ok('payoutLineList', { id: batch.id })
  const { text } = await testApp.as('auditor').ok('payoutFilePreview', { id: batch.id, layout: FIXED })
  expect(text.split('\n')[1]).toMatch(/^D\*{6}\d{4}/)
  const before = await testApp.as('auditor').ok('payoutBatchGet', { id: batch.id })
  const exportId = randomUUID()
  const file = await take(batch.id, exportId)
  const [header, first, second, trailer, end] = file.bytes.toString('latin1').split('\r\n')
  expect(file.fileName).toBe(`${batch.number}.txt`)
  expect(header).toBe(`H${batch.number.padEnd(14)}20261116`)
  const total = rows.reduce((sum, row) => sum + row.amount, 0n)
  for (const [line, row] of [
    [first, rows[0]],
    [second, rows[1]],
  ] as const)
    expect(line).toMatch(
      new RegExp(`^D\\d{10}\\d{3}${String(row?.amount).padStart(12, '0')}.{8}${row?.reference.padEnd(20)}$`),
    )
  expect(trailer).toMatch(new RegExp(`^T00002${String(total).padStart(15, '0')}\\d{15}$`))
  expect(trailer?.slice(-15)).toBe(file.hashTotal?.padStart(15, '0'))
  expect(end).toBe('')
  // the approval and the page showed this checksum before the file was taken
  expect(before.control?.sha256).toBe(createHash('sha256').update(file.bytes).digest('hex'))
  const other = await batchFrom('GTBank 0123456789', 1)
  expect((await take(other.id)).bytes.toString()).toContain('"S/N","Beneficiary Name"')

  // whatever the settings say since, a repeat and a copy are the same file
  await useLayouts({ ...FIXED, columns: FIXED.columns.slice().reverse() }, RESULT)
  expect((await take(batch.id, exportId)).bytes.equals(file.bytes)).toBe(true)
  const copy = await take(batch.id, randomUUID(), 'The portal lost it')
  expect(copy.fileName).toBe(`${batch.number}-copy2.txt`)
  expect(copy.bytes.equals(file.bytes)).toBe(true)
})

test.each(['csv', 'xlsx'] as const)(
  'the result comes back as %s under the headings of the bank',
  async format => {
    const batch = await batchFrom(ZENITH)
    await take(batch.id)
    const rows = [
      ['Bulk payment report', '', '', '', ''],
      ['Narrative', 'TXN REF', 'Outcome', 'Session', 'Posted'],
      ['', `${batch.number}-0001`, 'Successful', `S-${format}`, '16/11/2026'],
      ['Dormant', `${batch.number}-0002`, 'Rejected', '', '16/11/2026'],
    ]
    const content =
      format === 'xlsx' ? workbook([{ rows }]) : Buffer.from(rows.map(cells => cells.join(',')).join('\r\n'))
    const file = { id: batch.id, fileName: `result.${format}`, content: content.toString('base64') }
    const preview = await testApp.as('admin').ok('payoutResultPreview', file)
    expect(preview.counts).toMatchObject({ paid: 1, failed: 1, problem: 0 })
    // the result sheet of Iroko is still read
    const sheet = await testApp.as('admin').ok('payoutResultExport', { id: batch.id, format: 'csv' })
    const own = { ...file, content: Buffer.from(sheet.bytes).toString('base64') }
    expect((await testApp.as('admin').ok('payoutResultPreview', own)).counts).toMatchObject({ problem: 0 })
  },
)

test('a workbook has amounts as numbers and account numbers with their zeros', async () => {
  const layout: FileLayout = {
    ...layoutOf({ name: 'Workbook', use: 'payout', format: 'xlsx' }, [
      ['Account', 'accountNumber'],
      ['Bank', 'bankName'],
      ['Amount', 'amount'],
      ['Name', 'beneficiary', '', 10],
      ['Ref', 'paymentReference'],
    ]),
    payingAccount: 'Access 0011223344',
  }
  await useLayouts(FIXED, RESULT, layout)
  const loan = await approvedLoan(testApp)
  // no form lets such a name in, but an older book may hold one
  await testApp.pool.query(`update customer set surname = '=cmd|calc' where id = $1`, [loan.customerId])
  const batch = await testApp.as('admin').ok('payoutBatchMake', {
    id: randomUUID(),
    loanIds: [loan.id],
    valueOn: TODAY,
    payingAccount: layout.payingAccount,
    reason: 'Pay day',
  })
  const { rows } = await testApp.as('admin').ok('approvalList', { subjectType: 'payoutBatch' })
  await testApp.as('authorizer').approve(rows.find(each => each.subjectId === batch.id)?.id ?? '')
  const [headings, line] = (await rowsOf((await take(batch.id)).bytes)).map(({ cells }) => cells)
  expect(headings).toEqual(['Account', 'Bank', 'Amount', 'Name', 'Ref'])
  expect(line?.[0]).toMatch(/^\d{10}$/)
  expect(Number(line?.[2])).toBe(485_000)
  expect(line?.[3]?.length).toBeLessThanOrEqual(10)
})

test.each([
  ['no reference', { columns: FIXED.columns.slice(0, 4) }, 'layout.columns'],
  [
    'an amount that is narrower than it is',
    { columns: FIXED.columns.map(each => (each.content === 'amount' ? { ...each, width: 3 } : each)) },
    'layout.too_long',
  ],
  ['another use', { use: 'journal' as const }, 'input.invalid'],
])('%s is refused in the preview', async (_, change, problem) => {
  const batch = await batchFrom(ZENITH, 1)
  const refusal = await testApp
    .as('auditor')
    .refused(
      'payoutFilePreview',
      { id: batch.id, layout: { ...FIXED, ...change } },
      problem.startsWith('layout.columns') ? 'input.invalid' : (problem as 'input.invalid'),
    )
  expect(JSON.stringify(refusal)).toContain(problem)
})

test('two active layouts of one account are refused', async () => {
  const refusal = await testApp.as('admin').refused(
    'settingChange',
    {
      section: 'layouts',
      value: { layouts: [...LAYOUTS_INITIAL, FIXED, { ...FIXED, name: 'Zenith again' }] },
      effectiveOn: TODAY,
      reason: 'Try it',
      basedOn: version,
    },
    'input.invalid',
  )
  expect(JSON.stringify(refusal)).toContain('Zenith bulk is the layout of this account')
})
