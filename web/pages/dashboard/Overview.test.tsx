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

/** What each part is answered, if it is. */
type Answers = Record<'work' | 'portfolio' | 'toDecide' | 'mine' | 'declined', () => Promise<Response>>
const never = () => new Promise<Response>(() => {})
const answered = (body: object) => async () => Response.json(body)
const refused = async () => Response.json(REFUSED, { status: 403 })
const USUAL: Answers = {
  work: answered(WORK),
  portfolio: never,
  toDecide: answered(NONE),
  mine: answered(NONE),
  declined: answered(NONE),
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(answers: Partial<Answers>): void {
  const all = { ...USUAL, ...answers }
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://iroko.test')
    const part = searchParams.get('view') ?? pathname.split('/').at(-1) ?? ''
    return part in all ? all[part as keyof Answers]() : never()
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUTHORIZER}>
        <MemoryRouter>
          <Overview />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}
const soon = { timeout: 3_000 }
const work = () => screen.findByRole('region', { name: 'Your work' }, soon)
const book = () => screen.getByRole('heading', { name: 'The book' })

test('parts that come at once are drawn at once', async () => {
  show({})
  expect(screen.queryByRole('heading', { name: 'The book' })).toBeNull()
  await work()
  expect(book()).toBeTruthy()
})

test('one slow list keeps back no other part, and says that it comes', async () => {
  show({ toDecide: never })
  await work()
  expect(screen.getByText('Needs attention')).toBeTruthy()
  expect(book()).toBeTruthy()
  expect(document.querySelector('#waiting-to-decide [data-first-load]')).not.toBeNull()
  // the counts say that nothing is to come here
  expect(document.querySelector('#waiting-mine [data-first-load]')).toBeNull()
})

test('counts that are slow keep back neither the lists nor the book', async () => {
  const row = { ...ASKED, summary: 'the loan of Musa Sule' }
  show({ work: never, toDecide: answered({ ...NONE, rows: [row], total: 1 }) })
  expect(await screen.findByText('the loan of Musa Sule', {}, soon)).toBeTruthy()
  expect(book()).toBeTruthy()
})

test('a part that failed says so in its place and is asked for again, the others stay', async () => {
  let isBack = false
  show({ work: () => (isBack ? USUAL.work() : refused()) })
  expect(await screen.findByText('The books are being moved.', {}, soon)).toBeTruthy()
  expect(book()).toBeTruthy()
  isBack = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await work()
  expect(screen.queryByText('The books are being moved.')).toBeNull()
})

const ASKED = {
  id: ID,
  command: 'loanActDo',
  title: 'Pay out',
  summary: '',
  subjectType: 'loan',
  subjectId: ID,
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
  due: '0',
  efficiency: null,
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
])('a month whose sums were not kept with it says so: %j', async (frozenFlows, times) => {
  show({ portfolio: answered({ ...OCTOBER, frozenFlows }) })
  expect(await screen.findByText(/Disbursed, collected and due added up/, {}, soon)).toBeTruthy()
  expect(screen.queryAllByText(/what they were when it was frozen was not kept/)).toHaveLength(times)
})
