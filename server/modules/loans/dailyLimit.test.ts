import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import type { CHANNELS } from '../../../contract/loans.ts'
import { batchesIn } from '../../../test/batches.ts'
import { type Caller, createTestApp, type TestApp } from '../../../test/testApp.ts'

/** What one person may not do at once, the same person may not do in small steps. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted } = batchesIn(() => testApp)

type Act = z.input<Api['loanActDo']['input']>['input']
const today = () => testApp.clock.now().toISOString().slice(0, 10)
const reference = () => `R${randomUUID()}`

const submit = (who: Caller, loanId: string, input: Act) =>
  who.ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'At the counter' })
const paid = (
  loanId: string,
  amount: string,
  channel: (typeof CHANNELS)[number] = 'bank transfer',
  who = testApp.as('admin'),
) => submit(who, loanId, { act: 'receipt', amount, on: today(), channel, reference: reference() })
async function approved(submitted: Promise<{ approvalId: string | null }>): Promise<void> {
  const { approvalId } = await submitted
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}
const creditOf = async (loanId: string) =>
  (await testApp.as('auditor').ok('loanGet', { id: loanId })).row.credit

describe('the limit of one person, on one loan and day', () => {
  test('counts what came before it, in whatever channel', async () => {
    const { loanId } = await borrower()
    expect(await paid(loanId, '3000000')).toEqual({ approvalId: null })
    expect(await paid(loanId, '2000000', 'card')).toEqual({ approvalId: null })
    const input = { act: 'receipt', amount: '1', on: today(), channel: 'cheque', reference: 'CHQ-1' } as const
    const seen = await testApp.as('admin').ok('loanActPreview', { loanId, input })
    expect(seen).toMatchObject({ secondPerson: true })
    expect(seen.notes.join(' ')).toContain('₦50,000.00 today')
    expect((await paid(loanId, '1', 'cheque')).approvalId).not.toBeNull()
    // another person, another loan and another day have a limit of their own
    expect(await paid(loanId, '3000000', 'bank transfer', testApp.as('superAdmin'))).toEqual({
      approvalId: null,
    })
    expect(await paid((await borrower()).loanId, '3000000')).toEqual({ approvalId: null })
  })

  test('counts the charges of a day as well', async () => {
    const { loanId } = await borrower()
    const charge = (amount: string) =>
      submit(testApp.as('admin'), loanId, { act: 'charge', component: 'fee', amount, on: today() })
    expect(await charge('3000000')).toEqual({ approvalId: null })
    expect((await charge('3000000')).approvalId).not.toBeNull()
  })

  test('holds for two at the same instant, and not for what was reversed', async () => {
    const { loanId } = await borrower()
    const both = await Promise.all([paid(loanId, '3000000'), paid(loanId, '3000000')])
    expect(both.filter(each => each.approvalId === null)).toHaveLength(1)
    const { rows } = await testApp.pool.query(
      `select id from loan_event where loan_id = $1 and type = 'receipt'`,
      [loanId],
    )
    const of: string = rows[0].id
    const [pending] = both.flatMap(each => each.approvalId ?? [])
    await testApp.as('authorizer').ok('approvalDecline', { id: pending ?? '', note: 'Entered twice' })
    await approved(submit(testApp.as('admin'), loanId, { act: 'reversal', of }))
    expect(await paid(loanId, '3000000')).toEqual({ approvalId: null })
  })
})

describe('cash', () => {
  test('up to what is due this month is taken by one person, and beyond it by two', async () => {
    const [early, { loanId, instalment }] = [await borrower(), await borrower()]
    const { approvalId } = await paid(early.loanId, '100', 'cash')
    expect(approvalId, 'nothing is due in November').not.toBeNull()
    const { row } = await testApp.as('auditor').ok('loanGet', { id: loanId })
    testApp.clock.set(`${row.nextDueOn?.slice(0, 7)}-02T09:00:00Z`)
    const half = instalment / 2n
    expect(await paid(loanId, half.toString(), 'cash')).toEqual({ approvalId: null })
    const beyond = (instalment - half + 1n).toString()
    const input = { act: 'receipt', amount: beyond, on: today(), channel: 'cash', reference: 'C-9' } as const
    const seen = await testApp.as('superAdmin').ok('loanActPreview', { loanId, input })
    expect(seen.notes.join(' ')).toContain('more cash than is due this month')
    expect((await paid(loanId, beyond, 'cash', testApp.as('superAdmin'))).approvalId).not.toBeNull()
    testApp.clock.set('2026-11-16T09:00:00Z')
  })
})

describe('a refund', () => {
  /** More than is owed, entered by three people and approved. */
  async function overpaid() {
    const { loanId } = await borrower()
    const { row } = await testApp.as('auditor').ok('loanGet', { id: loanId })
    const rest = (row.outstandingTotal - 2_000_000n).toString()
    await approved(paid(loanId, rest, 'cash', testApp.as('superAdmin')))
    await approved(paid(loanId, '4000000'))
    return loanId
  }

  test('lists the repayments that the credit comes from, and is not approved by a person who entered one', async () => {
    const loanId = await overpaid()
    expect(await creditOf(loanId)).toBe(2_000_000n)
    const { approvalId } = await submit(testApp.as('admin'), loanId, { act: 'refund', amount: '2000000' })
    const id = approvalId ?? ''
    const { after } = await testApp.as('authorizer').ok('approvalGet', { id })
    const { creditCameFrom } = after as { creditCameFrom: string[] }
    expect(creditCameFrom).toEqual([
      expect.stringMatching(
        /^₦40,000\.00, bank transfer, 16 Nov 2026, reference R\S+, entered by Babatunde Adeyemi, no proof attached$/,
      ),
      expect.stringMatching(
        /^₦7\d\d,\d{3}\.\d\d, cash, 16 Nov 2026, reference R\S+, entered by .+, no proof attached$/,
      ),
    ])
    await testApp.as('superAdmin').refused('approvalApprove', { id }, 'approval.involved')
    await testApp.as('authorizer').approve(id)
    expect(await creditOf(loanId)).toBe(0n)
  })

  test('of a deduction is approved by the person who approved the batch', async () => {
    const { loanId, staff } = await borrower()
    const { row } = await testApp.as('auditor').ok('loanGet', { id: loanId })
    const naira = (row.outstandingTotal + 100_000n) / 100n
    await posted(await batchOf([{ staff, amount: `${naira}.00` }]))
    const credit = await creditOf(loanId)
    expect(credit).toBeGreaterThan(0n)
    const { approvalId } = await submit(testApp.as('admin'), loanId, {
      act: 'refund',
      amount: credit.toString(),
    })
    const { after } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect((after as { creditCameFrom: string[] }).creditCameFrom).toEqual([
      expect.stringContaining('payroll deduction'),
    ])
    await testApp.as('authorizer').approve(approvalId)
  })
})
