import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECTIONS, settingsApi } from '../../../contract/settings.ts'
import { createQueryClient, queryKey } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { confirmLeave } from '../../ui/unsaved.ts'
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

/** What a colleague saved meanwhile. */
const NEWER: SettingVersion = {
  ...NEWEST,
  version: 4,
  value: { ...SECTIONS.retirement.initial, marginMonths: 5 } as unknown as SettingVersion['value'],
  changedBy: 'Ngozi Okafor',
}

const FASTER = { code: 'setting.stale', message: 'Someone else changed this section while you were editing.' }

let sent: { basedOn?: number }[] = []

beforeEach(() => {
  sessionStorage.clear()
  sent = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT')
      return Response.json({ rows: [NEWER, NEWEST].map(row => ({ ...row, approvedBy: null })) })
    sent.push(JSON.parse(body as string))
    return Response.json({ approvalId: null })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const closed = vi.fn<() => void>()

/** The question is fetched when it is needed. */
const PATIENT = { timeout: 4_000 }

/** Opens the form; unmounting it is what a session that ends does. */
function openForm({ newest = NEWEST, user = ADMIN, client = createQueryClient() } = {}): () => void {
  const { unmount } = render(
    <QueryClientProvider client={client}>
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

test('restores typed values after the session ended, and can discard them', () => {
  typeAndLoseTheSession()
  openForm()
  expect([months().value, reason().value, isBack()]).toEqual(['7', 'The board said so', true])
  fireEvent.click(screen.getByText('Start again'))
  expect([months().value, reason().value, isBack()]).toEqual(['3', '', false])
  expect(sessionStorage).toHaveLength(0)
})

test('does not restore the draft for another user', () => {
  typeAndLoseTheSession()
  openForm({ user: COLLEAGUE })
  expect([months().value, isBack()]).toEqual(['3', false])
})

test('restores a draft on an older version and shows the newer one first', async () => {
  typeAndLoseTheSession()
  openForm({ newest: NEWER })
  expect([months().value, reason().value, isBack()]).toEqual(['7', 'The board said so', true])
  await screen.findByText('Ngozi Okafor changed this while you were editing (version 4)')
  expect(screen.getByRole('table', { name: 'Changes in the newer version' }).textContent).toContain(
    '5 months',
  )
  // until it was seen the server is told the older version, and refuses
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(sent.map(({ basedOn }) => basedOn)).toEqual([3]))
})

test('bases the draft on the newer version after it was seen, also after a reload', async () => {
  typeAndLoseTheSession()
  const end = openForm({ newest: NEWER })
  fireEvent.click(await screen.findByText('Continue'))
  end()
  openForm({ newest: NEWER })
  expect([months().value, isBack()]).toEqual(['7', true])
  expect(screen.queryByText(/changed this meanwhile/)).toBeNull()
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(sent.map(({ basedOn }) => basedOn)).toEqual([4]))
})

test('starting again uses the newer version', async () => {
  typeAndLoseTheSession()
  openForm({ newest: NEWER })
  await screen.findByText('Continue')
  fireEvent.click(screen.getByText('Start again'))
  expect([months().value, screen.queryByText(/changed this meanwhile/)]).toEqual(['5', null])
  expect(sessionStorage).toHaveLength(0)
})

test('ignores stored data that is no draft of this section', () => {
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
      confirmLeave(() => undefined)
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

test.each([
  ['while what changed is being fetched', () => new Promise<Response>(() => undefined)],
  [
    'where what changed cannot be fetched',
    async () => Response.json({ code: 'permission.missing', message: 'Not here.' }, { status: 403 }),
  ],
])('that somebody was faster is said %s', async (_, history) => {
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) =>
    method === 'PUT' ? Response.json(FASTER, { status: 409 }) : history(),
  )
  typeAndLoseTheSession()
  openForm()
  fireEvent.submit(screen.getByRole('form'))
  expect((await screen.findByRole('alert')).textContent).toBe(FASTER.message)
})

test('shows the newer changes instead of the error', async () => {
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'PUT'
      ? Response.json(FASTER, { status: 409 })
      : Response.json({ rows: [NEWER, NEWEST].map(row => ({ ...row, approvedBy: null })) }),
  )
  typeAndLoseTheSession()
  // a history that was looked at before they changed it is asked for again
  const client = createQueryClient()
  client.setQueryData(queryKey(settingsApi.settingHistory, { section: 'retirement' }), { rows: [NEWEST] })
  openForm({ client })
  fireEvent.submit(screen.getByRole('form'))
  await screen.findByText('Ngozi Okafor changed this while you were editing (version 4)')
  expect(screen.queryByText(FASTER.message)).toBeNull()
})
