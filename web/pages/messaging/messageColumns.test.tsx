import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { MessageRow } from '../../parts/messaging/messagingWords.ts'
import { Release, WAITING_COLUMNS } from './messageColumns.tsx'

afterEach(cleanup)

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
const held = { status: 'held', notBefore: null, campaignId: null, subjectType: null, subjectId: null }

test.each([
  [{ campaignId: ID }, 'Campaign paused', 'Resume campaign', `campaign=${ID}`],
  [{ subjectType: 'repayment', subjectId: ID }, 'Released with its batch', 'Open batch', '?tab=messages'],
])('a held message %o says why and links to its release', (changes, why, action, to) => {
  render(
    <MemoryRouter>
      <Release row={{ ...held, ...changes } as unknown as MessageRow} />
    </MemoryRouter>,
  )
  expect(screen.getByText(why).className).toContain('text-caution')
  expect(screen.getByRole('link', { name: action }).getAttribute('href')).toContain(to)
})

test('a waiting message gives its reason once', () => {
  const row = {
    ...held,
    subjectType: 'repayment',
    subjectId: ID,
    statusReason: 'held with its batch',
  } as unknown as MessageRow
  render(
    <MemoryRouter>
      {WAITING_COLUMNS.filter(({ id }) => id === 'status' || id === 'notBefore').map(({ id, cell }) => (
        <div key={id}>{cell(row)}</div>
      ))}
    </MemoryRouter>,
  )
  expect(screen.getAllByText(/batch/i).map(each => each.textContent)).toEqual([
    'Released with its batch',
    'Open batch',
  ])
})

test('a message held for quiet hours says when it is sent', () => {
  render(<Release row={{ ...held, notBefore: '2026-11-18T07:00:00.000Z' } as unknown as MessageRow} />)
  expect(screen.getByText(/^Quiet hours, sends/)).toBeDefined()
})
