import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { accountNamed } from '../../../contract/ledger.ts'
import type { PayoutClearing, PayoutResult } from '../../../contract/payouts.ts'
import { submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { postPayouts } from './post.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = '2026-11-16'
type Act = z.input<Api['loanActDo']['input']>['input']

async function act(loanId: string, input: Act): Promise<string> {
  const id = randomUUID()
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As agreed' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  return id
}
const payAlone = (loanId: string) => disbursed(testApp, loanId)

async function sent(loanId: string): Promise<string> {
  const id = randomUUID()
  const account = 'GTBank 0123456789, operations'
  await testApp
    .as('admin')
    .ok('payoutBatchMake', { id, loanIds: [loanId], valueOn: TODAY, payingAccount: account })
  const asked = await testApp.as('admin').ok('payoutBatchAsk', { id, reason: 'Pay day' })
  await testApp.as('authorizer').approve(asked.approvalId)
  await testApp.as('admin').ok('payoutBatchExport', { id, exportId: randomUUID() })
  return id
}

async function lineOf(id: string) {
  const [line] = (await testApp.as('auditor').ok('payoutLineList', { id })).rows
  if (!line) throw new Error('the batch has no line')
  return line
}

const reported = (lineId: string, id: string, result: PayoutResult) => ({
  id, lineId, result, on: TODAY, bankReference: `NIP-${randomUUID().slice(0, 8)}`, reason: 'By telephone',
}) // biome-ignore format: a form
/** What needs approval is approved. */
const mark = async (id: string, result: PayoutResult) => {
  const input = reported((await lineOf(id)).id, id, result)
  const { approvalId } = await testApp.as('admin').ok('payoutLineMark', input)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}

const clearing = async (id: string, to: PayoutClearing) => ({
  id, lineId: (await lineOf(id)).id, clearId: randomUUID(), to, reason: 'By the bank’s letter',
}) // biome-ignore format: a form

async function cleared(id: string, to: PayoutClearing): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('payoutLineClear', await clearing(id, to))
  await testApp.as('authorizer').approve(approvalId)
}

const batchOf = (id: string) => testApp.as('admin').ok('payoutBatchGet', { id })
const balance = async (account: string): Promise<bigint> => {
  const { rows } = await testApp.as('auditor').ok('ledgerTrialBalance', {})
  return rows.find(row => accountNamed(row.code) === account)?.balance ?? 0n
}
const statusOf = async (id: string) => (await testApp.as('auditor').ok('loanGet', { id })).row.status
const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

/** The bank’s file that reports the one line of the batch as paid, previewed before it is applied. */
async function explained(id: string): Promise<string> {
  const { reference } = await lineOf(id)
  const content = Buffer.from(`Reference,Status,Bank Reference\r\n${reference},PAID,NIP-77`).toString(
    'base64',
  )
  const { rows } = await testApp
    .as('admin')
    .ok('payoutResultPreview', { id, fileName: 'result.csv', content })
  expect(rows[0]).toMatchObject({ outcome: 'paid' })
  return rows[0]?.explanation ?? ''
}

test('a top-up whose old loan owes more than was deducted: the amount is posted as a repayment on it', async () => {
  const old = await approvedLoan(testApp, { amount: '20000000' })
  await payAlone(old.id)
  const received = await act(old.id, {
    act: 'receipt', amount: '5000000', on: TODAY, channel: 'bank transfer', reference: `TRF-${randomUUID().slice(0, 8)}`,
  }) // biome-ignore format: a form
  const request = await submit(testApp, { ...old.stated, amount: '50000000' })
  const terms = { id: request.id, version: 1, amount: '50000000', tenor: 12, settles: [old.id] }
  await testApp.as('reviewer').ok('requestRecommend', terms)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  const id = await sent(loanId ?? '')
  const stored = (await lineOf(id)).settles[0]?.amount ?? 0n
  // the repayment turns out to be another customer's before the bank answers
  await act(old.id, { act: 'reversal', of: received })
  const before = (await testApp.as('auditor').ok('loanGet', { id: old.id })).row.outstandingTotal
  await mark(id, 'paid')
  expect(await postPayouts(testApp.program, id)).toBe(1)
  expect(await batchOf(id)).toMatchObject({ status: 'closed', problems: 0 })
  const { row } = await testApp.as('auditor').ok('loanGet', { id: old.id })
  expect(row).toMatchObject({ status: 'live', outstandingTotal: before - stored })
  expect(await statusOf(loanId ?? '')).toBe('live')
  await proved()
  // and it is undone with the disbursement
  await mark(id, 'returned')
  await testApp.as('authorizer').approve((await lineOf(id)).pendingApprovalId)
  expect((await testApp.as('auditor').ok('loanGet', { id: old.id })).row.outstandingTotal).toBe(before)
  await proved()
})

describe('a payment that the bank made and no loan can take', () => {
  /** Recorded as failed; the loan goes another way; then the bank says that it was paid after all. */
  async function paidAfterAll(whileWaiting: (loanId: string) => Promise<unknown>) {
    const { id: loanId } = await approvedLoan(testApp)
    const id = await sent(loanId)
    await mark(id, 'failed')
    await whileWaiting(loanId)
    const said = await explained(id)
    await mark(id, 'paid')
    expect(await postPayouts(testApp.program, id)).toBe(0)
    return { id, loanId, said }
  }

  test.each<[why: string, whileWaiting: (loanId: string) => Promise<unknown>, after: string]>([
    ['was cancelled', loanId => act(loanId, { act: 'cancel' }), 'cancelled'],
    ['was already disbursed', payAlone, 'live'],
  ])(
    'its loan %s: it is said before, and the line comes to an end by two people',
    async (why, whileWaiting, after) => {
      const { id, loanId, said } = await paidAfterAll(whileWaiting)
      expect(said).toContain(`${why}: no loan can take this payment`)
      expect(await batchOf(id)).toMatchObject({ status: 'sent', problems: 1 })
      expect(await lineOf(id)).toMatchObject({
        status: 'posting',
        results: [],
        clearings: ['cameBack', 'claimed'],
      })
      const bank = await balance('bank')

      await testApp
        .as('auditor')
        .refused('payoutLineClear', await clearing(id, 'claimed'), 'permission.missing')
      const { approvalId } = await testApp.as('admin').ok('payoutLineClear', await clearing(id, 'claimed'))
      expect(await lineOf(id)).toMatchObject({ pendingApprovalId: approvalId, clearings: [] })
      expect(await balance('bank'), 'nothing moves before the second person').toBe(bank)
      await testApp.as('authorizer').approve(approvalId)

      expect(await balance('bank'), 'it has left the bank').toBe(bank - 48_500_000n)
      expect(await balance('disbursementClearing')).toBe(48_500_000n)
      expect(await batchOf(id)).toMatchObject({
      status: 'closed', problems: 0, tallies: [{ status: 'claimed', lines: 1, total: 48_500_000n }],
    }) // biome-ignore format: a batch
      expect(await statusOf(loanId)).toBe(after)
      await proved()
      // the same news again changes nothing
      const line = await lineOf(id)
      await testApp.as('admin').refused('payoutLineMark', reported(line.id, id, 'paid'), 'payout.line')

      expect(line.clearings).toEqual(['cameBack', 'lost'])
      await testApp.as('admin').refused('payoutLineClear', await clearing(id, 'claimed'), 'payout.line')
      await cleared(id, 'cameBack')
      expect(await balance('bank')).toBe(bank)
      expect(await balance('disbursementClearing')).toBe(0n)
      expect(await lineOf(id)).toMatchObject({ status: 'failed', clearings: [] })
      expect(await statusOf(loanId)).toBe(after)
      await proved()
    },
  )

  test('returned before it was posted: the ledger stays as it is, and the batch is closed', async () => {
    const { id } = await paidAfterAll(loanId => act(loanId, { act: 'cancel' }))
    const bank = await balance('bank')
    await cleared(id, 'cameBack')
    expect(await balance('bank')).toBe(bank)
    expect(await lineOf(id)).toMatchObject({ status: 'failed', problem: null })
    expect(await batchOf(id)).toMatchObject({ status: 'closed', problems: 0 })
    await proved()
  })

  test('returned, and the bank’s file says again that it was paid: ignored, unless it was paid again', async () => {
    const { id, loanId } = await paidAfterAll(loanId => act(loanId, { act: 'cancel' }))
    const { bankReference } = await lineOf(id)
    await cleared(id, 'cameBack')
    // should the loan be payable again, the returned funds must not go to it
    await testApp.pool.query(`update loan set status = 'awaiting disbursement' where id = $1`, [loanId])
    const { reference } = await lineOf(id)
    const reported = (name: string) =>
      Buffer.from(`Reference,Status,Bank Reference\r\n${reference},PAID,${name}`).toString('base64')
    for (const name of [bankReference ?? '', '']) {
      const file = { id, fileName: 'result.csv', content: reported(name) }
      expect((await testApp.as('admin').ok('payoutResultImport', file)).counts).toMatchObject({
        unchanged: 1,
      })
      expect(await postPayouts(testApp.program, id)).toBe(0)
    }
    expect(await batchOf(id)).toMatchObject({ status: 'closed' })
    expect(await statusOf(loanId)).toBe('awaiting disbursement')
    const anew = { id, fileName: 'anew.csv', content: reported(`NIP-${randomUUID().slice(0, 8)}`) }
    expect((await testApp.as('admin').ok('payoutResultImport', anew)).counts).toMatchObject({ paid: 1 })
  })

  test('claimed in vain it is written off by two people, and comes back even then', async () => {
    const { id, loanId } = await paidAfterAll(loanId => act(loanId, { act: 'cancel' }))
    const before = { bank: await balance('bank'), lost: await balance('writeOffExpense') }
    await testApp.as('admin').refused('payoutLineClear', await clearing(id, 'lost'), 'payout.line')
    await cleared(id, 'claimed')
    await cleared(id, 'lost')
    expect(await lineOf(id)).toMatchObject({ status: 'lost', clearings: ['cameBack'], results: [] })
    expect(await balance('disbursementClearing')).toBe(0n)
    expect(await balance('bank')).toBe(before.bank - 48_500_000n)
    expect(await balance('writeOffExpense')).toBe(before.lost + 48_500_000n)
    await proved()
    await cleared(id, 'cameBack')
    expect({ bank: await balance('bank'), lost: await balance('writeOffExpense') }).toEqual(before)
    expect(await statusOf(loanId)).toBe('cancelled')
    await proved()
  })

  test('claimed twice, each claim is an entry of its own', async () => {
    const { id } = await paidAfterAll(loanId => act(loanId, { act: 'cancel' }))
    const first = await clearing(id, 'claimed')
    const { approvalId } = await testApp.as('admin').ok('payoutLineClear', first)
    await testApp.as('authorizer').approve(approvalId)
    await cleared(id, 'cameBack')
    await mark(id, 'paid')
    await postPayouts(testApp.program, id)
    const again = await testApp.as('admin').ok('payoutLineClear', first)
    await testApp
      .as('authorizer')
      .refused('approvalApprove', { id: again.approvalId ?? '' }, 'idempotency.other_body')
    await testApp.as('admin').ok('approvalWithdraw', { id: again.approvalId ?? '' })
    await cleared(id, 'claimed')
    expect(await balance('disbursementClearing')).toBe(48_500_000n)
    await cleared(id, 'cameBack')
    await proved()
  })

  test('a requested recall blocks the erasure of the payee', async () => {
    const { id, loanId } = await paidAfterAll(loanId => act(loanId, { act: 'cancel' }))
    const { customerId } = (await testApp.as('auditor').ok('loanGet', { id: loanId })).row
    const blocked = async () =>
      (await testApp.as('auditor').ok('customerErasePreview', { id: customerId })).blocked
    const { reference } = await lineOf(id)
    expect(await blocked()).toContain(reference)
    const { json } = await testApp
      .as('admin')
      .ok('customerSubjectExport', { id: customerId, reason: 'Asked by letter' })
    expect(JSON.parse(json).besideLoans.payouts, 'D3').toMatchObject([{ reference, loan_id: loanId }])
    await cleared(id, 'claimed')
    expect(await blocked()).toContain(reference)
    await cleared(id, 'cameBack')
    expect(await blocked()).toBeNull()
  })

  test('what the ledger can still follow is not cleared', async () => {
    const { id: loanId } = await approvedLoan(testApp)
    const id = await sent(loanId)
    await testApp.as('admin').refused('payoutLineClear', await clearing(id, 'cameBack'), 'payout.line')
    await mark(id, 'paid')
    await testApp.as('admin').refused('payoutLineClear', await clearing(id, 'claimed'), 'payout.line')
    expect(await postPayouts(testApp.program, id)).toBe(1)
    await testApp.as('admin').refused('payoutLineClear', await clearing(id, 'claimed'), 'payout.line')
  })
})

test.each<[what: string, whileWaiting: (old: string, owed: bigint) => Promise<unknown>, after: object]>([
  [
    'repaid',
    (old, owed) =>
      act(old, {
        act: 'receipt', amount: owed.toString(), on: '2026-11-18', channel: 'bank transfer', reference: `TRF-${randomUUID().slice(0, 8)}`,
      }), // biome-ignore format: a form
    { status: 'overpaid', outstandingTotal: 0n },
  ],
  ['written off', old => act(old, { act: 'writeOff' }), { status: 'written off' }],
])(
  'a top-up whose old loan was %s after the value date is posted when the bank answers',
  async (_, whileWaiting, after) => {
    testApp.clock.set('2026-11-16T09:00:00Z')
    const old = await approvedLoan(testApp, { amount: '20000000' })
    await payAlone(old.id)
    const request = await submit(testApp, { ...old.stated, amount: '50000000' })
    const terms = { id: request.id, version: 1, amount: '50000000', tenor: 12, settles: [old.id] }
    await testApp.as('reviewer').ok('requestRecommend', terms)
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    const id = await sent(loanId ?? '')
    testApp.clock.set('2026-11-18T09:00:00Z')
    const before = (await testApp.as('auditor').ok('loanGet', { id: old.id })).row.outstandingTotal
    await whileWaiting(old.id, before)
    await mark(id, 'paid')
    expect(await postPayouts(testApp.program, id)).toBe(1)
    expect((await testApp.as('auditor').ok('loanGet', { id: old.id })).row).toMatchObject(after)
    expect(await statusOf(loanId ?? '')).toBe('live')
    expect(await batchOf(id)).toMatchObject({ status: 'closed', problems: 0 })
    await proved()
  },
)
