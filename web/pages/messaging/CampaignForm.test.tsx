import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { confirmLeave } from '../../ui/unsaved.ts'
import { CampaignForm } from './CampaignForm.tsx'

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

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () =>
    Response.json({ rows: [], total: 0, totalIsExact: true, next: null, isSimilar: false }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The question is fetched when it is needed. */
const PATIENT = { timeout: 4_000 }

/** Opens the form; unmounting it is what a session that ends does. */
function openForm(): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter>
          <CampaignForm />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  return unmount
}

const name = () => screen.getByLabelText<HTMLInputElement>(/^Campaign name/)
const numbers = () => screen.getByLabelText<HTMLTextAreaElement>('Phone or customer numbers')
const notice = 'What you wrote last time is back'

function typeAndLoseTheSession(): void {
  const end = openForm()
  fireEvent.click(screen.getByText('A list'))
  fireEvent.change(numbers(), { target: { value: 'C0100001' } })
  fireEvent.change(name(), { target: { value: 'November reminder' } })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('C0100001')
  end()
}

test('restores an unfinished campaign after the session ended, and can discard it', () => {
  typeAndLoseTheSession()
  openForm()
  expect(screen.getByText(notice)).toBeDefined()
  // whom it goes to may be phone numbers, which no browser keeps
  expect([numbers().value, name().value]).toEqual(['', 'November reminder'])
  fireEvent.click(screen.getByText('Start again'))
  expect([name().value, screen.queryByText(notice)]).toEqual(['', null])
  expect(sessionStorage).toHaveLength(0)
})

test('does not restore a campaign that was left on purpose', async () => {
  typeAndLoseTheSession()
  const end = openForm()
  confirmLeave(end)
  fireEvent.click(await screen.findByText('Leave', {}, PATIENT))
  expect(sessionStorage).toHaveLength(0)
  openForm()
  expect([name().value, screen.queryByText(notice)]).toEqual(['', null])
})

test('does not save a draft for a change of the audience kind only', () => {
  openForm()
  fireEvent.click(screen.getByText('A list'))
  expect(sessionStorage).toHaveLength(0)
})
