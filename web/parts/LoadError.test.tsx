import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { LoadError } from './LoadError.tsx'

afterEach(cleanup)

const show = (status: number, missing?: string): void => {
  const error = new ApiError(status, { code: 'input.invalid', message: 'Some fields need another look.' })
  render(<LoadError of={{ error, refetch: () => undefined }} {...(missing ? { missing } : {})} />)
}

test.each([400, 422])('an address that names no record says so and offers no other try (%i)', status => {
  show(status, 'This loan is not here')
  expect(screen.getByText('This loan is not here')).toBeDefined()
  expect(
    screen.getByText('Nothing has this address. Check it, or open the record from its list.'),
  ).toBeDefined()
  expect(screen.queryByText(/fields/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('another failure is said in the server’s words and can be tried again', () => {
  show(503, 'This loan is not here')
  expect(screen.getByText('Some fields need another look.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a record that is gone is said in the server’s words, without another try', () => {
  show(404, 'This loan is not here')
  expect(screen.getByText('This loan is not here')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
