import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDate } from '../../../engine/dates.ts'
import {
  closeMonth,
  firstDayAfter,
  heldOn,
  independently,
  lastDayOf,
  liveTo,
  reopen,
  submitClose,
} from '../../../test/closing.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { calculate } from './calculate.ts'

let testApp: TestApp
let loanId: string
beforeAll(async () => {
  testApp = await createTestApp()
  ;({ id: loanId } = await approvedLoan(testApp))
  await disbursed(testApp, loanId)
})
afterAll(() => testApp.close())

const [ACCRUED, SUSPENSE, PROVISION, RETAINED] = [1140, 1150, 1190, 3020]
const proves = async (): Promise<void> =>
  expect((await prove(testApp.program.db)).checks.flatMap(({ problems }) => problems)).toEqual([])

async function figures(month: string) {
  const shown = await testApp.as('auditor').ok('monthCloseGet', { month })
  return { ...shown, figures: shown.figures ?? expect.fail('no figures') }
}

test('a running month, and one without figures, cannot be closed', async () => {
  const ask = { acknowledged: [], reason: 'Month-end' }
  await testApp.as('admin').refused('monthCloseSubmit', { month: '2026-11', ...ask }, 'closing.blocked')
  await liveTo(testApp, localDate('2026-12-02'))
  await testApp
    .as('admin')
    .refused('monthCloseSubmit', { month: '2026-11', ...ask }, 'closing.not_calculated')
  await testApp.as('reviewer').refused('monthCloseSubmit', { month: '2026-11', ...ask }, 'permission.missing')
})

test('a close accrues interest, posts the provision and locks the month', async () => {
  await calculate(testApp.program, localDate('2026-11-01'))
  const before = await figures('2026-11')
  const expected = await independently(testApp, '2026-11')
  expect(before.figures).toMatchObject({ accrual: expected.accrual, provision: expected.provision })
  expect(expected.accrual).toBeGreaterThan(0n)
  await closeMonth(testApp, '2026-11')
  expect(await heldOn(testApp, [ACCRUED], lastDayOf('2026-11'))).toBe(expected.accrual)
  expect(await heldOn(testApp, [ACCRUED], firstDayAfter('2026-11'))).toBe(0n)
  expect(await heldOn(testApp, [PROVISION], lastDayOf('2026-11'))).toBe(-expected.provision)
  const after = await figures('2026-11')
  expect(after.state).toBe('closed')
  expect(after.figures.lines).toEqual(before.figures.lines)
  const { rows, amount } = await testApp
    .as('auditor')
    .ok('monthCloseLoanList', { month: '2026-11', kind: 'provision' })
  expect(rows).toHaveLength(1)
  expect(amount).toBe(expected.provision)
  expect((await testApp.as('auditor').ok('ledgerPeriodList', {})).closedThrough).toBe('2026-11-30')
  await testApp
    .as('admin')
    .refused('monthCloseSubmit', { month: '2026-11', acknowledged: [], reason: 'Again' }, 'closing.blocked')
  await proves()
})

test('interest on a doubtful or lost loan does not stay income', async () => {
  for (const month of ['2026-12', '2027-01', '2027-02', '2027-03']) {
    await liveTo(testApp, firstDayAfter(month))
    await closeMonth(testApp, month)
    const expected = await independently(testApp, month)
    expect(await heldOn(testApp, [SUSPENSE], lastDayOf(month))).toBe(-expected.suspended)
    expect(await heldOn(testApp, [PROVISION], lastDayOf(month))).toBe(-expected.provision)
    expect(await heldOn(testApp, [ACCRUED], lastDayOf(month))).toBe(expected.accrual)
  }
  expect(await heldOn(testApp, [SUSPENSE], '2027-03-31')).toBeLessThan(0n)
  const { income } = await testApp
    .as('auditor')
    .ok('incomeStatementGet', { from: '2027-03-01', to: '2027-03-31' })
  const interest = income.lines.find(({ code }) => code === 4010)?.amount ?? 0n
  expect(interest).toBeLessThanOrEqual(0n)
  await proves()
})

test('the close of the last month of the year brings its result to retained earnings', async () => {
  const { income, expenses, result } = await testApp
    .as('auditor')
    .ok('incomeStatementGet', { from: '2026-01-01', to: '2026-12-31' })
  expect(income.total - expenses.total).toBe(result)
  expect(result).not.toBe(0n)
  expect(await heldOn(testApp, [RETAINED], '2026-12-31')).toBe(-result)
  const { result: left } = await testApp.as('auditor').ok('balanceSheetGet', { asOf: '2026-12-31' })
  expect(left).toBe(0n)
})

test('two approvals of one close post it once', async () => {
  await liveTo(testApp, localDate('2027-05-01'))
  const approvalId = await submitClose(testApp, '2027-04')
  const both = await Promise.allSettled([
    testApp.as('authorizer').approve(approvalId),
    testApp.as('superAdmin').approve(approvalId),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const expected = await independently(testApp, '2027-04')
  expect(await heldOn(testApp, [PROVISION], '2027-04-30')).toBe(-expected.provision)
  await proves()
})

test('a month is reopened by two people, keeps its trace, and is closed again', async () => {
  await testApp
    .as('admin')
    .refused('periodReopen', { through: '2027-03-31', reason: 'Not the latest' }, 'closing.not_latest')
  const held = () =>
    Promise.all([ACCRUED, SUSPENSE, PROVISION].map(code => heldOn(testApp, [code], '2027-04-30')))
  const closed = await held()
  await reopen(testApp, '2027-04-30')
  const [accrued, suspended] = await held()
  expect(accrued).toBe(0n)
  expect(suspended).toBe(await heldOn(testApp, [SUSPENSE], '2027-03-31'))
  const { rows, next } = await testApp.as('auditor').ok('monthCloseList', {})
  expect(next).toBe('2027-04')
  expect(rows[0]).toMatchObject({
    month: '2027-04',
    state: 'reopened',
    reopenReason: 'An invoice was missing',
  })
  await proves()
  await closeMonth(testApp, '2027-04')
  expect(await held()).toEqual(closed)
  await proves()
})

test('a record of the month after the calculation stops the close until it is calculated again', async () => {
  await liveTo(testApp, localDate('2027-06-01'))
  const approvalId = await submitClose(testApp, '2027-05')
  const input = {
    act: 'receipt' as const,
    amount: '1000000',
    on: '2027-05-20',
    channel: 'bank transfer' as const,
    reference: 'NIP-2027-05-20',
  }
  await testApp.as('admin').ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'Bank statement' })
  await expect(testApp.as('authorizer').approve(approvalId)).rejects.toThrow('Records of May 2027 changed')
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId, note: 'Calculate again' })
  await closeMonth(testApp, '2027-05')
  const expected = await independently(testApp, '2027-05')
  expect(await heldOn(testApp, [SUSPENSE], '2027-05-31')).toBe(-expected.suspended)
  expect(await heldOn(testApp, [PROVISION], '2027-05-31')).toBe(-expected.provision)
  await proves()
})

test('a receipt with a date in a closed month is posted today and names that date', async () => {
  const before = await figures('2027-05')
  const input = {
    act: 'receipt' as const,
    amount: '1000000',
    on: '2027-05-25',
    channel: 'bank transfer' as const,
    reference: 'NIP-2027-05-25',
  }
  await testApp.as('admin').ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'Found late' })
  const { entries } = await testApp.as('auditor').ok('ledgerLoanJournal', { loanId })
  expect(entries.find(({ belongsOn }) => belongsOn === '2027-05-25')).toMatchObject({
    effectiveOn: '2027-06-01',
  })
  expect(await figures('2027-05')).toEqual(before)
  await proves()
})
