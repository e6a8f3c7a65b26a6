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
/** What the next call of an endpoint answers; anything else is "done". */
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
  return { drafts, courier: new SubmissionClient(drafts, PAGE, () => '') }
}
const payslip = (content = '%PDF-1.7 payslip') =>
  new File([content], 'payslip.pdf', { type: 'application/pdf' })
const lost = new door.ApiError(0, { code: 'network.unreachable', message: 'No line.' })
const opened = () => sent.filter(({ path }) => path === '/api/public/drafts')
const added = () => sent.filter(({ path }) => path.endsWith('/documents'))

it('opens one draft for two files, and sends them one after the other', async () => {
  const { courier, drafts } = start()
  await Promise.all([
    courier.addFile('Latest payslip', payslip()),
    courier.addFile('Letter', payslip('%PDF-2')),
  ])
  expect(opened()).toHaveLength(1)
  expect(added().map(({ input }) => input.title)).toEqual(['Latest payslip', 'Letter'])
  expect(courier.get().files.map(file => file.state)).toEqual(['sent', 'sent'])
  expect(drafts.get().files.map(file => file.title)).toEqual(['Latest payslip', 'Letter'])
})
it('asks a second time with the same id and proof when the answer to the first was lost', async () => {
  answers = [[publicRequestApi.draftOpen, lost]]
  const { courier } = start()
  await expect(courier.open()).rejects.toBe(lost)
  await courier.open()
  const [first, second] = opened()
  expect(second?.input).toEqual(first?.input)
  expect(second?.key).toBe(first?.key)
})
it('proves anew, once, when the proof was too old', async () => {
  answers = [
    [publicRequestApi.draftOpen, refusal('draft.robot')],
    [publicRequestApi.publicPage, PAGE],
  ]
  const { courier } = start()
  await courier.open()
  expect(new Set(opened().map(({ input }) => input.id)).size).toBe(2)
})
it('gives up when a second proof is refused too', async () => {
  answers = [
    [publicRequestApi.draftOpen, refusal('draft.robot')],
    [publicRequestApi.publicPage, PAGE],
    [publicRequestApi.draftOpen, refusal('draft.robot')],
  ]
  await expect(start().courier.open()).rejects.toMatchObject({ code: 'draft.robot' })
  expect(opened()).toHaveLength(2)
})
it('fills a new draft with the same files when the old one has expired, and says so in a sentence', async () => {
  const { courier, drafts } = start()
  await courier.addFile('Latest payslip', payslip())
  const old = drafts.get().draftId
  answers = [
    [publicRequestApi.requestSubmit, refusal('draft.unknown')],
    [publicRequestApi.publicPage, PAGE],
    [publicRequestApi.requestSubmit, { reference: 'IRK-2222-3333', alreadyPending: false }],
  ]
  expect(await courier.submit('')).toEqual({ reference: 'IRK-2222-3333', alreadyPending: false })
  expect(drafts.get().draftId).not.toBe(old)
  expect(added().map(({ input }) => input.path)).toEqual([added()[0]?.input.path, added()[0]?.input.path])
  expect(added()[1]?.input.id).not.toBe(added()[0]?.input.id)
  expect(courier.get().news).toBe('Your draft had expired, so we opened a new one and sent your files again.')
  const submits = sent.filter(({ path }) => path === '/api/public/loan-requests')
  expect(new Set(submits.map(({ input }) => input.id)).size).toBe(1)
})
it('asks again for a file whose content went with the tab', async () => {
  const { courier, drafts } = start()
  await courier.addFile('Latest payslip', payslip())
  const nextDay = new SubmissionClient(drafts, PAGE, () => '')
  answers = [
    [publicRequestApi.requestSubmit, refusal('draft.unknown')],
    [publicRequestApi.publicPage, PAGE],
  ]
  await nextDay.submit('')
  expect(nextDay.get().files).toEqual([])
  expect(nextDay.get().news).toBe(
    'Your draft had expired, so we opened a new one. Please add again: Latest payslip.',
  )
})
it('keeps a file that did not get through, and sends it when the line is back', async () => {
  answers = [[publicRequestApi.draftDocumentAdd, lost]]
  const { courier } = start()
  await courier.addFile('Latest payslip', payslip())
  expect(courier.get().files[0]).toMatchObject({ state: 'failed', problem: 'No line.' })
  courier.retryAll()
  await waitFor(() => expect(courier.get().files[0]?.state).toBe('sent'))
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
])('does not send a file that is %s', async (_, file, problem) => {
  const { courier, drafts } = start()
  await courier.addFile('Latest payslip', file)
  expect(courier.get().files[0]).toMatchObject({ state: 'failed', problem })
  expect(sent).toEqual([])
  await courier.removeFile(courier.get().files[0]?.id ?? '')
  expect(courier.get().files).toEqual([])
  expect(drafts.get().files).toEqual([])
})
