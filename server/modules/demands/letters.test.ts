import { createHash, randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, agreed, balance, undone } = batchesIn(() => testApp)
const NOT_SENT = { bankCredit: '0', gapNote: 'Not remitted yet' }

async function file(name: 'officeLetterExport' | 'officeStatementExport', input: object) {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  return testApp.app.inject(requestFor(name, input as never, { token, binding }))
}

test('a demand letter says what the screen and the ledger say, with a schedule of persons', async () => {
  const [one, two] = [await borrower(), await borrower()]
  const first = await batchOf([
    { staff: one.staff, amount: '10000' },
    { staff: two.staff, amount: '20000' },
  ])
  const second = await batchOf([{ staff: '909090', amount: '7000' }])
  for (const each of [first, second]) await posted(each, NOT_SENT)
  await agreed(
    testApp.as('admin').ok('officeReceiptRecord', {
      id: randomUUID(), source: 'IPPIS', amount: '500000', receivedOn: '2026-11-16', reference: 'CBN-1', note: '',
      lines: [{ batchId: second, amount: '500000', charge: '0' }], reason: 'On the statement',
    }),
  ) // biome-ignore format: a form
  const form = { id: randomUUID(), source: 'IPPIS', batchIds: [first, second] }
  await testApp.as('auditor').refused('officeLetterIssue', form, 'permission.missing')
  const letter = await testApp.as('admin').ok('officeLetterIssue', form)
  const account = await testApp.as('auditor').ok('officeGet', { source: 'IPPIS' })
  expect(letter).toMatchObject({ number: 'DL-000001', persons: 3, lines: 3, deducted: 3_700_000n })
  expect(letter.total).toBe(3_200_000n)
  expect(letter.total).toBe(account.owed)
  expect(letter.total).toBe(await balance('payrollOfficeReceivable'))

  const { body } = await file('officeLetterExport', { id: letter.id })
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
  expect(rows.map(row => row['Staff number'])).not.toContain(one.staff)
  expect(rows.map(row => row['Staff number'])).toContain(`••${one.staff.slice(-4)}`)
  const text = rows.map(
    row =>
      `${[row.Month, row.Batch, row['Staff number'], row.Name, row['Deducted (NGN)']?.replace('.', '')].join('|')}\n`,
  )
  expect(createHash('sha256').update(text.join('')).digest('hex')).toBe(letter.sha256)
  const pdf = await file('officeLetterExport', { id: letter.id, format: 'pdf' })
  expect(pdf.rawPayload.subarray(0, 4).toString()).toBe('%PDF')
  const statement = await file('officeStatementExport', { source: 'IPPIS', format: 'pdf' })
  expect(statement.rawPayload.subarray(0, 4).toString()).toBe('%PDF')
  const { rows: employers, amount } = await testApp
    .as('auditor')
    .ok('officeEmployerList', { source: 'IPPIS' })
  expect(amount).toBe(3_700_000n)
  expect(employers.reduce((total, each) => total + each.amount, 0n)).toBe(amount)

  await undone(second)
  const late = await file('officeLetterExport', { id: letter.id, format: 'pdf' })
  expect(late.json()).toMatchObject({ code: 'office.schedule_changed' })
  expect((await testApp.as('auditor').ok('officeLetterList', { source: 'IPPIS' })).rows).toHaveLength(1)
  const again = { ...form, id: randomUUID() }
  await testApp.as('admin').refused('officeLetterIssue', again, 'office.nothing_owed')
})
