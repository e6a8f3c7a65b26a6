import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** A file of repayments from another channel than payroll. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, binned, posted, undone, changeSource, balance, owed, proved } =
  batchesIn(() => testApp)
const receiptsOf = async (loanId: string) => {
  const { happenings } = await testApp.as('auditor').ok('loanGet', { id: loanId })
  return happenings
    .filter(each => each.type === 'receipt')
    .map(each => [each.channel, each.reference, each.on])
}

test('receipts of a processor post with their channel, reference, day and account', async () => {
  await changeSource('REMITA', {
    name: 'Remita',
    kind: 'collections',
    cashAccount: 'collectionsReceivable',
    channel: 'direct debit',
  })
  const [one, two] = [await borrower(), await borrower()]
  const before = {
    cash: await balance('collectionsReceivable'),
    office: await balance('payrollOfficeReceivable'),
  }
  const id = await batchOf(
    [
      { staff: one.staff, amount: INSTALMENT, reference: 'RRR 2800-1', paidOn: '2026-11-16' },
      { amount: '1000', reference: `pay ${two.number}`, paidOn: '2026-11-16' },
      { amount: '500', reference: 'UNKNOWN-1', name: 'NOBODY' },
      { staff: one.staff, amount: '700', reference: 'rrr28001' },
    ],
    { source: 'REMITA', period: '2026-11' },
  )
  expect((await rowsOf(id)).map(row => [row.bin, row.matchedBy, row.problem])).toEqual([
    ['exact', 'IPPIS number', null],
    ['short', 'reference', null],
    ['notOurs', null, null],
    ['duplicate', null, 'The same reference is on an earlier row.'],
  ])
  await posted(id, { bankCredit: '0', gapNote: 'Settled next week', valueOn: '2026-11-16' })
  expect(await receiptsOf(one.loanId)).toEqual([['direct debit', 'RRR 2800-1', '2026-11-16']])
  expect(await balance('collectionsReceivable')).toBe(before.cash + 6_166_667n + 100_000n + 50_000n)
  expect(await balance('payrollOfficeReceivable')).toBe(before.office)
  await proved()

  // the same payments in another month's file
  const again = await batchOf(
    [
      { staff: one.staff, amount: INSTALMENT, reference: 'RRR-28001' },
      { amount: '500', reference: 'UNKNOWN-1', name: 'NOBODY ELSE' },
      { amount: '1', reference: 'rrr 2800 1' },
    ],
    { source: 'REMITA', period: '2026-10' },
  )
  expect(await binned(again)).toEqual(['duplicate', 'duplicate', 'duplicate'])
  // what repeats within the file is looked up once, however many rows have it
  expect((await rowsOf(again)).map(row => row.problem)).toEqual([
    `Reference recorded already on ${one.number}.`,
    expect.stringMatching(/^Reference already in batch RB-/),
    'The same reference is on an earlier row.',
  ])
  await undone(id)
  expect(await balance('collectionsReceivable')).toBe(before.cash)
  await proved()
})

test('payments of a bank statement are in the bank, and no office owes them', async () => {
  await changeSource('STATEMENT', {
    name: 'Bank statement',
    kind: 'collections',
    cashAccount: 'bank',
    channel: 'bank transfer',
  })
  const one = await borrower()
  const [bank, due] = [await balance('bank'), await owed(one.loanId)]
  const id = await batchOf(
    [
      { loan: one.number, amount: '2500', reference: 'FT-77', paidOn: '2026-11-16' },
      { loan: one.number, amount: '40', reference: 'FT-78', paidOn: '2026-12-24' },
    ],
    { source: 'STATEMENT', period: '2026-11' },
  )
  expect(await look(id)).toMatchObject({
    kind: 'collections',
    cashAccount: 'bank',
    fileRows: 1,
    invalidRows: 1,
  })
  await testApp.as('admin').refused('repaymentSubmit', {
    id, valueOn: '2026-11-16', bankCredit: '250000', bankReference: 'FT-77', gapNote: null, holdsMessages: false, reason: 'Try',
  }, 'input.invalid') // biome-ignore format: a form
  await posted(id, { bankCredit: '0' })
  expect(await balance('bank')).toBe(bank + 250_000n)
  expect(await owed(one.loanId)).toBe(due - 250_000n)
  expect((await look(id)).unremitted).toBe(0n)
  await proved()

  // its batch has it: reversed on the loan alone, the batch would go on counting it
  const [row] = await rowsOf(id)
  const { happenings } = await testApp.as('admin').ok('loanGet', { id: one.loanId })
  const receipt = happenings.find(each => each.reference === 'FT-77')
  expect(receipt?.cannotReverse).toContain('Repayment Tracker')
  const reversal = {
    loanId: one.loanId,
    id: randomUUID(),
    input: { act: 'reversal' as const, of: receipt?.id ?? '' },
    reason: 'Bounced',
  }
  await testApp.as('admin').refused('loanActDo', reversal, 'loan.refused')
  const { approvalId } = await testApp
    .as('admin')
    .ok('repaymentTakeBack', { id, receiptId: receipt?.id ?? '', reason: 'It was for another loan' })
  await testApp.as('authorizer').approve(approvalId ?? '')
  expect(await owed(one.loanId)).toBe(due)
  expect(await balance('bank'), 'the money is in suspense').toBe(bank + 250_000n)
  expect((await rowsOf(id))[0]).toMatchObject({ rowNumber: row?.rowNumber, status: 'suspense' })
  await proved()
})

test('a collections source is no payroll of a customer', async () => {
  const { rows } = await testApp.as('admin').ok('outsideLinkList', {})
  expect(rows.map(row => row.source)).not.toContain('REMITA')
})
