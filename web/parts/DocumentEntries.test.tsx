import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import { CurrentUserContext } from './currentUser.ts'
import { DocumentEntries } from './DocumentEntries.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const EDITOR = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'folake@iroko.test',
  firstName: 'Folake',
  lastName: 'Ogunleye',
  roles: ['Editor' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

test('a list that cannot be read again leaves the document being added alone', async () => {
  let answer = () => new Response(JSON.stringify({ rows: [] }))
  const asked = vi.fn<() => Promise<Response>>(() => Promise.resolve(answer()))
  vi.stubGlobal('fetch', asked)
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <CurrentUserContext value={EDITOR}>
        <DocumentEntries subjectType="customer" subjectId={EDITOR.id} />
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add document' }))
  const title = await screen.findByLabelText<HTMLInputElement>('Title')
  await userEvent.type(title, 'Payslip')
  answer = () =>
    new Response(JSON.stringify({ code: 'auth.forbidden', message: 'No.', requestId: 'r' }), { status: 403 })
  await client.refetchQueries()
  await waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe('error'))
  expect(asked).toHaveBeenCalledTimes(2)
  expect(screen.getByLabelText('Title')).toBe(title)
  expect(title.value).toBe('Payslip')
})
