import { randomUUID } from 'node:crypto'
import { accountAt } from '../../test/applicants.ts'
import type { Done } from './acts.ts'
import { type House, payOut } from './lender.ts'

/** Refund cases on their way: proposed and approved, in a batch to the bank, paid, or returned and proposed again. */

const AT_ONCE = 200

export async function refundAll(house: House, month: string, done: Done): Promise<void> {
  const { staff, dice } = house
  await correctAccounts(house)
  for (const status of ['detected', 'returned'] as const) {
    const { rows } = await staff.clerk().ok('refundList', { status, limit: AT_ONCE })
    const caseIds = rows.filter(each => each.cannotPropose === null).map(each => each.id)
    if (caseIds.length === 0) continue
    const form = { id: randomUUID(), caseIds, reason: 'Deducted beyond what was owed' }
    await staff.decided(await staff.clerk().ok('refundPropose', form))
  }
  const { rows } = await staff.clerk().ok('refundList', { status: 'approved', limit: AT_ONCE })
  const payable = rows.filter(each => each.cannotPay === null)
  // a batch pays a loan once: a second case of it leaves with the next
  const firsts = new Map(payable.toReversed().map(each => [each.loanId, each.id]))
  const refundIds = [...firsts.values()]
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

/** A refund that the bank did not pay goes to another account, which the customer names. */
async function correctAccounts({ staff }: House): Promise<void> {
  const { rows } = await staff.clerk().ok('refundList', { status: 'returned', limit: AT_ONCE })
  for (const { customerId, cannotPropose } of rows) {
    if (cannotPropose === null) continue
    const clerk = staff.clerk()
    const { revision } = await clerk.ok('customerGet', { id: customerId })
    const account = { bankCode: '058', accountNumber: accountAt('058') }
    const form = { id: customerId, basedOn: revision, ...account, reason: 'New salary account' }
    await staff.decided(await clerk.ok('customerChange', form))
  }
}
