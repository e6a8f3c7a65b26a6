import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { type Caller, createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const opened = (id: string) => testApp.as('authorizer').ok('approvalGet', { id })
const owed = async (id: string) => (await testApp.as('authorizer').ok('loanGet', { id })).row.outstandingTotal

async function liveLoan(): Promise<string> {
  const { id } = await approvedLoan(testApp)
  await disbursed(testApp, id)
  return id
}

const charge = (who: Caller, loanId: string, amount: string) =>
  who.ok('loanActDo', {
    loanId,
    id: randomUUID(),
    input: { act: 'charge', component: 'fee', amount, on: '2026-11-16' },
    reason: 'Costs of the court',
  })

test('the approver reads the effect as it is now and what changed since the submission, and that is what happens', async () => {
  const loanId = await liveLoan()
  const { approvalId } = await charge(testApp.as('admin'), loanId, '5000001')
  const id = approvalId ?? ''
  const before = await owed(loanId)
  const first = await opened(id)
  expect([first.changes, first.refusal]).toEqual([[], null])

  // a small charge needs no approval, and changes what the loan will owe
  await charge(testApp.as('superAdmin'), loanId, '100000')
  const stale = { id, effect: first.effect }
  const refused = await testApp.as('authorizer').refused('approvalApprove', stale, 'approval.effect_changed')
  expect(refused.message).toBe('The effect changed while you were looking. Review it again.')
  expect(await owed(loanId)).toBe(before + 100_000n)

  const second = await opened(id)
  expect(second.status).toBe('waiting')
  expect(second.changes[0]).toMatch(/^Effect at submission: Outstanding from ₦.* to ₦/)
  expect(second.changes).toContainEqual(expect.stringMatching(/^Outstanding balance: ₦.*, now ₦/))
  expect(second.effect).not.toBe(first.effect)
  await testApp.as('authorizer').approve(id)
  expect(await owed(loanId)).toBe(before + 5_100_001n)
  // as it was approved, for good
  expect((await opened(id)).changes).toEqual([])
})

test('an item that can no longer be carried out says why when it is opened', async () => {
  const close = async (through: string): Promise<string> =>
    (await testApp.as('admin').ok('ledgerPeriodClose', { through, reason: 'Month end' })).approvalId
  const [earlier, later] = [await close('2026-09-30'), await close('2026-10-31')]
  expect((await opened(earlier)).refusal).toBeNull()
  await testApp.as('authorizer').approve(later)
  expect((await opened(earlier)).refusal).toContain('31 Oct 2026')
  await testApp.as('authorizer').refused('approvalApprove', { id: earlier }, 'ledger.period_done')
})
