import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localDate } from '../../../engine/dates.ts'
import { type Kobo, kobo, negate } from '../../../engine/money.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { businessDate } from '../../kernel/clock.ts'
import { daysOf, postRecurring } from './recurring.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await addAccount({ code: 5210, title: 'Office rent', houseCode: '7001' })
})
afterAll(() => testApp.close())

const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const today = () => businessDate(testApp.clock.now())
const BANK = 1010

async function addAccount(change: { code: number; title: string; houseCode?: string }): Promise<void> {
  const { approvalId } = await testApp
    .as('admin')
    .ok('ledgerAccountSave', { kind: 'expense', reason: 'New office', ...change })
  await testApp.as('authorizer').approve(approvalId)
}

const rent = (amount = naira(450_000)) => ({
  id: randomUUID(),
  on: today(),
  memo: 'Rent of the Kano office',
  lines: [
    { code: 5210, amount: String(amount) },
    { code: BANK, amount: String(-amount) },
  ],
  reason: 'Invoice of Alhaji Bello, October',
})

async function postRent(amount?: Kobo) {
  const journal = rent(amount)
  const { approvalId } = await testApp.as('admin').ok('journalSubmit', journal)
  await testApp.as('authorizer').approve(approvalId)
  const { rows } = await testApp.as('auditor').ok('journalList', {})
  const row = rows.find(({ id }) => id === journal.id)
  if (!row) throw new Error('the journal is not listed')
  return row
}

const accountOf = async (code: number) =>
  (await testApp.as('auditor').ok('ledgerAccountList', {})).rows.find(row => row.code === code)

test('an account of the lender is added by two people and takes journals', async () => {
  expect(await accountOf(5210)).toMatchObject({
    title: 'Office rent',
    kind: 'expense',
    houseCode: '7001',
    isOwn: true,
    takesJournals: true,
  })
  expect(await accountOf(1100)).toMatchObject({ isOwn: false, takesJournals: false })
})

test('a journal moves nothing until another person approves it', async () => {
  const before = await accountOf(5210)
  const journal = rent()
  const { approvalId } = await testApp.as('admin').ok('journalSubmit', journal)
  expect((await accountOf(5210))?.balance).toBe(before?.balance)
  await testApp.as('admin').refused('approvalApprove', { id: approvalId }, 'permission.missing')
  await testApp.as('authorizer').approve(approvalId)
  expect((await accountOf(5210))?.balance).toBe((before?.balance ?? 0n) + naira(450_000))
  const { rows } = await testApp.as('auditor').ok('journalList', {})
  expect(rows.find(({ id }) => id === journal.id)).toMatchObject({
    memo: journal.memo,
    amount: naira(450_000),
    madeBy: expect.stringContaining(' '),
    approvedBy: expect.stringContaining(' '),
    reversedBy: null,
  })
})

test.each([
  ['unequal', [naira(5), negate(naira(4))], { lines: expect.stringContaining('differ by ₦1.00') }],
  ['empty', [naira(0), naira(0)], { 'lines.0.amount': 'Enter a debit or a credit' }],
])('a journal with %s amounts says which line is wrong', async (_, amounts, fields) => {
  const lines = amounts.map((amount, index) => ({ code: index === 0 ? 5210 : BANK, amount: String(amount) }))
  const refused = await testApp.as('admin').refused('journalSubmit', { ...rent(), lines }, 'input.invalid')
  expect(refused.fields).toMatchObject(fields)
})

test('accounts that follow loans, closed accounts and unknown ones take no journal', async () => {
  const on = (code: number) => ({
    ...rent(),
    lines: [
      { code, amount: String(naira(5)) },
      { code: BANK, amount: String(-naira(5)) },
    ],
  })
  await testApp.as('admin').refused('journalSubmit', on(1100), 'ledger.not_by_journal')
  await testApp.as('admin').refused('journalSubmit', on(5999), 'ledger.account_unknown')
  await addAccount({ code: 5220, title: 'Diesel' })
  const { approvalId } = await testApp.as('admin').ok('journalSubmit', on(5220))
  const close = { code: 5220, title: 'Diesel', kind: 'expense', isClosed: true, reason: 'Not used' } as const
  const closing = await testApp.as('admin').ok('ledgerAccountSave', close)
  await testApp.as('authorizer').approve(closing.approvalId)
  await testApp.as('admin').refused('journalSubmit', on(5220), 'ledger.account_closed')
  await testApp.as('authorizer').refused('approvalApprove', { id: approvalId }, 'ledger.account_closed')
})

test('a journal is not dated in the future or in a closed period', async () => {
  await testApp
    .as('admin')
    .refused('journalSubmit', { ...rent(), on: addDays(today(), 1) }, 'ledger.in_the_future')
})

test('a journal is reversed once, by two people, and its accounts stand as before', async () => {
  const before = (await accountOf(5210))?.balance
  const { entryId } = await postRent()
  const reversal = { id: randomUUID(), entryId, on: today(), reason: 'Paid twice' }
  const { approvalId } = await testApp.as('admin').ok('journalReverse', reversal)
  await testApp
    .as('superAdmin')
    .refused('journalReverse', { ...reversal, id: randomUUID() }, 'approval.pending')
  await testApp.as('authorizer').approve(approvalId)
  expect((await accountOf(5210))?.balance).toBe(before)
  await testApp
    .as('admin')
    .refused('journalReverse', { ...reversal, id: randomUUID() }, 'ledger.already_reversed')
})

test('what is on a closed account is not reversed until the account is open', async () => {
  await addAccount({ code: 5230, title: 'Security guards' })
  const lines = (amount: bigint) => [
    { code: 5230, amount: String(amount) },
    { code: BANK, amount: String(-amount) },
  ]
  const posted = { ...rent(), lines: lines(500n) }
  for (const journal of [posted, { ...rent(), lines: lines(-500n) }]) {
    const { approvalId } = await testApp.as('admin').ok('journalSubmit', journal)
    await testApp.as('authorizer').approve(approvalId)
  }
  const closed = { code: 5230, title: 'Security guards', kind: 'expense', reason: 'Not used' } as const
  const { approvalId } = await testApp.as('admin').ok('ledgerAccountSave', { ...closed, isClosed: true })
  await testApp.as('authorizer').approve(approvalId)
  const { rows } = await testApp.as('auditor').ok('journalList', {})
  const { entryId = '' } = rows.find(({ id }) => id === posted.id) ?? {}
  const reversal = { id: randomUUID(), entryId, on: today(), reason: 'Wrong month' }
  await testApp.as('admin').refused('journalReverse', reversal, 'ledger.account_closed')
  const byHand = sql`select * from ledger_post('journal', 'by hand', ${today()}, '{5230, 1010}', '{null, null}',
    '{100, -100}', null, null, now(), null, null)`
  await expect(byHand.execute(testApp.program.db)).rejects.toThrow(/does not fit/)
})

test('an account with a balance or a recurring journal is not closed, and its kind stays', async () => {
  await postRent()
  const change = { code: 5210, title: 'Office rent', kind: 'expense', reason: 'Tidying up' } as const
  const refused = await testApp
    .as('admin')
    .refused('ledgerAccountSave', { ...change, isClosed: true }, 'ledger.account_used')
  expect(refused.message).toContain('its balance is')
  await testApp.as('admin').refused('ledgerAccountSave', { ...change, kind: 'asset' }, 'ledger.account_kept')
  await testApp
    .as('admin')
    .refused('ledgerAccountSave', { ...change, code: BANK, kind: 'expense' }, 'ledger.account_kept')
})

test('a recurring journal posts each month once, and no more when it is stopped', async () => {
  const { on: _, ...journal } = rent(naira(10_000))
  const recurring = { ...journal, day: 31, from: today(), until: null }
  const { approvalId } = await testApp.as('admin').ok('recurringJournalSave', recurring)
  await testApp.as('authorizer').approve(approvalId)
  const posted = async () =>
    (await testApp.as('auditor').ok('journalList', { limit: 200 })).rows.filter(
      row => row.recurringId === recurring.id,
    )
  await postRecurring(testApp.program)
  expect(await posted()).toHaveLength(0)
  testApp.clock.advance({ hours: 24 * 62 })
  await postRecurring(testApp.program)
  await postRecurring(testApp.program)
  const rows = await posted()
  expect(rows.map(row => row.on.slice(8))).toEqual(
    rows.map(row => (row.on.slice(5, 7) === '11' ? '30' : '31')),
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows[0]).toMatchObject({ memo: journal.memo, approvedBy: expect.stringContaining(' ') })
  await testApp.as('admin').ok('recurringJournalStop', { id: recurring.id, reason: 'The lease ended' })
  testApp.clock.advance({ hours: 24 * 40 })
  await postRecurring(testApp.program)
  expect(await posted()).toHaveLength(rows.length)
  await testApp
    .as('admin')
    .refused('recurringJournalStop', { id: recurring.id, reason: 'Again' }, 'ledger.recurring_over')
})

test('a recurring journal on the 31st falls on the last day of a short month', () => {
  const recurring = { day: 31, starts_on: localDate('2026-11-15'), ends_on: localDate('2027-03-30') }
  expect(daysOf(recurring, null, localDate('2027-12-31'))).toEqual([
    '2026-11-30',
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
  ])
  expect(daysOf(recurring, localDate('2026-12-31'), localDate('2027-02-01'))).toEqual(['2027-01-31'])
})

test('a voucher belongs to a journal that is there', async () => {
  const journal = rent()
  const voucher = { subjectType: 'journal', title: 'Invoice', path: PNG } as const
  await testApp
    .as('admin')
    .refused('documentAdd', { ...voucher, id: randomUUID(), subjectId: journal.id }, 'record.unknown')
  await testApp.as('admin').ok('journalSubmit', journal)
  await testApp.as('admin').ok('documentAdd', { ...voucher, id: randomUUID(), subjectId: journal.id })
})

test('who may only read cannot submit', async () => {
  await testApp.as('auditor').refused('journalSubmit', rent(), 'permission.missing')
  await testApp
    .as('reviewer')
    .refused('recurringJournalStop', { id: randomUUID(), reason: 'No' }, 'permission.missing')
})

test('the ledger is proved after all of this', async () => {
  expect((await prove(testApp.program.db)).holds).toBe(true)
})

/** One white pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='
