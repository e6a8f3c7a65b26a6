import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../../test/applicants.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function submittedBatch(loanId?: string): Promise<{ id: string; approvalId: string; loanId: string }> {
  const id = loanId ?? (await approvedLoan(testApp)).id
  const batch = await testApp.as('admin').ok('payoutBatchMake', {
    id: randomUUID(),
    loanIds: [id],
    valueOn: '2026-11-16',
    payingAccount: 'GTBank 0123456789, operations',
  })
  const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
  return { id: batch.id, approvalId: approvalId ?? '', loanId: id }
}

const opened = (id: string) => testApp.as('authorizer').ok('approvalGet', { id })

test('the approver reads the amount, the records and the checks that were overridden for a loan', async () => {
  const request = { id: (await submit(testApp)).id, version: 1 }
  await testApp.as('reviewer').ok('requestRecommend', { ...request, amount: '50000000', tenor: 12 })
  const { loanId: approved } = await testApp.as('authorizer').ok('requestAuthorize', request)
  const { id, approvalId, loanId } = await submittedBatch(approved ?? '')
  const before = await opened(approvalId)
  expect(before.amount).toBe(485_000_00n)
  expect(before.warnings).toEqual([])
  expect(before.evidence.map(({ subjectType, subjectId }) => [subjectType, subjectId]).slice(0, 2)).toEqual([
    ['payoutBatch', id],
    ['loan', loanId],
  ])
  const named = before.evidence.find(link => link.subjectType === 'customer')
  expect(named?.title, 'surname first, as in the summary').toBe('Okonkwo Adaeze')

  await testApp.pool.query(
    `insert into request_override (request_id, version, check_name, reason_code, note, by_id, by_name, at)
     values ($1, 1, 'payrollFound', 'POLICY', 'Letter of posting seen', $2, 'Halima Bello', now())`,
    [request.id, await testApp.idOf('reviewer')],
  )
  expect((await opened(approvalId)).warnings.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^L\d+: Not found on the payroll\. Overridden by Halima Bello: Letter of posting seen$/,
    ),
  ])
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId, note: 'Wrong account' })
  expect((await opened(approvalId)).warnings).toEqual([])
})

test('each warning must be confirmed by the approver, and the confirmed ones are in the audit trail', async () => {
  const request = { id: (await submit(testApp)).id, version: 1 }
  await testApp.as('reviewer').ok('requestRecommend', { ...request, amount: '50000000', tenor: 12 })
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', request)
  const { id: batchId, approvalId: id } = await submittedBatch(loanId ?? '')
  const reviewer = await testApp.idOf('reviewer')
  const override = (check: string, note: string) =>
    testApp.pool.query(
      `insert into request_override (request_id, version, check_name, reason_code, note, by_id, by_name, at)
       values ($1, 1, $3, 'POLICY', $4, $2, 'Halima Bello', now())`,
      [request.id, reviewer, check, note],
    )
  await override('payrollFound', 'Letter of posting seen')
  const [first] = (await opened(id)).warnings
  const refused = await testApp.as('authorizer').refused('approvalApprove', { id }, 'approval.unconfirmed')
  expect(refused.message).toContain('Not found on the payroll. Overridden by Halima Bello')

  // one that came up after the item was opened
  await override('nameMatch', 'Maiden name')
  const confirmed = [first?.id ?? '']
  const again = await testApp
    .as('authorizer')
    .refused('approvalApprove', { id, confirmed }, 'approval.unconfirmed')
  expect(again.message).toContain('Name differs from the payroll')
  expect(again.message).not.toContain('Not found on the payroll')
  expect((await opened(id)).status).toBe('waiting')

  const { warnings } = await opened(id)
  const all = { id, confirmed: warnings.map(warning => warning.id) }
  const key = randomUUID()
  const approved = await testApp.as('authorizer').ok('approvalApprove', all, { key })
  expect(await testApp.as('authorizer').ok('approvalApprove', all, { key })).toEqual(approved)
  const { rows } = await testApp.pool.query(
    `select after -> 'confirmed' as confirmed from audit_entry where action = 'approvalApprove' and subject_id = $1`,
    [batchId],
  )
  expect(rows).toEqual([{ confirmed: warnings.map(({ text }) => text) }])
})

test('items are listed by amount, the largest first, page by page, and those without money last', async () => {
  const { approvalId: large } = await submittedBatch()
  const person = await testApp.hire('Editor')
  await testApp
    .as('superAdmin')
    .ok('userRolesChange', { id: person.id, roles: ['Authorizer'], reason: 'New post' })
  const read: (bigint | null)[] = []
  let cursor: string | undefined
  do {
    const page = await testApp
      .as('authorizer')
      .ok('approvalList', { view: 'toDecide', order: 'amount', limit: 1, ...(cursor ? { cursor } : {}) })
    read.push(...page.rows.map(row => row.amount))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(read[0]).toBe((await opened(large)).amount)
  expect(read.length).toBeGreaterThanOrEqual(2)
  expect(read).toEqual(read.toSorted((a, b) => Number((b ?? -1n) - (a ?? -1n))))
  expect(read.at(-1)).toBeNull()
})
