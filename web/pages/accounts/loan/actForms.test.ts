import { describe, expect, test } from 'vitest'
import { LOAN_ACTS } from '../../../../contract/loans.ts'
import { kobo } from '../../../../engine/money.ts'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import {
  ACT_FORMS,
  type ActForms,
  type ActValues,
  actChoices,
  actOf,
  amountChips,
  initialValues,
  mainAct,
  readAct,
} from './actForms.ts'

const QUOTE = '0190a8f2-7c1e-4000-8000-000000000001'
const EVENT = '0190a8f2-7c1e-4000-8000-000000000002'

/** ₦500,000 over 12 months, paid out on 4 May 2026, as far as the forms look at it. */
const loanWith = (changes: Partial<Loan['row']> = {}, rest: Partial<Loan> = {}): Loan =>
  ({
    row: {
      asOf: '2026-11-16',
      status: 'live',
      frozen: null,
      credit: kobo(0n),
      nextDueAmount: kobo(6_166_667n),
      arrears: kobo(0n),
      outstandingTotal: kobo(74_000_000n),
      disbursedOn: '2026-05-04',
      ...changes,
    },
    current: [],
    ratePpm: 40_000,
    pendingApprovalId: null,
    offers: Object.fromEntries(LOAN_ACTS.map(act => [act, { allowed: true, why: null }])),
    ...rest,
  }) as unknown as Loan

const values = (form: ActForms, changes: Partial<ActValues> = {}): ActValues => ({
  ...initialValues(form, loanWith()),
  ...changes,
})

describe('typed values become the action', () => {
  test.each<[ActForms, Partial<ActValues>, object]>([
    ['refund', { amount: '5', reference: ' ' }, { act: 'refund', amount: 500n }],
    ['cancel', {}, { act: 'cancel' }],
    [
      'receipt',
      { amount: '₦1,250,000.50', reference: 'TRF-1' },
      {
        act: 'receipt',
        amount: 125_000_050n,
        on: '2026-11-16',
        channel: 'bank transfer',
        reference: 'TRF-1',
      },
    ],
    [
      'prepayment',
      { amount: '90000', reference: 'TRF-2', effect: 'smaller-instalment' },
      {
        act: 'receipt',
        amount: 9_000_000n,
        on: '2026-11-16',
        channel: 'bank transfer',
        reference: 'TRF-2',
        effect: 'smaller-instalment',
      },
    ],
    ['reversal', { of: EVENT }, { act: 'reversal', of: EVENT }],
    [
      'charge',
      { component: 'fee', amount: '2,500' },
      { act: 'charge', component: 'fee', amount: 250_000n, on: '2026-11-16' },
    ],
    [
      'waiver',
      { component: 'penalty', amount: '616.67' },
      { act: 'waiver', component: 'penalty', amount: 61_667n },
    ],
    ['holiday', { periods: '2', interest: 'added' }, { act: 'holiday', periods: 2, interest: 'added' }],
    [
      'restructure',
      { tenor: '18', rate: '3.5', capitalises: ['interest'] },
      { act: 'restructure', tenor: 18, ratePpm: 35_000, capitalises: ['interest'] },
    ],
    [
      'settle',
      { quoteId: QUOTE, reference: 'SET-1' },
      { act: 'settle', quoteId: QUOTE, on: '2026-11-16', channel: 'bank transfer', reference: 'SET-1' },
    ],
    ['writeOff', {}, { act: 'writeOff' }],
    [
      'recovery',
      { amount: '10,000', channel: 'cash', reference: 'REC-1' },
      { act: 'recovery', amount: 1_000_000n, on: '2026-11-16', channel: 'cash', reference: 'REC-1' },
    ],
    ['refund', { amount: '0.01', reference: 'RF-1' }, { act: 'refund', amount: 1n, reference: 'RF-1' }],
    ['freeze', { cause: 'deceased' }, { act: 'freeze', cause: 'deceased' }],
    ['unfreeze', {}, { act: 'unfreeze' }],
  ])('%s', (form, changes, act) => {
    expect(readAct(form, values(form, changes))).toEqual({ act })
  })

  test('every action of the contract has a form', () => {
    const offered = (Object.keys(ACT_FORMS) as ActForms[]).map(actOf)
    // a loan is disbursed by a batch
    expect(new Set([...offered, 'disburse'])).toEqual(new Set(LOAN_ACTS))
  })
})

describe('errors are reported at their field', () => {
  test.each<[ActForms, Partial<ActValues>, object]>([
    [
      'receipt',
      { amount: '12.345', reference: 'T-1' },
      { amount: 'Enter an amount, such as 25,000 or 25,000.50' },
    ],
    ['receipt', { amount: '0', reference: 'T-1' }, { amount: 'More than zero' }],
    ['receipt', { amount: '100', reference: '' }, { reference: 'Please fill this in' }],
    ['recovery', { on: '', amount: '5', reference: 'R-1' }, { on: 'Enter a date' }],
    ['charge', { amount: '100' }, { component: 'Choose an option' }],
    ['holiday', { periods: '13' }, { periods: 'At most 12' }],
    ['holiday', { periods: '1.5' }, { periods: 'Enter a whole number' }],
    ['restructure', { tenor: '12', rate: 'four' }, { rate: 'Enter a percentage, such as 4 or 3.5' }],
    ['settle', { reference: 'S-1' }, { quoteId: 'Choose an option' }],
    ['freeze', {}, { cause: 'Choose an option' }],
  ])('%s %j', (form, changes, problems) => {
    expect(readAct(form, values(form, changes)).problems).toEqual(problems)
  })
})

test('a repayment starts without an amount and offers three, a refund starts with the credit balance', () => {
  expect(initialValues('receipt', loanWith())).toMatchObject({
    amount: '',
    on: '2026-11-16',
    rate: '4',
  })
  const late = loanWith({ arrears: kobo(12_000_000n) })
  expect(amountChips('receipt', late).map(each => each.title)).toEqual([
    'Next instalment',
    'All arrears',
    'Full outstanding balance',
  ])
  expect(amountChips('receipt', loanWith({ arrears: kobo(0n) })).map(each => each.title)).not.toContain(
    'All arrears',
  )
  expect(amountChips('recovery', late)).toEqual([])
  expect(initialValues('refund', loanWith({ credit: kobo(1_000_000n) }))).toMatchObject({ amount: '10,000' })
})

test.each([
  ['awaiting disbursement', 'disburse'],
  ['live', 'receipt'],
  ['overpaid', 'refund'],
  ['written off', 'recovery'],
  ['closed', undefined],
  ['cancelled', undefined],
] as const)('the main action of a loan that is %s is %s', (status, form) => {
  expect(mainAct(loanWith({ status }))).toBe(form)
})

describe('menu', () => {
  const offered = (loan: Loan): string[] => actChoices(loan).map(each => each.form)

  test('lists the actions of the loan’s status', () => {
    expect(offered(loanWith({ status: 'awaiting disbursement', disbursedOn: null }))).toEqual([
      'disburse',
      'cancel',
      'freeze',
    ])
    expect(offered(loanWith())).not.toContain('disburse')
    expect(offered(loanWith({ status: 'written off' }))).toContain('recovery')
    expect(offered(loanWith({ frozen: 'dispute' }))).toContain('unfreeze')
  })

  test('shows the server’s reason', () => {
    const loan = loanWith()
    loan.offers.refund = { allowed: false, why: 'There is no credit.' }
    expect(actChoices(loan).find(each => each.form === 'refund')?.whyNot).toBe('There is no credit.')
  })
})
