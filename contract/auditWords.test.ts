import { expect, test } from 'vitest'
import { api } from './api.ts'
import { actText, recordText } from './auditWords.ts'
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

test('a record is called as the desk calls it', () => {
  expect(['intake', 'payoutBatch', 'loan'].map(recordText)).toEqual(['Upload', 'Pay-out batch', 'Loan'])
})
