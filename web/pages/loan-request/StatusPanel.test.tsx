import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusPanel } from './StatusPanel.tsx'

afterEach(cleanup)

test('nobody is told of an SMS that the built-in outbox never sent', () => {
  render(<StatusPanel reference="" documents={[]} />)
  expect(screen.getByText(/You got the reference when you sent the request/)).toBeDefined()
  expect(screen.queryByText(/SMS/)).toBeNull()
})
