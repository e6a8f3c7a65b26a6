import { expect, test } from 'vitest'
import type { IntakeKind } from '../../../contract/intake.ts'
import { guessColumns } from './columns.ts'

/** Field → the header it was given to. */
const taken = (kind: IntakeKind, headers: string): Record<string, string> =>
  Object.fromEntries(
    guessColumns(kind, headers.split(', ')).flatMap(({ field, header }) => (field ? [[field, header]] : [])),
  )

test('a lender’s own repayment sheet is matched by IPPIS NO and LOAN ID, not by the numbers beside them', () => {
  const headers =
    'EMPLOYEE NAME, SERVICE NUMBER, IPPIS NO, PENCOMID, ACCOUNT ID, BANK CODE, AMOUNT, DEDUCTION BENEFICIARY, ELEMENT NAME, NHF NUMBER, NARRATION, LOAN ID'
  expect(taken('repayment', headers)).toEqual({
    fullName: 'EMPLOYEE NAME',
    staffNumber: 'IPPIS NO',
    amount: 'AMOUNT',
    beneficiary: 'DEDUCTION BENEFICIARY',
    element: 'ELEMENT NAME',
    narration: 'NARRATION',
    loanNumber: 'LOAN ID',
  })
})

test.each([
  ['EMPLOYEE NAME, SERVICE NUMBER, AMOUNT', 'staffNumber', 'SERVICE NUMBER'],
  ['EMPLOYEE NAME, ACCOUNT ID, AMOUNT', 'loanNumber', 'ACCOUNT ID'],
])('%s: without a better one, %s is %s', (headers, field, header) => {
  expect(taken('repayment', headers)[field]).toBe(header)
})

test('of two columns with the same name the first is taken', () => {
  expect(guessColumns('repayment', ['IPPIS NO', 'AMOUNT', 'AMOUNT']).map(({ field }) => field)).toEqual([
    'staffNumber',
    'amount',
    null,
  ])
})

test('the police extract is matched by staffId, not by the AP number after it', () => {
  const headers = 'apNo, rank, staffId, fullName, gradeCategory, grade, netPay'
  expect(taken('payroll', headers)).toMatchObject({
    staffNumber: 'staffId',
    grade: 'grade',
    jobTitle: 'rank',
  })
})
