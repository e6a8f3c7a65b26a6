import { describe, expect, test } from 'vitest'
import { changesBetween, type Json, valueText, withoutNewIdentifiers, wordsOf } from './changes.ts'

const ID = '0192f3a4-5b6c-7d8e-9f00-112233445566'

const summary = (before: Json | null, after: Json | null): string[] =>
  changesBetween(before, after).map(
    ({ path, kind, before: old, after: now }) =>
      `${path} ${kind}: ${valueText(old, path)} → ${valueText(now, path)}`,
  )

describe('what an act did to a record', () => {
  test.each<[string, Json | null, Json | null, string[]]>([
    ['nothing is known', null, null, []],
    ['a record appears', null, { status: 'waiting' }, ['status added: none → waiting']],
    ['a record goes', { code: 'LAG-7' }, null, ['code removed: LAG-7 → none']],
    [
      'what changed stands first',
      { name: 'Ngozi', roles: ['Admin'] },
      { name: 'Ngozi', roles: ['Admin', 'Editor'] },
      ['roles changed: Admin → Admin, Editor', 'name same: Ngozi → Ngozi'],
    ],
    [
      'the inside of a record is compared',
      { bank: { code: '058', account: '…789' } },
      { bank: { code: '044', account: '…789' } },
      ['bank.code changed: 058 → 044', 'bank.account same: …789 → …789'],
    ],
    [
      'the order of keys says nothing',
      { a: [{ x: 1, y: 2 }] },
      { a: [{ y: 2, x: 1 }] },
      ['a same: X: 1, Y: 2 → Y: 2, X: 1'],
    ],
    ['null is a value', { code: null }, { code: 'ABJ-2' }, ['code changed: none → ABJ-2']],
    ['a bare value', 'waiting', 'active', [' changed: waiting → active']],
    ['money in kobo', { terms: { amount: '50000000' } }, null, ['terms.amount removed: ₦500,000.00 → none']],
    ['digits that are no money', { account: '0123456785' }, null, ['account removed: 0123456785 → none']],
    ['a day', { due: '2026-12-25' }, { due: '2026-11-25' }, ['due changed: 25 Dec 2026 → 25 Nov 2026']],
    ['a stage', { stage: 'reviewer' }, { stage: 'rejected' }, ['stage changed: Pending Reviewer → Rejected']],
    ['a command', null, { command: 'repaymentSubmit' }, ['command added: none → Posting of repayments']],
    ['a reason', null, { reasonCode: 'PAY-TOO-LOW' }, ['reasonCode added: none → Pay too low']],
    ['a rhythm', null, { rhythm: 'two-weekly' }, ['rhythm added: none → Every two weeks']],
    ['a word of the program', { act: 'writeOff' }, null, ['act removed: write off → none']],
    ['a role as it is called', { roles: ['superAdmin'] }, null, ['roles removed: superAdmin → none']],
    ['names of fields', null, { revealed: ['bvn', 'netPay'] }, ['revealed added: none → BVN, net pay']],
    ['an identifier', null, { owner: ID }, ['owner added: none → 0192f3a4…']],
    ['a moment in Lagos', null, { at: '2026-11-16T23:30:00.000Z' }, ['at added: none → 17 Nov 2026, 00:30']],
    [
      'a file whose name begins like a moment',
      null,
      { file: '2026-11-16T08:00_export.csv', at: '2026-19-16T08:00:00Z' },
      ['file added: none → 2026-11-16T08:00_export.csv', 'at added: none → 2026-19-16T08:00:00Z'],
    ],
    [
      'what people typed, as they typed it',
      { username: 'irokoLive' },
      { username: 'irokoTest' },
      ['username changed: irokoLive → irokoTest'],
    ],
    [
      'a word of the program in a filter',
      null,
      { filter: { bin: 'closedLoan' } },
      ['filter.bin added: none → closed loan'],
    ],
    ['yes and no', { enrolled: false }, { enrolled: true }, ['enrolled changed: No → Yes']],
  ])('%s', (_, before, after, expected) => {
    expect(summary(before, after)).toEqual(expected)
  })
})

test('where whoever looks must be able to look it up, identifiers stand whole', () => {
  expect(valueText([ID, { loan: ID }], 'loans', 'whole')).toBe(`${ID}, Loan: ${ID}`)
})

test.each([
  ['accountOfficerCode', 'Account officer code'],
  ['bank.accountNumber', 'Bank › Account number'],
  ['signed_up_at', 'Signed up at'],
  ['userRolesChange', 'User roles change'],
  ['netPayOut', 'Net disbursement'],
  ['loanId', 'Loan'],
  ['bvn', 'BVN'],
  ['reasonCode', 'Reason chosen'],
])('%s reads "%s"', (path, words) => {
  expect(wordsOf(path)).toBe(words)
})

test.each<[string, Json | null, Json | null, Json | null]>([
  ['a new identifier is left out', null, { status: 'waiting', approval: ID }, { status: 'waiting' }],
  ['one in the place of another stays', { owner: null }, { owner: ID }, { owner: ID }],
  ['nothing stays nothing', { status: 'open' }, null, null],
])('%s', (_, before, after, told) => {
  expect(withoutNewIdentifiers(before, after)).toEqual(told)
})
