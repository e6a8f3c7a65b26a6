import { expect, test } from 'vitest'
import { api } from './api.ts'
import { actText, entryText, nameText, recordText } from './auditWords.ts'
import { wordsOf } from './changes.ts'

test.each([
  ['customerReveal', 'Customer revealed'],
  ['signIn', 'Signed in'],
  ['userSignOut', 'User signed out'],
  ['requestSendBack', 'Request sent back'],
  ['gatewayWebhookKeyMake', 'Gateway webhook key made'],
  ['loanActDo', 'Act on a loan'],
  ['somethingOfLater', 'Something of later'],
])('the act %s reads "%s"', (action, words) => {
  expect(actText(action)).toBe(words)
})

test('every act that the contract names tells what was done', () => {
  const acts = Object.entries(api)
    .filter(([, endpoint]) => endpoint.method !== 'GET' && !('unaudited' in endpoint))
    .map(([name]) => name)
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

test('a gateway is called by its maker’s name', () => {
  expect(nameText('smsGateway', 'africasTalking')).toBe('Africa’s Talking')
})

test('a record is called as the desk calls it', () => {
  expect(['intake', 'payoutBatch', 'loan'].map(recordText)).toEqual(['Upload', 'Pay-out batch', 'Loan'])
})
