import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AuditEntry } from '../../parts/changed.ts'
import { AuditEntryDialog } from './AuditEntryDialog.tsx'

const LOAN = '0192f3a4-5b6c-7d8e-9f00-112233445566'
const EVENT = '0192f3a4-5b6c-7d8e-9f00-665544332211'

const entry: AuditEntry = {
  id: '7',
  at: '2026-11-16T08:00:00.000Z',
  actorId: null,
  actorName: 'Iroko',
  action: 'loanActDo',
  subjectType: 'loan',
  subjectId: LOAN,
  subjectLabel: 'L0100001',
  outcome: 'done',
  before: null,
  after: { act: 'receipt', event: EVENT, parts: [{ loan: LOAN, amount: '500000' }] },
  reason: null,
  address: null,
  requestId: 'r-1',
  sealed: true,
}

afterEach(cleanup)

test('an audit entry shows full identifiers and the system as actor', () => {
  render(<AuditEntryDialog entry={entry} onClose={() => {}} onNarrow={() => {}} />)
  expect(screen.getByText(EVENT)).toBeTruthy()
  expect(screen.getByText(`Loan: ${LOAN}, Amount: ₦5,000.00`)).toBeTruthy()
  expect(screen.getByText(`Loan L0100001 (${LOAN})`)).toBeTruthy()
  expect(screen.getByText('System')).toBeTruthy()
})
