import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Endpoint, pathParameters } from '../../../contract/endpoint.ts'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { MUSA, PAGE, refusal } from '../../../test/publicPage.ts'
import * as door from '../../call.ts'
import { openDraftStore } from './draftStore.ts'
import { SubmissionClient } from './submissionClient.ts'

type Sent = { path: string; input: Record<string, unknown>; key: string | undefined }
const sent: Sent[] = []
/** Replies of the next calls by endpoint; other calls return an empty object. */
let answers: [endpoint: Endpoint, answer: unknown][] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  sent.length = 0
  answers = []
  vi.spyOn(door, 'call').mockImplementation(
    async (endpoint: Endpoint, input: Record<string, unknown>, options: door.CallOptions | undefined) => {
      const path = pathParameters(endpoint.path).reduce(
        (full, name) => full.replace(`:${name}`, String(input[name]).slice(0, 4)),
        endpoint.path as string,
      )
      sent.push({ path, input, key: options?.idempotencyKey })
      const at = answers.findIndex(([of]) => of === endpoint)
      const answer = at < 0 ? {} : answers.splice(at, 1)[0]?.[1]
      if (answer instanceof Error) throw answer
      return answer
    },
  )
})

afterEach(() => {
  vi.restoreAllMocks()
})

const start = () => {
  const drafts = openDraftStore('AO-014')
  drafts.change({ answers: MUSA, agreedTo: 2 })
  return { drafts, client: new SubmissionClient(drafts, PAGE, () => '') }
}
const payslip = (content = '%PDF-1.7 payslip') =>
  new File([content], 'payslip.pdf', { type: 'application/pdf' })
const lost = new door.ApiError(0, { code: 'network.unreachable', message: 'No connection.' })
const opened = () => sent.filter(({ path }) => path === '/api/public/drafts')
const added = () => sent.filter(({ path }) => path.endsWith('/documents'))

it('opens one draft for two files and uploads them one after the other', async () => {
  const { client, drafts } = start()
  await Promise.all([
    client.addFile('Latest payslip', payslip()),
    client.addFile('Letter', payslip('%PDF-2')),
  ])
  expect(opened()).toHaveLength(1)
  expect(added().map(({ input }) => input.title)).toEqual(['Latest payslip', 'Letter'])
  expect(client.get().files.map(file => file.state)).toEqual(['sent', 'sent'])
  expect(drafts.get().files.map(file => file.title)).toEqual(['Latest payslip', 'Letter'])
})
it('retries with the same id and proof after a lost reply', async () => {
  answers = [[publicRequestApi.draftOpen, lost]]
  const { client } = start()
  await expect(client.open()).rejects.toBe(lost)
  await client.open()
  const [first, second] = opened()
  expect(second?.input).toEqual(first?.input)
  expect(second?.key).toBe(first?.key)
})
it('solves a new proof once when the proof has expired', async () => {
  answers = [
    [publicRequestApi.draftOpen, refusal('draft.robot')],
    [publicRequestApi.publicPage, PAGE],
  ]
  const { client } = start()
  await client.open()
  expect(new Set(opened().map(({ input }) => input.id)).size).toBe(2)
})
it('fails when the second proof is rejected too', async () => {
  answers = [
    [publicRequestApi.draftOpen, refusal('draft.robot')],
    [publicRequestApi.publicPage, PAGE],
    [publicRequestApi.draftOpen, refusal('draft.robot')],
  ]
  await expect(start().client.open()).rejects.toMatchObject({ code: 'draft.robot' })
  expect(opened()).toHaveLength(2)
})
it('uploads the files to a new draft when the old one has expired, with a message', async () => {
  const { client, drafts } = start()
  await client.addFile('Latest payslip', payslip())
  const old = drafts.get().draftId
  answers = [
    [publicRequestApi.requestSubmit, refusal('draft.unknown')],
    [publicRequestApi.publicPage, PAGE],
    [publicRequestApi.requestSubmit, { reference: 'IRK-2222-3333', alreadyPending: false }],
  ]
  expect(await client.submit('')).toEqual({ reference: 'IRK-2222-3333', alreadyPending: false })
  expect(drafts.get().draftId).not.toBe(old)
  expect(added().map(({ input }) => input.path)).toEqual([added()[0]?.input.path, added()[0]?.input.path])
  expect(added()[1]?.input.id).not.toBe(added()[0]?.input.id)
  expect(client.get().news).toBe(
    'Your draft had expired, so we opened a new one and uploaded your files again.',
  )
  const submits = sent.filter(({ path }) => path === '/api/public/loan-requests')
  expect(new Set(submits.map(({ input }) => input.id)).size).toBe(1)
})
it('asks for a file again when its content is no longer in memory', async () => {
  const { client, drafts } = start()
  await client.addFile('Latest payslip', payslip())
  const nextDay = new SubmissionClient(drafts, PAGE, () => '')
  answers = [
    [publicRequestApi.requestSubmit, refusal('draft.unknown')],
    [publicRequestApi.publicPage, PAGE],
  ]
  await nextDay.submit('')
  expect(nextDay.get().files).toEqual([])
  expect(nextDay.get().news).toBe(
    'Your draft had expired, so we opened a new one. Please upload again: Latest payslip.',
  )
})
it('keeps a failed file and uploads it after reconnecting', async () => {
  answers = [[publicRequestApi.draftDocumentAdd, lost]]
  const { client } = start()
  await client.addFile('Latest payslip', payslip())
  expect(client.get().files[0]).toMatchObject({ state: 'failed', problem: 'No connection.' })
  client.retryAll()
  await waitFor(() => expect(client.get().files[0]?.state).toBe('sent'))
  expect(added()[1]?.input).toEqual(added()[0]?.input)
})
it.each([
  ['empty', new File([], 'a.pdf', { type: 'application/pdf' }), 'Please provide a valid file'],
  [
    'a program',
    new File(['MZ'], 'a.exe', { type: 'application/x-msdownload' }),
    'Invalid file type. Please upload an image, PDF, Word document, or Excel file.',
  ],
  [
    'too large',
    new File([new Uint8Array(524_289)], 'a.pdf', { type: 'application/pdf' }),
    'File size must be less than 0.5 MB',
  ],
])('does not upload a file that is %s', async (_, file, problem) => {
  const { client, drafts } = start()
  await client.addFile('Latest payslip', file)
  expect(client.get().files[0]).toMatchObject({ state: 'failed', problem })
  expect(sent).toEqual([])
  await client.removeFile(client.get().files[0]?.id ?? '')
  expect(client.get().files).toEqual([])
  expect(drafts.get().files).toEqual([])
})
