import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { type House, openHouse } from '../../../test/cast.ts'
import { base64, png } from '../../../test/files.ts'
import { approvedLoan } from '../../../test/loans.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const paper = (subjectId: string) => ({
  id: randomUUID(),
  subjectType: 'loan' as const,
  subjectId,
  title: 'Identity card',
  path: base64(png()),
})

test('a document is added to a loan that there is, of somebody we know', async () => {
  const loan = await approvedLoan(house)
  await house.as('editor').ok('documentAdd', paper(loan.id))
  await house.as('editor').refused('documentAdd', paper(randomUUID()), 'record.unknown')
  await house.pool.query(`update customer set status = 'erased' where id = $1`, [loan.customerId])
  await house.as('editor').refused('documentAdd', paper(loan.id), 'customer.erased')
})
