import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { useNeighbours } from './useNeighbours.ts'

const idOf = (place: number): string => `0190a8f2-7c1e-4000-8000-00000000000${place}`
const request = {
  row: { id: idOf(2), stage: 'reviewer' },
  previousId: idOf(8),
  nextId: idOf(9),
} as unknown as LoanRequest

const ROW = {
  reference: 'IRK-AAAA-0001',
  applicant: 'Okonkwo Adaeze',
  ippisNumber: '1203745',
  mda: 'Nigeria Police Force',
  state: 'Enugu',
  amount: '50000000',
  tenor: 12,
  rhythm: 'monthly',
  instalment: '5000000',
  shareOfPayPpm: 280_000,
  payMonth: null,
  statedShareOfPayPpm: 280_000,
  productName: 'Public Servant Loan',
  officerCode: '',
  officerName: null,
  channel: 'public',
  stage: 'reviewer',
  version: 1,
  submittedAt: '2026-11-15T09:00:00Z',
  stageSince: '2026-11-15T09:00:00Z',
  sla: 'green',
  flags: [],
  claimedBy: null,
  reasonCode: null,
  reasonNote: null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Ways() {
  const { next, previous, addressOf, back, position } = useNeighbours(request, 'reviewer')
  return (
    <>
      <p>{[previous && addressOf(previous), next && addressOf(next), back].join(' | ')}</p>
      <p>{position ?? 'no position'}</p>
    </>
  )
}

function show(address: string, listed: readonly number[]) {
  const rows = listed.map(place => ({ ...ROW, id: idOf(place) }))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    asked.push(body)
    return Response.json({
      rows,
      total: rows.length,
      totalIsExact: true,
      next: null,
    })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Ways />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return asked
}

const QUEUE = '/loan/requests/reviewer'

test('without a filter, previous and next are those of the queue', () => {
  const asked = show(`${QUEUE}/${idOf(2)}`, [])
  expect(screen.getByText(`${QUEUE}/${idOf(8)} | ${QUEUE}/${idOf(9)} | ${QUEUE}`)).toBeDefined()
  expect(asked).toEqual([])
  expect(screen.getByText('no position')).toBeDefined()
})

test('with a filter, previous, next and back stay within the list', async () => {
  const query = '?search=Ibrahim+Faruk&sla=late'
  const asked = show(`${QUEUE}/${idOf(2)}${query}&cursor=abc`, [1, 2, 3])
  const [previous, next] = [idOf(1), idOf(3)].map(id => `${QUEUE}/${id}${query}`)
  expect(await screen.findByText(`${previous} | ${next} | ${QUEUE}${query}`)).toBeDefined()
  expect(screen.getByText('2 of 3')).toBeDefined()
  expect(asked.map(body => JSON.parse(body))).toMatchObject([
    { stage: 'reviewer', search: 'Ibrahim Faruk', sla: 'late', sort: 'age' },
  ])
})

test('the last request of a filtered list has no next one', async () => {
  show(`${QUEUE}/${idOf(2)}?sla=late`, [1, 2])
  expect(await screen.findByText(`${QUEUE}/${idOf(1)}?sla=late | | ${QUEUE}?sla=late`)).toBeDefined()
})
