import { describe, expect, test } from 'vitest'
import { api, COMMANDS } from './api.ts'
import { SECTION_NAMES, SECTIONS } from './settings.ts'
import {
  APPROVAL_WORDS,
  actText,
  changesBetween,
  effectOf,
  entryText,
  type Json,
  labelledChanges,
  nameText,
  nextOf,
  recordText,
  unlabelled,
  valueText,
  withoutNewIdentifiers,
  wordsOf,
} from './trail.ts'

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
    ['a command', null, { command: 'repaymentSubmit' }, ['command added: none → Repayment batch']],
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
  ['reasonCode', 'Reason'],
])('%s reads "%s"', (path, words) => {
  expect(wordsOf(path)).toBe(words)
})

test.each<[string, Json | null, Json | null, Json | null]>([
  ['a new identifier is left out', null, { status: 'waiting', approval: ID }, { status: 'waiting' }],
  ['one in the place of another stays', { owner: null }, { owner: ID }, { owner: ID }],
  ['nothing stays nothing', { status: 'open' }, null, null],
])('%s', (_, before, after, reported) => {
  expect(withoutNewIdentifiers(before, after)).toEqual(reported)
})

test.each([
  ['customerReveal', 'Customer revealed'],
  ['signIn', 'Signed in'],
  ['userSignOut', 'User signed out'],
  ['requestSendBack', 'Request sent back'],
  ['gatewayWebhookKeyMake', 'Gateway webhook key created'],
  ['loanActDo', 'Loan action'],
  ['customerLink', 'Customer linked'],
  ['payoutBatchMake', 'Disbursement batch created'],
  ['claimConfirm', 'Bank alert confirmed'],
  ['claimReject', 'Bank alert rejected'],
  ['somethingOfLater', 'Something of later'],
])('the act %s reads "%s"', (action, words) => {
  expect(actText(action)).toBe(words)
})

/** Written where no endpoint of that name exists: jobs, commands once they are approved, and what follows from an act. */
const UNNAMED =
  `approvalAsk bookImport customerErase customerLink customerMerge customerOpen customerSensitiveChange
  documentAdd documentOpen documentRetire ledgerSeal loanOpen payoutBatchClose periodClose repaymentRun`.split(
    /\s+/,
  )

test('every act that the contract names tells what was done', () => {
  const acts = Object.entries(api)
    .filter(([, endpoint]) => endpoint.method !== 'GET' && !('unaudited' in endpoint))
    .map(([name]) => name)
    .concat(UNNAMED)
  expect(acts.filter(name => actText(name) === wordsOf(name))).toEqual(['passwordReset', 'repaymentRowSplit'])
})

test.each([
  [{ status: 'posted', rows: 40 }, 'done', 'Repayment batch posted'],
  [{ status: 'undone' }, 'done', 'Repayment batch reversed'],
  [{ suspense: '4500000', line: 12 }, 'done', 'Row of a repayment batch sent to suspense'],
  [null, 'refused', 'Repayment batch posted or reversed'],
] as const)('of a repayment run %o, %s, the trail says "%s"', (after, outcome, words) => {
  expect(entryText({ action: 'repaymentRun', subjectType: 'repayment', outcome, after })).toBe(words)
})

test.each([
  ['loanActDo', { act: 'writeOff' }, 'Loan written off'],
  ['loanActDo', { act: 'somethingOfLater' }, 'Loan action'],
  ['loanActDo', null, 'Loan action'],
  ['approvalAsk', { command: 'repaymentSubmit' }, 'Submitted for approval: repayment batch'],
  ['approvalAsk', null, 'Submitted for approval'],
  ['approvalApprove', { command: 'repaymentSubmit' }, 'Approved: repayment batch'],
  ['approvalApprove', null, 'Approved'],
  ['approvalDecline', { command: 'periodClose' }, 'Declined: period close'],
  ['approvalWithdraw', { command: 'settingChange' }, 'Withdrawn: settings change'],
])('of %s with %o the trail says "%s"', (action, after, words) => {
  expect(entryText({ action, subjectType: 'loan', outcome: 'done', after })).toBe(words)
})

test.each([
  ['customerChange', 'search', 'Hidden number typed into a change of a customer'],
  ['customerChange', 'customer', 'Customer changed'],
  ['optOutAdd', 'search', 'Hidden number typed into an opt-out'],
  ['customerList', 'search', 'Customers searched by a personal number'],
])('a number that was tried in %s, kept on a %s, reads "%s"', (action, subjectType, words) => {
  expect(entryText({ action, subjectType, outcome: 'done', after: { searchedBy: 'number' } })).toBe(words)
})

test('a section of the settings is called by its title', () => {
  expect(SECTION_NAMES.map(name => nameText('setting', name))).toEqual(
    SECTION_NAMES.map(name => SECTIONS[name].title),
  )
  expect(nameText('setting', 'security')).toBe('Security')
})

test('a search is called by what was searched', () => {
  expect(`${recordText('search')} ${nameText('search', 'customers')}`).toBe('Search in customers')
})

test('a gateway is called by its maker’s name', () => {
  expect(nameText('smsGateway', 'africasTalking')).toBe('Africa’s Talking')
})

test('a record is called as the desk calls it', () => {
  expect(['intake', 'payoutBatch', 'loan'].map(recordText)).toEqual(['Upload', 'Disbursement batch', 'Loan'])
})

test('every command says what approval does and what happens next, and claims no work that only starts', () => {
  expect(Object.keys(APPROVAL_WORDS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted())
  for (const { effect, next } of Object.values(APPROVAL_WORDS)) {
    expect(effect).toMatch(/\.$/)
    expect(next).toMatch(/\.$/)
    expect(`${effect} ${next}`).not.toMatch(/carried out|second person/)
  }
  expect(nextOf('repaymentSubmit')).toMatch(/Posting has started/)
  expect(nextOf('payoutBatchApprove')).toMatch(/released/)
  expect(nextOf('campaignStart')).toMatch(/starts/)
})

describe('what is shown of an item', () => {
  const reversal = {
    command: 'loanActDo',
    before: { status: 'live', ofWhich: { interest: '₦10.00' } },
    after: { effect: 'outstanding from ₦10.00 to ₦20.00', status: 'live', ofWhich: { interest: '₦20.00' } },
  }
  test('has labels of the trade, in the order of reading', () => {
    expect(labelledChanges(reversal).map(({ label, kind }) => [label, kind])).toEqual([
      ['Loan status', 'same'],
      ['Outstanding interest', 'changed'],
    ])
    expect(effectOf(reversal)).toBe('Outstanding from ₦10.00 to ₦20.00')
    expect(effectOf({ ...reversal, after: {} })).toBe('The loan changes as shown.')
  })
  test('a field without a label is a fault, and is not shown by its name', () => {
    const item = { ...reversal, after: { ...reversal.after, rawField: 3 } }
    expect(unlabelled(item)).toEqual(['rawField'])
    expect(labelledChanges(item).map(each => each.path)).not.toContain('rawField')
    expect(unlabelled({ command: 'noSuchCommand', before: null, after: {} })).toEqual(['noSuchCommand'])
  })
})
