import { expect, test } from 'vitest'
import { ROLES } from '../../contract/roles.ts'
import { pagesMatching } from './pages.ts'

const found = (role: string, typed: string): string[] =>
  pagesMatching([role], typed).map(({ title, hint }) => (hint ? `${title}, ${hint}` : title))

test.each([
  ['Admin', 'products', ['Products and fees, Settings']],
  ['Auditor', 'health', ['System health, Settings']],
  ['Auditor', 'sms gateway', ['SMS gateway and rules, Settings']],
  ['Admin', 'loan frequency', ['Loan frequency, Settings']],
  ['Admin', 'suspense', ['Suspense, Repayment Tracker']],
  ['Admin', 'failed', ['Failed postings, Repayment Tracker']],
  ['Admin', 'missed', ['Missed deductions, Repayment Tracker']],
  ['Editor', 'signals', ['Early warning signals, IPPIS Data']],
  ['Admin', 'disbursements', ['Disbursements, Loan Accounts']],
  ['Admin', 'written', ['Written off, Loan Accounts']],
  ['Admin', 'pending', ['Pending Reviewer, Loan requests', 'Pending Authorizer, Loan requests']],
  ['Auditor', 'withdrawn', ['Withdrawn requests, Loan requests']],
  // whose queue it is has it in the sidebar already
  ['Reviewer', 'pending reviewer', ['Pending Reviewer']],
  ['Admin', 'audit', []],
  ['Auditor', 'audit', ['Audit trail, Users']],
  ['Auditor', 'upload', []],
  // by what users call them
  ['Admin', 'trial balance', ['Trial balance, Settings']],
  [
    'Admin',
    'general ledger',
    ['Trial balance, Settings', 'Chart of accounts, Settings', 'Manual journals, Settings'],
  ],
  ['Auditor', 'balance sheet', ['Financial statements, Settings']],
  ['Auditor', 'write-off', ['Written off, Loan Accounts']],
  ['Admin', 'bank file', ['Disbursements, Loan Accounts']],
])('%s finds by “%s”: %j', (role, typed, pages) => {
  expect(found(role, typed)).toEqual(pages)
})

test('no page stands there twice, and unasked only those of the sidebar and what one begins', () => {
  for (const role of ROLES) {
    const every = pagesMatching([role], ' e')
    expect(new Set(every.map(page => page.id)).size).toBe(every.length)
    expect(new Set(every.map(page => page.path)).size).toBe(every.length)
    expect(pagesMatching([role], '').length).toBeLessThan(16)
  }
})
