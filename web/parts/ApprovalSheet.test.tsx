import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { kobo } from '../../engine/money.ts'
import { createQueryClient } from '../api.ts'
import { ApprovalSheet } from './ApprovalSheet.tsx'
import { CurrentUserContext } from './currentUser.ts'

const { toast } = vi.hoisted(() => ({
  toast: vi.fn<(tone: string, text: string, options: object) => void>(),
}))
vi.mock('../ui/toast.ts', async original => ({ ...(await original<object>()), toast }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  toast.mockClear()
})

const ID = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const OTHER = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02'
const AUTHORIZER = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a09',
  email: 'authorizer@iroko.test',
  firstName: 'Emeka',
  lastName: 'Nwosu',
  roles: ['Authorizer' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const POSTING = {
  id: ID,
  command: 'repaymentSubmit',
  title: 'Repayment batch',
  summary: 'RB-000007: 5 rows, ₦226,244.46',
  amount: kobo(226_244_46n),
  subjectType: 'repayment',
  subjectId: ID,
  before: null,
  after: { effect: '5 repayments ₦226,244.46 to loans', bankCredit: '₦0.00', gap: 'Not remitted yet' },
  reason: 'Agrees with the schedule',
  status: 'waiting' as const,
  makerId: ID,
  makerName: 'Babatunde Adeyemi',
  askedAt: '2026-11-16T09:00:00.000Z',
  checkerName: null,
  decidedAt: null,
  note: null,
  blocked: null,
}
const SECOND = { ...POSTING, id: OTHER, summary: 'RB-000008: 1 row, ₦1,000.00', amount: kobo(1_000_00n) }

const sent: string[] = []
const bodies: object[] = []
/** `now` is what an item is when it is opened; `refused` names an item that cannot be decided. */
function open(now: object, items: readonly (typeof POSTING)[] = [POSTING], refused?: string): void {
  sent.length = 0
  bodies.length = 0
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(address, 'http://iroko.test').pathname
    if (path.startsWith('/api/documents')) return Response.json({ rows: [] })
    const item = items.find(each => path.includes(each.id)) ?? POSTING
    const wire = { ...item, amount: String(item.amount) }
    if (method === 'GET')
      return Response.json({
        ...wire,
        changes: [],
        refusal: null,
        effect: 'e1',
        makerAdmitted: null,
        sameAddress: false,
        warnings: [],
        evidence: [{ title: 'Repayment batch', subjectType: 'repayment', subjectId: item.id }],
        ...now,
      })
    sent.push(path)
    bodies.push(JSON.parse(body as string))
    return item.id === refused
      ? Response.json({ code: 'approval.stale', message: 'It has changed. Decline it.' }, { status: 409 })
      : Response.json({ ...wire, status: 'approved' })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={AUTHORIZER}>
        <MemoryRouter>
          <ApprovalSheet items={items} onClose={() => {}} />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'

test('the approver reads the amount, the effect, labelled facts and the record, then what happens next', async () => {
  open({})
  expect(await screen.findByText('5 repayments ₦226,244.46 to loans')).toBeTruthy()
  expect(screen.getByText('₦226,244.46')).toBeTruthy()
  expect(screen.getByText('Explanation of the difference').nextSibling?.textContent).toBe('Not remitted yet')
  expect((await screen.findByRole('link', { name: 'Repayment batch' })).getAttribute('href')).toContain(ID)
  await vi.waitFor(() => expect(isOff('Approve')).toBe(false))
  await userEvent.click(button('Approve'))
  await vi.waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      'success',
      'Approved. Posting has started. The batch page shows its progress.',
      { link: { title: 'Open record', to: `/repayment-tracker/${POSTING.subjectId}` } },
    ),
  )
})

const CHANGED = {
  changes: ['Effect at submission: 5 repayments ₦226,244.46 to loans'],
  after: { effect: '4 repayments ₦200,000.00 to loans' },
}

test('an item whose effect changed since submission is shown as it is now, with what changed', async () => {
  open(CHANGED)
  expect(await screen.findByText('Changed since submission')).toBeTruthy()
  expect(screen.getByText('Effect at submission: 5 repayments ₦226,244.46 to loans')).toBeTruthy()
  expect(screen.getByText('4 repayments ₦200,000.00 to loans')).toBeTruthy()
  await userEvent.click(button('Approve'))
  await vi.waitFor(() => expect(bodies).toEqual([{ effect: 'e1', confirmed: [] }]))
})

test('an item that changed so much that it must be submitted again cannot be approved', async () => {
  open({ ...CHANGED, refusal: 'The record has changed since this item was submitted. Decline it.' })
  expect(await screen.findByText('Cannot be approved')).toBeTruthy()
  expect(screen.getByText('4 repayments ₦200,000.00 to loans')).toBeTruthy()
  await userEvent.click(button('Approve'))
  expect(sent).toEqual([])
  expect(
    screen.getAllByText('The record has changed since this item was submitted. Decline it.'),
  ).not.toHaveLength(0)
})

test('an effect that changes while the approver reads is loaded again, and stays to be approved', async () => {
  const now: Record<string, unknown> = {}
  open(now, [POSTING], ID)
  await vi.waitFor(() => expect(isOff('Approve')).toBe(false))
  Object.assign(now, CHANGED, { effect: 'e2' })
  await userEvent.click(button('Approve'))
  expect(await screen.findByText('4 repayments ₦200,000.00 to loans')).toBeTruthy()
  await userEvent.click(button('Approve'))
  await vi.waitFor(() => expect(bodies).toMatchObject([{ effect: 'e1' }, { effect: 'e2' }]))
})

test('each warning is confirmed before the item can be approved', async () => {
  const warnings = [
    { id: 'w1', text: 'L0101996: Not found on the payroll. Overridden by Halima Bello: letter seen' },
    { id: 'w2', text: '2 rows' },
  ]
  open({ warnings })
  const boxes = await screen.findAllByRole('checkbox')
  expect(boxes).toHaveLength(2)
  await userEvent.click(button('Approve'))
  expect(sent).toEqual([])
  expect(screen.getByText('Confirm the 2 warnings above first.')).toBeTruthy()
  for (const box of boxes) await userEvent.click(box)
  await userEvent.click(button('Approve'))
  await vi.waitFor(() => expect(sent).toEqual([`/api/approvals/${ID}/approve`]))
  expect(bodies).toEqual([{ effect: 'e1', confirmed: ['w1', 'w2'] }])
})

test('declining needs a reason and no confirmed warning', async () => {
  open({ warnings: [{ id: 'w2', text: '2 rows' }] })
  await screen.findByRole('checkbox')
  await userEvent.click(button('Decline'))
  await userEvent.click(button('Decline'))
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('Reason for declining'), 'Wrong month')
  await userEvent.click(button('Decline'))
  await vi.waitFor(() => expect(sent).toEqual([`/api/approvals/${ID}/decline`]))
})

test('the approver reads who admitted the submitter, and that it came from their own address', async () => {
  const makerAdmitted = { by: 'Ngozi Okafor', at: '2026-11-15T09:00:00.000Z', approvedBy: null }
  open({ makerAdmitted, sameAddress: true })
  const account = await screen.findByText('Submitter’s access')
  expect(account.nextSibling?.textContent).toMatch(/^Given by Ngozi Okafor .*, without approval$/)
  expect(screen.getByText('Your own network address')).toBeTruthy()
})

test('several items show their total and are decided one by one, each with its own result', async () => {
  open({}, [POSTING, SECOND], ID)
  expect(await screen.findByText('₦227,244.46')).toBeTruthy()
  await vi.waitFor(() => expect(isOff('Approve')).toBe(false))
  await userEvent.click(button('Approve'))
  await vi.waitFor(() =>
    expect(sent).toEqual([`/api/approvals/${ID}/approve`, `/api/approvals/${OTHER}/approve`]),
  )
  const results = await screen.findAllByRole('status')
  expect(results.map(each => each.textContent)).toEqual([
    'It has changed. Decline it.',
    'Approved. Posting has started. The batch page shows its progress.',
  ])
  expect(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(
    0,
  )
})
