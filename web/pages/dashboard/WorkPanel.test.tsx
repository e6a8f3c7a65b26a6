import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { WORK_FORMULAS } from '../../../contract/dashboard.ts'
import { kobo } from '../../../engine/money.ts'
import type { Work } from './dashboardWords.ts'
import { WorkPanel } from './WorkPanel.tsx'

afterEach(cleanup)

const WORK: Work = {
  askedAt: '2026-11-16T09:03:00.000Z',
  toTransfer: null,
  queues: [
    {
      stage: 'reviewer',
      waiting: 20,
      claimedByMe: 2,
      late: 9,
      dueSoon: 3,
      oldestSince: '2026-11-01T09:00:00.000Z',
    },
  ],
  toDecide: null,
  mine: { waiting: 0, oldestAt: null },
  reveals: null,
  arrears: null,
  exceptions: [],
  firstSteps: null,
}

const show = (work: Work) =>
  render(
    <MemoryRouter>
      <WorkPanel work={work} />
    </MemoryRouter>,
  )
const tile = (id: string): HTMLElement =>
  document.querySelector<HTMLElement>(`[data-work=${id}]`) ?? document.body
const opens = (name: RegExp): string | null =>
  within(tile('reviewer')).getByRole('link', { name }).getAttribute('href')

test('a queue and every part of it opens exactly its requests', () => {
  show(WORK)
  expect(opens(/^20 ?Pending Reviewer/)).toBe('/loan/requests/reviewer?view=all')
  expect(opens(/^9 overdue$/)).toBe('/loan/requests/reviewer?sla=late')
  expect(opens(/^3 due soon$/)).toBe('/loan/requests/reviewer?sla=soon')
  expect(opens(/^2 claimed by you$/)).toBe('/loan/requests/reviewer?claimed=me')
  expect(screen.getByText(/including those you cannot decide/)).toBeTruthy()
})

test('a part of which there is nothing is not named', () => {
  show({ ...WORK, queues: WORK.queues.map(queue => ({ ...queue, late: 0, dueSoon: 0, claimedByMe: 0 })) })
  expect(within(tile('reviewer')).getAllByRole('link')).toHaveLength(1)
})

const ALL: Work = {
  ...WORK,
  queues: (['reviewer', 'authorizer', 'rejected'] as const).flatMap(stage =>
    WORK.queues.map(queue => ({ ...queue, stage })),
  ),
  toDecide: { waiting: 1, oldestAt: '2026-11-15T09:00:00.000Z' },
  arrears: { officerCode: 'AO-1', customers: 2, loans: 3, amount: kobo(4_500n), worst: [] },
}

test.each([
  ['reviewer', 'Pending Reviewer'],
  ['authorizer', 'Pending Authorizer'],
  ['rejected', 'Rejected requests'],
  ['toDecide', 'Pending your approval'],
  ['mine', 'Submitted by you'],
  ['arrears', 'Your customers in arrears'],
] as const)('the tile %s says how it is counted, and of which moment it is', (id, title) => {
  show(ALL)
  const hint = within(tile(id)).getByRole('button', { name: `How it is counted: ${title}` })
  // a button within a link or another button would be neither
  expect(hint.parentElement?.closest('a, button')).toBeNull()
  const said = document.getElementById(hint.getAttribute('popovertarget') ?? '')?.textContent
  expect(said).toContain(WORK_FORMULAS[id])
  expect(said).toContain('At 16 Nov 2026, 10:03 Lagos time.')
})

test('the oldest item has its date, for hover and print', () => {
  show(WORK)
  expect(tile('reviewer').querySelector('time')?.getAttribute('data-exact')).toBe('1 Nov 2026, 10:00')
})
