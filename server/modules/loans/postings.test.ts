import { expect, test } from 'vitest'
import { type AccountName, CHART } from '../../../contract/ledger.ts'
import { NOTHING, type Reading, readBook } from '../../../engine/accounts.ts'
import { dueOnly } from '../../../engine/allocation.ts'
import { localDate } from '../../../engine/dates.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { foldLoan, type LoanAgreement } from '../../../engine/loan.ts'
import { formatNaira, kobo, parseNaira, sum } from '../../../engine/money.ts'
import type { Fee } from '../../../engine/terms.ts'
import type { Line } from '../ledger/posting.ts'
import { type CashAccount, linesBetween, receiptReason } from './postings.ts'
import { paidOutBy } from './state.ts'

const naira = (text: string) => {
  const amount = parseNaira(text)
  if (amount === undefined) throw new Error(`not an amount: ${text}`)
  return amount
}

/** ₦600,000 over 6 months at 5% a month, flat: ₦100,000 of principal and ₦30,000 of interest on the 16th of each month. */
const PLAIN: LoanAgreement = {
  terms: {
    principal: naira('600,000'),
    disbursedOn: localDate('2026-11-16'),
    tenor: 6,
    frequency: { every: 1, unit: 'month' },
    interest: 'flat',
    repayment: 'equal-instalments',
    rate: { value: { numerator: 5n, denominator: 100n }, per: 'month' },
  },
}
const withFee = (amount: string, collected: Fee['collected']): LoanAgreement => ({
  terms: { ...PLAIN.terms, fees: [{ amount: { flat: naira(amount) }, collected }] },
})
/** A premium of ₦600 in six rows beside our own fee of ₦1,290 that contains ₦90 of VAT. */
const INSURED: LoanAgreement = {
  terms: {
    ...PLAIN.terms,
    fees: [
      { amount: { flat: naira('600') }, collected: 'spread', goesTo: 'insurer' },
      { amount: { flat: naira('1,290') }, collected: 'spread', vatPpm: 75_000n },
    ],
  },
}
const HOLDS_SURPLUS: LoanAgreement = { ...PLAIN, allocation: dueOnly() }
const PUNISHES: LoanAgreement = {
  ...PLAIN,
  penalty: { share: { ppm: 10_000n }, of: 'overdue-total', each: 'once' },
}

const [PAY_OUT_DAY, FIRST_DUE, SECOND_DUE] = ['2026-11-16', '2026-12-16', '2027-01-16']
const at = <const E extends object>(date: string, event: E) => ({
  id: `${date} act`,
  date: localDate(date),
  ...event,
})
const payOut: LoanEvent = at(PAY_OUT_DAY, {
  id: 'pay-out',
  type: 'disbursement',
  amount: naira('600,000'),
})
const receipt = (date: string, amount: string): LoanEvent =>
  at(date, { id: `receipt of ${date}`, type: 'receipt', amount: naira(amount) })

type Life = {
  of?: LoanAgreement
  /** What had happened before. */
  before?: readonly LoanEvent[]
  /** The day of the posting, and the day the ledger was at. */
  on: string
  from?: string
  /** What happens; nothing but time where it is absent. */
  act?: LoanEvent
  cash?: CashAccount
}

const LOAN_ID = '0192f7a0-0000-7000-8000-00000000ada1'

function posted({ of = PLAIN, before = [payOut], on, from = on, act, cash = 'bank' }: Life): Line[] {
  const reading = (events: readonly LoanEvent[], day: string): Reading =>
    events.length === 0 ? NOTHING : readBook(foldLoan(of, events, localDate(day)), paidOutBy(of))
  return linesBetween(LOAN_ID, reading(before, from), reading(act ? [...before, act] : before, on), cash)
}

/** Each line of the entry as a banker writes it: the account, then the debit or the credit. */
type Row = [account: AccountName, debit: string, credit: string]

const POSTINGS: [fact: string, life: Life, expected: Row[]][] = [
  [
    'a loan of ₦600,000 is paid out; the fee of ₦10,000 is deducted',
    { of: withFee('10,000', 'deducted'), before: [], on: PAY_OUT_DAY, act: payOut },
    [
      ['loanPrincipal', '600,000.00', ''],
      ['feeIncome', '', '10,000.00'],
      ['bank', '', '590,000.00'],
    ],
  ],
  [
    'the same with the fee added to the loan',
    { of: withFee('10,000', 'capitalised'), before: [], on: PAY_OUT_DAY, act: payOut },
    [
      ['loanPrincipal', '610,000.00', ''],
      ['feeIncome', '', '10,000.00'],
      ['bank', '', '600,000.00'],
    ],
  ],
  ['a day on which nothing falls due', { from: '2026-12-14', on: '2026-12-15' }, []],
  [
    'an instalment falls due: its interest is earned and owed',
    { from: '2026-12-15', on: FIRST_DUE },
    [
      ['interestReceivable', '30,000.00', ''],
      ['interestIncome', '', '30,000.00'],
    ],
  ],
  [
    'and with it a sixth of a fee of ₦600 that is spread',
    { of: withFee('600', 'spread'), from: '2026-12-15', on: FIRST_DUE },
    [
      ['interestReceivable', '30,000.00', ''],
      ['feeReceivable', '100.00', ''],
      ['interestIncome', '', '30,000.00'],
      ['feeIncome', '', '100.00'],
    ],
  ],
  [
    'a deducted premium is owed to the insurer, VAT in our own fee to the tax office',
    {
      of: {
        terms: {
          ...PLAIN.terms,
          fees: [
            { amount: { flat: naira('5,000') }, collected: 'deducted', goesTo: 'insurer' },
            { amount: { flat: naira('10,750') }, collected: 'deducted', vatPpm: 75_000n },
            {
              amount: { flat: naira('2,150') },
              collected: 'capitalised',
              vatPpm: 75_000n,
              goesTo: 'insurer',
            },
          ],
        },
      },
      before: [],
      on: PAY_OUT_DAY,
      act: payOut,
    },
    [
      ['loanPrincipal', '602,150.00', ''],
      ['premiumsPayable', '', '7,000.00'],
      ['vatPayable', '', '900.00'],
      ['feeIncome', '', '10,000.00'],
      ['bank', '', '584,250.00'],
    ],
  ],
  [
    'a sixth of a premium and of a fee with VAT falls due',
    { of: INSURED, from: '2026-12-15', on: FIRST_DUE },
    [
      ['interestReceivable', '30,000.00', ''],
      ['feeReceivable', '315.00', ''],
      ['premiumsPayable', '', '100.00'],
      ['vatPayable', '', '15.00'],
      ['interestIncome', '', '30,000.00'],
      ['feeIncome', '', '200.00'],
    ],
  ],
  [
    'fees that are waived cost us; the premium and the VAT are owed all the same',
    {
      of: INSURED,
      on: FIRST_DUE,
      act: at(FIRST_DUE, { type: 'waiver', of: { component: 'fee' }, amount: naira('315') }),
    },
    [
      ['feeReceivable', '', '315.00'],
      ['waivers', '315.00', ''],
    ],
  ],
  [
    'a write-off recognises what the rows to come contain',
    { of: INSURED, on: FIRST_DUE, act: at(FIRST_DUE, { type: 'write-off' }) },
    [
      ['loanPrincipal', '', '600,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['feeReceivable', '', '315.00'],
      ['premiumsPayable', '', '500.00'],
      ['vatPayable', '', '75.00'],
      ['feeIncome', '', '1,000.00'],
      ['writeOffExpense', '631,890.00', ''],
    ],
  ],
  [
    'a loan is settled early: fees that come once are paid to the end',
    {
      of: INSURED,
      on: FIRST_DUE,
      act: at(FIRST_DUE, {
        type: 'settlement',
        amount: naira('631,890'),
        rule: { interest: 'to-date' },
      }),
    },
    [
      ['loanPrincipal', '', '600,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['feeReceivable', '', '315.00'],
      ['premiumsPayable', '', '500.00'],
      ['vatPayable', '', '75.00'],
      ['feeIncome', '', '1,000.00'],
      ['bank', '631,890.00', ''],
    ],
  ],
  [
    'the settlement is reversed, and so is what it recognised',
    {
      of: INSURED,
      before: [
        payOut,
        at(FIRST_DUE, {
          id: 'settled',
          type: 'settlement',
          amount: naira('631,890'),
          rule: { interest: 'to-date' },
        }),
      ],
      on: '2026-12-20',
      act: at('2026-12-20', { type: 'reversal', of: 'settled' }),
    },
    [
      ['loanPrincipal', '600,000.00', ''],
      ['interestReceivable', '30,000.00', ''],
      ['feeReceivable', '315.00', ''],
      ['premiumsPayable', '500.00', ''],
      ['vatPayable', '75.00', ''],
      ['feeIncome', '1,000.00', ''],
      ['bank', '', '631,890.00'],
    ],
  ],
  [
    'new terms take the rest of the fees over, and pass nothing on by themselves',
    {
      of: INSURED,
      on: FIRST_DUE,
      act: at(FIRST_DUE, {
        type: 'restructure',
        terms: { ...PLAIN.terms, tenor: 12 },
        capitalises: [],
      }),
    },
    [],
  ],
  [
    'fees that join the principal of new terms are owed on at once',
    {
      of: INSURED,
      on: FIRST_DUE,
      act: at(FIRST_DUE, {
        type: 'restructure',
        terms: { ...PLAIN.terms, tenor: 12 },
        capitalises: ['fee'],
      }),
    },
    [
      ['loanPrincipal', '1,890.00', ''],
      ['feeReceivable', '', '315.00'],
      ['premiumsPayable', '', '500.00'],
      ['vatPayable', '', '75.00'],
      ['feeIncome', '', '1,000.00'],
    ],
  ],
  [
    'an instalment is late: one per cent of it is charged',
    { of: PUNISHES, from: FIRST_DUE, on: '2026-12-17' },
    [
      ['penaltyReceivable', '1,300.00', ''],
      ['penaltyIncome', '', '1,300.00'],
    ],
  ],
  [
    'a penalty is charged by hand',
    {
      on: FIRST_DUE,
      act: at(FIRST_DUE, {
        type: 'charge',
        component: 'penalty',
        amount: { flat: naira('1,250.50') },
        due: localDate(FIRST_DUE),
      }),
    },
    [
      ['penaltyReceivable', '1,250.50', ''],
      ['penaltyIncome', '', '1,250.50'],
    ],
  ],
  [
    'a transfer pays what is due',
    { on: FIRST_DUE, act: receipt(FIRST_DUE, '130,000') },
    [
      ['loanPrincipal', '', '100,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['bank', '130,000.00', ''],
    ],
  ],
  [
    'the same deducted from pay: the loan is credited at once, the payroll office owes it',
    { on: FIRST_DUE, act: receipt(FIRST_DUE, '130,000'), cash: 'payrollOfficeReceivable' },
    [
      ['loanPrincipal', '', '100,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['payrollOfficeReceivable', '130,000.00', ''],
    ],
  ],
  [
    'the same out of suspense, whose owner was found',
    { on: FIRST_DUE, act: receipt(FIRST_DUE, '130,000'), cash: 'suspense' },
    [
      ['loanPrincipal', '', '100,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['suspense', '130,000.00', ''],
    ],
  ],
  [
    'interest that is paid ahead is earned when it is paid',
    { on: FIRST_DUE, act: receipt(FIRST_DUE, '160,000') },
    [
      ['loanPrincipal', '', '100,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['interestIncome', '', '30,000.00'],
      ['bank', '160,000.00', ''],
    ],
  ],
  [
    'more than the whole loan: ₦5,000 stay as credit',
    { on: FIRST_DUE, act: receipt(FIRST_DUE, '785,000') },
    [
      ['loanPrincipal', '', '600,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['customerCredit', '', '5,000.00'],
      ['interestIncome', '', '150,000.00'],
      ['bank', '785,000.00', ''],
    ],
  ],
  [
    'the credit is paid back',
    {
      before: [payOut, receipt(FIRST_DUE, '785,000')],
      on: '2026-12-20',
      act: at('2026-12-20', { type: 'refund', amount: naira('5,000') }),
    },
    [
      ['customerCredit', '5,000.00', ''],
      ['bank', '', '5,000.00'],
    ],
  ],
  [
    'credit that waited pays part of the next instalment as it falls due',
    {
      of: HOLDS_SURPLUS,
      before: [payOut, receipt(FIRST_DUE, '140,000')],
      from: '2027-01-15',
      on: SECOND_DUE,
    },
    [
      ['interestReceivable', '20,000.00', ''],
      ['customerCredit', '10,000.00', ''],
      ['interestIncome', '', '30,000.00'],
    ],
  ],
  [
    'a receipt entered late takes back the penalty that it proves wrong',
    { of: PUNISHES, on: '2027-01-10', act: receipt(FIRST_DUE, '130,000') },
    [
      ['loanPrincipal', '', '100,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['penaltyReceivable', '', '1,300.00'],
      ['penaltyIncome', '1,300.00', ''],
      ['bank', '130,000.00', ''],
    ],
  ],
  [
    'a receipt is reversed',
    {
      before: [payOut, receipt(FIRST_DUE, '130,000')],
      on: '2026-12-20',
      act: at('2026-12-20', { type: 'reversal', of: `receipt of ${FIRST_DUE}` }),
    },
    [
      ['loanPrincipal', '100,000.00', ''],
      ['interestReceivable', '30,000.00', ''],
      ['bank', '', '130,000.00'],
    ],
  ],
  [
    'the interest of an instalment is waived',
    {
      on: FIRST_DUE,
      act: at(FIRST_DUE, {
        type: 'waiver',
        of: { component: 'interest' },
        amount: naira('30,000'),
      }),
    },
    [
      ['interestReceivable', '', '30,000.00'],
      ['waivers', '30,000.00', ''],
    ],
  ],
  [
    'unpaid interest joins the principal of new terms',
    {
      on: FIRST_DUE,
      act: at(FIRST_DUE, {
        type: 'restructure',
        terms: { ...PLAIN.terms, tenor: 12 },
        capitalises: ['interest'],
      }),
    },
    [
      ['loanPrincipal', '30,000.00', ''],
      ['interestReceivable', '', '30,000.00'],
    ],
  ],
  [
    'a loan is settled early: interest to the day, the rest is let go and never was in the books',
    {
      on: FIRST_DUE,
      act: at(FIRST_DUE, {
        type: 'settlement',
        amount: naira('630,000'),
        rule: { interest: 'to-date' },
      }),
    },
    [
      ['loanPrincipal', '', '600,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['bank', '630,000.00', ''],
    ],
  ],
  [
    'a loan is written off: all of it is an expense of the day',
    { on: FIRST_DUE, act: at(FIRST_DUE, { type: 'write-off' }) },
    [
      ['loanPrincipal', '', '600,000.00'],
      ['interestReceivable', '', '30,000.00'],
      ['writeOffExpense', '630,000.00', ''],
    ],
  ],
  [
    'a year later ₦40,000 of it is recovered',
    {
      before: [payOut, at(FIRST_DUE, { type: 'write-off' })],
      on: '2027-12-01',
      act: at('2027-12-01', { type: 'recovery', amount: naira('40,000') }),
    },
    [
      ['recoveryIncome', '', '40,000.00'],
      ['bank', '40,000.00', ''],
    ],
  ],
]

test.each(POSTINGS)('%s', (_, life, expected) => {
  const lines = posted(life)
  const written = lines.map(({ account, amount }): Row => {
    const figure = formatNaira(kobo(amount < 0n ? -amount : amount), '')
    return amount > 0n ? [account, figure, ''] : [account, '', figure]
  })
  expect(written).toEqual(expected)
  expect(sum(lines.map(line => line.amount))).toBe(0n)
})

test.each(POSTINGS)('%s: a line belongs to the loan exactly where the chart says so', (_, life) => {
  for (const { account, loanId } of posted(life)) {
    const { perLoan } = CHART[account]
    if (perLoan !== 'maybe') expect([account, loanId !== undefined]).toEqual([account, perLoan === 'always'])
  }
})

test('a deduction from pay bears its own name, whatever else comes is a receipt', () => {
  expect(receiptReason('payrollOfficeReceivable')).toBe('deduction')
  expect(receiptReason('bank')).toBe('receipt')
  expect(receiptReason('suspense')).toBe('receipt')
})

test('a write-off that releases more prepaid interest than is owed leaves the rest as credit', () => {
  const events: LoanEvent[] = [
    payOut,
    // all but ₦10,000, most of its interest long before it is earned
    receipt('2026-11-17', '770,000'),
    at('2026-11-18', { type: 'write-off' }),
  ]
  const state = foldLoan(PLAIN, events, localDate('2026-11-20'))
  const { accounts, cash } = readBook(state, paidOutBy(PLAIN))
  expect(state.credit).toBeGreaterThan(0n)
  expect(accounts).toMatchObject({ loanPrincipal: 0n, customerCredit: -state.credit, writeOffExpense: 0n })
  expect(cash).toBe(17_000_000n)
})
