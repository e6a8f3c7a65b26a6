import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster, run, send, upload } from '../../../test/uploads.ts'

let testApp: TestApp
let one: Awaited<ReturnType<typeof borrower>>
beforeAll(async () => {
  testApp = await createTestApp()
  // before the first payroll, which does not know them
  one = await borrower()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, handOver, rowsOf } = batchesIn(() => testApp)
const see = (id: string) => testApp.as('admin').ok('intakeGet', { id })
const change = (id: string, period: string) => testApp.as('admin').ok('intakePeriod', { id, period })

test('the month that the file names is read before its rows are checked, and can be taken over', async () => {
  const id = await send(testApp.as('admin'), roster([{ id: '500001', period: 'OCT-2026' }]), {
    period: '2026-11',
  })
  await run(testApp, id)
  expect((await see(id)).layout).toMatchObject({ monthInFile: '2026-10' })
  expect(await change(id, '2026-10')).toMatchObject({ period: '2026-10', status: 'received' })
})

test('a title above the header names the month too', async () => {
  const file = `PAYROLL OF THE MINISTRY FOR OCTOBER 2026\n${roster([{ id: '500002', period: '' }])}`
  const id = await send(testApp.as('admin'), file, { period: '2026-09' })
  await run(testApp, id)
  expect((await see(id)).layout).toMatchObject({ monthInFile: '2026-10' })
})

test('a file checked for the wrong month has no valid row, and is checked again for the right one', async () => {
  const id = await upload(testApp, roster([{ id: '500003' }, { id: '500004' }]), { period: '2026-09' })
  expect(await see(id)).toMatchObject({ status: 'matched', goodRows: 0, refusedRows: 2 })
  await testApp.as('admin').refused('intakeHandOver', { id, reason: 'Counted' }, 'intake.nothing_good')
  expect(await change(id, '2026-10')).toMatchObject({ period: '2026-10', status: 'mapped', goodRows: null })
  await run(testApp, id)
  expect(await see(id)).toMatchObject({ status: 'matched', goodRows: 2, refusedRows: 0 })
  expect((await testApp.as('admin').ok('intakeRefusals', { id })).rows).toEqual([])
})

test('the month is not changed into the future, while approval is pending, or after it', async () => {
  const id = await upload(testApp, roster([{ id: '500005', period: '2026-08' }]), { period: '2026-08' })
  await testApp.as('admin').refused('intakePeriod', { id, period: '2026-12' }, 'intake.period')
  await testApp.as('auditor').refused('intakePeriod', { id, period: '2026-07' }, 'permission.missing')
  const { approvalId } = await testApp.as('admin').ok('intakeHandOver', { id, reason: 'Counted' })
  await testApp.as('admin').refused('intakePeriod', { id, period: '2026-07' }, 'intake.status')
  await testApp.as('authorizer').approve(approvalId)
  await testApp.as('admin').refused('intakePeriod', { id, period: '2026-07' }, 'intake.status')
})

test('a file is not moved to a month for which the same file stands already', async () => {
  const file = roster([{ id: '500006', period: '2026-06' }])
  await accepted(testApp, file, { period: '2026-06' })
  const id = await upload(testApp, file, { period: '2026-05' })
  await testApp.as('admin').refused('intakePeriod', { id, period: '2026-06' }, 'intake.same_file')
})

test('a repayment file moves to another month with its batch, and one without a valid row is not submitted', async () => {
  const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }], { period: '2026-09' })
  await change(id, '2026-10')
  await run(testApp, id)
  expect(await look(id)).toMatchObject({ period: '2026-10', fileRows: 1 })
  expect(await rowsOf(id)).toMatchObject([{ bin: 'exact', loanId: one.loanId }])
  const none = await batchOf([{ staff: 'x y', amount: 'ten' }])
  await expect(handOver(none)).rejects.toThrow(/intake.nothing_good/)
})
