import { createChallenge } from 'altcha-lib/v1'
import type { ErrorCode } from '../contract/errors.ts'
import { kobo } from '../engine/money.ts'
import { ApiError } from '../web/call.ts'
import { type Answers, EMPTY_ANSWERS } from '../web/pages/loan-request/answers.ts'
import type { PublicPage } from '../web/pages/loan-request/steps.ts'

/** Shared by the tests of the public page: the page as served, one applicant, a server error. */

const PRODUCT = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const CHALLENGE = await createChallenge({ hmacKey: 'grove', maxNumber: 300 })

export const PAGE: PublicPage = {
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
export const MUSA: Answers = {
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

export const refusal = (code: ErrorCode, fields?: Record<string, string>) =>
  new ApiError(422, { code, message: `(${code})`, ...(fields ? { fields } : {}) })
