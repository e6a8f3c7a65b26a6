import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../call.ts'
import { type Found, type Picked, RecordPicker } from './RecordPicker.tsx'

afterEach(cleanup)

const NGOZI: Picked = { id: '1', title: 'Ngozi Eze', hint: 'C0100001' }
const fine = { error: null, refetch: () => undefined }

function show(found: Found): void {
  const useFound = () => found
  function Field() {
    const [picked, setPicked] = useState<Picked>()
    return (
      <RecordPicker label="Customer" placeholder="" picked={picked} onPick={setPicked} useFound={useFound} />
    )
  }
  render(<Field />)
}
const box = () => screen.getByLabelText('Customer')

it('moves the focus to the element that replaces the pressed button', async () => {
  show({ rows: [NGOZI], asked: fine })
  await userEvent.type(box(), 'ngozi')
  await userEvent.click(await screen.findByRole('button', { name: /Ngozi Eze/ }))
  const change = screen.getByRole('button', { name: 'Choose another instead of Ngozi Eze' })
  expect(document.activeElement).toBe(change)
  await userEvent.click(change)
  expect(document.activeElement).toBe(box())
})

it('shows the error of a failed search and retries', async () => {
  const refetch = vi.fn<() => void>()
  const error = new ApiError(0, { code: 'network.unreachable', message: 'Iroko cannot be reached.' })
  show({ rows: undefined, asked: { error, refetch } })
  await userEvent.type(box(), 'ngozi')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})
