import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localDate } from '../../../../engine/dates.ts'
import { kobo } from '../../../../engine/money.ts'
import { createQueryClient } from '../../../api.ts'
import { CurrentUserContext } from '../../../parts/currentUser.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { EditScreen } from './EditScreen.tsx'

const EDITOR = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: ['Editor' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

const REJECTED = {
  row: {
    id: '0190a8f2-7c1e-4000-8000-000000000003',
    version: 1,
    reference: 'IRK-2026-0001',
    stage: 'rejected',
  },
  application: {
    consentVersion: 3,
    consented: true,
    title: 'MRS',
    surname: 'Okonkwo',
    firstName: 'Adaeze',
    otherNames: '',
    gender: 'FEMALE',
    dateOfBirth: localDate('1988-04-12'),
    phone: '•••• 4567',
    email: '',
    bvn: '•••••••7341',
    nin: '•••••••9592',
    address: '12 Ahmadu Bello Way',
    state: 'Lagos',
    lga: 'Eti-Osa',
    payrollSource: 'IPPIS',
    ippisNumber: '435478',
    mda: 'Federal Ministry of Health',
    grade: 'GL 10',
    step: '4',
    firstAppointmentOn: localDate('2012-05-01'),
    productId: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01',
    amount: kobo(50_000_000n),
    tenor: 12,
    purpose: 'School fees',
    bankCode: '058',
    bankName: 'Guaranty Trust Bank',
    accountNumber: '••••••4183',
    kinName: 'Chidi Okonkwo',
    kinRelationship: 'Husband',
    kinPhone: '•••• 4567',
    kinAddress: '',
    accountOfficerCode: 'AO-014',
  },
  timeline: [],
} as unknown as LoanRequest

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'permission.missing', message: 'Not here.' }, { status: 403 }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the form; unmounting it is what a session that ends does. */
const openForm = (request = REJECTED): (() => void) => render(screenOf(request)).unmount

const client = createQueryClient()
const screenOf = (request: LoanRequest) => (
  <QueryClientProvider client={client}>
    <CurrentUserContext value={EDITOR}>
      <MemoryRouter>
        <EditScreen request={request} />
      </MemoryRouter>
    </CurrentUserContext>
  </QueryClientProvider>
)

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: RegExp, value: string): void =>
  void fireEvent.change(field(label), { target: { value } })

function typeAndLoseTheSession(): void {
  const end = openForm()
  type(/^Purpose/, 'Rent')
  type(/^Amount/, '1500000')
  type(/^Note for the reviewer/, 'Corrected by telephone')
  type(/^BVN/, '22334455667')
  type(/^Monthly net pay/, '180,000')
  end()
}

test('restores an unfinished correction after sign-out, without masked fields', async () => {
  typeAndLoseTheSession()
  const stored = JSON.stringify({ ...sessionStorage })
  for (const secret of ['22334455667', '180,000', '180000']) expect(stored).not.toContain(secret)
  openForm()
  expect([field(/^Purpose/).value, field(/^Note/).value, field(/^BVN/).value]).toEqual([
    'Rent',
    'Corrected by telephone',
    '',
  ])
  expect(field(/^Amount/).value.replaceAll(',', '')).toBe('1500000')
  expect(await screen.findByText(/Enter again: BVN, Monthly net pay\.$/)).toBeDefined()
  fireEvent.click(screen.getByText('Start again'))
  expect([field(/^Purpose/).value, field(/^Note/).value]).toEqual(['School fees', ''])
  expect(sessionStorage).toHaveLength(0)
})

test('asks to check a newer version before resubmitting a restored draft', async () => {
  typeAndLoseTheSession()
  openForm({
    ...REJECTED,
    row: { ...REJECTED.row, version: 3 },
    application: { ...REJECTED.application, purpose: 'Hospital' },
  })
  const resubmit = screen.getByRole('button', { name: 'Resubmit request' })
  expect([field(/^Purpose/).value, resubmit.getAttribute('aria-disabled')]).toEqual(['Rent', 'true'])
  expect(await screen.findByText('Purpose: Hospital')).toBeDefined()
  fireEvent.click(screen.getByText('I have seen it'))
  expect(resubmit.getAttribute('aria-disabled')).not.toBe('true')
})

/** As a colleague resubmitted it, and a reviewer rejected it once more, while the form was open. */
const AGAIN: LoanRequest = {
  ...REJECTED,
  row: { ...REJECTED.row, version: 2 },
  application: { ...REJECTED.application, lga: 'Surulere', purpose: 'Hospital' },
}
const stored = (): { basedOn: number; typed: Record<string, string> } =>
  JSON.parse(Object.values({ ...sessionStorage })[0] as string)

test('reports a newer version during editing and keeps untouched fields unchanged', async () => {
  const { rerender } = render(screenOf(REJECTED))
  type(/^Purpose/, 'Rent')
  rerender(screenOf(AGAIN))
  expect(field(/^Local government area/).value).toBe('Eti-Osa')
  expect(stored()).toMatchObject({ basedOn: 1, typed: { purpose: 'Rent' } })
  expect(await screen.findByText('Someone else changed this request while you were editing')).toBeDefined()
  expect(screen.getByText('Local government area: Surulere')).toBeDefined()
  fireEvent.click(screen.getByText('I have seen it'))
  await waitFor(() => expect(screen.queryByText('I have seen it')).toBeNull())
  expect([field(/^Local government area/).value, field(/^Purpose/).value]).toEqual(['Surulere', 'Rent'])
  expect(stored()).toEqual({ basedOn: 2, typed: { purpose: 'Rent' }, withheld: [] })
})

test('does not offer to overwrite a request that is pending review again', () => {
  const { rerender } = render(screenOf(REJECTED))
  type(/^Purpose/, 'Rent')
  rerender(screenOf({ ...AGAIN, row: { ...AGAIN.row, stage: 'reviewer' } }))
  expect(screen.queryByText('I have seen it')).toBeNull()
  expect([field(/^Purpose/).value, stored().basedOn]).toEqual(['Rent', 1])
})
