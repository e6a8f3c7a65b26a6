import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inboundApi } from '../../contract/messaging.ts'
import { createQueryClient } from '../api.ts'
import { Input } from '../ui/Input.tsx'
import { ActDialog } from './ActDialog.tsx'

const { toast } = vi.hoisted(() => ({ toast: vi.fn<(tone: string, text: string) => void>() }))
vi.mock('../ui/toast.ts', async original => ({ ...(await original<object>()), toast }))

const OPT_OUT = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01',
  phone: '•••• 4567',
  customerId: null,
  customerName: null,
  since: '2026-11-16T09:00:00.000Z',
  source: 'Bayo Adeyemi',
  reason: 'Called the branch',
}

const closed = vi.fn<() => void>()
let sent: Record<string, unknown>[] = []
let answer: () => Response

beforeEach(() => {
  sent = []
  answer = () => Response.json(OPT_OUT)
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string))
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  toast.mockClear()
  closed.mockClear()
})

/** The dialog of the opt-out list, with its words. */
function open({ phoneField = true, label = 'Reason' } = {}): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ActDialog
        endpoint={inboundApi.optOutAdd}
        initial={{ phone: phoneField ? '' : 'none' }}
        input={(values, id) => ({ id, ...values, ...(phoneField ? {} : { id: 'not an id' }) })}
        done="Noted."
        onClose={closed}
        title="Add a number"
        action={({ phone }) => `Stop messages to ${phone || 'them'}`}
        disabledReason={({ phone }) => (phone === '0' ? 'Too short.' : undefined)}
        reason={{ label }}
      >
        {({ field }) => phoneField && <Input {...field('phone')} label="Phone number" />}
      </ActDialog>
    </QueryClientProvider>,
  )
}

const type = (name: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(name), { target: { value } })
const act = (): HTMLElement => screen.getByRole('button', { name: /^Stop messages/, hidden: true })

test('sends fields and trimmed reason under one id, says so and closes', async () => {
  open()
  type('Phone number', '08031234567')
  type('Reason', '  Called the branch ')
  await userEvent.click(act())
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    expect.objectContaining({ phone: '08031234567', reason: 'Called the branch', id: expect.any(String) }),
  ])
  expect(toast).toHaveBeenCalledWith('success', 'Noted.')
})

test('a missing field and a missing reason are said at their fields, and nothing is sent', async () => {
  open({ label: 'Who asked for it' })
  await userEvent.click(act())
  expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Please fill this in')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText('Phone number'))
  expect([sent, closed.mock.calls]).toEqual([[], []])
})

test('an error of a field that the dialog does not show is said all the same', async () => {
  open({ phoneField: false })
  type('Reason', 'Called the branch')
  await userEvent.click(act())
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(sent).toEqual([])
})

test('a refusal stays in the dialog with what was typed, and a repeat carries the same id', async () => {
  answer = () => Response.json({ code: 'optOut.exists', message: 'It is on the list.' }, { status: 409 })
  open()
  type('Phone number', '08031234567')
  type('Reason', 'Called the branch')
  await userEvent.click(act())
  expect((await screen.findByRole('alert')).textContent).toBe('It is on the list.')
  expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('08031234567')
  await userEvent.click(act())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.id).toBe(sent[0]?.id)
  expect(closed).not.toHaveBeenCalled()
})

test('what the server says of a field is shown at the field', async () => {
  const fields = { phone: 'Not a Nigerian number' }
  answer = () => Response.json({ code: 'input.invalid', message: 'Look again.', fields }, { status: 422 })
  open()
  type('Phone number', '08031234567')
  type('Reason', 'Called the branch')
  await userEvent.click(act())
  expect(await screen.findByText('Not a Nigerian number')).toBeDefined()
  expect(screen.queryByText('Look again.')).toBeNull()
})

test('words on the button and why it is disabled follow what is typed', () => {
  open()
  type('Phone number', '0')
  expect([act().textContent, act().getAttribute('aria-disabled')]).toEqual(['Stop messages to 0', 'true'])
})

test('closing a dialog with something typed asks first; Cancel does not', async () => {
  open()
  type('Phone number', '0803')
  await userEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }))
  expect(screen.getByText('What you typed would be lost.')).toBeDefined()
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel', hidden: true }))
  expect(closed).toHaveBeenCalledOnce()
})
