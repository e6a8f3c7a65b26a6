import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inboundApi } from '../../contract/messaging.ts'
import { createQueryClient } from '../api.ts'
import { Table } from '../ui/Table.tsx'
import { useList } from './useList.ts'

const asked: (string | null)[] = []
let isDown = false
beforeEach(() => {
  asked.length = 0
  isDown = false
  vi.stubGlobal('fetch', async (address: string) => {
    const cursor = new URL(address, 'http://iroko.test').searchParams.get('cursor')
    asked.push(cursor)
    if (isDown)
      return Response.json({ code: 'record.unknown', message: 'Not at the moment.' }, { status: 404 })
    return cursor === 'of-last-year'
      ? Response.json(
          { code: 'cursor.invalid', message: 'This page link is no longer valid.' },
          { status: 422 },
        )
      : Response.json({ rows: [], total: 0, totalIsExact: true, next: null })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function List() {
  const list = useList(inboundApi.optOutList, {})
  return (
    <>
      <output>{useLocation().search}</output>
      <Table
        caption="Opt-outs"
        columns={[{ id: 'phone', title: 'Number', cell: row => row.phone }]}
        {...list}
        rowKey={row => row.id}
        empty={<p>Nobody has opted out</p>}
      />
    </>
  )
}
const show = (address: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <List />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

test('a page link that no longer fits leads to the first page, and the rest of the address stays', async () => {
  show('/messaging?tab=inbound&cursor=first&cursor=of-last-year')
  await tryAgain()
  expect(await screen.findByText('Nobody has opted out')).toBeDefined()
  expect(asked).toEqual(['of-last-year', null])
  expect(screen.getByRole('status').textContent).toBe('?tab=inbound')
})

test('whatever else went wrong is asked again as it was', async () => {
  isDown = true
  show('/messaging?tab=inbound&cursor=first')
  await screen.findByText('Not at the moment.')
  isDown = false
  await tryAgain()
  // an empty page that is not the first keeps its way back
  expect(await screen.findByText(/^No rows here/)).toBeDefined()
  expect(asked).toEqual(['first', 'first'])
})
