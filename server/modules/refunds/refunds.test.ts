import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayoutResult } from '../../../contract/payouts.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { batchesIn } from '../../../test/batches.ts'
import { approvedLoan, PAYING_ACCOUNT } from '../../../test/loans.ts'
import { createTestApp, MONDAY, type TestApp } from '../../../test/testApp.ts'
import { postPayouts } from '../payouts/post.ts'

/** From a deduction on a repaid loan to the bank's confirmation of the refund, and every way back. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, undone, balance, owed, proved, agreed, changeSource } = batchesIn(
  () => testApp,
)
const admin = () => testApp.as('admin')
const today = '2026-11-16'
const now = () => testApp.clock.now().toISOString().slice(0, 10)

const loan = async (id: string) => (await testApp.as('auditor').ok('loanGet', { id })).row
const casesOf = async (loanId: string) =>
  (await testApp.as('auditor').ok('refundList', { limit: 200 })).rows.filter(each => each.loanId === loanId)
async function caseOf(loanId: string) {
  const open = (await casesOf(loanId)).filter(each => each.status !== 'ended')
  expect(open).toHaveLength(1)
  return open[0] ?? expect.unreachable()
}

/** Repaid at the counter, then deducted once more. */
async function overpaid(amount = '61666.67', changes: Parameters<typeof borrower>[0] = {}) {
  const one = await borrower(changes)
  await agreed(
    admin().ok('loanActDo', {
      loanId: one.loanId, id: randomUUID(), reason: 'Paid at the counter',
      input: { act: 'receipt', amount: (await owed(one.loanId)).toString(), on: today, channel: 'bank transfer', reference: `C-${randomUUID().slice(0, 8)}` },
    }), // biome-ignore format: a form
  )
  const batchId = await batchOf([{ staff: one.staff, amount }])
  await posted(batchId)
  return { ...one, batchId, refund: await caseOf(one.loanId) }
}

const propose = (...caseIds: string[]) =>
  admin().ok('refundPropose', { id: randomUUID(), caseIds, reason: 'Deducted after the loan was repaid' })
const approved = (...caseIds: string[]) => agreed(propose(...caseIds))

async function batchWith(refundIds: string[], loanIds: string[] = []) {
  const input = { id: randomUUID(), refundIds, loanIds, valueOn: now(), payingAccount: PAYING_ACCOUNT }
  const batch = await admin().ok('payoutBatchMake', { ...input, reason: 'Refunds of the week' })
  await testApp.as('authorizer').approve(batch.pendingApprovalId)
  return batch
}

const linesOf = async (id: string) => (await admin().ok('payoutLineList', { id })).rows

async function answered(id: string, results: Record<string, PayoutResult>): Promise<void> {
  await admin().call('payoutBatchExport', { id, exportId: randomUUID() })
  const lines = await linesOf(id)
  const rows = lines.flatMap(line => {
    const result = results[line.refund?.id ?? line.loanId]
    return result ? [`${line.reference},${result},NIP-${line.reference},${now()},Dormant account`] : []
  })
  const content = Buffer.from(['Reference,Status,Bank Reference,Date,Reason', ...rows].join('\r\n')).toString(
    'base64',
  )
  await admin().ok('payoutResultImport', { id, fileName: 'result.csv', content })
  await postPayouts(testApp.program, id)
}

async function paid(refundId: string): Promise<string> {
  const { id } = await batchWith([refundId])
  await answered(id, { [refundId]: 'paid' })
  return id
}

const textsOf = async (event: 'refundSent' | 'refundReturned') =>
  (await testApp.as('auditor').ok('messageList', { event, limit: 200 })).rows.map(row => row.text)

describe('a credit of a repaid loan', () => {
  test('is a case with the rule that made it, and a warning while the office has not remitted', async () => {
    const { refund, number } = await overpaid()
    expect(refund).toMatchObject({
      status: 'detected', amount: 6_166_667n, detectedOn: today, cannotPropose: null,
      cannotPay: 'The refund needs approval first.',
    }) // biome-ignore format: a case
    const story = await admin().ok('refundGet', { id: refund.id })
    expect(story.rule).toMatch(/^Deducted after the loan was repaid: RB-\d+, line 2, 16 Nov 2026$/)
    expect(story.payments).toMatchObject([{ amount: 6_166_667n, afterRepaid: true }])
    expect(story.warnings).toEqual([])
    const { counts } = await admin().ok('refundCounts', {})
    expect(counts.find(each => each.status === 'detected')).toMatchObject({ since: today })
    expect((await admin().ok('refundList', { search: number })).rows).toMatchObject([{ id: refund.id }])
    await proved()
  })

  test('grows with the next deduction, and ends with the reversal of its batches', async () => {
    const { staff, loanId, batchId, refund } = await overpaid('1000')
    const again = await batchOf([{ staff, amount: '500' }], { period: '2026-09' })
    await posted(again)
    expect(await caseOf(loanId)).toMatchObject({ id: refund.id, amount: 150_000n })
    await undone(again)
    expect(await caseOf(loanId)).toMatchObject({ id: refund.id, amount: 100_000n })
    await undone(batchId)
    expect((await casesOf(loanId)).map(each => each.status)).toEqual(['ended'])
    await proved()
  })

  test('below the minimum is not proposed, and listed apart until it grows', async () => {
    const small = async () => {
      const { counts } = await admin().ok('refundCounts', {})
      return counts.find(each => each.status === 'belowMinimum') ?? expect.unreachable()
    }
    const before = await small()
    const { refund, staff, number } = await overpaid('99.99')
    expect(refund).toMatchObject({ isBelowMinimum: true })
    const input = { id: randomUUID(), caseIds: [refund.id], reason: 'Small' }
    const { message } = await admin().refused('refundPropose', input, 'refund.unfit')
    expect(message).toContain(`${refund.number}: The amount is below the minimum`)
    const listedAs = async (status: 'belowMinimum' | 'detected') =>
      (await admin().ok('refundList', { search: number, status })).rows.map(each => each.id)
    expect(await listedAs('belowMinimum')).toEqual([refund.id])
    expect(await listedAs('detected')).toEqual([])
    expect(await small()).toMatchObject({ total: before.total + 1, amount: before.amount + 9_999n })
    await posted(await batchOf([{ staff, amount: '0.01' }], { period: '2026-09' }))
    expect(await listedAs('belowMinimum')).toEqual([])
    expect(await listedAs('detected')).toEqual([refund.id])
    expect(await small()).toMatchObject({ total: before.total, amount: before.amount })
  })

  test('of a written-off loan that received more than it owed is a case, and paid as any other', async () => {
    const one = await borrower()
    await agreed(
      admin().ok('loanActDo', {
        loanId: one.loanId, id: randomUUID(), reason: 'No hope of payment', input: { act: 'writeOff' },
      }), // biome-ignore format: a form
    )
    // the day after: on one day a payment comes before a write-off
    testApp.clock.set('2026-11-17T09:00:00Z')
    const { loss } = await loan(one.loanId)
    const beyond = (loss?.writtenOff ?? 0n) + 250_000n
    await posted(await batchOf([{ staff: one.staff, amount: `"${formatNaira(kobo(beyond), '')}"` }]), {
      valueOn: now(),
    })
    expect(await loan(one.loanId)).toMatchObject({ status: 'written off', credit: 250_000n })
    const refund = await caseOf(one.loanId)
    expect(refund).toMatchObject({ status: 'detected', amount: 250_000n, cannotPropose: null })
    await proved()
    await approved(refund.id)
    await paid(refund.id)
    expect(await casesOf(one.loanId)).toMatchObject([{ status: 'paid' }])
    expect(await loan(one.loanId)).toMatchObject({ status: 'written off', credit: 0n })
    await proved()
    testApp.clock.set(MONDAY)
  })
})

describe('a refund', () => {
  test('leaves the ledger when the bank has paid it, and the customer is told then', async () => {
    const { refund, loanId, number } = await overpaid()
    const before = { credit: await balance('customerCredit'), bank: await balance('bank') }
    await approved(refund.id)
    expect(await caseOf(loanId)).toMatchObject({ status: 'approved' })
    const { id } = await batchWith([refund.id])
    expect(await caseOf(loanId)).toMatchObject({ status: 'paying', batch: { id } })
    expect(await balance('customerCredit')).toBe(before.credit)
    expect(await textsOf('refundSent')).not.toContainEqual(expect.stringContaining(number))
    await answered(id, { [refund.id]: 'paid' })
    expect(await casesOf(loanId)).toMatchObject([{ status: 'paid' }])
    expect(await loan(loanId)).toMatchObject({ status: 'closed', credit: 0n })
    expect(await balance('customerCredit')).toBe(before.credit + 6_166_667n)
    expect(await balance('bank')).toBe(before.bank - 6_166_667n)
    expect(await textsOf('refundSent')).toContainEqual(
      expect.stringMatching(
        `we refunded NGN61,666.67 of loan ${number} to your account ending \\d{4} on 16 Nov 2026`,
      ),
    )
    await postPayouts(testApp.program, id)
    await answered(id, { [refund.id]: 'paid' })
    expect(await balance('bank')).toBe(before.bank - 6_166_667n)
    await proved()
  })

  test('shares a batch and a result file with loans; one that failed is returned', async () => {
    const [first, second] = [await overpaid('1000'), await overpaid('2000')]
    const other = await approvedLoan(testApp)
    await approved(first.refund.id, second.refund.id)
    const batch = await batchWith([first.refund.id, second.refund.id], [other.id])
    expect(batch.lines).toBe(3)
    const answers = { [first.refund.id]: 'paid', [second.refund.id]: 'failed', [other.id]: 'paid' } as const
    await answered(batch.id, answers)
    expect(await casesOf(first.loanId)).toMatchObject([{ status: 'paid' }])
    expect(await loan(other.id)).toMatchObject({ status: 'live' })
    expect(await loan(second.loanId)).toMatchObject({ status: 'overpaid', credit: 200_000n })
    expect(await caseOf(second.loanId)).toMatchObject({
      status: 'returned', note: 'Dormant account',
      cannotPropose: 'The bank returned a payment to this account. Change the bank account of the customer first.',
    }) // biome-ignore format: a case
    expect(await textsOf('refundReturned')).toContainEqual(expect.stringContaining(second.number))
    await proved()
    await testApp.pool.query(
      `update customer set account_number = '0123456785' where id = (select customer_id from loan where id = $1)`,
      [second.loanId],
    )
    await approved(second.refund.id)
    await paid(second.refund.id)
    expect(await casesOf(second.loanId)).toMatchObject([{ status: 'paid' }])
    await proved()
  })

  test('that came back after it was paid is owed again once its reversal is approved', async () => {
    const { refund, loanId } = await overpaid('1000')
    await approved(refund.id)
    const id = await paid(refund.id)
    await answered(id, { [refund.id]: 'returned' })
    expect(await casesOf(loanId)).toMatchObject([{ status: 'paid' }])
    await proved()
    const { pendingApprovalId } = await testApp.as('auditor').ok('loanGet', { id: loanId })
    await testApp.as('authorizer').approve(pendingApprovalId)
    expect(await casesOf(loanId)).toMatchObject([{ status: 'returned', amount: 100_000n }])
    expect(await loan(loanId)).toMatchObject({ status: 'overpaid', credit: 100_000n })
    await proved()
  })

  test('is approved by another person, who confirms that its batch can still be reversed', async () => {
    const one = await borrower()
    await agreed(
      admin().ok('loanActDo', {
        loanId: one.loanId, id: randomUUID(), reason: 'Paid at the counter',
        input: { act: 'receipt', amount: (await owed(one.loanId)).toString(), on: today, channel: 'bank transfer', reference: `C-${randomUUID().slice(0, 8)}` },
      }), // biome-ignore format: a form
    )
    await posted(await batchOf([{ staff: one.staff, amount: '1000' }]), {
      bankCredit: '0',
      gapNote: 'Not remitted',
    })
    const refund = await caseOf(one.loanId)
    const { approvalId } = await propose(refund.id)
    const id = approvalId ?? ''
    expect(await caseOf(one.loanId)).toMatchObject({ status: 'proposed', pendingApprovalId: id })
    const { warnings } = await testApp.as('authorizer').ok('approvalGet', { id })
    expect(warnings.map(each => each.text)).toEqual([
      expect.stringContaining(
        'The batch behind it can still be reversed: the payroll office has not remitted',
      ),
    ])
    await testApp.as('authorizer').refused('approvalApprove', { id }, 'approval.unconfirmed')
    await testApp.as('authorizer').approve(id)
    expect(await caseOf(one.loanId)).toMatchObject({ status: 'approved' })
  })

  test('that is declined can be proposed again, with what came since', async () => {
    const { refund, loanId, staff } = await overpaid('1000')
    const { approvalId } = await propose(refund.id)
    await posted(await batchOf([{ staff, amount: '500' }], { period: '2026-09' }))
    expect(
      (await casesOf(loanId))
        .map(each => [each.status, each.amount])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ).toEqual([
      ['detected', 50_000n],
      ['proposed', 100_000n],
    ])
    await testApp
      .as('authorizer')
      .ok('approvalDecline', { id: approvalId ?? '', note: 'Wait for the office' })
    expect(await caseOf(loanId)).toMatchObject({ id: refund.id, status: 'detected', amount: 150_000n })
    await approved(refund.id)
    await proved()
  })

  test('whose credit was reversed in the meantime is not approved', async () => {
    const { refund, loanId, batchId } = await overpaid('1000')
    const { approvalId } = await propose(refund.id)
    await undone(batchId)
    expect(await casesOf(loanId)).toMatchObject([{ status: 'ended' }])
    await testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'refund.unfit')
    await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Reversed' })
    await proved()
  })

  test('that the bank paid after its credit was reversed stays on its batch until it is cleared', async () => {
    const { refund, loanId, batchId } = await overpaid('1000')
    await approved(refund.id)
    const { id } = await batchWith([refund.id])
    await admin().ok('payoutBatchExport', { id, exportId: randomUUID() })
    await undone(batchId)
    await answered(id, { [refund.id]: 'paid' })
    const [line] = await linesOf(id)
    expect(line).toMatchObject({
      status: 'posting',
      problem: expect.stringContaining('more than the customer’s credit'),
    })
    await proved()
    const clear = (to: 'claimed' | 'cameBack') =>
      agreed(
        admin().ok('payoutLineClear', {
          id,
          lineId: line?.id ?? '',
          clearId: randomUUID(),
          to,
          reason: 'Recalled',
        }),
      )
    await clear('claimed')
    await proved()
    await clear('cameBack')
    expect(await casesOf(loanId)).toMatchObject([{ status: 'ended' }])
    await proved()
  })
})

describe('one credit is refunded once', () => {
  test('two users propose it at the same moment, and one does', async () => {
    const { refund, loanId } = await overpaid('1000')
    const asks = [0, 1].map(() =>
      admin().call('refundPropose', {
        id: randomUUID(),
        caseIds: [refund.id],
        reason: 'Deducted after the end',
      }),
    )
    expect((await Promise.all(asks)).map(each => each.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await casesOf(loanId)).toHaveLength(1)
  })

  test('sent once more, the proposal is the same', async () => {
    const { refund } = await overpaid('1000')
    const input = { id: randomUUID(), caseIds: [refund.id], reason: 'Deducted after the end' }
    const first = await admin().ok('refundPropose', input)
    expect(await admin().ok('refundPropose', input)).toEqual(first)
    const other = await overpaid('1000')
    await admin().refused('refundPropose', { ...input, caseIds: [other.refund.id] }, 'idempotency.other_body')
  })

  test('not on the loan as well, while a case pays it', async () => {
    const { refund, loanId } = await overpaid('1000')
    await approved(refund.id)
    const act = (amount: string) => ({
      loanId,
      id: randomUUID(),
      input: { act: 'refund' as const, amount },
      reason: 'Credit',
    })
    const { message } = await admin().refused('loanActDo', act('100000'), 'loan.refused')
    expect(message).toContain(`₦1,000.00 of the credit is in refund case ${refund.number}`)
    await paid(refund.id)
    await admin().refused('loanActDo', act('100000'), 'loan.refused')
  })

  test('a refund on the loan, as before, ends the detected case', async () => {
    const { loanId, refund } = await overpaid('1000')
    const input = { act: 'refund', amount: '100000', reference: `RF-${randomUUID().slice(0, 8)}` } as const
    await agreed(
      admin().ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'Paid over the counter' }),
    )
    expect(await casesOf(loanId)).toMatchObject([{ id: refund.id, status: 'ended' }])
    await proved()
  })

  test('two batches at the same moment: one has it', async () => {
    const { refund } = await overpaid('1000')
    await approved(refund.id)
    const make = () =>
      admin().call('payoutBatchMake', {
        id: randomUUID(), refundIds: [refund.id], valueOn: today, payingAccount: PAYING_ACCOUNT,
      }) // biome-ignore format: a form
    expect((await Promise.all([make(), make()])).map(each => each.status).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ])
  })

  test('a payment said to have failed, paid by another, and paid after all is on its batch to be cleared', async () => {
    const { refund, loanId } = await overpaid('1000')
    await approved(refund.id)
    const { id: first } = await batchWith([refund.id])
    await answered(first, { [refund.id]: 'failed' })
    await testApp.pool.query(
      `update customer set account_number = '0123456785' where id = (select customer_id from loan where id = $1)`,
      [loanId],
    )
    await approved(refund.id)
    await paid(refund.id)
    await answered(first, { [refund.id]: 'paid' })
    expect(await linesOf(first)).toMatchObject([
      { status: 'posting', problem: expect.stringContaining('no refund is due') },
    ])
    expect(await casesOf(loanId)).toMatchObject([{ status: 'paid' }])
    await proved()
  })
})

describe('who can be refunded', () => {
  const setCustomer = (loanId: string, change: string) =>
    testApp.pool.query(
      `update customer set ${change} where id = (select customer_id from loan where id = $1)`,
      [loanId],
    )

  test.each([
    ['deceased', `status = 'deceased'`, /The customer has died/],
    ['without a bank account', `account_number = ''`, /The bank account is missing/],
    ['with an unknown bank', `bank_code = '999'`, /The bank is not known/],
  ])('not a customer %s, with the reason', async (_, change, why) => {
    const { refund, loanId } = await overpaid('1000')
    await setCustomer(loanId, change)
    const input = { id: randomUUID(), caseIds: [refund.id], reason: 'Deducted after the end' }
    expect((await admin().refused('refundPropose', input, 'refund.unfit')).message).toMatch(why)
    expect((await caseOf(loanId)).cannotPropose).toMatch(why)
  })

  test('one who died after the approval is not put into a batch', async () => {
    const { refund, loanId } = await overpaid('1000')
    await approved(refund.id)
    await setCustomer(loanId, `status = 'deceased'`)
    const input = { id: randomUUID(), refundIds: [refund.id], valueOn: today, payingAccount: PAYING_ACCOUNT }
    const { message } = await admin().refused('payoutBatchMake', input, 'payout.unfit')
    expect(message).toContain('the customer has died')
  })

  test('a blacklisted customer, whose own money it is, with a warning', async () => {
    const { refund, loanId } = await overpaid('1000')
    await setCustomer(loanId, `status = 'blacklisted'`)
    expect((await admin().ok('refundGet', { id: refund.id })).warnings).toEqual([
      `The customer is blacklisted: ${refund.number}`,
    ])
    await approved(refund.id)
    await paid(refund.id)
    expect(await casesOf(loanId)).toMatchObject([{ status: 'paid' }])
  })
})

describe('without a payment', () => {
  test('a credit repays another active loan of the customer, by two people, and comes back with its reversal', async () => {
    const { refund, loanId } = await overpaid('1000')
    const other = await borrower()
    await testApp.pool.query(
      `update loan set customer_id = (select customer_id from loan where id = $1) where id = $2`,
      [loanId, other.loanId],
    )
    const before = { owed: await owed(other.loanId), bank: await balance('bank') }
    const { setOff } = await admin().ok('refundGet', { id: refund.id })
    expect(setOff).toMatchObject([{ loanId: other.loanId }])
    await agreed(
      admin().ok('refundSetOff', {
        id: randomUUID(),
        caseId: refund.id,
        loanId: other.loanId,
        reason: 'By letter',
      }),
    )
    expect(await casesOf(loanId)).toMatchObject([
      { status: 'ended', note: `₦1,000.00 repaid ${other.number}` },
    ])
    expect(await loan(loanId)).toMatchObject({ status: 'closed', credit: 0n })
    expect(await owed(other.loanId)).toBe(before.owed - 100_000n)
    expect(await balance('bank')).toBe(before.bank)
    await proved()
    const { happenings } = await testApp.as('auditor').ok('loanGet', { id: loanId })
    const of = happenings.find(each => each.type === 'refund')?.id ?? ''
    await agreed(
      admin().ok('loanActDo', {
        loanId,
        id: randomUUID(),
        input: { act: 'reversal', of },
        reason: 'By mistake',
      }),
    )
    expect(await owed(other.loanId)).toBe(before.owed)
    expect(await caseOf(loanId)).toMatchObject({ status: 'detected', amount: 100_000n })
    expect(await balance('bank')).toBe(before.bank)
    await proved()
  })

  test('a refund is unclaimed after the months of the settings, stays a liability and can be claimed', async () => {
    const { refund, loanId } = await overpaid('1000')
    const input = () => ({ id: randomUUID(), caseIds: [refund.id], reason: 'No answer to three letters' })
    const { message } = await admin().refused('refundUnclaim', input(), 'refund.unfit')
    expect(message).toContain('Possible from 16 Nov 2027')
    testApp.clock.set('2027-11-16T09:00:00Z')
    const credit = await balance('customerCredit')
    await agreed(admin().ok('refundUnclaim', input()))
    expect(await caseOf(loanId)).toMatchObject({ status: 'unclaimed' })
    expect(await balance('customerCredit')).toBe(credit)
    await approved(refund.id)
    expect(await caseOf(loanId)).toMatchObject({ status: 'approved' })
    await proved()
    testApp.clock.set(MONDAY)
  })
})

test('cases are exported, and every role that reads may', async () => {
  const { text } = await fileOf()
  expect(text).toContain('Case,State,Loan number,Customer,Refund (NGN)')
})

async function fileOf() {
  const { body } = await testApp.as('auditor').call('refundExport', { format: 'csv', status: 'paid' })
  return { text: Buffer.from((body as unknown as { bytes: Uint8Array }).bytes).toString() }
}

describe('a refund to the payroll office', () => {
  const ACCOUNT = { name: 'Office of the Accountant General', bankCode: '057', accountNumber: '1012345678' }
  const toOffice = (...caseIds: string[]) =>
    admin().ok('refundPropose', {
      id: randomUUID(),
      caseIds,
      payee: 'office',
      reason: 'Settles with its staff',
    })
  const statement = async () =>
    (await testApp.as('auditor').ok('officeStatement', { source: 'IPPIS' })).lines.filter(line =>
      ['overDeduction', 'returned'].includes(line.kind),
    )

  test('needs its bank account, which is a setting that two people change', async () => {
    const { refund } = await overpaid('3000')
    expect(refund.deductedBy).not.toBeNull()
    expect(refund.cannotReturn).toContain('is missing. Add it under Settings')
    const input = { id: randomUUID(), caseIds: [refund.id], payee: 'office' as const, reason: 'By letter' }
    await admin().refused('refundPropose', input, 'refund.unfit')
    const wrong = changeSource('IPPIS', { account: { ...ACCOUNT, accountNumber: '123' } })
    await expect(wrong).rejects.toThrow()
    await changeSource('IPPIS', { account: ACCOUNT })
    expect(await caseOf(refund.loanId)).toMatchObject({ cannotReturn: null, office: null })
    await testApp.as('auditor').refused('refundPropose', input, 'permission.missing')
  })

  test('goes to its account with the bank file, without an SMS, and is on its statement', async () => {
    const { refund, loanId, number } = await overpaid('4000')
    const before = {
      credit: await balance('customerCredit'),
      bank: await balance('bank'),
      receivable: await balance('payrollOfficeReceivable'),
      lines: (await statement()).length,
    }
    const { approvalId } = await toOffice(refund.id)
    const asked = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(JSON.stringify(asked.after)).toContain('5678')
    await testApp.as('authorizer').approve(approvalId)
    expect(await caseOf(loanId)).toMatchObject({
      status: 'approved',
      account: expect.stringContaining('5678'),
    })
    const { id } = await batchWith([refund.id])
    const { content } = await admin().ok('payoutBatchExport', { id, exportId: randomUUID() })
    const csv = Buffer.from(content, 'base64').toString()
    expect(csv).toContain(ACCOUNT.name)
    expect(csv).toContain(ACCOUNT.accountNumber)
    await answered(id, { [refund.id]: 'paid' })
    expect(await casesOf(loanId)).toMatchObject([{ status: 'paid' }])
    expect(await loan(loanId)).toMatchObject({ status: 'closed', credit: 0n })
    expect(await balance('customerCredit')).toBe(before.credit + 400_000n)
    expect(await balance('bank')).toBe(before.bank - 400_000n)
    expect(await balance('payrollOfficeReceivable')).toBe(before.receivable)
    expect(await textsOf('refundSent')).not.toContainEqual(expect.stringContaining(number))
    const lines = await statement()
    expect(lines).toHaveLength(before.lines + 2)
    expect(
      lines.filter(line => line.reference === refund.number).map(line => [line.kind, line.amount]),
    ).toEqual([
      ['overDeduction', -400_000n],
      ['returned', 400_000n],
    ])
    const input = { id: randomUUID(), caseIds: [refund.id], payee: 'customer' as const, reason: 'Once more' }
    await admin().refused('refundPropose', input, 'refund.unfit')
    await proved()
  })

  test('is not paid where the office has reversed the deduction itself', async () => {
    const { refund, loanId, batchId } = await overpaid('5000')
    await agreed(toOffice(refund.id))
    await undone(batchId)
    expect((await casesOf(loanId)).map(each => each.status)).toEqual(['ended'])
    const made = {
      id: randomUUID(),
      refundIds: [refund.id],
      loanIds: [],
      valueOn: now(),
      payingAccount: PAYING_ACCOUNT,
    }
    await admin().refused('payoutBatchMake', made, 'payout.unfit')
    await proved()
  })

  test('at the bank while the office reverses the deduction is held by its approver', async () => {
    const { refund, loanId, batchId } = await overpaid('6000')
    await agreed(toOffice(refund.id))
    const made = {
      id: randomUUID(),
      refundIds: [refund.id],
      loanIds: [],
      valueOn: now(),
      payingAccount: PAYING_ACCOUNT,
    }
    const batch = await admin().ok('payoutBatchMake', { ...made, reason: 'Returned to the office' })
    await undone(batchId)
    await testApp
      .as('authorizer')
      .refused('approvalApprove', { id: batch.pendingApprovalId ?? '' }, 'payout.unfit')
    const asked = { id: batch.pendingApprovalId ?? '', note: 'Reversed by the office' }
    await testApp.as('authorizer').ok('approvalDecline', asked)
    await admin().ok('payoutBatchCancel', { id: batch.id, reason: 'Reversed by the office' })
    expect((await casesOf(loanId)).map(each => each.status)).toEqual(['ended'])
    await proved()
  })

  test('is not proposed to both, nor to the office for what the customer paid', async () => {
    const { refund, loanId } = await overpaid('7000')
    const answers = await Promise.all([
      admin().call('refundPropose', {
        id: randomUUID(),
        caseIds: [refund.id],
        payee: 'office',
        reason: 'By letter',
      }),
      admin().call('refundPropose', { id: randomUUID(), caseIds: [refund.id], reason: 'By letter' }),
    ])
    expect(answers.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['done', 'refund.unfit'])
    const { rows } = await testApp.pool.query(
      `select id from approval where status = 'waiting' and input->'caseIds' ? $1`,
      [refund.id],
    )
    await testApp.as('authorizer').ok('approvalDecline', { id: rows[0].id, note: 'Ask again' })
    expect(await caseOf(loanId)).toMatchObject({ status: 'detected', office: null })
    await agreed(
      admin().ok('loanActDo', {
        loanId, id: randomUUID(), reason: 'Paid at the counter',
        input: { act: 'receipt', amount: '100000', on: now(), channel: 'bank transfer', reference: `C-${randomUUID().slice(0, 8)}` },
      }),
    ) // biome-ignore format: a form
    const input = {
      id: randomUUID(),
      caseIds: [(await caseOf(loanId)).id],
      payee: 'office' as const,
      reason: 'By letter',
    }
    const { message } = await admin().refused('refundPropose', input, 'refund.unfit')
    expect(message).toContain('The customer paid part of it')
    await proved()
  })
})
