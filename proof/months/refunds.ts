import { randomUUID } from 'node:crypto'
import type { Done } from './acts.ts'
import { type House, payOut } from './lender.ts'

/** Refund cases on their way: proposed and approved, in a batch to the bank, paid, or returned and proposed again. */

const AT_ONCE = 200

export async function refundAll(house: House, month: string, done: Done): Promise<void> {
  const { staff, dice } = house
  for (const status of ['detected', 'returned'] as const) {
    const { rows } = await staff.clerk().ok('refundList', { status, limit: AT_ONCE })
    const caseIds = rows.filter(each => each.cannotPropose === null).map(each => each.id)
    if (caseIds.length === 0) continue
    const form = { id: randomUUID(), caseIds, reason: 'Deducted beyond what was owed' }
    await staff.decided(await staff.clerk().ok('refundPropose', form))
  }
  const { rows } = await staff.clerk().ok('refundList', { status: 'approved', limit: AT_ONCE })
  const refundIds = rows.filter(each => each.cannotPay === null).map(each => each.id)
  if (refundIds.length === 0) return
  const id = randomUUID()
  const valueOn = house.testApp.clock.now().toISOString().slice(0, 10)
  const form = { id, refundIds, valueOn, payingAccount: 'GTBank operations', reason: 'As approved' }
  const made = await staff.clerk().ok('payoutBatchMake', form)
  await staff.decided({ approvalId: made.pendingApprovalId })
  const { paid, failed } = await payOut(house, id, reference => dice.happens(100, 'fails', month, reference))
  done.set('refund paid', (done.get('refund paid') ?? 0) + paid)
  done.set('refund failed', (done.get('refund failed') ?? 0) + failed)
}
