import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { application } from '../../../contract/application.ts'
import { type Endpoint, pathParameters } from '../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { kobo } from '../../../engine/money.ts'
import * as door from '../../call.ts'
import { type AnswerName, type Answers, EMPTY_ANSWERS, toWire } from './answers.ts'
import { Courier } from './courier.ts'
import { lacksNumbers, recall } from './draft.ts'
import { openDraftStore } from './draftStore.ts'
import { createProver, solveProof } from './proof.ts'
import {
  firstUnfinished,
  type PublicPage,
  problemsOf,
  STEPS,
  type StepName,
  stepOf,
  stepsFor,
} from './steps.ts'
import { refusalOf } from './useApplication.ts'

const PRODUCT = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const CHALLENGE = await createChallenge({ hmacKey: 'grove', maxNumber: 300 })

const PAGE: PublicPage = {
  isOpen: true,
  notice: '',
  today: '2026-11-15',
  officer: null,
  products: [
    {
      id: PRODUCT,
      name: 'Public Servant Loan',
      description: '',
      version: 1,
      terms: {
        interest: 'flat',
        repayment: 'equal-instalments',
        ratePpm: 40_000,
        ratePer: 'month',
        accrual: 'nominal',
        frequency: {
          code: 'monthly',
          name: 'Monthly',
          rhythm: 'monthly',
          anchorDay: 25,
          firstDue: 'payroll',
        },
        leastAmount: kobo(5_000_000n),
        mostAmount: kobo(300_000_000n),
        leastTenor: 3,
        mostTenor: 24,
        fees: [],
        penalty: null,
        moratorium: { principalRows: 0, interestRows: 0, interestIs: 'deferred' },
        allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'pay-ahead' },
        roundingUnit: kobo(1n),
        rounding: 'half-up',
        prepayment: 'in-advance',
        shareOfPayPpm: 333_300,
        cutOffDay: 10,
      },
    },
  ],
  payrollSources: [{ code: 'IPPIS', name: 'IPPIS (federal)' }],
  consent: { version: 2, text: 'I agree.' },
  requiredDocuments: ['Latest payslip'],
  phoneCode: false,
  proofOfWork: { ...CHALLENGE, maxnumber: 300 },
}

/** Musa Bello of the Ministry of Works, as he types it. */
const MUSA: Answers = {
  ...EMPTY_ANSWERS,
  title: 'MR',
  surname: 'Bello',
  firstName: 'Musa',
  gender: 'MALE',
  dateOfBirth: '1984-7-5',
  phone: '0803 123 4567',
  bvn: '2221 2345 678',
  nin: '12345678901',
  address: '14 Ahmadu Bello Way',
  state: 'Kaduna',
  lga: 'Kaduna North',
  payrollSource: 'IPPIS',
  ippisNumber: '480210',
  mda: 'Federal Ministry of Works',
  firstAppointmentOn: '2010-3-1',
  netPay: '185,000',
  productId: PRODUCT,
  amount: '500,000',
  tenor: '12',
  purpose: 'School fees',
  bankCode: '058',
  accountNumber: '0123456785',
  kinName: 'Aisha Bello',
  kinRelationship: 'Wife',
  kinPhone: '08021234567',
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the answers of a step', () => {
  it('are sent in the contract’s form: kobo, whole days, digits without gaps', () => {
    const wire = toWire(MUSA, 2, 'AO-014')
    expect(wire).toMatchObject({ netPay: '18500000', amount: '50000000', tenor: 12, bvn: '22212345678' })
    expect(wire).toMatchObject({ dateOfBirth: '1984-07-05', firstAppointmentOn: '2010-03-01' })
    expect(application.safeParse(wire).success).toBe(true)
  })
  it.each(['identity', 'work', 'loan', 'bank', 'kin'] as const)('of Musa Bello are in order: %s', step => {
    expect(problemsOf(step, MUSA, PAGE)).toEqual({})
  })

  const cases: [step: StepName, name: AnswerName, typed: string, problem: string][] = [
    ['identity', 'surname', '', 'Please fill this in'],
    ['identity', 'surname', '<script>alert(1)</script>', 'Letters, spaces, hyphens and apostrophes only'],
    ['identity', 'firstName', 'Musa 🎉', 'Letters, spaces, hyphens and apostrophes only'],
    ['identity', 'title', 'DR', 'Choose a title'],
    ['identity', 'dateOfBirth', '', 'Please give day, month and year'],
    ['identity', 'dateOfBirth', '1984-2-', 'Please give day, month and year'],
    ['identity', 'dateOfBirth', '1984-2-30', 'There is no such day'],
    ['identity', 'dateOfBirth', '2008-11-16', 'Applicants are at least 18 years old'],
    ['identity', 'dateOfBirth', '2031-1-1', 'Applicants are at least 18 years old'],
    ['identity', 'dateOfBirth', '1930-1-1', 'Please check the year'],
    ['identity', 'phone', '01 234 5678', 'Not a Nigerian mobile number, such as 0803 123 4567'],
    ['identity', 'phone', 'call me', 'A Nigerian phone number, such as 0803 123 4567'],
    ['identity', 'email', 'musa at works', 'Not an e-mail address'],
    ['identity', 'bvn', '2221234567', 'A BVN has 11 digits'],
    ['identity', 'nin', '11111111111', 'A NIN cannot be one digit repeated'],
    ['identity', 'address', 'Road', 'At least 5 characters'],
    ['identity', 'address', 'Nice \u202eroad', 'Contains characters that cannot be stored'],
    ['identity', 'state', 'Abuja', 'Choose a state'],
    ['work', 'payrollSource', 'GIFMIS', 'Choose who pays you'],
    ['work', 'ippisNumber', '48 02 10', 'Letters, digits, / and - only, at most 20'],
    ['work', 'firstAppointmentOn', '2026-11-16', 'This day has not come yet'],
    ['work', 'firstAppointmentOn', '1999-7-4', 'Before the fifteenth birthday: please check both dates'],
    ['work', 'netPay', '-185,000', 'Your monthly net pay, more than zero'],
    ['work', 'netPay', 'plenty', 'Your monthly net pay, more than zero'],
    ['loan', 'productId', '', 'Choose a product'],
    ['loan', 'productId', crypto.randomUUID(), 'Choose a product'],
    ['loan', 'amount', '', 'An amount above zero'],
    ['loan', 'amount', '99999999999', 'At most ₦1,000,000,000.00'],
    ['loan', 'amount', '49,999', 'At least ₦50,000 for this product'],
    ['loan', 'amount', '3,000,001', 'At most ₦3,000,000 for this product'],
    ['loan', 'amount', '500,000.50', 'Whole naira only'],
    ['loan', 'tenor', '', 'Please fill this in, as a whole number'],
    ['loan', 'tenor', '6.5', 'Please fill this in, as a whole number'],
    ['loan', 'tenor', '2', 'At least 3 months for this product'],
    ['loan', 'tenor', '25', 'At most 24 months for this product'],
    ['bank', 'bankCode', '000', 'Choose a bank'],
    ['bank', 'accountNumber', '012345678', 'An account number has 10 digits'],
    ['kin', 'kinPhone', '0700 000', 'Not a Nigerian mobile number, such as 0803 123 4567'],
  ]
  it.each(cases)('%s: %s “%s” → %s', (step, name, typed, problem) => {
    expect(problemsOf(step, { ...MUSA, [name]: typed }, PAGE)).toEqual({ [name]: problem })
  })
})

describe('the order of the steps', () => {
  const done = { consented: true, documentsComplete: true }
  it.each<[unfinished: StepName, answers: Partial<Answers>, elsewhere: Partial<typeof done>]>([
    ['consent', {}, { consented: false }],
    ['identity', { bvn: '' }, {}],
    ['work', { netPay: '' }, { documentsComplete: false }],
    ['kin', { kinName: '' }, {}],
    ['documents', {}, { documentsComplete: false }],
    ['review', {}, {}],
  ])('nobody gets past %s', (unfinished, answers, elsewhere) => {
    const steps = stepsFor(PAGE, false)
    expect(firstUnfinished(steps, { ...MUSA, ...answers }, PAGE, { ...done, ...elsewhere })).toBe(unfinished)
  })
  it('asks for a code by phone where the lender wants one, but not of staff', () => {
    const wanting = { ...PAGE, phoneCode: true }
    expect(stepsFor(wanting, false).at(-1)?.name).toBe('phone')
    expect(stepsFor(wanting, true).at(-1)?.name).toBe('review')
    expect(stepsFor(PAGE, false)).toHaveLength(STEPS.length - 1)
  })
  it.each([
    ['surname', 'identity'],
    ['application.accountNumber', 'bank'],
    ['consentVersion', 'consent'],
    ['tenor', 'loan'],
    ['draftId', undefined],
  ])('%s is mended in %s', (field, step) => {
    expect(stepOf(field)).toBe(step)
  })
})

const refusal = (code: ErrorCode, fields?: Record<string, string>) =>
  new door.ApiError(422, { code, message: `(${code})`, ...(fields ? { fields } : {}) })

describe('the server’s no', () => {
  it.each([
    [
      refusal('input.invalid', {
        'application.phone': 'Not a phone number',
        'application.amount': 'Too much',
      }),
      { at: 'identity', answers: { phone: 'Not a phone number', amount: 'Too much' } },
    ],
    [refusal('request.consent_changed'), { at: 'consent', text: '(request.consent_changed)' }],
    [refusal('phone_code.wrong'), { about: 'phoneCode', text: '(phone_code.wrong)' }],
    [refusal('link.full'), { text: '(link.full)' }],
    [refusal('input.invalid', { draftId: 'Not an id' }), { text: '(input.invalid)' }],
    [new TypeError('x is undefined'), { text: 'Something went wrong on this page. Try again.' }],
  ])('%s stands where it can be mended', (error, expected) => {
    expect(refusalOf(error)).toEqual(expected)
  })
})

describe('the draft', () => {
  it('comes back as it was, with BVN and NIN only in the same tab', () => {
    const first = openDraftStore('AO-014')
    expect(first.foundFrom).toBeUndefined()
    first.change({ answers: MUSA, agreedTo: 2, step: 'bank' })
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/2221 2345 678|12345678901/)

    const sameTab = openDraftStore('')
    expect(sameTab.get()).toEqual(first.get())
    expect(sameTab.foundFrom).toBe(first.get().keptAt)

    sessionStorage.clear()
    const nextDay = openDraftStore('')
    expect(nextDay.get().answers).toEqual({ ...MUSA, bvn: '', nin: '' })
    expect(lacksNumbers(nextDay.get())).toBe(true)
  })
  it('keeps one request id until it is started again, and the newest officer', () => {
    const store = openDraftStore('AO-014')
    store.change({ agreedTo: 2 })
    const again = openDraftStore('AO-999')
    expect(again.get()).toMatchObject({ requestId: store.get().requestId, officerCode: 'AO-999' })
    again.restart()
    expect(again.get().requestId).not.toBe(store.get().requestId)
    expect(again.get()).toMatchObject({ officerCode: 'AO-999', agreedTo: null })
    expect(localStorage).toHaveLength(0)
  })
  it.each([
    ['nothing', ''],
    ['scratched', '{"requestId":"1'],
    ['of another page', '[1,2]'],
    ['without an id', '{"answers":{"surname":"Bello"}}'],
    ['older than a month', '{"requestId":"r","keptAt":"2020-01-01T00:00:00Z","agreedTo":2}'],
  ])('that is %s is as if there were none', (_, kept) => {
    localStorage.setItem('iroko.loan-request', kept)
    expect(recall()).toBeUndefined()
  })
  it('of an older page keeps what still fits', () => {
    const old = {
      requestId: 'r',
      keptAt: 'then',
      step: 'pets',
      answers: { surname: 'Bello', age: 7 },
      files: [{}],
    }
    localStorage.setItem('iroko.loan-request', JSON.stringify(old))
    expect(recall()).toMatchObject({ step: 'consent', files: [], sent: null })
    expect(recall()?.answers).toEqual({ ...EMPTY_ANSWERS, surname: 'Bello' })
  })
  it('says when this browser keeps nothing', () => {
    const store = openDraftStore('')
    vi.stubGlobal('localStorage', { getItem: () => null })
    store.change({ agreedTo: 2 })
    expect(store.keeps()).toBe(false)
    vi.unstubAllGlobals()
  })
})

describe('the proof of work', () => {
  it('is one the server accepts', async () => {
    const proof = await solveProof(PAGE.proofOfWork)
    expect(await verifySolution(proof, 'grove', false)).toBe(true)
    expect(await verifySolution(proof, 'another grove', false)).toBe(false)
  })
  it('ends when it has no solution or nobody waits any more', async () => {
    const impossible = { ...PAGE.proofOfWork, challenge: 'f'.repeat(64) }
    await expect(solveProof(impossible)).rejects.toThrow('no solution')
    await expect(solveProof(impossible, AbortSignal.abort())).rejects.toThrow()
  })
  it('is worked out once, taken once, and asked for anew after an hour', async () => {
    const next = await createChallenge({ hmacKey: 'grove', maxNumber: 300 })
    const ask = vi.spyOn(door, 'call').mockResolvedValue({ proofOfWork: { ...next, maxnumber: 300 } })
    let minutes = 0
    const prover = createProver(PAGE.proofOfWork, () => minutes * 60_000)
    const first = await prover.prove()
    expect(await prover.take()).toBe(first)
    expect(ask).not.toHaveBeenCalled()
    const second = await prover.take()
    expect(second).not.toBe(first)
    expect(ask).toHaveBeenCalledTimes(1)
    await prover.prove()
    minutes = 55
    await prover.take()
    expect(ask).toHaveBeenCalledTimes(3)
  })
})

describe('the courier', () => {
  type Sent = { path: string; input: Record<string, unknown>; key: string | undefined }
  const sent: Sent[] = []
  /** What the next call of an endpoint answers; anything else is "done". */
  let answers: [endpoint: Endpoint, answer: unknown][] = []

  beforeEach(() => {
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

  const start = () => {
    const drafts = openDraftStore('AO-014')
    drafts.change({ answers: MUSA, agreedTo: 2 })
    return { drafts, courier: new Courier(drafts, PAGE, () => '') }
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
    expect(courier.get().news).toBe(
      'Your draft had expired, so we opened a new one and sent your files again.',
    )
    const submits = sent.filter(({ path }) => path === '/api/public/loan-requests')
    expect(new Set(submits.map(({ input }) => input.id)).size).toBe(1)
  })
  it('asks again for a file whose content went with the tab', async () => {
    const { courier, drafts } = start()
    await courier.addFile('Latest payslip', payslip())
    const nextDay = new Courier(drafts, PAGE, () => '')
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
    await vi.waitFor(() => expect(courier.get().files[0]?.state).toBe('sent'))
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
})
