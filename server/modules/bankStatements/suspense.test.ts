import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localDate } from '../../../engine/dates.ts'
import { type BankRow, mt940 } from '../../../test/bankFiles.ts'
import { liveTo } from '../../../test/closing.ts'
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
  const rows = [2_000_000, 3_000_000, 4_000_000, 5_000_000, -700].map(
    (amount, n): BankRow => ['2026-11-16', `TRF ${n} FROM UNKNOWN`, `NIP-80000${n}`, amount],
  )
  const bytes = mt940(
    rows,
    0,
    rows.reduce((sum, row) => sum + row[3], 0),
  )
  const id = randomUUID()
  const admin = testApp.as('admin')
  await admin.ok('bankStatementOpen', { id, code: 1010, fileName: 'x', bytes: bytes.length })
  await admin.ok('bankStatementPiece', { id, offset: 0 }, { bytes })
  await readStatement(testApp.program, id)
})
afterAll(() => testApp.close())

const lineAt = async (n: number) =>
  (await testApp.as('auditor').ok('bankLineList', { code: 1010, state: 'all', limit: 200 })).rows.find(
    ({ reference }) => reference === `NIP-80000${n}`,
  ) ?? expect.fail('no line')
const items = async () => (await testApp.as('auditor').ok('suspenseList', { limit: 200 })).rows
const owed = async () => (await testApp.as('auditor').ok('loanGet', { id: loanId })).row.outstandingTotal
const balances = async () => {
  const { rows } = await testApp.as('auditor').ok('ledgerTrialBalance', {})
  const of = (code: number) => rows.find(row => row.code === code)?.balance ?? 0n
  return { bank: of(1010), suspense: of(2030) }
}
const proves = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(({ problems }) => problems)).toEqual([])

/** The item in suspense of a line, approved. */
async function held(n: number) {
  const line = await lineAt(n)
  const asked = { id: randomUUID(), lineId: line.id, reason: 'No name on the statement' }
  const { approvalId } = await testApp.as('admin').ok('bankLineSuspense', asked)
  await testApp.as('authorizer').approve(approvalId)
  return (await items()).find(({ id }) => id === asked.id) ?? expect.fail('no item')
}

async function used(suspenseId: string, amount: string, use: object): Promise<string> {
  const id = randomUUID()
  const asked = { id, suspenseId, amount, use, reason: 'The payer called' }
  const { approvalId } = await testApp.as('admin').ok('suspenseUse', asked as never)
  await testApp.as('authorizer').approve(approvalId ?? '')
  return id
}

test('a line of an unknown payer goes to suspense once two people agree, with its age', async () => {
  const line = await lineAt(0)
  const before = await balances()
  const asked = { id: randomUUID(), lineId: line.id, reason: 'No name' }
  await testApp.as('auditor').refused('bankLineSuspense', asked, 'permission.missing')
  const { approvalId } = await testApp.as('admin').ok('bankLineSuspense', asked)
  expect(await lineAt(0)).toMatchObject({ pendingApprovalId: approvalId })
  const twice = { ...asked, id: randomUUID() }
  await testApp.as('superAdmin').refused('bankLineSuspense', twice, 'bank.pending')
  expect(await balances()).toEqual(before)
  await testApp.as('authorizer').approve(approvalId)
  expect(await lineAt(0)).toMatchObject({ matchKind: 'posted', pendingApprovalId: null })
  await testApp.as('admin').refused('bankLineSuspense', twice, 'bank.matched')
  expect((await balances()).suspense - before.suspense).toBe(-2_000_000n)
  expect((await balances()).bank - before.bank).toBe(2_000_000n)
  expect(await items()).toEqual([
    expect.objectContaining({
      id: asked.id,
      batchId: null,
      bankCode: 1010,
      bankReference: 'NIP-800000',
      name: expect.stringContaining('FROM UNKNOWN'),
      receivedOn: '2026-11-16',
      bin: null,
      remaining: 2_000_000n,
      days: 0,
    }),
  ])
  await proves()
})

test('a payment is not sent to suspense', async () => {
  const { id: lineId } = await lineAt(4)
  const asked = { id: randomUUID(), lineId, reason: 'Wrong side' }
  await testApp.as('admin').refused('bankLineSuspense', asked, 'input.invalid')
})

test('the money is applied to a loan in part, and the rest goes back to the payer', async () => {
  const item = await held(1)
  const before = await owed()
  const use = { kind: 'loan', loanId, on: '2026-11-16' }
  await used(item.id, '1000000', use)
  expect(before - (await owed())).toBe(1_000_000n)
  await used(item.id, '2000000', { kind: 'returned', reference: 'RET-1' })
  expect((await items()).map(({ id }) => id)).not.toContain(item.id)
  await proves()
})

test('money on the wrong loan comes back to its item', async () => {
  const item = await held(2)
  const before = await owed()
  const receiptId = await used(item.id, '4000000', { kind: 'loan', loanId, on: '2026-11-16' })
  const asked = { suspenseId: item.id, receiptId, reason: 'Another customer' }
  const { approvalId } = await testApp.as('admin').ok('suspenseTakeBack', asked)
  await testApp.as('authorizer').approve(approvalId ?? '')
  expect(await owed()).toBe(before)
  expect((await items()).find(({ id }) => id === item.id)).toMatchObject({ remaining: 4_000_000n })
  await testApp.as('admin').refused('suspenseTakeBack', asked, 'repayment.not_taken_back')
  await proves()
})

test('what is no repayment is reversed as a whole, and its line is open again', async () => {
  const item = await held(3)
  const before = await balances()
  const part = { id: randomUUID(), suspenseId: item.id, amount: '1', use: { kind: 'undone' as const } }
  await testApp.as('admin').refused('suspenseUse', { ...part, reason: 'Part' }, 'suspense.not_whole')
  const notDeducted = { ...part, use: { kind: 'notDeducted' as const }, reason: 'Not ours' }
  await testApp.as('admin').refused('suspenseUse', notDeducted, 'suspense.in_bank')
  await used(item.id, '5000000', { kind: 'undone' })
  expect((await balances()).bank - before.bank).toBe(-5_000_000n)
  expect(await lineAt(3)).toMatchObject({ matchId: null })
  const { rows } = await testApp.as('auditor').ok('bankMovementList', { code: 1010, limit: 200 })
  expect(rows.map(({ amount }) => amount)).not.toContain(5_000_000n)
  await proves()
})

test('the list of a month-end close counts an aged item', async () => {
  const suspense = async () =>
    (await testApp.as('auditor').ok('monthCloseGet', { month: '2026-12' })).checks.find(
      ({ check }) => check === 'suspense',
    )
  await liveTo(testApp, localDate('2027-01-02'))
  expect(await suspense()).toMatchObject({ state: 'warning' })
  const { rows } = await testApp.as('auditor').ok('suspenseList', { olderThan: 30 })
  expect(rows.filter(({ bankCode }) => bankCode === 1010)).not.toEqual([])
  const sheet = await testApp.as('auditor').call('suspenseExport', { format: 'csv' })
  expect(sheet.status).toBe(200)
})
