import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { CurrentUserContext } from '../currentUser.ts'
import type { ReadIntake } from './intakeWords.ts'
import { SubmitUpload } from './SubmitUpload.tsx'

afterEach(cleanup)

const ID = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const LAYOUT = {
  format: 'csv', encoding: null, delimiter: ',', sheets: [], sheet: null, headerLine: 1, head: [], columns: [], mapping: {},
  monthInFile: '2026-10', isSavedMapping: false,
} as const // biome-ignore format: a record
const INTAKE: ReadIntake = {
  id: ID, kind: 'payroll', source: 'IPPIS', sourceName: 'IPPIS (federal)', period: '2026-11', fileName: 'november.csv', bytes: 10,
  receivedBytes: 10, sha256: null, status: 'matched', problem: null, uploadedBy: 'Babatunde Adeyemi', uploadedById: ID,
  uploadedAt: '2026-11-16T09:00:00.000Z', acceptedBy: null, acceptedAt: null, approvalId: null, correctsId: null, sameAsId: null,
  rows: 2001, goodRows: 0, refusedRows: 2001, skippedRows: 0, matchedRows: 0, repairedValues: 0, progress: null, layout: null,
} // biome-ignore format: a record
const ADMIN = {
  id: ID, email: 'admin@iroko.test', firstName: 'Amina', lastName: 'Sule', roles: ['Admin' as const],
  accountOfficerCode: null, totpEnrolled: false, totpRequired: false,
} // biome-ignore format: a person

const show = (intake: ReadIntake): void =>
  void render(
    <QueryClientProvider client={createQueryClient()}>
      <CurrentUserContext value={ADMIN}>
        <MemoryRouter>
          <SubmitUpload intake={intake} accepted="" />
        </MemoryRouter>
      </CurrentUserContext>
    </QueryClientProvider>,
  )

test('without a valid row nothing can be submitted: the page says why and offers the month of the file', () => {
  show({ ...INTAKE, layout: { ...LAYOUT, mapping: {}, sheets: [], head: [], columns: [] } })
  expect(screen.getByText('No valid rows')).toBeTruthy()
  expect(screen.getByText('This file says October 2026. You chose November 2026.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change to October 2026' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /submit/i })).toBeNull()
})

test('with valid rows it can be submitted, and its month still changed', () => {
  show({ ...INTAKE, goodRows: 2000 })
  expect(screen.queryByText('No valid rows')).toBeNull()
  expect(screen.getByRole('button', { name: 'Change month' })).toBeTruthy()
})
