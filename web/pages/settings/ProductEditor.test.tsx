import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAGE } from '../../../test/publicPage.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import type { Product } from '../../parts/settings/productFacts.ts'
import { confirmLeave } from '../../ui/unsaved.ts'
import { ProductEditor } from './ProductEditor.tsx'

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

const [offered] = PAGE.products
if (!offered) throw new Error('the page of the tests offers a loan')
const FIRST = {
  ...offered,
  code: 'PSL',
  description: 'For public servants',
  version: 1,
  status: 'active',
  effectiveOn: '2026-01-01',
  changedBy: 'Bayo Adeyemi',
  changedAt: '2026-01-01T09:00:00.000Z',
  pendingApprovalId: null,
} as Product
/** What a colleague had approved meanwhile. */
const SECOND: Product = { ...FIRST, version: 2, description: 'For teachers too', changedBy: 'Ngozi Okafor' }

const MONTHLY = { ...offered.terms.frequency, status: 'active', inUseBy: [] }
const QUARTERLY = { ...MONTHLY, code: 'quarterly', name: 'Quarterly', rhythm: 'quarterly' }

let sent: { basedOn?: number }[] = []
const wire = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

beforeEach(() => {
  sessionStorage.clear()
  sent = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (method === 'PUT') {
      sent.push(JSON.parse(body as string))
      return Response.json({ approvalId: '0190a8f2-7c1e-4000-8000-000000000009' })
    }
    const rows = address.endsWith('/versions')
      ? [SECOND, FIRST].map(product => ({ ...product, approvedBy: null }))
      : address.endsWith('/frequencies')
        ? [MONTHLY, QUARTERLY]
        : []
    return new Response(JSON.stringify({ rows }, wire))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The question is fetched when it is needed. */
const PATIENT = { timeout: 4_000 }
const closed = vi.fn<() => void>()

type Opened = { newest?: Product; user?: typeof ADMIN }

/** Opens the form; unmounting it is what a session that ends does. */
function openForm({ newest, user = ADMIN }: Opened = {}): () => void {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={user}>
        <ProductEditor id={FIRST.id} {...(newest ? { newest } : {})} onClose={closed} />
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  return unmount
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason/)
const isBack = () => screen.queryByText('What you wrote last time is back') !== null

function typeAndLoseTheSession(opened: Opened): void {
  const end = openForm(opened)
  fireEvent.change(name(), { target: { value: 'Loan for nurses' } })
  fireEvent.click(screen.getByText('Add fee'))
  fireEvent.change(reason(), { target: { value: 'The board said so' } })
  end()
}

test.each<[string, Opened]>([
  ['a new product', {}],
  ['a change of one', { newest: FIRST }],
])('%s is back after the session ended, and can be dropped', (_, opened) => {
  const end = openForm(opened)
  const before = [name().value, screen.queryAllByLabelText('Fee').length]
  end()
  expect(sessionStorage).toHaveLength(0)
  typeAndLoseTheSession(opened)
  openForm(opened)
  expect([name().value, screen.queryAllByLabelText('Fee').length, reason().value, isBack()]).toEqual([
    'Loan for nurses',
    Number(before[1]) + 1,
    'The board said so',
    true,
  ])
  fireEvent.click(screen.getByText('Start again'))
  expect([name().value, screen.queryAllByLabelText('Fee').length]).toEqual(before)
  expect([isBack(), sessionStorage.length]).toEqual([false, 0])
})

test.each<[string, Opened]>([
  ['a colleague at the same tab', { newest: FIRST, user: COLLEAGUE }],
  ['a new product', {}],
])('a change of a product does not come back for %s', (_, opened) => {
  typeAndLoseTheSession({ newest: FIRST })
  openForm(opened)
  expect([name().value === 'Loan for nurses', isBack()]).toEqual([false, false])
})

test('restores a draft on an older version and shows the newer one first', async () => {
  const end = openForm({ newest: FIRST })
  fireEvent.change(name(), { target: { value: 'Loan for nurses' } })
  fireEvent.change(reason(), { target: { value: 'The board said so' } })
  end()
  openForm({ newest: SECOND })
  expect([name().value, isBack()]).toEqual(['Loan for nurses', true])
  await screen.findByText('Ngozi Okafor changed this while you were editing (version 2)')
  expect(screen.getByRole('table', { name: 'Changes in the newer version' }).textContent).toContain(
    'For teachers too',
  )
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(sent.map(({ basedOn }) => basedOn)).toEqual([1]))
})

test('bases the draft on the newer version after it was seen', async () => {
  const end = openForm({ newest: FIRST })
  fireEvent.change(name(), { target: { value: 'Loan for nurses' } })
  fireEvent.change(reason(), { target: { value: 'The board said so' } })
  end()
  openForm({ newest: SECOND })
  fireEvent.click(await screen.findByText('Continue'))
  expect(screen.queryByText(/changed this meanwhile/)).toBeNull()
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(sent.map(({ basedOn }) => basedOn)).toEqual([2]))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
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
])('a form that was %s leaves nothing', async (_, leave) => {
  typeAndLoseTheSession({ newest: FIRST })
  openForm({ newest: FIRST })
  expect(sessionStorage).toHaveLength(1)
  await leave()
  expect(sessionStorage).toHaveLength(0)
})

test('shows the conflict error if the newer version cannot be loaded', async () => {
  const faster = {
    code: 'product.stale',
    message: 'Someone else changed this product while you were editing.',
  }
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'PUT'
      ? Response.json(faster, { status: 409 })
      : Response.json({ code: 'permission.missing', message: 'Not here.' }, { status: 403 }),
  )
  openForm({ newest: FIRST })
  fireEvent.change(name(), { target: { value: 'Loan for nurses' } })
  fireEvent.change(reason(), { target: { value: 'The board said so' } })
  fireEvent.submit(screen.getByRole('form'))
  expect(await screen.findByText(faster.message)).toBeDefined()
})

test('a quarterly loan charges its first period by actual days, and the preview says so', async () => {
  openForm({ newest: FIRST })
  const firstPeriod = screen.getByRole<HTMLSelectElement>('combobox', {
    name: /^First period interest/,
  })
  expect(firstPeriod.value).toBe('whole')
  await screen.findByRole('option', { name: 'Quarterly' })
  fireEvent.change(screen.getByRole('combobox', { name: 'Repayment frequency' }), {
    target: { value: 'quarterly' },
  })
  expect(firstPeriod.value).toBe('by-days')
  fireEvent.change(screen.getByLabelText('Disbursement date'), { target: { value: '2027-01-10' } })
  expect(screen.getByText('The first period charges interest for 15 of 90 days.')).toBeTruthy()
})

test('interest on the daily balance is chosen, and the preview states its rule', () => {
  openForm({ newest: FIRST })
  const choose = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } })
  const rule = /^Interest is calculated on the outstanding principal each day/
  choose(/^Method/, 'reducing')
  choose(/^Interest calculated on/, 'daily-balance')
  // without a day count there is nothing to show yet
  expect(screen.queryByText(rule)).toBeNull()
  choose(/^Day count/, 'actual/365')
  expect(screen.getByText(rule)).toBeTruthy()
})
