import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bin } from '../../../contract/repayments.ts'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, binned, handOver, posted, owed, proved } = batchesIn(() => testApp)

const totals = { bankCredit: '0', gapNote: 'Not remitted yet' }
const place = (id: string, rowNumber: number, loanId: string | null, treatment: 'post' | 'suspense') =>
  testApp.as('admin').ok('repaymentRowMatch', {
    id, rowNumber, part: 1, loanId, treatment, note: 'Asked the payroll office',
  }) // biome-ignore format: a form

test('a deduction in another name than the customer’s is posted to no loan until a person confirms it', async () => {
  const [one, other] = [await borrower(), await borrower()]
  const before = await owed(one.loanId)
  const id = await batchOf([
    { staff: one.staff, name: 'ANOTHER PERSON', amount: INSTALMENT },
    { staff: other.staff, name: 'Okonkwo A. Adaeze', amount: INSTALMENT },
  ])
  const [row] = await rowsOf(id)
  expect(row).toMatchObject({
    bin: 'nameDiffers', treatment: 'suspense', loanId: one.loanId, customerName: 'Okonkwo Adaeze', nameScore: 0,
  }) // biome-ignore format: a row
  expect(await binned(id)).toEqual<Bin[]>(['nameDiffers', 'exact'])
  expect(await look(id)).toMatchObject({ bins: { nameDiffers: { rows: 1, total: 6_166_667n } } })
  await expect(handOver(id, totals)).rejects.toThrow(/is not the customer’s name on 1 row/)
  await place(id, 1, one.loanId, 'post')
  expect(await binned(id)).toEqual<Bin[]>(['exact', 'exact'])
  expect(await look(id)).toMatchObject({ namesDiffer: { toLoans: { rows: 1, total: 6_166_667n } } })
  await posted(id, totals)
  expect(await owed(one.loanId)).toBe(before - 6_166_667n)
  await proved()
})

test('it may go to suspense instead, which leaves the loan as it is', async () => {
  const one = await borrower()
  const before = await owed(one.loanId)
  const id = await batchOf([{ loan: one.number, name: 'BELLO SANI', amount: INSTALMENT }])
  await place(id, 1, one.loanId, 'suspense')
  await posted(id, totals)
  expect(await owed(one.loanId)).toBe(before)
  expect(await look(id)).toMatchObject({ suspenseTotal: 6_166_667n, postedTotal: 0n })
})

test('a name confirmed and posted before is known, of a batch that was not', async () => {
  const one = await borrower()
  const first = await batchOf([{ staff: one.staff, name: 'EZE NGOZI', amount: '100' }], { period: '2026-09' })
  await place(first, 1, one.loanId, 'post')
  const second = await batchOf([{ staff: one.staff, name: 'Eze, Ngozi', amount: '100' }], {
    period: '2026-08',
  })
  expect(await binned(second)).toEqual<Bin[]>(['nameDiffers'])
  await posted(first, totals)
  const third = await batchOf([{ staff: one.staff, name: 'EZE NGOZI', amount: '100' }])
  expect(await binned(third)).toEqual<Bin[]>(['short'])
})

test('the name of a record that was merged into the customer’s is theirs too', async () => {
  const [one, merged] = [await borrower(), await borrower({ surname: 'Danjuma', firstName: 'Musa' })]
  await testApp.pool.query(
    `update customer set status = 'merged', merged_into = (select customer_id from loan where id = $1)
     where id = (select customer_id from loan where id = $2)`,
    [one.loanId, merged.loanId],
  )
  const id = await batchOf([{ staff: one.staff, name: 'MUSA DANJUMA', amount: INSTALMENT }])
  expect(await binned(id)).toEqual<Bin[]>(['exact'])
})

test('the name from before a change that was approved is theirs too', async () => {
  const one = await borrower()
  const { row: loan } = await testApp.as('admin').ok('loanGet', { id: one.loanId })
  const { revision } = await testApp.as('admin').ok('customerGet', { id: loan.customerId })
  const { approvalId } = await testApp.as('admin').ok('customerChange', {
    id: loan.customerId, basedOn: revision, surname: 'Eze', reason: 'Married, certificate seen',
  }) // biome-ignore format: a form
  await testApp.as('authorizer').approve(approvalId)
  const lines = [{ staff: one.staff, name: 'OKONKWO ADAEZE', amount: INSTALMENT }]
  expect(await binned(await batchOf(lines))).toEqual<Bin[]>(['exact'])
})

test('a row without a name is matched by its number, and the batch says how many were', async () => {
  const one = await borrower()
  const id = await batchOf([{ staff: one.staff, name: '', amount: INSTALMENT }])
  expect(await binned(id)).toEqual<Bin[]>(['exact'])
  expect(await look(id)).toMatchObject({ rowsWithoutName: 1 })
})

test('a row in another name takes no part of the instalment from the row of the customer', async () => {
  const one = await borrower()
  const id = await batchOf([
    { staff: one.staff, name: 'ANOTHER PERSON', amount: INSTALMENT, element: 'ELEMENT A' },
    { staff: one.staff, amount: INSTALMENT, element: 'ELEMENT B' },
  ])
  expect(await binned(id)).toEqual<Bin[]>(['nameDiffers', 'exact'])
})

test('a row matched manually to a loan of another name is counted for the approver', async () => {
  const [one, other] = [await borrower(), await borrower({ surname: 'Danjuma', firstName: 'Musa' })]
  const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }])
  await place(id, 1, other.loanId, 'post')
  expect((await rowsOf(id))[0]).toMatchObject({ bin: 'exact', nameScore: 0 })
  await place(id, 1, one.loanId, 'post')
  expect((await rowsOf(id))[0]).toMatchObject({ bin: 'exact', nameScore: null })
})

test('the rows that need attention are those with an undecided match, until each is decided', async () => {
  const [one, other] = [await borrower(), await borrower()]
  const id = await batchOf([
    { staff: one.staff, name: 'ANOTHER PERSON', amount: INSTALMENT },
    { staff: other.staff, name: 'Okonkwo Adaeze', amount: INSTALMENT },
  ])
  const attention = async () =>
    (await testApp.as('auditor').ok('repaymentRows', { id, attention: 'true' })).rows.map(
      row => row.rowNumber,
    )
  expect(await attention()).toEqual([1])
  await place(id, 1, one.loanId, 'suspense')
  expect(await attention()).toEqual([])
})
