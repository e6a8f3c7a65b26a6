import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import MainLayout from './MainLayout.tsx'

const AUDITOR = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03',
  email: 'auditor@iroko.test',
  firstName: 'Ibrahim',
  lastName: 'Danjuma',
  roles: ['Auditor'],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

const drawn = vi.hoisted(() => ({ times: 0 }))
vi.mock('./Sidebar.tsx', () => ({
  Sidebar: () => {
    drawn.times += 1
    return null
  },
}))

let organisation: object | undefined
beforeEach(() => {
  organisation = undefined
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/me') return Response.json(AUDITOR)
    if (address === '/api/me/preferences')
      return Response.json({ density: 'comfortable', hidden: {}, views: [] })
    if (address === '/api/organisation' && organisation) return Response.json(organisation)
    return Response.json({ code: 'permission.missing', message: 'Not here.' }, { status: 403 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const palette = () => screen.queryByRole('dialog', { name: 'Search' })
const pressCtrlK = (): void => void fireEvent.keyDown(window, { key: 'k', ctrlKey: true })

const openConsole = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Routes>
          <Route element={<MainLayout />}>
            <Route index element={<p>The page</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the header, the footer and printed pages say Demo data, and not for a real lender', async () => {
  organisation = { operatingCompany: 'Iroko Demo Finance', logo: '', year: 2026, isDemo: true }
  openConsole()
  await screen.findByText(/^© 2026 Iroko Demo Finance/)
  const marked = screen
    .getAllByText('Demo data')
    .map(mark => mark.closest('header, footer, main')?.tagName ?? '')
  expect(marked.toSorted()).toEqual(['FOOTER', 'HEADER', 'MAIN'])
  cleanup()
  organisation = { operatingCompany: 'Zuma Credit', logo: '', year: 2026, isDemo: false }
  openConsole()
  await screen.findByText('© 2026 Zuma Credit')
  expect(screen.queryByText('Demo data')).toBeNull()
})

test('the palette opens and closes without the frame being drawn anew', async () => {
  openConsole()
  await screen.findByText('The page')
  const before = drawn.times
  pressCtrlK()
  await waitFor(() => expect(palette()).not.toBeNull())
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' })
  await waitFor(() => expect(palette()).toBeNull())
  // and by the key that opened it
  pressCtrlK()
  await waitFor(() => expect(palette()).not.toBeNull())
  pressCtrlK()
  await waitFor(() => expect(palette()).toBeNull())
  expect(drawn.times).toBe(before)
})
