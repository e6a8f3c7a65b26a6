import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import { CurrentUserContext } from '../parts/currentUser.ts'
import { useRecordActs } from '../ui/recordActs.ts'
import CommandPalette from './CommandPalette.tsx'

const AUDITOR = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03',
  email: 'auditor@iroko.test',
  firstName: 'Ibrahim',
  lastName: 'Danjuma',
  roles: ['Auditor' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

const MUSA = '5d7c7a0e-7d2f-4c11-9a53-0d5c6f1b7a01'
const customer = (name: string) => ({
  id: MUSA,
  number: 'C0001',
  name,
  status: 'active',
  phone: '+2348030000001',
  payrollSource: 'IPPIS',
  ippisNumber: '148213',
  mda: 'Federal Ministry of Works',
  state: 'Kano',
  officerCode: '',
  officerName: null,
  openedAt: '2026-11-16T09:00:00.000Z',
  outstanding: '0',
  arrears: '0',
  className: '',
})

const LOAN = {
  id: MUSA,
  number: 'L0000012',
  customerId: MUSA,
  customerName: 'Musa Bello',
  ippisNumber: '148213',
  mda: 'Federal Ministry of Works',
  productName: 'Public Servant Loan',
  status: 'live',
  frozen: null,
  principal: '50000000',
  tenor: 12,
  rhythm: 'monthly',
  instalment: '6166667',
  outstanding: { principal: '30000000', interest: '0', fee: '0', penalty: '0' },
  outstandingTotal: '30000000',
  credit: '0',
  loss: null,
  arrears: '0',
  daysPastDue: 0,
  className: 'Performing',
  nextDueOn: null,
  nextDueAmount: null,
  lastReceiptOn: null,
  lastDeductionMonth: null,
  officerCode: 'AO-014',
  officerName: 'Babatunde Adeyemi',
  approvedOn: '2026-03-01',
  disbursedOn: '2026-03-02',
  asOf: '2026-11-15',
  firstDue: null,
  payoutBatch: null,
}

type Answer = () => Response | Promise<Response>
/** What the server says to a search for customers, by the text. */
let answers: Record<string, Answer>
/** What it says to one for loans or requests, by the tab or the stage; where nothing is said, none is found. */
let others: Record<string, Answer>
/** The reply to a search for batches, campaigns, uploads and users, by the text. */
let records: Record<string, Answer>
/** Where loans and requests were looked for, in that order. */
let lookedIn: string[]
const listOf = (rows: object[]) =>
  Response.json({ rows, total: rows.length, totalIsExact: true, next: null, isSimilar: false })
const nothing: Answer = () => listOf([])
const found =
  (name: string): Answer =>
  () =>
    listOf([customer(name)])
const never: Answer = () => new Promise(() => undefined)
const refused: Answer = () =>
  Response.json(
    { code: 'permission.missing', message: 'You do not have permission to do this.' },
    { status: 403 },
  )

beforeEach(() => {
  answers = {}
  others = {}
  records = {}
  lookedIn = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const { search, tab, stage } = JSON.parse(body as string)
    if (address === '/api/search') return (records[search] ?? (() => Response.json({ rows: [] })))()
    if (address !== '/api/customers/list') lookedIn.push(tab ?? stage)
    const answer = address === '/api/customers/list' ? answers[search] : others[tab ?? stage]
    return (answer ?? nothing)()
  })
})
afterEach(() => {
  onlineManager.setOnline(true)
  cleanup()
  vi.unstubAllGlobals()
})

function Place() {
  const { pathname, search } = useLocation()
  return (
    <p>
      At {pathname}
      {search}
    </p>
  )
}

function openPalette(onClose = () => undefined): HTMLElement {
  const act = () => undefined
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUDITOR}>
        <MemoryRouter>
          <CommandPalette
            onClose={onClose}
            onProfile={act}
            onGuide={act}
            onKeyboardHelp={act}
            onLogout={act}
          />
          <Place />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  return screen.getByRole('combobox')
}

const type = (box: HTMLElement, value: string): void => void fireEvent.change(box, { target: { value } })
const press = (box: HTMLElement, ...keys: string[]): void => {
  for (const key of keys) fireEvent.keyDown(box, { key })
}
const said = (): string => screen.getByRole('status').textContent ?? ''

test('the rows of the text before are gone at the first letter, and Enter opens none of them', async () => {
  Object.assign(answers, { musa: found('Musa Bello'), adeola: never })
  const box = openPalette()
  type(box, 'musa')
  await screen.findByText('Musa Bello')
  type(box, 'adeola')
  press(box, 'Enter')
  expect(screen.queryByText('Musa Bello')).toBeNull()
  expect(said()).toBe('Searching…')
  // once the question is on its way the answer to the one before is still in hand
  await new Promise(resolve => setTimeout(resolve, 300))
  press(box, 'Enter')
  expect(screen.queryByText('Musa Bello')).toBeNull()
  expect(said()).toBe('Searching…')
  expect(screen.getByText('At /')).toBeDefined()
})

test('nothing is called missing while the first search is under way', async () => {
  answers.zzzz = never
  type(openPalette(), 'zzzz')
  expect(said()).toBe('Searching…')
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(said()).toBe('Searching…')
})

test('what is found opens, and what is not found is said', async () => {
  answers.musa = found('Musa Bello')
  const box = openPalette()
  type(box, 'zzzz')
  await waitFor(() => expect(said()).toBe('Nothing found for “zzzz”.'))
  type(box, 'musa')
  await screen.findByText('Musa Bello')
  press(box, 'Enter')
  expect(screen.getByText(`At /customers/${MUSA}`)).toBeDefined()
})

test.each([
  ['payoutBatch', 'Disbursement batches', `/accounts?tab=payouts&batch=${MUSA}`],
  ['repayment', 'Repayment batches', `/repayment-tracker/${MUSA}`],
  ['instruction', 'Instruction lists', `/repayment-tracker?tab=instructions&id=${MUSA}`],
  ['officeReceipt', 'Receipts of payroll offices', `/repayment-tracker?tab=offices&receipt=${MUSA}`],
  ['refund', 'Refunds', `/accounts?tab=overpaid&case=${MUSA}`],
  ['campaign', 'Campaigns', `/messaging?campaign=${MUSA}`],
  ['intake', 'Uploads', `/ippis/new-upload?id=${MUSA}`],
  ['user', 'Users', `/users?person=${MUSA}`],
])('a %s that matches is listed under %s and opens its page', async (subjectType, group, place) => {
  records['rb-000007'] = () =>
    Response.json({ rows: [{ subjectType, subjectId: MUSA, title: 'RB-000007', detail: 'IPPIS Oct 2026' }] })
  const box = openPalette()
  type(box, 'rb-000007')
  const option = await within(await screen.findByRole('group', { name: group })).findByRole('option')
  expect(option.textContent).toBe('RB-000007IPPIS Oct 2026')
  fireEvent.click(option)
  expect(screen.getByText(`At ${place}`)).toBeDefined()
})

test('a loan that matches shows the label of its status', async () => {
  others.live = () => listOf([LOAN])
  type(openPalette(), 'L0000012')
  const option = await within(await screen.findByRole('group', { name: 'Loans' })).findByRole('option')
  expect(option.textContent).toBe('L0000012, Musa BelloActive')
})

const OVER = ['closed', 'overpaid', 'writtenOff', 'cancelled', 'rejected', 'approved', 'withdrawn']

test('a name finds what is over too, asked for once what is not over has been looked through', async () => {
  let arrive: (() => void) | undefined
  others.live = () => new Promise(resolve => (arrive = () => resolve(nothing())))
  type(openPalette(), 'musa')
  await waitFor(() => expect(lookedIn).toContain('withdrawn'))
  expect(lookedIn).not.toContain('closed')
  expect(said()).toBe('Searching…')
  arrive?.()
  await waitFor(() => expect(said()).toBe('Nothing found for “musa”.'))
  expect(lookedIn.toSorted()).toEqual(['live', 'awaiting', 'reviewer', 'authorizer', ...OVER].toSorted())
})

test.each([
  ['L0000012', 'live', 'closed'],
  ['IRK-AAAA', 'reviewer', 'rejected'],
  ['0803 000 0001', 'reviewer', 'rejected'],
])('%s is looked for everywhere at once', async (typed, slow, over) => {
  others[slow] = never
  type(openPalette(), typed)
  await waitFor(() => expect(lookedIn).toContain(over))
})

test('what was chosen stays chosen when records come to stand above it', async () => {
  let arrive: (() => void) | undefined
  answers.customers = () => new Promise(resolve => (arrive = () => resolve(found('Musa Customers')())))
  const box = openPalette()
  type(box, 'customers')
  press(box, 'ArrowDown', 'ArrowUp')
  const page = screen.getByRole('option', { selected: true })
  await waitFor(() => expect(arrive).toBeDefined())
  arrive?.()
  await screen.findByText('Musa Customers')
  expect(screen.getByRole('option', { selected: true })).toBe(page)
})

test('a search that fails says so and is tried again', async () => {
  answers.musa = refused
  type(openPalette(), 'musa')
  await waitFor(() =>
    expect(said()).toBe('Some records could not be searched. You do not have permission to do this.'),
  )
  answers.musa = found('Musa Bello')
  fireEvent.click(screen.getByText('Try again'))
  await screen.findByText('Musa Bello')
  expect(said()).toBe('1 result')
})

test('without a line it says that records wait for it', async () => {
  onlineManager.setOnline(false)
  answers.musa = found('Musa Bello')
  type(openPalette(), 'musa')
  await waitFor(() => expect(said()).toMatch(/^You are offline\./))
  onlineManager.setOnline(true)
  await screen.findByText('Musa Bello')
})

test('it keeps the keyboard to itself, and Escape or a press beside it leaves it', async () => {
  answers.musa = refused
  const closed = vi.fn<() => undefined>()
  const box = openPalette(closed)
  expect(document.activeElement).toBe(box)
  expect(fireEvent.keyDown(box, { key: 'Tab' })).toBe(false)
  expect(document.activeElement).toBe(box)
  type(box, 'musa')
  const again = await screen.findByRole('button', { name: 'Try again' })
  press(box, 'Tab')
  expect(document.activeElement).toBe(again)
  press(again, 'Tab')
  expect(document.activeElement).toBe(box)
  fireEvent.keyDown(box, { key: 'Tab', shiftKey: true })
  expect(document.activeElement).toBe(again)
  expect(fireEvent.keyDown(again, { key: 'Escape' })).toBe(false)
  expect(closed).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('dialog').previousElementSibling as Element)
  expect(closed).toHaveBeenCalledTimes(2)
})

const receipt = vi.fn<() => void>()
function LoanPage() {
  useRecordActs('Loan L0000012', [{ title: 'Schedule (PDF)', onSelect: receipt }])
  useRecordActs('Loan L0000012', [
    { title: 'Record repayment', onSelect: receipt },
    { title: 'Pay out', disabledReason: 'It is paid out already.', onSelect: receipt },
  ])
  return null
}

/** The page stands before the palette is opened above it. */
function openOver(page: ReactNode) {
  const Desk = () => {
    const [isOpen, setOpen] = useState(false)
    const act = () => undefined
    return (
      <>
        {page}
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <CommandPalette
            onClose={() => setOpen(false)}
            onProfile={act}
            onGuide={act}
            onKeyboardHelp={act}
            onLogout={act}
          />
        )}
      </>
    )
  }
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUDITOR}>
        <MemoryRouter>
          <Desk />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText('Open'))
  return { box: screen.getByRole('combobox'), unmount }
}

test('what the open record offers stands first and begins as its buttons do; what it refuses is not offered', () => {
  const { box, unmount } = openOver(<LoanPage />)
  const acts = within(screen.getByRole('group', { name: 'Loan L0000012' })).getAllByRole('option')
  expect(acts.map(act => act.textContent)).toEqual(['Record repayment', 'Schedule (PDF)'])
  expect(screen.getAllByRole('option')[0]).toBe(acts[0])
  // nothing is begun by chance: neither typed nor pointed at, Enter has nothing to begin
  press(box, 'Enter')
  expect([receipt.mock.calls.length, box.getAttribute('aria-activedescendant')]).toEqual([0, null])
  press(box, 'ArrowDown')
  expect(acts[0]?.getAttribute('aria-selected')).toBe('true')
  type(box, 'rec rep')
  press(box, 'Enter')
  expect(receipt).toHaveBeenCalledOnce()
  expect(screen.queryByRole('combobox')).toBeNull()
  unmount()
  openOver(null)
  expect(screen.queryByRole('group', { name: 'Loan L0000012' })).toBeNull()
})

test('an act that its page has taken back since is not begun', () => {
  const claim = vi.fn<() => void>()
  const RequestPage = () => {
    const [isDecided, setDecided] = useState(false)
    useRecordActs('Request R000031', [
      { title: 'Claim', ...(isDecided ? { disabledReason: 'It is decided.' } : {}), onSelect: claim },
    ])
    return (
      <button type="button" onClick={() => setDecided(true)}>
        Decided meanwhile
      </button>
    )
  }
  openOver(<RequestPage />)
  fireEvent.click(screen.getByText('Decided meanwhile'))
  fireEvent.click(screen.getByRole('option', { name: 'Claim' }))
  expect(claim).not.toHaveBeenCalled()
})
