import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { FileField } from './FileField.tsx'

afterEach(cleanup)

test('a file is chosen by its label, named, and can be chosen again once it is corrected', async () => {
  const onChoose = vi.fn<(file: File) => void>()
  const shared = { label: 'Result file', hint: 'CSV, at most 2 MB.', accept: '.csv', onChoose }
  const { rerender } = render(<FileField {...shared} />)
  const field = screen.getByLabelText<HTMLInputElement>('Result file')
  expect(screen.getByText('CSV, at most 2 MB.').id).toBe(field.getAttribute('aria-describedby'))
  const file = new File(['reference,status'], 'answer.csv', { type: 'text/csv' })
  await userEvent.upload(field, file)
  await userEvent.upload(field, file)
  expect(onChoose.mock.calls).toEqual([[file], [file]])
  expect(field.value).toBe('')
  rerender(<FileField {...shared} chosen={{ name: file.name, size: '16 bytes' }} error="No such reference" />)
  expect(screen.getByText('answer.csv')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('No such reference')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})
