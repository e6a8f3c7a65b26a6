import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const bell = () => testApp.as('admin').ok('notificationList', {})

test('the submitter is notified of a decision, with the name and the reason, until it is marked as read', async () => {
  const loan = await approvedLoan(testApp)
  const input = { act: 'freeze', cause: 'dispute' } as const
  const { approvalId } = await testApp
    .as('admin')
    .ok('loanActDo', { loanId: loan.id, id: randomUUID(), input, reason: 'Complaint' })
  expect((await bell()).rows).toEqual([])
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'No letter attached' })
  const { rows, seenAt } = await bell()
  expect(seenAt).toBeNull()
  expect(rows).toMatchObject([{ kind: 'declined', subjectType: 'loan', subjectId: loan.id }])
  expect(rows[0]?.title).toMatch(/declined by Emeka Nwosu$/)
  expect(rows[0]?.text).toContain('“No letter attached”')
  expect((await testApp.as('authorizer').ok('notificationList', {})).rows).toEqual([])

  const at = rows[0]?.at ?? ''
  await testApp.as('admin').ok('notificationsSeen', { at })
  await testApp.as('admin').ok('notificationsSeen', { at: '2026-01-01T00:00:00.000Z' })
  expect((await bell()).seenAt).toBe(at)
  await testApp.as('admin').refused('notificationsSeen', { at: 'yesterday' }, 'input.invalid')
})
