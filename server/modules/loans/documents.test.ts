import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { base64, png } from '../../../test/files.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const paper = (subjectId: string) => ({
  id: randomUUID(),
  subjectType: 'loan' as const,
  subjectId,
  title: 'Identity card',
  path: base64(png()),
})

test('a document is added to an existing loan of a known customer', async () => {
  const loan = await approvedLoan(testApp)
  await testApp.as('editor').ok('documentAdd', paper(loan.id))
  await testApp.as('editor').refused('documentAdd', paper(randomUUID()), 'record.unknown')
  await testApp.pool.query(`update customer set status = 'erased' where id = $1`, [loan.customerId])
  await testApp.as('editor').refused('documentAdd', paper(loan.id), 'customer.erased')
})
