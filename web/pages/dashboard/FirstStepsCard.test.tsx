import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_STEPS } from '../../../contract/dashboard.ts'
import { createQueryClient } from '../../api.ts'
import { FirstStepsCard } from './FirstStepsCard.tsx'

const reported: string[] = []
beforeEach(() => {
  reported.length = 0
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body: string }) => {
    reported.push(`${method} ${address} ${body}`)
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const steps = [
  { name: 'colleagues', isDone: true, confirmedBy: null },
  { name: 'products', isDone: false, confirmedBy: null },
  { name: 'sms', isDone: false, confirmedBy: 'Ngozi Okafor' },
] as const
const show = (isAway: boolean, shown: ComponentProps<typeof FirstStepsCard>['guide']['steps'] = [...steps]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FirstStepsCard guide={{ isAway, steps: shown }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('a step is done by what a user did or by marking it', async () => {
  show(false)
  expect(screen.getByText('2 of 3 done')).toBeDefined()
  expect(screen.getByText('Marked as done by Ngozi Okafor')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Add users/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as done: Check the products' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mark as not done: Set up SMS' }))
  expect(reported).toEqual([
    'PUT /api/first-steps/products {"isConfirmed":true}',
    'PUT /api/first-steps/sms {"isConfirmed":false}',
  ])
})

test.each([
  [false, 'Dismiss', 'PUT /api/first-steps {"isAway":true}'],
  [true, 'Show guide', 'PUT /api/first-steps {"isAway":false}'],
])('the guide is dismissed and shown again', async (isAway, button, said) => {
  show(isAway)
  expect(screen.queryAllByRole('listitem')).toHaveLength(isAway ? 0 : 3)
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(reported).toEqual([said])
})

test('the written guide has the steps of the page, in their order', () => {
  show(
    false,
    FIRST_STEPS.map(name => ({ name, isDone: false, confirmedBy: null })),
  )
  const onPage = screen
    .getAllByRole('button', { name: /^Mark as done: / })
    .map(button => button.getAttribute('aria-label')?.replace('Mark as done: ', ''))
  const guide = readFileSync('docs/guides/superAdmin.md', 'utf8')
  expect([...guide.matchAll(/^\d\. \*\*(.+?)\*\*\. /gm)].map(([, title]) => title)).toEqual(onPage)
})
