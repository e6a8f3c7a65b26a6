import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, agreed } = batchesIn(() => testApp)
const admin = () => testApp.as('admin')

async function schedule(id: string): Promise<string[][]> {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const { body } = await testApp.app.inject(requestFor('officeLetterExport', { id }, { token, binding }))
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
  return rows.map(row =>
    ['Staff number', 'Deducted (NGN)', 'Advised (NGN)', 'Not advised (NGN)'].map(column => row[column] ?? ''),
  )
}

test('a demand letter asks for nobody whose deduction the advice of a receipt names', async () => {
  const [whole, part] = [await borrower(), await borrower()]
  const batchId = await batchOf(
    [whole, part].map(({ staff }) => ({ staff, amount: '1000' })),
    { period: '2026-10' },
  )
  await posted(batchId, { bankCredit: '0', gapNote: 'Not remitted yet' })
  const receiptId = randomUUID()
  await agreed(
    admin().ok('officeReceiptRecord', {
      id: receiptId, source: 'IPPIS', amount: '115000', receivedOn: '2026-11-16', reference: 'CBN-1', note: '',
      lines: [{ batchId, amount: '115000', charge: '5000' }], reason: 'On the statement',
    }),
  ) // biome-ignore format: a form
  const masked = ({ staff }: typeof whole): string => `••${staff.slice(-4)}`
  const issued = () =>
    admin().ok('officeLetterIssue', { id: randomUUID(), source: 'IPPIS', batchIds: [batchId] })

  const without = await issued()
  expect(without).toMatchObject({ persons: 2, deducted: 200_000n, total: 80_000n })
  const content = Buffer.from(`Staff No,Amount\n${whole.staff},1000\n0${part.staff},200\n`).toString('base64')
  testApp.clock.advance({ seconds: 1 })
  await agreed(
    admin().ok('adviceSubmit', {
      id: randomUUID(), receiptId, fileName: 'advice.csv', content, reason: 'Sent by the office',
    }),
  ) // biome-ignore format: a form

  const advised = await issued()
  expect(advised).toMatchObject({ persons: 1, lines: 1, deducted: 100_000n, total: 80_000n })
  expect(await schedule(advised.id)).toEqual([[masked(part), '1000.00', '200.00', '800.00']])

  // a letter is printed as it was issued, whatever the office advises or withdraws later
  testApp.clock.advance({ seconds: 1 })
  await agreed(admin().ok('adviceRemove', { receiptId, reason: 'It was of another month' }))
  expect(await schedule(advised.id)).toHaveLength(1)
  expect((await schedule(without.id)).map(([staff, , said]) => [staff, said])).toEqual([
    [masked(whole), '0.00'],
    [masked(part), '0.00'],
  ])
})
