import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api.ts'
import { AddDocumentForm } from './AddDocumentForm.tsx'

const CUSTOMER = '0190a8f2-7c1e-4000-8000-000000000001'
type Sent = { id: string; title: string; path: string; subjectType: string; subjectId: string }
const sent: Sent[] = []
let answers: (() => Response)[] = []
const closed = vi.fn<() => void>()

beforeEach(() => {
  sent.length = 0
  closed.mockReset()
  vi.stubGlobal('fetch', async (_: string, request: { body: string }) => {
    sent.push(JSON.parse(request.body) as Sent)
    const answer = answers.shift()
    if (!answer) throw new TypeError('no line')
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ADDED = {
  title: 'Payslip',
  type: 'image/png',
  bytes: 5,
  sha256: 'aa',
  addedBy: 'Folake Ogunleye',
  addedAt: '2026-11-16T09:00:00.000Z',
  subjectType: 'customer',
  subjectId: CUSTOMER,
  source: 'staff',
}
const added = () => new Response(JSON.stringify({ id: sent[0]?.id, ...ADDED }))
const refused = (fields: object) => () =>
  new Response(JSON.stringify({ code: 'input.invalid', message: 'Look again.', fields, requestId: 'r' }), {
    status: 422,
  })

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AddDocumentForm subjectType="customer" subjectId={CUSTOMER} onClose={closed} />
    </QueryClientProvider>,
  )
  // the picker's own list is a hint to people, and must not be the only guard
  return userEvent.setup({ applyAccept: false })
}
const title = () => screen.getByLabelText<HTMLInputElement>('Title')
const picker = () => screen.getByLabelText<HTMLInputElement>('File')
const submit = () => screen.findByRole('button', { name: 'Add document', hidden: true })
const alerts = () => screen.queryAllByRole('alert', { hidden: true }).map(each => each.textContent)
const photo = (bytes: BlobPart = 'Ngozi') => new File([bytes], 'id.png', { type: 'image/png' })

describe('the add-document form', () => {
  test('offers the given types in its picker', () => {
    show()
    expect(picker().accept).toBe('.jpg,.jpeg,.png,.pdf,.docx,.xlsx')
  })

  test('sends title and content as base64', async () => {
    answers = [added]
    const user = show()
    await user.type(title(), '  Payslip October 2026 ')
    await user.upload(picker(), photo())
    await user.click(await submit())
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(sent).toMatchObject([{ path: 'Tmdvemk=', subjectType: 'customer', subjectId: CUSTOMER }])
    expect(sent[0]?.title.trim()).toBe('Payslip October 2026')
  })

  test.each<[string, string, File | undefined, string[]]>([
    ['nothing', '', undefined, ['Title is required', 'Please provide a valid file']],
    ['only spaces', '   ', photo(), ['Title is required']],
    ['256 characters', 'A'.repeat(256), photo(), ['Title is too long']],
    ['an empty file', 'Payslip', photo(''), ['Please provide a valid file']],
    [
      'a web page',
      'Payslip',
      new File(['<script>'], 'a.html', { type: 'text/html' }),
      ['Invalid file type. Please upload an image, PDF, Word document, or Excel file.'],
    ],
    ['a large photo', 'Payslip', photo(new Uint8Array(524_289)), ['File size must be less than 0.5 MB']],
  ])('says what is wrong with %s and sends nothing', async (_, text, file, messages) => {
    const user = show()
    if (text) {
      await user.click(title())
      await user.paste(text)
    }
    if (file) await user.upload(picker(), file)
    await user.click(await submit())
    await waitFor(() => expect(alerts()).toEqual(messages))
    expect(sent).toEqual([])
  })

  test('keeps what was typed when the server refuses, and is the same act when the line was lost', async () => {
    answers = []
    const user = show()
    await user.type(title(), 'Payslip')
    await user.upload(picker(), photo())
    await user.click(await submit())
    await waitFor(() => expect(alerts()[0]).toContain('cannot be reached'))
    answers = [refused({ path: 'This PDF runs scripts.' })]
    await user.click(await submit())
    await waitFor(() => expect(alerts()).toContain('This PDF runs scripts.'))
    expect(title().value).toBe('Payslip')
    expect(sent[0]).toEqual(sent[1])
    answers = [added]
    await user.upload(picker(), photo('Halima'))
    await user.click(await submit())
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  })

  test('offers to make a large photo smaller, and nothing of the kind for a large PDF', async () => {
    const user = show()
    await user.upload(picker(), photo(new Uint8Array(524_289)))
    expect(screen.getByRole('button', { name: 'Make the photo smaller', hidden: true })).toBeDefined()
    await user.upload(picker(), new File([new Uint8Array(524_289)], 'a.pdf', { type: 'application/pdf' }))
    expect(screen.queryByRole('button', { name: 'Make the photo smaller', hidden: true })).toBeNull()
  })
})
