import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECTIONS } from '../../../contract/settings.ts'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../../parts/currentUser.ts'
import { RecordEvent, SourceEvents } from './SourceEvents.tsx'

const ID = '0190a8f2-7c1e-4000-8000-000000000001'
let sent: Record<string, unknown>[] = []
let refusal: object | undefined

beforeEach(() => {
  sent = []
  refusal = undefined
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://iroko.test')
    if (pathname === '/api/source-events' && method === 'POST') {
      sent.push(JSON.parse(body as string))
      return refusal ? Response.json(refusal, { status: 409 }) : Response.json({ id: ID })
    }
    if (pathname === '/api/source-events')
      return Response.json({ rows: [], total: 0, totalIsExact: true, next: null })
    if (pathname === '/api/settings')
      return Response.json({
        rows: [
          {
            section: 'payroll',
            value: SECTIONS.payroll.initial,
            version: 1,
            effectiveOn: '2026-01-01',
            changedBy: null,
            changedAt: null,
            pending: null,
            later: [],
          },
        ],
      })
    return Response.json({ density: 'comfortable', hidden: {}, views: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(roles: string[] = ['Admin']): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={{ roles } as never}>
        <MemoryRouter>
          <RecordEvent source="IPPIS" />
          <SourceEvents source="IPPIS" />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )
}

async function open(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Record event' }))
  return screen.findByRole('dialog', { name: 'Record event' })
}
const fill = (dialog: HTMLElement): void => {
  const reason = within(dialog).getByRole('textbox', { name: /Reason/ })
  fireEvent.change(reason, { target: { value: 'Circular 14' } })
}
const submit = (dialog: HTMLElement): void => {
  fireEvent.click(within(dialog).getByRole('button', { name: 'Compute effect' }))
}

test('a skipped month is one month, keeps its due dates and costs no interest', async () => {
  show()
  const dialog = await open()
  expect(within(dialog).queryByLabelText('To')).toBeNull()
  expect(within(dialog).queryByLabelText('Interest for the moved months')).toBeNull()
  fill(dialog)
  submit(dialog)
  await waitFor(() => expect(sent).toHaveLength(1))
  const { from, to } = sent[0] as { from: string; to: string }
  expect(to).toBe(from)
  expect(sent[0]).toMatchObject({
    kind: 'skipped',
    source: 'IPPIS',
    treatment: 'excuse',
    interest: null,
    reason: 'Circular 14',
  })
})

test('moved instalments name what they cost, and a refusal is shown', async () => {
  refusal = {
    code: 'source_event.overlap',
    message: 'Event SE-00001 already covers one of these months. Reverse or cancel it first.',
  }
  show()
  const dialog = await open()
  fireEvent.click(within(dialog).getByRole('radio', { name: /Strike/ }))
  fireEvent.click(within(dialog).getByRole('radio', { name: /Move the instalments back/ }))
  expect(within(dialog).getByLabelText('To')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Interest for the moved months'), {
    target: { value: 'added' },
  })
  fill(dialog)
  submit(dialog)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ kind: 'strike', treatment: 'move', interest: 'added' })
  expect(await within(dialog).findByText(/SE-00001 already covers/)).toBeDefined()
})

test('a user who may not ask reads why', async () => {
  show(['Auditor'])
  const button = await screen.findByRole('button', { name: 'Record event' })
  fireEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText('No events')).toBeDefined()
})
