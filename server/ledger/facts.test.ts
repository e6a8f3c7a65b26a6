import { expect, test } from 'vitest'
import { type AccountName, CHART } from '../../contract/ledger.ts'
import { formatNaira, kobo, parseNaira, sum } from '../../engine/money.ts'
import { facts, type Line } from './facts.ts'

const naira = (text: string) => {
  const amount = parseNaira(text)
  if (amount === undefined) throw new Error(`not an amount: ${text}`)
  return amount
}

const loanId = '0192f7a0-0000-7000-8000-00000000ada1'
const oldLoanId = '0192f7a0-0000-7000-8000-00000000ada0'

/** Each line of the entry as a banker writes it: the account, then the debit or the credit. */
type Row = [account: AccountName, debit: string, credit: string]

const FACTS: [fact: string, lines: Line[], expected: Row[]][] = [
  [
    'Ngozi Okafor borrows ₦500,000; the fee of ₦10,000 is deducted',
    facts.disbursement({ loanId, principal: naira('500,000'), feeDeducted: naira('10,000') }),
    [
      ['loanPrincipal', '500,000.00', ''],
      ['feeIncome', '', '10,000.00'],
      ['disbursementClearing', '', '490,000.00'],
    ],
  ],
  [
    'the same with the fee added to the loan',
    facts.disbursement({ loanId, principal: naira('500,000'), feeCapitalised: naira('10,000') }),
    [
      ['loanPrincipal', '510,000.00', ''],
      ['feeIncome', '', '10,000.00'],
      ['disbursementClearing', '', '500,000.00'],
    ],
  ],
  [
    'a top-up of ₦500,000 pays off the old loan first',
    facts.disbursement({
      loanId,
      principal: naira('500,000'),
      feeDeducted: naira('10,000'),
      settles: { loanId: oldLoanId, split: { principal: naira('180,000'), interest: naira('5,400') } },
    }),
    [
      ['loanPrincipal', '500,000.00', ''],
      ['feeIncome', '', '10,000.00'],
      ['loanPrincipal', '', '180,000.00'],
      ['interestReceivable', '', '5,400.00'],
      ['disbursementClearing', '', '304,600.00'],
    ],
  ],
  [
    'the bank confirms the pay-out',
    facts.payout({ loanId, amount: naira('490,000') }),
    [
      ['disbursementClearing', '490,000.00', ''],
      ['bank', '', '490,000.00'],
    ],
  ],
  [
    'an instalment falls due with ₦20,000 interest and a spread fee of ₦500',
    facts.instalmentDue({ loanId, interest: naira('20,000'), fee: naira('500') }),
    [
      ['interestReceivable', '20,000.00', ''],
      ['feeReceivable', '500.00', ''],
      ['interestIncome', '', '20,000.00'],
      ['feeIncome', '', '500.00'],
    ],
  ],
  [
    'a late instalment costs a penalty',
    facts.penalty({ loanId, amount: naira('1,250.50') }),
    [
      ['penaltyReceivable', '1,250.50', ''],
      ['penaltyIncome', '', '1,250.50'],
    ],
  ],
  [
    'a transfer of ₦65,000 pays penalty, interest and principal; ₦2,000 is too much',
    facts.receipt({
      loanId,
      from: 'bank',
      split: {
        penalty: naira('1,000'),
        interest: naira('20,000'),
        principal: naira('42,000'),
        credit: naira('2,000'),
      },
    }),
    [
      ['bank', '65,000.00', ''],
      ['loanPrincipal', '', '42,000.00'],
      ['interestReceivable', '', '20,000.00'],
      ['penaltyReceivable', '', '1,000.00'],
      ['customerCredit', '', '2,000.00'],
    ],
  ],
  [
    'payroll deducted ₦62,000; the loan is credited at once, the payroll office owes it',
    facts.receipt({
      loanId,
      from: 'payrollOfficeReceivable',
      split: { interest: naira('20,000'), principal: naira('42,000') },
    }),
    [
      ['payrollOfficeReceivable', '62,000.00', ''],
      ['loanPrincipal', '', '42,000.00'],
      ['interestReceivable', '', '20,000.00'],
    ],
  ],
  [
    'the payroll office remits ₦62,000',
    facts.remittance(naira('62,000')),
    [
      ['bank', '62,000.00', ''],
      ['remittanceClearing', '', '62,000.00'],
    ],
  ],
  [
    'the remittance is matched to its deductions',
    facts.remittanceMatch(naira('62,000')),
    [
      ['remittanceClearing', '62,000.00', ''],
      ['payrollOfficeReceivable', '', '62,000.00'],
    ],
  ],
  [
    'a transfer nobody knows waits in suspense',
    facts.unknownReceipt(naira('15,000')),
    [
      ['bank', '15,000.00', ''],
      ['suspense', '', '15,000.00'],
    ],
  ],
  [
    'its owner is found: it pays his loan',
    facts.receipt({ loanId, from: 'suspense', split: { principal: naira('15,000') } }),
    [
      ['suspense', '15,000.00', ''],
      ['loanPrincipal', '', '15,000.00'],
    ],
  ],
  [
    'credit pays the next instalment',
    facts.creditUse({ loanId, split: { interest: naira('2,000') } }),
    [
      ['customerCredit', '2,000.00', ''],
      ['interestReceivable', '', '2,000.00'],
    ],
  ],
  [
    'a refund of the credit is approved',
    facts.refund({ loanId, amount: naira('2,000') }),
    [
      ['customerCredit', '2,000.00', ''],
      ['refundsPayable', '', '2,000.00'],
    ],
  ],
  [
    'the refund is paid',
    facts.refundPayout({ loanId, amount: naira('2,000') }),
    [
      ['refundsPayable', '2,000.00', ''],
      ['bank', '', '2,000.00'],
    ],
  ],
  [
    'a penalty is waived',
    facts.waiver({ loanId, split: { penalty: naira('1,250.50') } }),
    [
      ['waivers', '1,250.50', ''],
      ['penaltyReceivable', '', '1,250.50'],
    ],
  ],
  [
    'provision grows by ₦50,000',
    facts.provision({ amount: naira('50,000') }),
    [
      ['provisionExpense', '50,000.00', ''],
      ['provision', '', '50,000.00'],
    ],
  ],
  [
    'provision falls by ₦20,000',
    facts.provision({ amount: kobo(-naira('20,000')) }),
    [
      ['provisionExpense', '', '20,000.00'],
      ['provision', '20,000.00', ''],
    ],
  ],
  [
    'a loan of ₦300,000 with ₦12,000 interest is written off; ₦150,000 was provided',
    facts.writeOff({
      loanId,
      split: { principal: naira('300,000'), interest: naira('12,000') },
      provided: naira('150,000'),
    }),
    [
      ['provision', '150,000.00', ''],
      ['writeOffExpense', '162,000.00', ''],
      ['loanPrincipal', '', '300,000.00'],
      ['interestReceivable', '', '12,000.00'],
    ],
  ],
  [
    'a year later ₦40,000 of it is recovered',
    facts.recovery(naira('40,000')),
    [
      ['bank', '40,000.00', ''],
      ['recoveryIncome', '', '40,000.00'],
    ],
  ],
  [
    'a loan taken over from older books, overpaid by ₦500',
    facts.openingBalance({
      loanId,
      split: { principal: naira('80,000'), interest: naira('3,000'), credit: naira('500') },
    }),
    [
      ['loanPrincipal', '80,000.00', ''],
      ['interestReceivable', '3,000.00', ''],
      ['customerCredit', '', '500.00'],
      ['openingBalances', '', '82,500.00'],
    ],
  ],
]

test.each(FACTS)('%s', (_, lines, expected) => {
  const written = lines
    .filter(line => line.amount !== 0n)
    .map(({ account, amount }): Row => {
      const figure = formatNaira(kobo(amount < 0n ? -amount : amount), '')
      return amount > 0n ? [account, figure, ''] : [account, '', figure]
    })
  expect(written).toEqual(expected)
  expect(sum(lines.map(line => line.amount))).toBe(0n)
})

test.each(FACTS)('%s: every line belongs to a loan exactly where the chart says so', (_, lines) => {
  for (const { account, loanId: loan } of lines) {
    const { perLoan } = CHART[account]
    if (perLoan !== 'maybe') expect([account, loan !== undefined]).toEqual([account, perLoan === 'always'])
  }
})
