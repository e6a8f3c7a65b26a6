import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const bank = (accountNumber = '0123456789') =>
  ({ type: 'bank', bankCode: '058', accountNumber, accountName: 'Iroko Lending Ltd' }) as const
const account = (code: number, change: object = {}) => ({
  code,
  title: `Bank ${code}`,
  kind: 'asset' as const,
  reason: 'New account',
  ...change,
})

async function save(change: ReturnType<typeof account>): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('ledgerAccountSave', change)
  await testApp.as('authorizer').approve(approvalId)
}

const listed = async () => (await testApp.as('auditor').ok('bankAccountList', {})).rows

test('the default bank account is there from the first day', async () => {
  expect(await listed()).toEqual([
    expect.objectContaining({ code: 1010, isDefault: true, accountEnding: '' }),
  ])
})

test('a bank account is added by two people and shows the end of its number', async () => {
  const { approvalId } = await testApp
    .as('admin')
    .ok('ledgerAccountSave', account(1011, { bank: bank('0123456789') }))
  expect((await listed()).map(({ code }) => code)).not.toContain(1011)
  const approval = await testApp.as('authorizer').ok('approvalGet', { id: approvalId })
  expect(JSON.stringify(approval.after)).toContain('0123456789')
  await testApp.as('admin').refused('approvalApprove', { id: approvalId }, 'permission.missing')
  await testApp.as('authorizer').approve(approvalId)
  const added = (await listed()).find(({ code }) => code === 1011)
  expect(added).toMatchObject({ type: 'bank', bankCode: '058', accountEnding: '6789', currency: 'NGN' })
  expect(Object.values(added ?? {})).not.toContain('0123456789')
})

test('a number left empty stays, and a change that names no bank leaves it', async () => {
  await save(account(1011, { bank: { ...bank(''), accountName: 'Iroko Lending Limited' } }))
  await save(account(1011, { title: 'Operations' }))
  expect((await listed()).find(({ code }) => code === 1011)).toMatchObject({
    title: 'Operations',
    accountEnding: '6789',
    accountName: 'Iroko Lending Limited',
  })
})

test.each([
  [
    'an income account',
    account(4210, { kind: 'income', bank: bank('0000000001') }),
    'ledger.account_no_money',
  ],
  ['an account of loans', account(1100, { bank: bank('0000000001') }), 'ledger.account_no_money'],
  ['a number recorded elsewhere', account(1013, { bank: bank('0123456789') }), 'ledger.account_number_taken'],
  ['no number', account(1013, { bank: bank('') }), 'input.invalid'],
  ['an unknown bank', account(1013, { bank: { ...bank(), bankCode: '9' } }), 'input.invalid'],
  ['cash at a bank', account(1013, { bank: { ...bank(), type: 'cash' } }), 'input.invalid'],
  ['another kind afterwards', account(1011, { kind: 'expense' }), 'ledger.account_kept'],
] as const)('%s is refused', async (_, change, code) => {
  await testApp.as('admin').refused('ledgerAccountSave', change, code)
})

test('money in cash has no bank, and counts as cash in the cash-flow statement', async () => {
  await save(
    account(1012, { bank: { type: 'cash', bankCode: '', accountNumber: '', accountName: 'Safe, Kano' } }),
  )
  const { rows } = await testApp.as('auditor').ok('ledgerAccountList', {})
  expect(rows.find(({ code }) => code === 1012)?.bank).toEqual({
    type: 'cash',
    bankCode: '',
    accountEnding: '',
    accountName: 'Safe, Kano',
  })
})

test('two submissions of one number at once: one of them is approved', async () => {
  const asks = await Promise.all([
    testApp.as('admin').ok('ledgerAccountSave', account(1014, { bank: bank('5555555555') })),
    testApp.as('superAdmin').ok('ledgerAccountSave', account(1015, { bank: bank('5555555555') })),
  ])
  await testApp.as('authorizer').approve(asks[0].approvalId)
  await testApp
    .as('authorizer')
    .refused('approvalApprove', { id: asks[1].approvalId }, 'ledger.account_number_taken')
})
