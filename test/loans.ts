import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { application } from '../contract/application.ts'
import { parsePhone } from '../engine/phone.ts'
import { quote } from '../engine/product.ts'
import { act, SYSTEM } from '../server/kernel/act.ts'
import { businessDate } from '../server/kernel/clock.ts'
import { openLoan } from '../server/modules/loans/open.ts'
import { postPayouts } from '../server/modules/payouts/post.ts'
import { offeredProduct } from '../server/modules/settings/products.ts'
import { adaeze, openFromApplication, type Stated } from './applicants.ts'
import type { TestApp } from './testApp.ts'

export type ApprovedLoan = { id: string; number: string; customerId: string; stated: Stated }

/** A customer with a loan that awaits its disbursement, without the request that led to it: that is another test's business. */
export function approvedLoan(testApp: TestApp, changes: Partial<Stated> = {}): Promise<ApprovedLoan> {
  const stated = adaeze(changes)
  const asked = z.decode(application, stated)
  return act(testApp.program, 'loanOpen', SYSTEM, async ctx => {
    const product = await offeredProduct(ctx.tx, asked.productId, ctx.today)
    if (!product) throw new Error('the product is not offered')
    const phone = parsePhone(asked.phone) ?? asked.phone
    const customer = await openFromApplication(ctx, { ...asked, phone })
    const wish = { amount: asked.amount, tenor: asked.tenor, payOutOn: ctx.today }
    const loan = await openLoan(ctx, {
      customerId: customer.id,
      requestId: randomUUID(),
      product,
      principal: asked.amount,
      tenor: asked.tenor,
      instalment: quote(product.terms, wish).instalment,
      officerCode: '',
      settles: [],
    })
    return { ...loan, customerId: customer.id, stated }
  })
}

export const PAYING_ACCOUNT = 'GTBank 0123456789, operations'

const todayIn = (testApp: TestApp): string => businessDate(testApp.clock.now())

/** A batch of one, submitted by Babatunde for a loan that awaits its disbursement. */
export async function submitted(testApp: TestApp, loanId: string, valueOn = todayIn(testApp)) {
  const input = { id: randomUUID(), loanIds: [loanId], valueOn, payingAccount: PAYING_ACCOUNT }
  const batch = await testApp.as('admin').ok('payoutBatchMake', { ...input, reason: 'As agreed' })
  return { batchId: batch.id, number: batch.number, approvalId: batch.pendingApprovalId ?? '' }
}

/** Approved by Emeka: the transfer is to be made at the bank. */
export async function toTransfer(testApp: TestApp, loanId: string, valueOn?: string) {
  const { batchId, number, approvalId } = await submitted(testApp, loanId, valueOn)
  await testApp.as('authorizer').approve(approvalId)
  const [line] = (await testApp.as('admin').ok('payoutLineList', { id: batchId })).rows
  if (!line) throw new Error('a batch has a line')
  return { batchId, number, lineId: line.id, reference: line.reference }
}

/** Disbursed: created, approved, paid by the bank and posted. Gives the id of the loan's event. */
export async function disbursed(
  testApp: TestApp,
  loanId: string,
  {
    on = todayIn(testApp),
    bankReference = `NIP-${randomUUID()}`,
  }: {
    on?: string
    /** Null: a bank file says that it was paid, without a reference. */
    bankReference?: string | null
  } = {},
): Promise<string> {
  const { batchId: id, lineId, reference } = await toTransfer(testApp, loanId, on)
  if (bankReference === null) {
    await testApp.as('admin').ok('payoutBatchExport', { id, exportId: randomUUID() })
    const content = Buffer.from(`Reference,Status,Date\r\n${reference},Paid,${on}`).toString('base64')
    await testApp.as('admin').ok('payoutResultImport', { id, fileName: 'result.csv', content })
  } else {
    const reported = { result: 'paid', on, bankReference, reason: 'Bank statement' } as const
    await testApp.as('admin').ok('payoutLineMark', { id, lineId, ...reported })
  }
  await postPayouts(testApp.program, id)
  const { rows } = await testApp.pool.query<{ payout_id: string; problem: string | null }>(
    `select payout_id, problem from payout_line where id = $1`,
    [lineId],
  )
  if (rows[0]?.problem) throw new Error(rows[0].problem)
  return rows[0]?.payout_id ?? ''
}
