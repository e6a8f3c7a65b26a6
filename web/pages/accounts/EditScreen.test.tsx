import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { confirmLeave } from '../../ui/unsaved.ts'
import { EditScreen } from './EditScreen.tsx'

const EDITOR = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const COLLEAGUE = { ...EDITOR, id: '0190a8f2-7c1e-4000-8000-000000000002' }

const ADAEZE = {
  row: {
    id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01',
    phone: '•••• 4567',
    state: 'Lagos',
    payrollSource: 'IPPIS',
    ippisNumber: '431517',
    mda: 'Health',
  },
  title: 'MRS',
  surname: 'Okonkwo',
  firstName: 'Adaeze',
  otherNames: '',
  gender: 'FEMALE',
  dateOfBirth: '1985-03-04',
  firstAppointmentOn: '2011-02-01',
  bvn: '•••••••7766',
  nin: '•••••••3322',
  email: '',
  address: '12 Ahmadu Bello Way',
  lga: 'Eti-Osa',
  grade: 'GL 10',
  step: '4',
  bankCode: '058',
  accountNumber: '••••••6789',
  kinName: 'Chidi Okonkwo',
  kinRelationship: 'Husband',
  kinPhone: '•••• 4567',
  kinAddress: '',
  pending: [],
  revision: 3,
} as unknown as Customer
/** As a colleague left her meanwhile. */
const MOVED: Customer = { ...ADAEZE, lga: 'Surulere', grade: 'GL 12', revision: 4 }

let sent: Record<string, unknown>[] = []

beforeEach(() => {
  sessionStorage.clear()
  sent = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT')
      return Response.json({ code: 'permission.missing', message: 'Not here.' }, { status: 403 })
    sent.push(JSON.parse(body as string))
    return Response.json({ approvalId: null, revision: 5 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The question is fetched when it is needed. */
const PATIENT = { timeout: 4_000 }

/** Opens the form; unmounting it is what a session that ends does. */
function openForm({ customer = ADAEZE, user = EDITOR } = {}): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <MemoryRouter>
          <EditScreen customer={customer} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  return unmount
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const area = () => field(/^Local government area/)
const type = (label: RegExp, value: string): void =>
  void fireEvent.change(field(label), { target: { value } })
const BACK = 'What you wrote last time is back'
const isBack = () => screen.queryByText(BACK) !== null
const stored = () => JSON.stringify({ ...sessionStorage })
const save = () => screen.getByRole('button', { name: /^Save/ })

function typeAndLoseTheSession(): void {
  const end = openForm()
  type(/^Local government area/, 'Ikeja')
  end()
}

test('restores the draft after sign-out and can discard it', async () => {
  typeAndLoseTheSession()
  openForm()
  expect(area().value).toBe('Ikeja')
  await screen.findByText(BACK)
  fireEvent.click(screen.getByText('Start again'))
  expect([area().value, isBack()]).toEqual(['Eti-Osa', false])
  expect(sessionStorage).toHaveLength(0)
})

test('does not store personal numbers in any field and asks for them again', async () => {
  const end = openForm()
  type(/^Local government area/, 'Ikeja')
  type(/^BVN/, '22334455667')
  type(/^Phone/, '0803 555 0199')
  type(/^Account number/, '0123456789')
  type(/^Date of birth/, '1986-03-04')
  type(/^Reason/, 'She called from 08035550199')
  for (const number of ['22334455667', '0803', '0123456789', '1986']) expect(stored()).not.toContain(number)
  end()
  openForm()
  expect([area().value, field(/^BVN/).value, field(/^Date of birth/).value]).toEqual([
    'Ikeja',
    '',
    '1985-03-04',
  ])
  expect(
    await screen.findByText(/Enter again: Date of birth, BVN, Phone, Account number, Reason\.$/),
  ).toBeDefined()
  type(/^BVN/, '22334455667')
  expect(screen.getByText(/Enter again: Date of birth, Phone, Account number, Reason\.$/)).toBeDefined()
})

test('shows no draft notice if only a personal number was typed', async () => {
  const end = openForm()
  type(/^NIN/, '12345678901')
  end()
  openForm()
  expect(await screen.findByText(/Enter again: NIN\.$/)).toBeDefined()
  expect(isBack()).toBe(false)
})

test('asks for the number again after every reload until the draft is discarded', async () => {
  const end = openForm()
  type(/^NIN/, '12345678901')
  end()
  openForm()()
  openForm()
  expect(await screen.findByText(/Enter again: NIN\.$/)).toBeDefined()
  expect(stored()).not.toContain('12345678901')
  fireEvent.click(screen.getByText('Start again'))
  expect(screen.queryByText(/Enter again/)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('does not restore the draft for another user in the same tab', () => {
  typeAndLoseTheSession()
  openForm({ user: COLLEAGUE })
  expect([area().value, isBack()]).toEqual(['Eti-Osa', false])
})

test('asks to check a newer record before overwriting it', async () => {
  typeAndLoseTheSession()
  openForm({ customer: MOVED })
  expect([area().value, field(/^Grade level/).value]).toEqual(['Ikeja', 'GL 12'])
  expect(await screen.findByText('Someone else changed this customer since you typed that')).toBeDefined()
  expect(screen.getByText('Local government area: Surulere')).toBeDefined()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByText('I have seen it'))
  expect(save().getAttribute('aria-disabled')).not.toBe('true')
  fireEvent.click(save())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ basedOn: 4, lga: 'Ikeja' })
  expect(sent[0]).not.toHaveProperty('grade')
})

test('shows the notice again after a reload', async () => {
  typeAndLoseTheSession()
  openForm({ customer: MOVED })()
  openForm({ customer: MOVED })
  expect(await screen.findByText('I have seen it')).toBeDefined()
})

test('shows no notice if the newer record has the same values', () => {
  typeAndLoseTheSession()
  openForm({ customer: { ...MOVED, lga: 'Ikeja' } })
  expect([isBack(), screen.queryByText('I have seen it')]).toEqual([false, null])
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  [
    'left by choice',
    async () => {
      confirmLeave(() => undefined)
      fireEvent.click(await screen.findByText('Leave', {}, PATIENT))
    },
  ],
  [
    'saved',
    async () => {
      fireEvent.click(save())
      await waitFor(() => expect(sent).toHaveLength(1))
    },
  ],
])('a form that was %s leaves no draft', async (_, leave) => {
  typeAndLoseTheSession()
  openForm()
  expect(sessionStorage).toHaveLength(1)
  await leave()
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})
