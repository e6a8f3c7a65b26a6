import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../currentUser.ts'
import { HeaderRowPicker } from './HeaderRowPicker.tsx'

afterEach(cleanup)

const ADMIN = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

test('the card and its scrolling lines have names of their own', () => {
  const layout = {
    format: 'csv',
    encoding: null,
    delimiter: null,
    sheets: [],
    sheet: null,
    headerLine: 1,
    head: [{ sheet: 0, line: 1, cells: ['IPPIS NO'] }],
  } as unknown as Parameters<typeof HeaderRowPicker>[0]['layout']
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <HeaderRowPicker id={ADMIN.id} layout={layout} whyNot={undefined} />
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('region', { name: 'First lines of the file' })).toHaveLength(1)
  expect(screen.getByRole('region', { name: 'Lines and columns' }).tabIndex).toBe(0)
})
