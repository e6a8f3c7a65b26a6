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
  undecided: { ambiguous: 0, nameDiffers: 0 },
  rowsWithoutName: 0,
  rowsToDo: 2,
  rowsDone: 0,
  rowsRefused: 0,
  rowsMoved: 0,
  rowsPassedOver: 0,
  postedTotal: kobo(0n),
  suspenseTotal: kobo(0n),
  unremitted: kobo(0n),
  uploadedBy: 'Babatunde Adeyemi',
  openedAt: '2026-11-02T09:00:00.000Z',
  submittedBy: null,
  approvedBy: null,
  postedAt: null,
  undoneAt: null,
  ...changes,
})

describe('the three totals', () => {
  const declared = (rows: number, total: bigint) => ({ declaredRows: rows, declaredTotal: kobo(total) })
  test.each([
    ['nothing declared, bank not known yet', {}, undefined, []],
    ['all three agree', declared(2, 8_000_000n), 8_000_000n, []],
    [
      'a row and its money are missing from the file',
      declared(3, 9_000_000n),
      8_000_000n,
      ['3 rows were declared, 2 came', 'declared and file differ by ₦10,000.00'],
    ],
    ['nothing has come to the bank', {}, 0n, ['bank and file differ by ₦80,000.00']],
    ['more has come to the bank', {}, 8_000_050n, ['bank and file differ by ₦0.50']],
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

describe('what happens next', () => {
  const approvalId = '5d1c1b0a-6c0e-4d2b-9d0c-0b0f3d6e1d7d'
  test.each([
    [{}, /hand it over to a second person/],
    [{ undecided: { ambiguous: 1, nameDiffers: 2 } }, /Choose a loan for 1 row/],
    [{ undecided: { ambiguous: 0, nameDiffers: 2 } }, /Confirm the customer of 2 rows/],
    [{ status: 'waiting', approvalId }, /until somebody else has agreed/],
    [{ status: 'waiting' }, /declined or withdrawn/],
    [{ status: 'posting' }, /this page follows/],
    [{ status: 'posted' }, /the money has arrived/],
    [{ status: 'posted', unremitted: kobo(100_000n) }, /₦1,000.00 was deducted/],
    [{ status: 'posted', rowsRefused: 2, unremitted: kobo(1n) }, /refused 2 rows/],
    [{ status: 'posted', approvalId, rowsRefused: 2 }, /until somebody else has agreed/],
    [{ status: 'undone' }, /may be uploaded again/],
  ] as [Partial<BatchRow>, RegExp][])('%o', (changes, sentence) => {
    expect(nextStep(batch(changes))).toMatch(sentence)
  })
})

test('the rows of a file are those that could be read, and beside them those that could not', () => {
  expect(fileRowsText(batch())).toBe('2 rows')
  expect(fileRowsText(batch({ fileRows: 49, invalidRows: 2 }))).toBe('49 rows and 2 invalid')
})

test.each([
  [{ bin: 'exact', treatment: 'post', status: 'open' }, 'What was expected has come.'],
  [{ bin: 'exact', treatment: 'suspense', status: 'open' }, 'It goes to suspense when the batch is posted.'],
  [{ bin: 'short', treatment: 'skip', status: 'open' }, 'It is excluded: nothing is posted for it.'],
  [{ bin: 'notOurs', treatment: 'suspense', status: 'open' }, 'Nobody we know.'],
  [{ bin: 'exact', treatment: 'suspense', status: 'suspense' }, 'It is in suspense.'],
] as const)('a row that is %o says what becomes of it', (row, sentence) => {
  expect(rowMeans(row)).toBe(sentence)
})
