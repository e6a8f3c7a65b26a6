import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { type CurrentUser, CurrentUserContext } from '../../parts/currentUser.ts'
import { Overview } from './Overview.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const AUTHORIZER: CurrentUser = {
  id: ID,
  email: 'authorizer@iroko.test',
  firstName: 'Amina',
  lastName: 'Sule',
  roles: ['Authorizer'],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const WORK = {
  askedAt: '2026-11-16T09:03:00.000Z',
  queues: [],
  toDecide: { waiting: 1, oldestAt: '2026-11-16T09:00:00.000Z' },
  mine: { waiting: 0, oldestAt: null },
  toTransfer: null,
  reveals: null,
  arrears: null,
  exceptions: [],
  firstSteps: null,
}
const NONE = { rows: [], total: 0, totalIsExact: true, next: null }
const REFUSED = { code: 'permission.missing', message: 'The books are being moved.' }

/** The reply of each part, if any. */
type Answers = Record<
  'work' | 'portfolio' | 'toDecide' | 'mine' | 'declined' | 'preferences',
  () => Promise<Response>
>
const never = () => new Promise<Response>(() => {})
const answered = (body: object) => async () => Response.json(body)
const refused = async () => Response.json(REFUSED, { status: 403 })
const USUAL: Answers = {
  work: answered(WORK),
  portfolio: never,
  toDecide: answered(NONE),
  mine: answered(NONE),
  declined: answered(NONE),
  preferences: answered({ density: 'comfortable', hidden: {}, views: [] }),
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const saved: unknown[] = []
function show(answers: Partial<Answers>, address = '/'): void {
  const all = { ...USUAL, ...answers }
  saved.length = 0
  vi.stubGlobal('fetch', (asked: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PUT') saved.push(JSON.parse(body as string))
    const { pathname, searchParams } = new URL(asked, 'http://iroko.test')
    const part = searchParams.get('view') ?? pathname.split('/').at(-1) ?? ''
    return part in all ? all[part as keyof Answers]() : never()
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUTHORIZER}>
        <MemoryRouter initialEntries={[address]}>
          <Overview />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}
const soon = { timeout: 30_000 }
const queues = () => screen.findByRole('region', { name: 'Your queues' }, soon)
const portfolio = () => screen.findByRole('heading', { name: 'Portfolio' }, soon)
const tab = (name: string) => screen.getByRole('tab', { name })

test('parts that come at once are drawn at once', async () => {
  show({})
  expect(screen.queryByText('Needs attention')).toBeNull()
  await queues()
  expect(screen.getByText('Needs attention')).toBeTruthy()
})

test('a slow list does not hold back the other parts, and says that it is loading', async () => {
  show({ toDecide: never })
  await queues()
  expect(screen.getByText('Needs attention')).toBeTruthy()
  expect(document.querySelector('#waiting-to-decide [data-first-load]')).not.toBeNull()
  // the counts say that this list is empty
  expect(document.querySelector('#waiting-mine [data-first-load]')).toBeNull()
})

test('slow counts do not hold back the lists', async () => {
  const row = { ...ASKED, summary: 'the loan of Musa Sule' }
  show({ work: never, toDecide: answered({ ...NONE, rows: [row], total: 1 }) })
  expect(await screen.findByText('the loan of Musa Sule', {}, soon)).toBeTruthy()
})

test('a part that failed says so in its place and can be loaded again, the others stay', async () => {
  let isBack = false
  show({
    work: () => (isBack ? USUAL.work() : refused()),
    mine: answered({ ...NONE, rows: [ASKED], total: 1 }),
  })
  expect(await screen.findByText('The books are being moved.', {}, soon)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Submitted by you' })).toBeTruthy()
  isBack = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await queues()
  expect(screen.queryByText('The books are being moved.')).toBeNull()
})

test('the tab chosen last is opened again, and choosing another saves it', async () => {
  const taste = { density: 'compact', hidden: {}, views: [], dashboardTab: 'portfolio' }
  show({ preferences: answered(taste) })
  await portfolio()
  expect(tab('Portfolio').getAttribute('aria-selected')).toBe('true')
  fireEvent.click(tab('My desk'))
  await queues()
  await vi.waitFor(() => expect(saved).toEqual([{ density: 'compact', hidden: {}, dashboardTab: 'desk' }]))
})

test.each(['/?tab=portfolio', '/?from=2026-10&to=2026-10'])('%s shows the portfolio', async address => {
  show({}, address)
  await portfolio()
})

const ASKED = {
  id: ID,
  command: 'loanActDo',
  title: 'Refund',
  summary: '',
  subjectType: 'loan',
  subjectId: ID,
  amount: null,
  before: null,
  after: null,
  reason: null,
  status: 'waiting',
  makerId: ID,
  makerName: 'Babatunde Adeyemi',
  askedAt: '2026-11-16T09:00:00.000Z',
  checkerName: null,
  decidedAt: null,
  note: null,
  blocked: null,
}

const FLOWS = {
  disbursedLoans: 0,
  disbursed: '0',
  collected: '0',
  cash: '0',
  due: '0',
  efficiency: null,
  cashEfficiency: null,
  received: '0',
}
const OCTOBER = {
  askedAt: '2026-11-16T09:03:00.000Z',
  refreshedAt: '2026-11-16T09:00:00.000Z',
  bookedTo: '2026-11-15',
  from: '2026-10',
  to: '2026-10',
  firstMonth: '2026-03',
  rowsSince: '2026-05',
  frozen: { on: '2026-10-31', at: '2026-10-31T23:03:00.000Z' },
  outstanding: null,
  period: FLOWS,
  frozenFlows: null,
  before: { ...FLOWS, from: '2026-09-01', to: '2026-09-30' },
  par: [],
  parByConduct: [],
  ageing: [],
  classes: [],
  months: [],
  requests: null,
  suspense: null,
  unremitted: null,
  retiring: null,
  messages: { failed: 0, unknown: 0 },
  states: [],
  zones: [],
  employers: [],
  officers: [],
  products: [],
  vintages: [],
}

test.each([
  [null, 1],
  [{ ...FLOWS, at: '2026-10-31T23:04:00.000Z' }, 0],
])('a month whose amounts were not saved says so: %j', async (frozenFlows, times) => {
  show({ portfolio: answered({ ...OCTOBER, frozenFlows }) }, '/?tab=portfolio')
  expect(
    await screen.findByText(/Disbursed, deducted or paid, received and due updated/, {}, soon),
  ).toBeTruthy()
  expect(screen.queryAllByText(/Their amounts at the month-end were not saved/)).toHaveLength(times)
})
