import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldsOf } from '../../../contract/intake.ts'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { upload } from '../../../test/uploads.ts'
import { refreshFigures } from '../dashboard/refresh.ts'
import { importBook } from '../loanImport/import.ts'
import { calculateMonth } from './calculate.ts'

/** What a source without lists is expected to deduct: what was not paid before its file. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, agreed, proved } = batchesIn(() => testApp)

async function verdicts(month: string): Promise<Record<string, unknown>> {
  testApp.clock.advance({ seconds: 1 })
  await refreshFigures(testApp.program, testApp.clock.now())
  await calculateMonth(testApp.program, { source: 'IPPIS', month: `${month}-01` })
  await testApp.pool.query('delete from graphile_worker._private_jobs')
  const { rows } = await testApp
    .as('auditor')
    .ok('reconciliationLines', { source: 'IPPIS', month, limit: 200 })
  return Object.fromEntries(rows.map(row => [row.staffNumber, [row.expected, row.verdict]]))
}

async function paidAtTheBank(loanId: string, amount: bigint, on: string): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('loanActDo', {
    loanId,
    id: randomUUID(),
    input: {
      act: 'receipt',
      amount: amount.toString(),
      on,
      channel: 'bank transfer',
      reference: randomUUID(),
    },
    reason: 'Paid at the bank',
  } as never)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}

/** Of the previous system: ₦500,000 over 12 months, disbursed on 15 June. */
async function imported(staffNumber: string, repaid: string): Promise<void> {
  const line: Record<string, string> = {
    staffNumber, surname: 'Bello', firstName: 'Halima', gender: 'F', birthDate: '12/04/1988', hireDate: '01/05/2012',
    phone: `0803${staffNumber}`, bvn: `2212${staffNumber}`, nin: `5123${staffNumber}`, address: '12 Ahmadu Bello Way', state: 'Lagos',
    lga: 'Eti-Osa', employer: 'Federal Ministry of Health', netPay: '250,000.00', bank: 'GTBank', accountNumber: '0123456785',
    product: 'PSL', loanNumber: `OLD-${staffNumber}`, principal: '500,000', tenor: '12', paidOutOn: '15/06/2026', repaid,
  } // biome-ignore format: a line
  const fields = Object.entries(fieldsOf('book'))
  const file = [fields.map(([, { title }]) => title), fields.map(([name]) => line[name] ?? '')]
    .map(cells => cells.map(cell => `"${cell}"`).join(','))
    .join('\n')
  const id = await upload(testApp, file, { kind: 'book', period: '2026-11', fileName: 'book.csv' })
  await agreed(testApp.as('admin').ok('intakeHandOver', { id, reason: 'Agrees with the old sheet' }))
  await importBook(testApp.program, id)
}

test('what was paid before the file is not expected, nor called instructed', async () => {
  const [silent, early, part, late, deducted] = [
    await borrower(), await borrower(), await borrower(), await borrower(), await borrower(),
  ] // biome-ignore format: a list
  const due = silent.instalment
  testApp.clock.set('2026-12-10T09:00:00Z')
  await paidAtTheBank(early.loanId, due, '2026-12-10')
  await paidAtTheBank(part.loanId, 1_000n, '2026-12-10')
  testApp.clock.set('2026-12-28T09:00:00Z')
  const file = await batchOf([{ staff: deducted.staff, amount: INSTALMENT }], { period: '2026-12' })
  await posted(file, { valueOn: '2026-12-28' })
  testApp.clock.set('2026-12-30T09:00:00Z')
  await paidAtTheBank(late.loanId, due, '2026-12-30')
  expect(await verdicts('2026-12')).toEqual({
    [silent.staff]: [due, 'notInstructed'],
    [part.staff]: [due - 1_000n, 'notInstructed'],
    [late.staff]: [due, 'notInstructed'],
    [deducted.staff]: [due, 'agrees'],
  })
  await proved()
})

test('what an imported loan paid in the previous system is not expected, and what it owed is', async () => {
  testApp.clock.set('2027-01-04T09:00:00Z')
  // October is the fourth instalment of the loan
  await imported('8100001', '246,666.68')
  await imported('8100002', '185,000.01')
  const other = await borrower({}, '2027-01-04')
  const file = await batchOf([{ staff: '8100002', amount: INSTALMENT, name: 'BELLO HALIMA' }], {
    period: '2026-10',
  })
  await posted(file, { valueOn: '2027-01-04' })
  testApp.clock.set('2027-01-06T09:00:00Z')
  await imported('8100003', '185,000.01')
  const october = await verdicts('2026-10')
  expect(october).toEqual({ 8100002: [other.instalment, 'agrees'] })
  await proved()
})
