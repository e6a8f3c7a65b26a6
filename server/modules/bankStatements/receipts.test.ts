import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankRow, mt940 } from '../../../test/bankFiles.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { readStatement } from './read.ts'

let testApp: TestApp
let loanId = ''
beforeAll(async () => {
  testApp = await createTestApp()
  loanId = (await approvedLoan(testApp)).id
  await disbursed(testApp, loanId)
  await upload(LINES)
})
afterAll(() => testApp.close())

const DAY = '2026-11-16'
const [SMALL, LARGE] = [1_000_000, 6_000_000]
/** One statement of 1010 with a line for each test. */
const LINES = [SMALL, LARGE, LARGE, LARGE, -LARGE, SMALL, -500].map(
  (amount, n): BankRow => [DAY, `TRF ${n} FROM ADAEZE`, `NIP-90000${n}`, amount],
)

async function upload(rows: readonly BankRow[], code = 1010): Promise<void> {
  const bytes = mt940(
    rows,
    0,
    rows.reduce((sum, row) => sum + row[3], 0),
  )
  const id = randomUUID()
  await testApp.as('admin').ok('bankStatementOpen', { id, code, fileName: 'x', bytes: bytes.length })
  await testApp.as('admin').ok('bankStatementPiece', { id, offset: 0 }, { bytes })
  await readStatement(testApp.program, id)
}

const listed = async (code = 1010) =>
  (await testApp.as('auditor').ok('bankLineList', { code, state: 'all', limit: 200 })).rows
const lineOf = async (lineId: string) => (await listed()).find(({ id }) => id === lineId)
/** The line's number by its place in the statement. */
const lineAt = async (n: number): Promise<string> =>
  (await listed()).find(({ reference }) => reference === `NIP-90000${n}`)?.id ?? ''
const owed = async () => (await testApp.as('auditor').ok('loanGet', { id: loanId })).row.outstandingTotal
const receipt = (lineId: string) => ({
  id: randomUUID(),
  lineId,
  loanId,
  reference: `NIP-${lineId}`,
  reason: 'On the statement',
})

let before = 0n
beforeEach(async () => {
  before = await owed()
})

test('a small repayment is posted from its line and matched at once', async () => {
  const lineId = await lineAt(0)
  const asked = receipt(lineId)
  expect(await testApp.as('admin').ok('bankLineReceipt', asked)).toEqual({ approvalId: null })
  expect(before - (await owed())).toBe(BigInt(SMALL))
  expect(await lineOf(lineId)).toMatchObject({ matchKind: 'posted', entries: [expect.any(String)] })
  await testApp.as('admin').refused('bankLineReceipt', { ...asked, id: randomUUID() }, 'bank.matched')
  expect(before - (await owed())).toBe(BigInt(SMALL))
})

test('a large one is pending, and approved it is posted and matched', async () => {
  const lineId = await lineAt(1)
  const { approvalId } = await testApp.as('admin').ok('bankLineReceipt', receipt(lineId))
  expect(approvalId).not.toBeNull()
  expect(await lineOf(lineId)).toMatchObject({ matchId: null, pendingApprovalId: approvalId })
  await testApp.as('superAdmin').refused('bankLineReceipt', receipt(lineId), 'bank.pending')
  const posting = { id: randomUUID(), lineId, counterCode: 3010, memo: 'Other', reason: 'Other' }
  await testApp.as('superAdmin').refused('bankLinePost', posting, 'bank.pending')
  await testApp.as('authorizer').approve(approvalId ?? '')
  expect(before - (await owed())).toBe(BigInt(LARGE))
  expect(await lineOf(lineId)).toMatchObject({ matchKind: 'posted', pendingApprovalId: null })
  const again = await testApp.as('superAdmin').call('approvalApprove', { id: approvalId ?? '' })
  expect(again.status).not.toBe(200)
  expect(before - (await owed())).toBe(BigInt(LARGE))
})

test('declined, the line is open again', async () => {
  const lineId = await lineAt(2)
  const { approvalId } = await testApp.as('admin').ok('bankLineReceipt', receipt(lineId))
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Another customer' })
  expect(await lineOf(lineId)).toMatchObject({ matchId: null, pendingApprovalId: null })
  expect(await owed()).toBe(before)
  const second = await testApp.as('admin').ok('bankLineReceipt', receipt(lineId))
  await testApp.as('authorizer').approve(second.approvalId ?? '')
  expect(before - (await owed())).toBe(BigInt(LARGE))
})

test('matched by hand since it was submitted, it is not posted', async () => {
  const lineId = await lineAt(3)
  const { approvalId } = await testApp.as('admin').ok('bankLineReceipt', receipt(lineId))
  const opposite = await lineAt(4)
  const match = { id: randomUUID(), code: 1010, lines: [lineId, opposite], entries: [] }
  await testApp.as('admin').ok('bankMatchMake', match)
  const item = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
  const approve = { id: approvalId ?? '', effect: item.effect } as never
  expect((await testApp.as('authorizer').call('approvalApprove', approve)).status).toBe(409)
  expect(await owed()).toBe(before)
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Returned by the bank' })
})

test('two people recording one line at once: one of them succeeds', async () => {
  const lineId = await lineAt(5)
  const answers = await Promise.all(
    (['admin', 'superAdmin'] as const).map(who => testApp.as(who).call('bankLineReceipt', receipt(lineId))),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // above the amount that one person may record on a loan in a day
  const made = answers.find(({ status }) => status === 200)?.body as { approvalId: string | null }
  if (made.approvalId) await testApp.as('authorizer').approve(made.approvalId)
  expect(before - (await owed())).toBe(BigInt(SMALL))
})

test('payments, other accounts and other roles are refused', async () => {
  const paid = await lineAt(6)
  await testApp.as('admin').refused('bankLineReceipt', receipt(paid), 'input.invalid')
  const bank = { type: 'bank', bankCode: '058', accountNumber: '0000001400', accountName: 'Iroko' } as const
  const { approvalId } = await testApp
    .as('admin')
    .ok('ledgerAccountSave', { code: 1400, title: 'Other', kind: 'asset', reason: 'New', bank })
  await testApp.as('authorizer').approve(approvalId)
  await upload([[DAY, 'TRF', 'NIP-1', SMALL]], 1400)
  const other = (await listed(1400))[0]?.id ?? ''
  await testApp.as('admin').refused('bankLineReceipt', receipt(other), 'bank.other_account')
  await testApp.as('auditor').refused('bankLineReceipt', receipt(other), 'permission.missing')
  const verdict = await prove(testApp.program.db)
  expect(verdict.checks.flatMap(({ problems }) => problems)).toEqual([])
})
