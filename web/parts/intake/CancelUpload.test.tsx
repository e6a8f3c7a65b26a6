import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { intakeApi } from '../../../contract/intake.ts'
import { payrollApi } from '../../../contract/payroll.ts'
import { createQueryClient, useApi } from '../../api.ts'
import { CurrentUserContext } from '../currentUser.ts'
import { CancelUpload } from './CancelUpload.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const INTAKE = {
  id: ID, kind: 'payroll', source: 'IPPIS', sourceName: 'IPPIS (federal)', period: '2026-11', fileName: 'november.csv', bytes: 10,
  receivedBytes: 10, sha256: null, status: 'matched', problem: null, uploadedBy: 'Babatunde Adeyemi', uploadedById: ID,
  uploadedAt: '2026-11-16T09:00:00.000Z', acceptedBy: null, acceptedAt: null, approvalId: null, correctsId: null, sameAsId: null,
  rows: 1, goodRows: 0, refusedRows: 1, skippedRows: 0, matchedRows: 0, repairedValues: 0, progress: null, layout: null,
} // biome-ignore format: a record
const ADMIN = {
  id: ID, email: 'admin@iroko.test', firstName: 'Amina', lastName: 'Sule', roles: ['Admin' as const],
  accountOfficerCode: null, totpEnrolled: false, totpRequired: false,
} // biome-ignore format: a person

/** As the page does: what the upload brought is shown until it is over. */
function Page() {
  const intake = useApi(intakeApi.intakeGet, { id: ID })
  if (intake.data?.status === 'cancelled') return <p>Cancelled</p>
  return intake.data ? <Preview /> : null
}

function Preview() {
  useApi(payrollApi.payrollDiff, { id: ID })
  return <CancelUpload intake={{ id: ID, fileName: 'november.csv', approvalId: null }} />
}

test('does not request the changes of a cancelled upload', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://iroko.test')
    asked.push(`${method} ${pathname}`)
    if (method === 'POST') return Response.json({ ...INTAKE, status: 'cancelled' })
    return pathname.endsWith('/diff')
      ? Response.json({ code: 'record.unknown', message: 'Not here', requestId: ID }, { status: 404 })
      : Response.json({
          ...INTAKE,
          status: asked.some(each => each.startsWith('POST')) ? 'cancelled' : 'matched',
        })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <Page />
      </CurrentUserContext>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByText('Cancelled')).toBeTruthy()
  expect(asked.filter(each => each.endsWith('/diff'))).toHaveLength(1)
})
