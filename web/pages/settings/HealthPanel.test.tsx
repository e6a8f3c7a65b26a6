import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { HealthPanel } from './HealthPanel.tsx'

const BATCH = '0190a8f2-7c1e-4000-8000-000000000007'
const HEALTH = {
  jobsWaiting: 0,
  jobsFailed: 1,
  workers: 1,
  auditUnsealed: 0,
  databaseVersion: '18.0',
  databaseBytes: '1000000',
  messagesQueued: 0,
  messagesHeld: 0,
  gateway: 'termii',
  gatewayBalance: 'NGN 1,250.00',
  gatewayBalanceAt: '2026-11-14T09:00:00.000Z',
  lastProofAt: null,
  lastProofOk: null,
  untrustedProxyAt: null,
  backups: [] as object[],
  replicas: [],
  clockSkewMs: 12,
  clockProblem: null as string | null,
}
const JOB = {
  id: '42',
  title: 'Posting or reversing a repayment batch',
  subjectType: 'repayment',
  subjectId: BATCH,
  attempts: 5,
  failedAt: '2026-11-14T09:00:00.000Z',
  error: 'value too long for …',
}
/** A busy machine takes its time. */
const PATIENT = { timeout: 15_000 }
vi.setConfig({ testTimeout: 60_000 })
const sent: { path: string; body: unknown }[] = []
let health = HEALTH
let runs: object[] = []

beforeEach(() => {
  sent.length = 0
  health = HEALTH
  runs = []
  vi.stubGlobal('fetch', async (address: string, init: { method: string; body?: string }) => {
    const path = address.split('?')[0] ?? ''
    if (init.method === 'POST') {
      sent.push({ path, body: JSON.parse(init.body ?? '{}') })
      return Response.json({})
    }
    if (path === '/api/settings/health') return Response.json(health)
    if (path === '/api/failed-jobs') return Response.json({ rows: [JOB] })
    return Response.json({ rows: runs, dueDay: null, isRunning: false, isLate: false })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (role: Role) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext
        value={{
          id: BATCH,
          email: 'bayo@iroko.test',
          firstName: 'Bayo',
          lastName: 'Adeyemi',
          roles: [role],
          accountOfficerCode: null,
          totpEnrolled: false,
          totpRequired: false,
        }}
      >
        <MemoryRouter>
          <HealthPanel />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )

test('a failed job shows its error and record and can be retried', async () => {
  show('Admin')
  expect(await screen.findByText('value too long for …', {}, PATIENT)).toBeDefined()
  const link = screen.getByRole('link', { name: 'Open record' })
  expect(link.getAttribute('href')).toContain(BATCH)
  await userEvent.click(screen.getByRole('button', { name: `Retry: ${JOB.title}` }))
  await waitFor(() => expect(sent).toEqual([{ path: '/api/failed-jobs/42/retry', body: {} }]))
})

test('discarding a job asks for a reason', async () => {
  show('Admin')
  await userEvent.click(await screen.findByRole('button', { name: `Discard: ${JOB.title}` }, PATIENT))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByRole('textbox'), 'Posted by hand')
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { path: '/api/failed-jobs/let-go', body: { ids: ['42'], reason: 'Posted by hand' } },
    ]),
  )
})

test('a user without permission can view failed jobs and the gateway balance', async () => {
  show('Auditor')
  const again = await screen.findByRole('button', { name: `Retry: ${JOB.title}` }, PATIENT)
  expect(again.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/Termii: balance NGN 1,250\.00/)).toBeDefined()
})

test.each([
  ['NGN 0', 'No balance'],
  ['NGN 0.00', 'No balance'],
  ['NGN -12.50', 'No balance'],
  ['NGN 0.40', 'Good'],
  ['NGN 1,250.00', 'Good'],
])('a gateway balance of %s is shown as %s', async (gatewayBalance, verdict) => {
  health = { ...HEALTH, jobsFailed: 0, gatewayBalance }
  show('Auditor')
  const said = await screen.findByText(new RegExp(`Termii: balance ${gatewayBalance}`), {}, PATIENT)
  expect(within(said.parentElement as HTMLElement).getByText(verdict)).toBeDefined()
})

test('shows no list without failed jobs', async () => {
  health = { ...HEALTH, jobsFailed: 0, gateway: 'outbox' }
  show('Admin')
  expect(await screen.findByText('Test gateway: no SMS is sent.', {}, PATIENT)).toBeDefined()
  expect(screen.queryByText('Failed jobs')).toBeNull()
})

test('the test gateway is marked as test only', async () => {
  health = { ...HEALTH, jobsFailed: 0, gateway: 'outbox' }
  show('Admin')
  const said = await screen.findByText(/^Test gateway:/, {}, PATIENT)
  expect(within(said.parentElement as HTMLElement).getByText('Test only')).toBeDefined()
})

test.each([
  [{ kind: 'backup', ok: true, hours: 3 }, 'Backup', 'Good'],
  [{ kind: 'backup', ok: true, hours: 27 }, 'Backup', 'Overdue'],
  [{ kind: 'log', ok: true, hours: 1 }, 'Log archive', 'Overdue'],
  [{ kind: 'restoreTest', ok: true, hours: 3 }, 'Restore test', 'Verified'],
  [{ kind: 'restoreTest', ok: false, hours: 3 }, 'Restore test', 'Failed'],
  [undefined, 'Backup', 'Not set up'],
])('a backup report of %s is shown as %s: %s', async (report, name, verdict) => {
  const at = new Date(Date.now() - (report?.hours ?? 0) * 3_600_000).toISOString()
  const backups = report
    ? [{ ...report, at, okAt: report.ok ? at : null, tookMs: 4_200, detail: '12 MB' }]
    : []
  health = { ...HEALTH, jobsFailed: 0, backups }
  show('Admin')
  const said = await screen.findByText(name, {}, PATIENT)
  expect(within(said.parentElement as HTMLElement).getByText(verdict)).toBeDefined()
})

test.each([
  [4_000, null, 'Good'],
  [-42_000, null, 'Off'],
  [300_000, 'ahead of the database', 'Ahead'],
  [0, 'ahead of the records', 'Ahead'],
])('a clock %s ms ahead, %s, is shown as %s', async (clockSkewMs, clockProblem, verdict) => {
  health = { ...HEALTH, jobsFailed: 0, clockSkewMs, clockProblem }
  show('Admin')
  const name = await screen.findByText('Clock', {}, PATIENT)
  expect(within(name.parentElement as HTMLElement).getByText(verdict)).toBeDefined()
})

test('held messages are shown in amber with their consequence and a link', async () => {
  health = { ...HEALTH, jobsFailed: 0, messagesQueued: 1, messagesHeld: 1200 }
  show('Admin')
  expect(
    await screen.findByText(/^1 message queued, 1,200 held\. Held messages are not sent until/, {}, PATIENT),
  ).toBeDefined()
  expect(screen.getByText('Held')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Waiting messages' }).getAttribute('href')).toContain('tab=outbox')
})

test.each([
  ['00:00:12.340', '12.3 s'],
  ['00:00:59.960', '1 min 0 s'],
  ['00:01:59.600', '2 min 0 s'],
  ['00:03:04.200', '3 min 4 s'],
])('a run from midnight to %s took %s', async (finished, took) => {
  health = { ...HEALTH, jobsFailed: 0 }
  const counts = { openLoans: 1, booked: 1, postings: 1, chunks: 1 }
  const times = { startedAt: '2026-11-14T00:00:00.000Z', finishedAt: `2026-11-14T${finished}Z` }
  runs = [{ day: '2026-11-14', worker: 'one', ...times, ...counts }]
  show('Admin')
  expect(await screen.findByText(took, {}, PATIENT)).toBeDefined()
})
