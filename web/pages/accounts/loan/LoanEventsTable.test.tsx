import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { kobo, ZERO } from '../../../../engine/money.ts'
import { type CurrentUser, CurrentUserContext } from '../../../parts/currentUser.ts'
import type { Happening } from '../../../parts/loan/loanWords.ts'
import { LoanEventsTable } from './LoanEventsTable.tsx'

afterEach(cleanup)

const NOTHING = { principal: ZERO, interest: ZERO, fee: ZERO, penalty: ZERO }
const receipt: Happening = {
  id: 'a',
  type: 'receipt',
  on: '2026-11-16',
  enteredAt: null,
  by: 'Babatunde Adeyemi',
  approvedBy: 'Emeka Nwosu',
  amount: kobo(2_000_000n),
  parts: { ...NOTHING, interest: kobo(1_920_000n), penalty: kobo(80_000n) },
  credit: ZERO,
  correction: null,
  principalAfter: kobo(48_000_000n),
  channel: 'bank transfer',
  reference: 'TRF-1',
  bankReference: null,
  note: null,
  proof: null,
  undone: false,
  cannotReverse: null,
}
const AUDITOR: CurrentUser = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03',
  email: 'auditor@iroko.test',
  firstName: 'Ibrahim',
  lastName: 'Danjuma',
  roles: ['Auditor'],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const show = (happening: Happening) =>
  render(
    <CurrentUserContext value={AUDITOR}>
      <LoanEventsTable
        loanId="l"
        happenings={[happening]}
        whyNot="Only Admin can do this."
        onReverse={() => undefined}
      />
    </CurrentUserContext>,
  )

test('a repayment reallocated later shows both allocations and the reason', () => {
  show({
    ...receipt,
    correction: {
      parts: { ...NOTHING, interest: kobo(1_940_800n), penalty: kobo(59_200n) },
      credit: ZERO,
      on: '2026-11-18',
      because: 'The receipt of ₦5,000.00 dated 15 Nov 2026 was reversed',
    },
  })
  screen.getByText(
    /Corrected on 18 Nov 2026\. The receipt of ₦5,000\.00 dated 15 Nov 2026 was reversed\. As issued:/,
  )
  for (const amount of ['₦19,200.00', '₦800.00', '₦19,408.00', '₦592.00']) screen.getByText(amount)
})

test('a repayment names the user who entered it and the approver', () => {
  show(receipt)
  expect(screen.getByText('Babatunde Adeyemi, approved by Emeka Nwosu')).toBeDefined()
})

test('a repayment that was not reallocated shows no correction', () => {
  show(receipt)
  expect(screen.queryByText(/Corrected/)).toBeNull()
})
