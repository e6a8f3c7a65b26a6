import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ListName, preferenceApi } from '../../contract/auth.ts'
import { createQueryClient, queryKey } from '../api.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { CurrentUserContext } from './currentUser.ts'
import { ListPage } from './ListPage.tsx'

const VIEW = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  list: 'payout-lines',
  name: 'Failed',
  query: 'status=failed&tab=payouts',
  isDefault: false,
  isShared: false,
  sharedBy: null,
}
let hidden: Partial<Record<ListName, string[]>> = {}
beforeEach(() => {
  hidden = {}
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) =>
    Response.json(method === 'GET' ? { density: 'comfortable', hidden, views: [VIEW] } : {}),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ADMIN = {
  id: '0190a8f2-7c1e-4000-8000-000000000002',
  email: 'admin@iroko.test',
  firstName: 'Babatunde',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
type Line = { loan: string; amount: number }
const COLUMNS = [
  { id: 'loan', title: 'Loan', lead: true, sort: 'loan', cell: (line: Line) => line.loan },
  { id: 'amount', title: 'Amount', sort: 'amount', cell: (line: Line) => line.amount },
  { id: 'bank', title: 'Bank', cell: () => 'Zenith Bank' },
]
const SCOPE = ['batch']
const Address = () => <output>{useLocation().search}</output>

function show(sort: string | undefined, onSort = vi.fn<(sort: string) => void>()) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter initialEntries={['/accounts?tab=payouts&batch=b-2']}>
          <ListPage
            name="payout-lines"
            whose={SCOPE}
            caption="Lines"
            columns={COLUMNS}
            list={{ rows: [{ loan: 'L0100001', amount: 5 }], sort, onSort }}
            rowKey={line => line.loan}
            empty={null}
          />
          <Address />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  return onSort
}

test('where no heading is drawn the order is chosen from a list', async () => {
  const onSort = show('-amount')
  const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
  expect(order.value).toBe('-amount')
  expect(
    within(order)
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['Usual order', 'Loan, ascending', 'Loan, descending', 'Amount, ascending', 'Amount, descending'])
  await userEvent.selectOptions(order, 'Loan, descending')
  expect(onSort).toHaveBeenCalledWith('-loan')
  await userEvent.selectOptions(order, 'Usual order')
  expect(onSort).toHaveBeenLastCalledWith('')
})

test('a column that is put away is still what the rows are sorted by', async () => {
  hidden = { 'payout-lines': ['amount'] }
  show('-amount')
  await screen.findByRole('button', { name: 'Display (1 hidden)' })
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('-amount')
})

test('an order that no column has is called the usual one', () => {
  show(undefined)
  const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
  expect(order.selectedOptions[0]?.textContent).toBe('Usual order')
})

test('a view opens on the batch that is open', async () => {
  show(undefined)
  await userEvent.click(await screen.findByRole('link', { name: 'Failed' }))
  expect(screen.getByText('?batch=b-2&status=failed&tab=payouts')).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'All' }))
  expect(screen.getByText('?tab=payouts&batch=b-2&view=all')).toBeDefined()
})

/** Two lists behind tabs, as the page of a batch has them; its first tab is not named in the address. */
function Batch() {
  const [params, setParams] = useSearchParams()
  const current = params.get('tab') ?? 'rows'
  const table = {
    caption: 'Rows',
    columns: COLUMNS,
    list: { rows: [] },
    rowKey: (line: Line) => line.loan,
    empty: null,
  }
  return (
    <Tabs
      label="The batch"
      tabs={[
        { id: 'rows', title: 'Rows' },
        { id: 'messages', title: 'Messages' },
      ]}
      current={current}
      onChange={id => setParams(id === 'rows' ? {} : { tab: id })}
    >
      {current === 'rows' && <ListPage name="batch-rows" {...table} />}
      <Address />
    </Tabs>
  )
}

test('a list that was wanted whole still is after a look at another tab; else it opens as usual', async () => {
  const client = createQueryClient()
  client.setQueryData(queryKey(preferenceApi.preferencesGet, {}), {
    density: 'comfortable',
    hidden,
    views: [{ ...VIEW, list: 'batch-rows', name: 'Short', query: 'status=short', isDefault: true }],
  })
  render(
    <QueryClientProvider client={client}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter initialEntries={['/repayment-tracker/b-1']}>
          <Batch />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  const address = () => screen.getByRole('status').textContent
  const open = (title: string) => userEvent.click(screen.getByRole('tab', { name: title }))
  await waitFor(() => expect(address()).toBe('?status=short'))
  await open('Messages')
  await open('Rows')
  await waitFor(() => expect(address()).toBe('?status=short'))
  await userEvent.click(screen.getByRole('link', { name: 'All' }))
  await open('Messages')
  await open('Rows')
  expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('true')
  expect(address()).toBe('')
})

test('whoever brings every column back stands among them', async () => {
  hidden = { 'payout-lines': ['bank'] }
  show(undefined)
  await userEvent.click(await screen.findByRole('button', { name: 'Display (1 hidden)' }))
  const all = await screen.findByRole('button', { name: 'Show every column', hidden: true })
  all.focus()
  await userEvent.click(all)
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Show every column', hidden: true })).toBeNull(),
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'))
})

test('an optional column is shown once it is chosen', async () => {
  hidden = {}
  const columns = [...COLUMNS, { id: 'phone', title: 'Phone', isOptional: true, cell: () => '0803' }]
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter>
          <ListPage
            name="payout-lines"
            caption="Lines"
            columns={columns}
            list={{ rows: [{ loan: 'L0100001', amount: 5 }] }}
            rowKey={line => line.loan}
            empty={null}
          />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('columnheader', { name: 'Phone' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Display' }))
  const phone = await screen.findByLabelText<HTMLInputElement>('Phone')
  expect(phone.checked).toBe(false)
  await userEvent.click(phone)
  expect(await screen.findByRole('columnheader', { name: 'Phone' })).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Bank' })).toBeDefined()
})

test('the toolbar turns into the selection bar while rows are selected, and back', async () => {
  const onClear = vi.fn<() => void>()
  const list = (count: number) => (
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter>
          <ListPage
            name="payout-lines"
            caption="Lines"
            columns={[{ id: 'select', title: 'Select', titleHidden: true, cell: () => null }, ...COLUMNS]}
            list={{ rows: [{ loan: 'L0100001', amount: 5 }] }}
            rowKey={line => line.loan}
            empty={null}
            filters={<p>Filters</p>}
            selection={{
              count,
              page: count > 0 ? 'all' : 'none',
              onPage: () => {},
              onClear,
              acts: <button type="button">Disburse</button>,
            }}
          />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>
  )
  const { rerender } = render(list(0))
  const head = screen.getByRole('table').querySelector('thead') as HTMLElement
  expect(within(head).getByRole<HTMLInputElement>('checkbox', { name: 'Select page' }).checked).toBe(false)
  // a phone hides the box: without a title the heading would be empty for a screen reader
  expect(within(head).getByText('Select')).toBeDefined()
  expect(screen.getByText('Filters')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Disburse' })).toBeNull()
  rerender(list(1))
  expect(screen.queryByText('Filters')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('1 selected')
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(onClear).toHaveBeenCalledOnce()
})

const EMPTY = { title: 'No lines yet', text: 'A line comes with its batch.' }
const NO_MATCH = { title: 'No line fits this filter', clear: 'Show all lines' }

/** A list without a single row, narrowed or not. */
function showNone(isFiltered: boolean) {
  const query = {
    filter: { sort: 'loan' },
    setFilter: vi.fn<(changes: object) => void>(),
    clearFilter: vi.fn<() => void>(),
    isFiltered,
  }
  render(
    <MemoryRouter>
      <ListPage
        title="Lines"
        caption="Lines"
        columns={COLUMNS}
        list={{ rows: [] as Line[] }}
        rowKey={line => line.loan}
        query={query}
        empty={EMPTY}
        noMatch={NO_MATCH}
      />
    </MemoryRouter>,
  )
  return query
}

test('an empty list says how rows come; one that is narrowed offers the way back', async () => {
  showNone(false)
  expect(screen.getByText('No lines yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show all lines' })).toBeNull()
  cleanup()
  const query = showNone(true)
  expect(screen.queryByText('No lines yet')).toBeNull()
  expect(screen.getByText('No line fits this filter')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all lines' }))
  expect(query.clearFilter).toHaveBeenCalledOnce()
})

test('the usual order is not written into the address, another is', async () => {
  const setFilter = vi.fn<(changes: object) => void>()
  const list = (sort: string | undefined) => (
    <ListPage
      caption="Lines"
      columns={COLUMNS}
      list={{ rows: [{ loan: 'L0100001', amount: 5 }] }}
      rowKey={line => line.loan}
      query={{ filter: { sort }, setFilter, clearFilter: () => undefined, isFiltered: false }}
      usualSort="loan"
      empty={EMPTY}
    />
  )
  const { rerender } = render(list(undefined))
  const press = () => userEvent.click(screen.getByRole('button', { name: /^Loan/, hidden: true }))
  await press()
  expect(setFilter).toHaveBeenLastCalledWith({ sort: undefined })
  rerender(list('loan'))
  await press()
  expect(setFilter).toHaveBeenLastCalledWith({ sort: '-loan' })
})
