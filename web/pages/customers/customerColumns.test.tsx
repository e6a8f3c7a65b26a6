import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { ListedCustomer } from '../../../contract/customers.ts'
import { kobo } from '../../../engine/money.ts'
import { Table } from '../../ui/Table.tsx'
import { CUSTOMER_COLUMNS } from './customerColumns.tsx'

afterEach(cleanup)

const row = {
  id: '1',
  number: 'C0100001',
  name: 'Bello Aisha',
  outstanding: kobo(41_600_050n),
  arrears: kobo(1_250_000n),
  className: 'Substandard',
  status: 'active',
  openedAt: '2026-10-01T09:00:00Z',
} as ListedCustomer

test('a phone shows name and outstanding, then status and class; the rest opens with a tap', () => {
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <Table
          caption="Customers"
          columns={CUSTOMER_COLUMNS}
          rows={[row]}
          rowKey={({ id }) => id}
          empty={null}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const shown = [...container.querySelectorAll('td')].filter(
    cell => !cell.className.includes('max-md:hidden!'),
  )
  expect(shown.map(cell => cell.textContent?.trim())).toEqual([
    'Bello Aisha C0100001',
    '₦416,000.50',
    'Substandard',
    'Active',
  ])
})

test('phone, state and date of opening are shown only when chosen under Display', () => {
  expect(CUSTOMER_COLUMNS.filter(column => column.isOptional).map(({ title }) => title)).toEqual([
    'State',
    'Customer since',
    'Phone',
  ])
})
