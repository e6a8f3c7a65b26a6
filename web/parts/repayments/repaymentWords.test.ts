import { describe, expect, test } from 'vitest'
import { BINS } from '../../../contract/repayments.ts'
import { kobo } from '../../../engine/money.ts'
import { type BatchRow, differenceText, fileRowsText, gapsOf, nextStep, rowMeans } from './repaymentWords.ts'

const NONE = { rows: 0, total: kobo(0n), expected: kobo(0n) }

/** Two rows, ₦80,000.00, just read. */
const batch = (changes: Partial<BatchRow> = {}): BatchRow => ({
  id: '0b0f3d6e-6c0e-4d2b-9d0c-1d7d1c1b0a01',
  number: 'RB-000007',
  source: 'IPPIS',
  sourceName: 'IPPIS (federal)',
  period: '2026-10',
  fileName: 'october.csv',
  status: 'open',
  approvalId: null,
  correctsId: null,
  valueOn: null,
  gapNote: null,
  holdsMessages: false,
  declaredRows: null,
  declaredTotal: null,
  fileRows: 2,
  fileTotal: kobo(8_000_000n),
  bankCredit: kobo(0n),
  bins: Object.fromEntries(BINS.map(bin => [bin, NONE])) as BatchRow['bins'],
  invalidRows: 0,
  namesDiffer: { toLoans: NONE, toSuspense: NONE },
  undecided: { ambiguous: 0, nameDiffers: 0, unknownElement: 0 },
  kind: 'payroll',
  cashAccount: 'payrollOfficeReceivable',
  channel: 'payroll deduction',
  foreign: NONE,
  rowsWithoutName: 0,
  rowsToDo: 2,
  rowsDone: 0,
  rowsRefused: 0,
  rowsMoved: 0,
  rowsPassedOver: 0,
  postedTotal: kobo(0n),
  suspenseTotal: kobo(0n),
  unremitted: kobo(0n),
  officeCharges: kobo(0n),
  writtenDown: kobo(0n),
  uploadedBy: 'Babatunde Adeyemi',
  openedAt: '2026-11-02T09:00:00.000Z',
  submittedBy: null,
  approvedBy: null,
  postedAt: null,
  undoneAt: null,
  ...changes,
})

describe('control totals', () => {
  const declared = (rows: number, total: bigint) => ({ declaredRows: rows, declaredTotal: kobo(total) })
  test.each([
    ['nothing declared, bank credit unknown', {}, undefined, []],
    ['all three agree', declared(2, 8_000_000n), 8_000_000n, []],
    [
      'a row and its money are missing from the file',
      declared(3, 9_000_000n),
      8_000_000n,
      ['3 rows declared, 2 in the file', 'declared total and file differ by ₦10,000.00'],
    ],
    ['no bank credit', {}, 0n, ['bank credit and file differ by ₦80,000.00']],
    ['bank credit above the file', {}, 8_000_050n, ['bank credit and file differ by ₦0.50']],
  ] as const)('%s', (_, changes, bank, gaps) => {
    expect(gapsOf(batch(changes), bank === undefined ? undefined : kobo(bank))).toEqual(gaps)
  })
})

test.each([
  [0n, 'agrees'],
  [500_000n, '+₦5,000.00'],
  [-250_000n, '−₦2,500.00'],
])('a difference of %s kobo reads "%s"', (amount, text) => {
  expect(differenceText(kobo(amount))).toBe(text)
})

describe('next step', () => {
  const approvalId = '5d1c1b0a-6c0e-4d2b-9d0c-0b0f3d6e1d7d'
  test.each([
    [{}, /submit the batch for approval/],
    [{ undecided: { ambiguous: 1, nameDiffers: 2 } }, /Select a loan for 1 row/],
    [{ undecided: { ambiguous: 0, nameDiffers: 2 } }, /Confirm the customer of 2 rows/],
    [{ status: 'waiting', approvalId }, /until the batch is approved/],
    [{ status: 'waiting' }, /Declined or withdrawn/],
    [{ status: 'posting' }, /updates automatically/],
    [{ status: 'posted' }, /the remittance is received/],
    [{ status: 'posted', unremitted: kobo(100_000n) }, /₦1,000.00 is unremitted/],
    [{ status: 'posted', rowsRefused: 2, unremitted: kobo(1n) }, /2 rows could not be posted/],
    [{ status: 'posted', approvalId, rowsRefused: 2 }, /pending approval/],
    [{ status: 'undone' }, /upload the same file again/],
  ] as [Partial<BatchRow>, RegExp][])('%o', (changes, sentence) => {
    expect(nextStep(batch(changes))).toMatch(sentence)
  })
})

test('the row count names valid and invalid rows', () => {
  expect(fileRowsText(batch())).toBe('2 rows')
  expect(fileRowsText(batch({ fileRows: 49, invalidRows: 2 }))).toBe('49 rows and 2 invalid')
})

test.each([
  [{ bin: 'exact', treatment: 'post', status: 'open' }, 'The amount equals the amount due.'],
  [{ bin: 'exact', treatment: 'suspense', status: 'open' }, 'Goes to suspense when the batch is posted.'],
  [{ bin: 'short', treatment: 'skip', status: 'open' }, 'Excluded. Nothing is posted for this row.'],
  [{ bin: 'notOurs', treatment: 'suspense', status: 'open' }, 'No customer matches this row.'],
  [{ bin: 'exact', treatment: 'suspense', status: 'suspense' }, 'In suspense.'],
] as const)('describes a row that is %o', (row, sentence) => {
  expect(rowMeans(row)).toBe(sentence)
})
