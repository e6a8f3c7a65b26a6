import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECTIONS } from '../../../contract/sections.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { leaveAsked } from '../../ui/unsaved.ts'
import { SectionForm, type SettingVersion } from './SectionForm.tsx'

const ADMIN = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const COLLEAGUE = { ...ADMIN, id: '0190a8f2-7c1e-4000-8000-000000000002' }

const NEWEST: SettingVersion = {
  section: 'retirement',
  version: 3,
  value: structuredClone(SECTIONS.retirement.initial) as unknown as SettingVersion['value'],
  effectiveOn: '2026-01-01',
  changedBy: null,
  changedAt: null,
  reason: null,
}

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    Response.json(method === 'PUT' ? { approvalId: null } : { rows: [] }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const closed = vi.fn<() => void>()

/** The question is fetched when it is needed. */
const PATIENT = { timeout: 4_000 }

/** Opens the form; unmounting it is what a session that ends does. */
function openForm({ newest = NEWEST, user = ADMIN } = {}): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <SectionForm section="retirement" newest={newest} onClose={closed} />
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  return unmount
}

const months = () => screen.getByLabelText<HTMLInputElement>(/^Last instalment before/)
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason/)
const isBack = () => screen.queryByText('What you wrote last time is back') !== null

function typeAndLoseTheSession(): void {
  const end = openForm()
  fireEvent.change(months(), { target: { value: '7' } })
  fireEvent.change(reason(), { target: { value: 'The board said so' } })
  end()
}

test('what was typed when the session ended is back, and can be dropped', () => {
  typeAndLoseTheSession()
  openForm()
  expect([months().value, reason().value, isBack()]).toEqual(['7', 'The board said so', true])
  fireEvent.click(screen.getByText('Start afresh'))
  expect([months().value, reason().value, isBack()]).toEqual(['3', '', false])
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  ['a colleague at the same tab', { user: COLLEAGUE }],
  ['who finds a newer version', { newest: { ...NEWEST, version: 4 } }],
])('it does not come back for %s', (_, opened) => {
  typeAndLoseTheSession()
  openForm(opened)
  expect([months().value, isBack()]).toEqual(['3', false])
})

test('what stands in the storage and is no draft of this section is left alone', () => {
  typeAndLoseTheSession()
  const [key = ''] = Object.keys(sessionStorage)
  sessionStorage.setItem(key, JSON.stringify({ draft: { fields: {}, rows: 'many' }, when: {} }))
  openForm()
  expect([months().value, isBack()]).toEqual(['3', false])
})

test.each([
  ['cancelled', async () => void fireEvent.click(screen.getByText('Cancel'))],
  [
    'left by choice',
    async () => {
      leaveAsked(() => undefined)
      fireEvent.click(await screen.findByText('Leave', {}, PATIENT))
    },
  ],
  [
    'saved',
    async () => {
      fireEvent.submit(screen.getByRole('form'))
      await waitFor(() => expect(closed).toHaveBeenCalled())
    },
  ],
])('a form that was %s leaves nothing', async (_, leave) => {
  closed.mockReset()
  typeAndLoseTheSession()
  openForm()
  expect(sessionStorage).toHaveLength(1)
  await leave()
  expect(sessionStorage).toHaveLength(0)
})
