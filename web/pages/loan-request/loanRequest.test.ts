import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { application } from '../../../contract/application.ts'
import { MUSA, PAGE, refusal } from '../../../test/publicPage.ts'
import * as door from '../../call.ts'
import { type AnswerName, type Answers, EMPTY_ANSWERS, toWire } from './answers.ts'
import { isMissingIdNumbers, recall } from './draft.ts'
import { openDraftStore } from './draftStore.ts'
import { createProver, solveProof } from './proof.ts'
import { firstUnfinished, problemsOf, STEPS, type StepName, stepOf, stepsFor } from './steps.ts'
import { refusalOf } from './useApplication.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('answers of a step', () => {
  it('are sent as kobo, ISO dates and digits without spaces', () => {
    const wire = toWire(MUSA, 2, 'AO-014')
    expect(wire).toMatchObject({ netPay: '18500000', amount: '50000000', tenor: 12, bvn: '22212345678' })
    expect(wire).toMatchObject({ dateOfBirth: '1984-07-05', firstAppointmentOn: '2010-03-01' })
    expect(application.safeParse(wire).success).toBe(true)
  })
  it.each(['identity', 'work', 'loan', 'bank', 'kin'] as const)(
    'of a complete application are valid: %s',
    step => {
      expect(problemsOf(step, MUSA, PAGE)).toEqual({})
    },
  )

  const cases: [step: StepName, name: AnswerName, typed: string, problem: string][] = [
    ['identity', 'surname', '', 'Please fill this in'],
    ['identity', 'surname', '<script>alert(1)</script>', 'Letters, spaces, hyphens and apostrophes only'],
    ['identity', 'firstName', 'Musa 🎉', 'Letters, spaces, hyphens and apostrophes only'],
    ['identity', 'title', 'DR', 'Choose a title'],
    ['identity', 'dateOfBirth', '', 'Enter day, month and year'],
    ['identity', 'dateOfBirth', '1984-2-', 'Enter day, month and year'],
    ['identity', 'dateOfBirth', '1984-2-30', 'This date does not exist'],
    ['identity', 'dateOfBirth', '2008-11-16', 'You must be at least 18 years old'],
    ['identity', 'dateOfBirth', '2031-1-1', 'You must be at least 18 years old'],
    ['identity', 'dateOfBirth', '1930-1-1', 'Please check the year'],
    ['identity', 'phone', '01 234 5678', 'Enter a Nigerian mobile number, such as 0803 123 4567'],
    ['identity', 'phone', 'call me', 'A Nigerian phone number, such as 0803 123 4567'],
    ['identity', 'email', 'musa at works', 'Not a valid email address'],
    ['identity', 'bvn', '2221234567', 'A BVN has 11 digits'],
    ['identity', 'nin', '11111111111', 'A NIN cannot be one digit repeated'],
    ['identity', 'address', 'Road', 'At least 5 characters'],
    ['identity', 'address', 'Nice \u202eroad', 'Contains characters that cannot be stored'],
    ['identity', 'state', 'Abuja', 'Choose a state'],
    ['work', 'payrollSource', 'GIFMIS', 'Choose your payroll office'],
    ['work', 'ippisNumber', '48 02 10', 'Letters, digits, / and - only, at most 20'],
    ['work', 'firstAppointmentOn', '2026-11-16', 'This date is in the future'],
    ['work', 'firstAppointmentOn', '1999-7-4', 'This is before the 15th birthday. Check both dates'],
    ['work', 'netPay', '-185,000', 'Your monthly net pay, more than zero'],
    ['work', 'netPay', 'plenty', 'Your monthly net pay, more than zero'],
    ['loan', 'productId', '', 'Choose a product'],
    ['loan', 'productId', crypto.randomUUID(), 'Choose a product'],
    ['loan', 'amount', '', 'An amount above zero'],
    ['loan', 'amount', '99999999999', 'At most ₦1,000,000,000.00'],
    ['loan', 'amount', '49,999', 'At least ₦50,000.00 for this product'],
    ['loan', 'amount', '3,000,001', 'At most ₦3,000,000.00 for this product'],
    ['loan', 'amount', '500,000.50', 'Whole naira only'],
    ['loan', 'tenor', '', 'Enter a whole number'],
    ['loan', 'tenor', '6.5', 'Enter a whole number'],
    ['loan', 'tenor', '2', 'At least 3 months for this product'],
    ['loan', 'tenor', '25', 'At most 24 months for this product'],
    ['bank', 'bankCode', '000', 'Choose a bank'],
    ['bank', 'accountNumber', '012345678', 'An account number has 10 digits'],
    ['kin', 'kinPhone', '0700 000', 'Enter a Nigerian mobile number, such as 0803 123 4567'],
  ]
  it.each(cases)('%s: %s “%s” → %s', (step, name, typed, problem) => {
    expect(problemsOf(step, { ...MUSA, [name]: typed }, PAGE)).toEqual({ [name]: problem })
  })
})

describe('step order', () => {
  const done = { consented: true, documentsComplete: true }
  it.each<[unfinished: StepName, answers: Partial<Answers>, elsewhere: Partial<typeof done>]>([
    ['consent', {}, { consented: false }],
    ['identity', { bvn: '' }, {}],
    ['work', { netPay: '' }, { documentsComplete: false }],
    ['kin', { kinName: '' }, {}],
    ['documents', {}, { documentsComplete: false }],
    ['review', {}, {}],
  ])('stops at the unfinished step %s', (unfinished, answers, elsewhere) => {
    const steps = stepsFor(PAGE, false)
    expect(firstUnfinished(steps, { ...MUSA, ...answers }, PAGE, { ...done, ...elsewhere })).toBe(unfinished)
  })
  it('has the phone step only if the lender requires it, and never for staff', () => {
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
  ])('field %s belongs to step %s', (field, step) => {
    expect(stepOf(field)).toBe(step)
  })
})

describe('server error', () => {
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
  ])('%s is shown at its step', (error, expected) => {
    expect(refusalOf(error)).toEqual(expected)
  })
})

describe('draft', () => {
  it('is restored, with BVN and NIN only in the same tab', () => {
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
    expect(isMissingIdNumbers(nextDay.get())).toBe(true)
  })
  it('keeps its request id until it is restarted, and takes the account officer of the newest link', () => {
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
    ['damaged', '{"requestId":"1'],
    ['of another page', '[1,2]'],
    ['without an id', '{"answers":{"surname":"Bello"}}'],
    ['older than a month', '{"requestId":"r","keptAt":"2020-01-01T00:00:00Z","agreedTo":2}'],
  ])('that is %s is ignored', (_, stored) => {
    localStorage.setItem('iroko.loan-request', stored)
    expect(recall()).toBeUndefined()
  })
  it('of an older version keeps the fields that still exist', () => {
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
  it('reports a browser without storage', () => {
    const store = openDraftStore('')
    vi.stubGlobal('localStorage', { getItem: () => null })
    store.change({ agreedTo: 2 })
    expect(store.keeps()).toBe(false)
    vi.unstubAllGlobals()
  })
})

describe('proof of work', () => {
  it('is accepted by the server', async () => {
    const proof = await solveProof(PAGE.proofOfWork)
    expect(await verifySolution(proof, 'grove', false)).toBe(true)
    expect(await verifySolution(proof, 'another grove', false)).toBe(false)
  })
  it('stops without a solution or when aborted', async () => {
    const impossible = { ...PAGE.proofOfWork, challenge: 'f'.repeat(64) }
    await expect(solveProof(impossible)).rejects.toThrow('no solution')
    await expect(solveProof(impossible, AbortSignal.abort())).rejects.toThrow()
  })
  it('is solved once, used once and fetched again after an hour', async () => {
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
