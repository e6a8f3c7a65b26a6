import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankRow, mt940 } from '../../../test/bankFiles.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { reconciledAccounts } from './bankStatements.ts'
import { readStatement } from './read.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await addAccount(5310, 'expense')
})
afterAll(() => testApp.close())

let code = 1300
beforeEach(async () => {
  code += 1
  await addAccount(code, 'asset', {
    type: 'bank',
    bankCode: '058',
    accountNumber: String(code).padStart(10, '0'),
    accountName: 'Iroko',
  })
})

async function addAccount(added: number, kind: 'asset' | 'expense', bank?: object): Promise<void> {
  const change = { code: added, title: `Account ${added}`, kind, reason: 'New', ...(bank ? { bank } : {}) }
  const { approvalId } = await testApp.as('admin').ok('ledgerAccountSave', change as never)
  await testApp.as('authorizer').approve(approvalId)
}

/** Paid or received against opening balances; the ledger entry's number. */
async function journal(on: string, amount: number, memo = 'Transfer', against = 3010): Promise<string> {
  const id = randomUUID()
  const lines = [
    { code, amount: String(amount) },
    { code: against, amount: String(-amount) },
  ]
  const { approvalId } = await testApp
    .as('admin')
    .ok('journalSubmit', { id, on, memo, lines, reason: 'Test' })
  await testApp.as('authorizer').approve(approvalId)
  const { rows } = await testApp.as('auditor').ok('journalList', { limit: 200 })
  return rows.find(row => row.id === id)?.entryId ?? ''
}

let balance = 0
async function upload(rows: readonly BankRow[], opening = 0): Promise<void> {
  balance = opening + rows.reduce((sum, row) => sum + row[3], 0)
  const bytes = mt940(rows, opening, balance)
  const id = randomUUID()
  await testApp.as('admin').ok('bankStatementOpen', { id, code, fileName: 'x', bytes: bytes.length })
  await testApp.as('admin').ok('bankStatementPiece', { id, offset: 0 }, { bytes })
  await readStatement(testApp.program, id)
  expect(await testApp.as('auditor').ok('bankStatementGet', { id })).toMatchObject({ status: 'imported' })
}

const open = async () => (await testApp.as('auditor').ok('bankLineList', { code, limit: 200 })).rows
const all = async () =>
  (await testApp.as('auditor').ok('bankLineList', { code, state: 'all', limit: 200 })).rows
const movements = async () => (await testApp.as('auditor').ok('bankMovementList', { code })).rows
const reconciliation = (asOf?: string) =>
  testApp.as('auditor').ok('bankReconciliationGet', { code, ...(asOf ? { asOf } : {}) })
const match = (lines: string[], entries: string[]) => ({ id: randomUUID(), code, lines, entries })

/** The equation that an accountant adds up by hand. */
function expectBalanced(made: Awaited<ReturnType<typeof reconciliation>>): void {
  const statement =
    made.ledgerBalance +
    made.beforeFirstStatement -
    made.receiptsOutstanding.total -
    made.paymentsOutstanding.total +
    made.notInLedger.total
  expect(statement).toBe(made.statementBalance)
}

test('lines are matched by reference and by amount, and what is ambiguous is left', async () => {
  const byReference = await journal('2026-10-01', 5_000, 'Loan 7, session NIP-778899')
  await journal('2026-10-01', 5_000, 'Loan 8, session NIP-112233')
  const byAmount = await journal('2026-10-04', -7_700)
  await journal('2026-10-05', 900)
  await journal('2026-10-06', 900)
  await upload([
    ['2026-10-02', 'TRF NIP/778899 OKEKE', 'NIP-778899', 5_000],
    ['2026-10-05', 'CHEQUE', '', -7_700],
    ['2026-10-07', 'CASH', '', 900],
  ])
  const lines = await all()
  expect(lines.map(line => line.entries)).toEqual([[], [byAmount], [byReference]])
  const [unclear] = lines
  const suggested = await testApp.as('auditor').ok('bankMovementList', { code, lineId: unclear?.id ?? '' })
  expect(suggested.rows.map(row => row.on)).toEqual(['2026-10-06', '2026-10-05'])
  expectBalanced(await reconciliation())
})

test('days beyond the setting are not matched automatically, until it is widened', async () => {
  await journal('2026-10-01', 4_400)
  await upload([['2026-10-20', 'LATE', '', 4_400]])
  expect(await open()).toHaveLength(1)
  expect(await testApp.as('admin').ok('bankMatchRun', { code, days: 30 })).toEqual({ matched: 1 })
  expect(await testApp.as('admin').ok('bankMatchRun', { code, days: 30 })).toEqual({ matched: 0 })
  expect(await testApp.as('auditor').ok('bankMatchDays', { code })).toEqual({ days: 30 })
})

test('by hand, one line to many entries and many lines to one, with equal sums', async () => {
  const [a, b] = [await journal('2026-10-01', 100), await journal('2026-10-01', 250)]
  const c = await journal('2026-10-03', 1_000)
  await upload([
    ['2026-10-02', 'BULK', '', 350],
    ['2026-10-03', 'PART 1', '', 400],
    ['2026-10-03', 'PART 2', '', 600],
  ])
  const [second, first, bulk] = (await open()).map(row => row.id)
  const admin = testApp.as('admin')
  await admin.refused('bankMatchMake', match([bulk ?? ''], [a]), 'bank.unequal')
  const made = match([bulk ?? ''], [a, b])
  await admin.ok('bankMatchMake', made)
  await admin.ok('bankMatchMake', made)
  await admin.refused('bankMatchMake', match([first ?? ''], [b]), 'bank.matched')
  await testApp.as('auditor').refused('bankMatchMake', match([first ?? ''], [c]), 'permission.missing')
  await admin.ok('bankMatchMake', match([first ?? '', second ?? ''], [c]))
  expect(await open()).toEqual([])
  await admin.ok('bankMatchUndo', { id: made.id, reason: 'Wrong entries' })
  expect((await open()).map(row => row.id)).toEqual([bulk])
  expect(await movements()).toHaveLength(2)
})

test('two people matching one entry at once: one of them succeeds', async () => {
  const entry = await journal('2026-10-01', 800)
  await journal('2026-10-01', 800)
  await upload([
    ['2026-10-02', 'A', '', 800],
    ['2026-10-02', 'B', '', 800],
  ])
  const [one, two] = (await open()).map(row => row.id)
  const answers = await Promise.all([
    testApp.as('admin').call('bankMatchMake', match([one ?? ''], [entry])),
    testApp.as('superAdmin').call('bankMatchMake', match([two ?? ''], [entry])),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a line that is not in the ledger is posted and matched by two people', async () => {
  await upload([['2026-10-05', 'SMS CHARGES', '', -5_250]])
  const [line] = await open()
  const posting = { id: randomUUID(), lineId: line?.id ?? '', counterCode: 5310, memo: 'SMS charges' }
  const { approvalId } = await testApp.as('admin').ok('bankLinePost', { ...posting, reason: 'Statement' })
  expect((await open())[0]?.pendingApprovalId).toBe(approvalId)
  await testApp.as('admin').refused('approvalApprove', { id: approvalId }, 'permission.missing')
  await testApp.as('authorizer').approve(approvalId)
  expect((await all())[0]).toMatchObject({ matchKind: 'posted', entries: [expect.any(String)] })
  const made = await reconciliation()
  expect(made).toMatchObject({ ledgerBalance: -5_250n, statementBalance: -5_250n })
  const again = { ...posting, id: randomUUID(), reason: 'Twice' }
  await testApp.as('admin').refused('bankLinePost', again, 'bank.matched')
  const loans = { ...posting, id: randomUUID(), counterCode: 1100, reason: 'Not so' }
  await upload([['2026-10-06', 'X', '', 10]], balance)
  loans.lineId = (await open())[0]?.id ?? ''
  await testApp.as('admin').refused('bankLinePost', loans, 'ledger.not_by_journal')
})

test('the match of an entry that a line was posted as stays until the entry is reversed', async () => {
  await upload([['2026-10-05', 'SMS CHARGES', '', -5_250]])
  const [line] = await open()
  const posting = { id: randomUUID(), lineId: line?.id ?? '', counterCode: 5310, memo: 'SMS charges' }
  const { approvalId } = await testApp.as('admin').ok('bankLinePost', { ...posting, reason: 'Statement' })
  await testApp.as('authorizer').approve(approvalId)
  const [posted] = await all()
  const undo = { id: posted?.matchId ?? '', reason: 'Wrong account' }
  // the line would be open again, and could be posted twice
  await testApp.as('admin').refused('bankMatchUndo', undo, 'bank.posted')
  const [entryId = ''] = posted?.entries ?? []
  const reversal = { id: randomUUID(), entryId, on: '2026-10-06', reason: 'Wrong account' }
  const asked = await testApp.as('admin').ok('journalReverse', reversal)
  await testApp.as('authorizer').approve(asked.approvalId)
  await testApp.as('admin').ok('bankMatchUndo', undo)
  expect((await open()).map(({ id }) => id)).toEqual([line?.id])
  expect(await movements()).toEqual([])
  expectBalanced(await reconciliation())
})

test('the reversal of a matched entry is an exception', async () => {
  const entryId = await journal('2026-10-01', 3_300)
  await upload([['2026-10-01', 'IN', '', 3_300]])
  expect(await open()).toEqual([])
  const { approvalId } = await testApp
    .as('admin')
    .ok('journalReverse', { id: randomUUID(), entryId, on: '2026-10-03', reason: 'Wrong' })
  await testApp.as('authorizer').approve(approvalId)
  const made = await reconciliation()
  expect(made.reversed).toEqual([expect.objectContaining({ entryId, on: '2026-10-03', amount: 3_300n })])
  expect(made.outstanding.map(row => row.amount)).toEqual([-3_300n])
  expectBalanced(made)
})

test('an entry and its reversal that the bank never saw cancel each other', async () => {
  const entryId = await journal('2026-10-01', 3_300)
  const { approvalId } = await testApp
    .as('admin')
    .ok('journalReverse', { id: randomUUID(), entryId, on: '2026-10-03', reason: 'Wrong' })
  await testApp.as('authorizer').approve(approvalId)
  await upload([['2026-10-01', 'OTHER', '', 5]])
  expect(await movements()).toEqual([])
})

test('on a past day a payment that the bank booked later is outstanding', async () => {
  await journal('2026-09-29', 10_000)
  await journal('2026-10-30', -2_000)
  await upload(
    [
      ['2026-10-01', 'FIRST', '', 1],
      ['2026-11-02', 'CHEQUE', '', -2_000],
    ],
    10_000,
  )
  const october = await reconciliation('2026-10-31')
  expect(october).toMatchObject({
    ledgerBalance: 8_000n,
    statementBalance: 10_001n,
    beforeFirstStatement: 0n,
    paymentsOutstanding: { count: 1, total: -2_000n },
    notInLedger: { count: 1, total: 1n },
  })
  expectBalanced(october)
  expect(await reconciliation('2026-11-03')).toMatchObject({ paymentsOutstanding: { count: 0 } })
})

test('an account is reconciled through a day by two people, and its matches stay', async () => {
  await journal('2026-10-01', 600)
  await upload([['2026-10-01', 'IN', '', 600]])
  const asked = { code, through: '2026-10-01', reason: 'October' }
  await testApp.as('admin').refused('bankReconcile', { ...asked, through: '2026-10-02' }, 'bank.no_statement')
  const { approvalId } = await testApp.as('admin').ok('bankReconcile', asked)
  expect(await reconciliation()).toMatchObject({ reconciledThrough: null, pendingApprovalId: approvalId })
  await testApp.as('authorizer').approve(approvalId)
  expect(await reconciliation()).toMatchObject({ reconciledThrough: '2026-10-01' })
  expect(await reconciledAccounts(testApp.program.db)).toContainEqual(
    expect.objectContaining({ code, through: '2026-10-01', has_statement: true }),
  )
  await testApp.as('admin').refused('bankReconcile', asked, 'bank.reconciled')
  const id = (await all())[0]?.matchId ?? ''
  await testApp.as('admin').refused('bankMatchUndo', { id, reason: 'Not so' }, 'bank.reconciled')
})

test.each(['csv', 'xlsx', 'pdf'] as const)('the reconciliation statement comes as %s', async format => {
  await upload([['2026-10-01', 'IN', '', 600]])
  const { status, headers } = await testApp
    .as('auditor')
    .call('bankReconciliationExport', { code, format, asOf: '2026-10-31' })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain(`bank-reconciliation-${code}`)
})

test('the ledger check covers statements', async () => {
  const verdict = await prove(testApp.program.db)
  const checks = verdict.checks.filter(({ name }) => /bank statement/i.test(name))
  expect(checks).toHaveLength(2)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
})
