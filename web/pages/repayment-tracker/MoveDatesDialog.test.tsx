import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { MoveDatesDialog } from './MoveDatesDialog.tsx'

let sent: Record<string, unknown>[] = []
let customers = 0

beforeEach(() => {
  sent = []
  customers = 1_214
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://iroko.test')
    if (method === 'POST') {
      sent.push(JSON.parse(body as string))
      return Response.json({ approvalId: null })
    }
    return pathname === '/api/pay-months/IPPIS/2099-12/customers'
      ? Response.json({ customers })
      : Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const MONTH = {
  source: 'IPPIS',
  sourceName: 'IPPIS (federal)',
  period: '2099-12',
  instructionOn: '2099-12-10',
  payOn: '2099-12-25',
  fileOn: '2100-01-08',
  remittanceOn: '2100-01-15',
  postedOn: null,
}

function show(): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MoveDatesDialog month={MONTH as never} onClose={() => {}} />
    </QueryClientProvider>,
  )
}
const change = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const submit = (): void => {
  change('Reason', 'Notice of the office')
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }))
}
const box = () => screen.queryByRole('checkbox', { name: 'Notify customers by SMS' })

test('another pay day says how many customers get an SMS, and sends none where it is left out', async () => {
  show()
  expect(box()).toBeNull()
  change('Pay day', '2100-01-05')
  expect(await screen.findByText(/One SMS to each of 1,214 customers/)).toBeDefined()
  expect(box()).toHaveProperty('checked', true)
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ notifies: true, dates: { payOn: '2100-01-05' } })
  cleanup()
  show()
  change('Pay day', '2100-01-05')
  fireEvent.click(box() as HTMLElement)
  submit()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ notifies: false })
})

test('another file day is no news for customers', async () => {
  show()
  change('File expected', '2100-01-20')
  expect(box()).toBeNull()
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ notifies: false })
})

test('without customers there is nothing to choose', async () => {
  customers = 0
  show()
  change('Pay day', '2100-01-05')
  expect(await screen.findByText(/No customer has an instalment/)).toBeDefined()
  expect(box()).toHaveProperty('disabled', true)
})
