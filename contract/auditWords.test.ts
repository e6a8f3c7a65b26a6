import { expect, test } from 'vitest'
import { api } from './api.ts'
import { actText, entryText, nameText, recordText } from './auditWords.ts'
import { wordsOf } from './changes.ts'
import { SECTION_NAMES, SECTIONS } from './sections.ts'

test.each([
  ['customerReveal', 'Customer revealed'],
  ['signIn', 'Signed in'],
  ['userSignOut', 'User signed out'],
  ['requestSendBack', 'Request sent back'],
  ['gatewayWebhookKeyMake', 'Gateway webhook key made'],
  ['loanActDo', 'Act on a loan'],
  ['customerLink', 'Customer linked'],
  ['payoutBatchMake', 'Disbursement batch made'],
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
  [{ status: 'undone' }, 'done', 'Repayment batch undone'],
  [{ suspense: '4500000', line: 12 }, 'done', 'Row of a repayment batch put into suspense'],
  [null, 'refused', 'Repayment batch posted or undone'],
] as const)('of a repayment run %o, %s, the trail says "%s"', (after, outcome, words) => {
  expect(entryText({ action: 'repaymentRun', subjectType: 'repayment', outcome, after })).toBe(words)
})

test.each([
  ['loanActDo', { act: 'writeOff' }, 'Loan written off'],
  ['loanActDo', { act: 'somethingOfLater' }, 'Act on a loan'],
  ['loanActDo', null, 'Act on a loan'],
  ['approvalAsk', { command: 'repaymentSubmit' }, 'Second person asked for: posting of repayments'],
  ['approvalAsk', null, 'Second person asked for'],
  ['approvalApprove', { command: 'repaymentSubmit' }, 'Approved as second person: posting of repayments'],
  ['approvalApprove', null, 'Approved as second person'],
  ['approvalDecline', { command: 'periodClose' }, 'Declined as second person: close of a period'],
  [
    'approvalWithdraw',
    { command: 'settingChange' },
    'Taken back before a second person decided: change of settings',
  ],
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
  expect(`${recordText('search')} ${nameText('search', 'customers')}`).toBe('Search among customers')
})

test('a gateway is called by its maker’s name', () => {
  expect(nameText('smsGateway', 'africasTalking')).toBe('Africa’s Talking')
})

test('a record is called as the desk calls it', () => {
  expect(['intake', 'payoutBatch', 'loan'].map(recordText)).toEqual(['Upload', 'Disbursement batch', 'Loan'])
})
