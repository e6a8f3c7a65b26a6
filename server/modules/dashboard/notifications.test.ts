import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedLoan, toTransfer } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { enqueue } from '../../kernel/jobs.ts'

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
  const { rows } = await bell()
  expect(rows).toMatchObject([{ kind: 'declined', subjectType: 'loan', subjectId: loan.id, isRead: false }])
  expect(rows[0]?.title).toBe(`Freeze of ${loan.number} declined by Emeka Nwosu`)
  expect(rows[0]?.text).toContain(loan.number)
  expect(rows[0]?.text).toContain('“No letter attached”')
  expect((await testApp.as('authorizer').ok('notificationList', {})).rows).toEqual([])
})

test('a decision on a setting, whose record is a name and no id, is shown', async () => {
  const { rows: settings } = await testApp.as('editor').ok('settingList', {})
  const limits = settings.find(row => row.section === 'approvalLimits')
  const { approvalId } = await testApp.as('superAdmin').ok('settingChange', {
    section: 'approvalLimits',
    value: { ...(limits?.value as object), campaignRecipients: 120 },
    effectiveOn: '2026-11-16',
    reason: 'Campaigns have grown',
    basedOn: limits?.version ?? 0,
  })
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Not this month' })
  const { rows } = await testApp.as('superAdmin').ok('notificationList', {})
  expect(rows).toMatchObject([{ kind: 'declined', subjectType: 'setting', subjectId: 'approvalLimits' }])
})

/** Read or not, by key. */
const marks = async () => Object.fromEntries((await bell()).rows.map(row => [row.key, row.isRead]))

test('one notification is marked as read, again without effect, and the others stay unread', async () => {
  const { id: staffId } = await testApp.as('admin').ok('me', {})
  const upload = randomUUID()
  await testApp.pool.query(
    `insert into intake (id, kind, source, period, file_name, bytes, uploaded_by, uploaded_at, status, problem)
     values ($1, 'payroll', 'IPPIS', '2026-10-01', 'october.pdf', 10, $2, $3, 'refused', 'The file is not a table.')`,
    [upload, staffId, testApp.clock.now()],
  )
  const key = `upload ${upload}`
  const [declined = ''] = Object.keys(await marks()).filter(each => each !== key)
  expect(await marks()).toEqual({ [key]: false, [declined]: false })
  for (let time = 0; time < 2; time++) await testApp.as('admin').ok('notificationsSeen', { keys: [key] })
  expect(await marks()).toEqual({ [key]: true, [declined]: false })
  expect((await bell()).rows.find(row => row.key === key)).toMatchObject({
    kind: 'failed',
    title: 'Upload failed: october.pdf',
    text: 'The file is not a table.',
    subjectType: 'intake',
    subjectId: upload,
  })
  await testApp.as('admin').ok('notificationsSeen', { keys: ['unknown'] })
  await testApp.as('reviewer').ok('notificationsSeen', { keys: [declined] })
  expect(await marks(), 'of another user').toEqual({ [key]: true, [declined]: false })
  for (const keys of [[], ['x'.repeat(101)], Array.from({ length: 21 }, () => 'x')])
    await testApp.as('admin').refused('notificationsSeen', { keys }, 'input.invalid')
})

test('a job that failed is shown to the owner of its record, until it is retried', async () => {
  const { id: staffId } = await testApp.as('admin').ok('me', {})
  const id = randomUUID()
  await testApp.pool.query(
    `insert into payout_batch (id, number, status, value_on, paying_account, lines, total, made_at, made_by, made_by_name)
     values ($1, 'PO-2026-0009', 'cancelled', '2026-11-16', 'GTBank', 1, 100, now(), $2, 'Test')`,
    [id, staffId],
  )
  await enqueue(testApp.program.db, 'payoutPost', { batchId: id })
  const { rows: jobs } = await testApp.pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no answer', updated_at = $1
     where id = (select max(id) from graphile_worker._private_jobs) returning id`,
    [testApp.clock.now()],
  )
  const ofBatch = async (part: 'admin' | 'superAdmin') =>
    (await testApp.as(part).ok('notificationList', {})).rows.filter(row => row.subjectId === id)
  expect(await ofBatch('admin')).toMatchObject([
    {
      kind: 'failed',
      title: 'Failed: PO-2026-0009',
      text: 'Posting a disbursement batch did not finish. Retry it in Settings > System health.',
      subjectType: 'payoutBatch',
    },
  ])
  expect(await ofBatch('superAdmin')).toEqual([])
  await testApp.as('admin').ok('jobRetry', { id: String(jobs[0]?.id) })
  expect(await ofBatch('admin')).toEqual([])
})

test('a batch whose disbursements were paid and not posted is shown to the user who created it', async () => {
  const loan = await approvedLoan(testApp)
  await toTransfer(testApp, loan.id)
  const { rowCount } = await testApp.pool.query(
    `update payout_line set status = 'posting', problem = 'The period is closed.', told_at = $1, bank_on = '2026-11-16'
     where loan_id = $2`,
    [testApp.clock.now(), loan.id],
  )
  expect(rowCount).toBe(1)
  const shown = (await bell()).rows.filter(row => row.key.startsWith('disbursement '))
  expect(shown).toMatchObject([{ kind: 'failed', subjectType: 'payoutBatch', isRead: false }])
  expect(shown[0]?.title).toMatch(/^PO-\d{4}-\d{4}: 1 failed posting$/)
})
