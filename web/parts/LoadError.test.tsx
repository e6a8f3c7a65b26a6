import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { LoadError } from './LoadError.tsx'

afterEach(cleanup)

const show = (status: number, missing?: string): void => {
  const error = new ApiError(status, {
    code: 'input.invalid',
    message: 'Some fields have errors. Correct them and try again.',
  })
  render(<LoadError of={{ error, refetch: () => undefined }} {...(missing ? { missing } : {})} />)
}

test.each([400, 422])('an invalid address shows a not-found title without a retry (%i)', status => {
  show(status, 'Loan not found')
  expect(screen.getByText('Loan not found')).toBeDefined()
  expect(
    screen.getByText('The address is not valid. Check it, or open the record from its list.'),
  ).toBeDefined()
  expect(screen.queryByText(/fields/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('another failure shows the server message and a retry', () => {
  show(503, 'Loan not found')
  expect(screen.getByText('Some fields have errors. Correct them and try again.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a missing record shows the server message without a retry', () => {
  show(404, 'Loan not found')
  expect(screen.getByText('Loan not found')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
