import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { AudienceField } from './AudienceField.tsx'
import type { AudienceDraft } from './audience.ts'

beforeEach(() =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ rows: [], total: 0 })))),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let now: AudienceDraft
function Field() {
  const [draft, setDraft] = useState<AudienceDraft>({
    kind: 'list',
    customer: undefined,
    segmentId: '',
    typed: '',
  })
  now = draft
  return <AudienceField draft={draft} onChange={setDraft} error={undefined} />
}

const numbers = () => screen.getByLabelText<HTMLTextAreaElement>('Phone or customer numbers')

it('keeps the typed numbers when the audience kind is switched and back', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Field />
    </QueryClientProvider>,
  )
  await userEvent.type(numbers(), '0803 123 4567')
  await userEvent.click(screen.getByText('A segment'))
  await userEvent.click(screen.getByText('A list'))
  expect(numbers().value).toBe('0803 123 4567')
  await userEvent.clear(numbers())
  expect(now.typed).toBe('')
})

it('a corrected file with the same name can be chosen again', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Field />
    </QueryClientProvider>,
  )
  const picker = screen.getByLabelText<HTMLInputElement>('From a CSV or text file')
  await userEvent.upload(picker, new File(['C0100001'], 'list.csv', { type: 'text/csv' }))
  await waitFor(() => expect(numbers().value).toBe('C0100001'))
  expect(picker.value).toBe('')
})

it('a deactivated segment is no longer chosen', async () => {
  const id = '0190a8f2-7c1e-4000-8000-000000000001'
  const saved = {
    id,
    name: 'Teachers in Ogun',
    filter: {},
    madeBy: 'Halima Bello',
    madeAt: '2026-11-15T09:00:00Z',
  }
  const asked: string[] = []
  let rows = [saved]
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${address}`)
    if (method === 'DELETE') {
      rows = []
      return new Response('{}')
    }
    return new Response(JSON.stringify(address.endsWith('/count') ? { count: 3, isExact: true } : { rows }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Field />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByText('A segment'))
  await screen.findByText('Teachers in Ogun')
  await userEvent.selectOptions(screen.getByLabelText('Segment'), id)
  await userEvent.click(screen.getByText('Deactivate “Teachers in Ogun”'))
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate', hidden: true }))
  await waitFor(() => expect(now.segmentId).toBe(''))
  expect(asked).toContain(`DELETE /api/segments/${id}`)
  expect(await screen.findByText('No segments yet')).toBeTruthy()
})
