import { randomUUID } from 'node:crypto'
import { accountAt } from '../../test/applicants.ts'
import type { Done } from './acts.ts'
import { type House, payOut } from './lender.ts'

/** Refund cases on their way: proposed and approved, in a batch to the bank, paid, or returned and proposed again. */

const AT_ONCE = 200

export async function refundAll(house: House, month: string, done: Done): Promise<void> {
  const { staff, dice } = house
  await correctAccounts(house)
  await spendSmall(house, done)
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

/** Too small to be paid: it repays another loan of the customer, or is unclaimed after the months of the settings. */
async function spendSmall({ staff }: House, done: Done): Promise<void> {
  const { rows } = await staff.clerk().ok('refundList', { status: 'belowMinimum', limit: AT_ONCE })
  for (const row of rows) {
    const clerk = staff.clerk()
    const { setOff } = await clerk.ok('refundGet', { id: row.id })
    const loan = setOff[0]
    const form = { id: randomUUID(), reason: 'Too small for a payment' }
    const asked = loan
      ? await clerk.ok('refundSetOff', { ...form, caseId: row.id, loanId: loan.loanId })
      : row.cannotUnclaim === null && (await clerk.ok('refundUnclaim', { ...form, caseIds: [row.id] }))
    const what = loan ? 'small credit used' : 'small credit unclaimed'
    if (asked && (await staff.decided(asked))) done.set(what, (done.get(what) ?? 0) + 1)
  }
}

/** Credits that stay with the lender, as the refund desk lists them; any other would have to be paid. */
export async function smallCredits({ staff }: House): Promise<{ amount: bigint; others: number }> {
  const { counts, minimum } = await staff.clerk().ok('refundCounts', {})
  const of = (status: string) => counts.find(each => each.status === status)
  const open = ['detected', 'proposed', 'approved', 'paying', 'returned']
  const unclaimed = await staff.clerk().ok('refundList', { status: 'unclaimed', limit: AT_ONCE })
  return {
    amount: (of('belowMinimum')?.amount ?? 0n) + (of('unclaimed')?.amount ?? 0n),
    others:
      open.reduce((sum, status) => sum + (of(status)?.total ?? 0), 0) +
      unclaimed.rows.filter(row => row.amount >= minimum).length,
  }
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
