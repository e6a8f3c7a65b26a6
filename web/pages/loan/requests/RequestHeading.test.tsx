import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api.ts'
import { CurrentUserContext } from '../../../parts/currentUser.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { recordActs } from '../../../ui/recordActs.ts'
import { RequestHeading } from './RequestHeading.tsx'

const NGOZI = '0190a8f2-7c1e-4000-8000-000000000001'
const HALIMA = '0190a8f2-7c1e-4000-8000-000000000002'

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ rows: [] })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const NEAR = {
  position: undefined,
  next: null,
  previous: null,
  place: 'stage',
  addressOf: (id: string) => `/loan/requests/reviewer/${id}`,
  back: '/loan/requests/reviewer',
}

function show(viewerId: string) {
  const claims = { claim: vi.fn<() => void>(), release: vi.fn<() => void>(), free: vi.fn<() => void>() }
  const request = {
    row: {
      id: NGOZI,
      reference: 'IRK-AAAA-0001',
      applicant: 'Okonkwo Adaeze',
      channel: 'public',
      stage: 'reviewer',
      sla: 'green',
      version: 1,
      flags: [],
      submittedAt: '2026-11-15T09:00:00Z',
      claimedBy: { id: HALIMA, name: 'Halima Bello' },
    },
    offers: { claim: { allowed: true, why: null }, release: { allowed: true, why: null } },
    previousId: null,
    nextId: null,
  } as unknown as LoanRequest
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={{ id: viewerId, roles: ['superAdmin'] } as never}>
        <MemoryRouter>
          <RequestHeading
            request={request}
            stage="reviewer"
            claims={{ ...claims, pending: false }}
            near={NEAR}
          />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  return claims
}

/** The same button in the palette. */
const offered = () =>
  recordActs().flatMap(({ title, commands }) => commands.map(act => `${title}: ${act.title}`))

test('asks before it releases the claim of another user', async () => {
  const { release, free } = show(NGOZI)
  expect(offered()).toEqual(['Request IRK-AAAA-0001: Release for Halima Bello'])
  expect(screen.getByText('Claimed by Halima Bello')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Release for Halima Bello' }))
  expect(free).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByText('Release'))
  expect([free.mock.calls.length, release.mock.calls.length]).toEqual([1, 0])
})

test('releases the user’s own claim without asking', () => {
  const { release } = show(HALIMA)
  expect(offered()).toEqual(['Request IRK-AAAA-0001: Release'])
  expect(screen.getByText('Claimed by you')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Release' }))
  expect(release).toHaveBeenCalledOnce()
})
