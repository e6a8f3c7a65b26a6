import { randomUUID } from 'node:crypto'
import { formatNaira, type Kobo, kobo, sum } from '../engine/money.ts'
import { callerFor } from './caller.ts'
import { AWAITED, CHARGE_PPM, type Desk, dayIn, monthOf, SOURCE } from './payrollPlans.ts'
import { approved, csv } from './uploads.ts'

/** What the payroll office remits of its deductions, and what it says of it. */

/** The month of which half is paid. */
const PART_PAID = AWAITED - 3

/** Two months in one credit, less the charge; of the newest three one is paid in part and two are not. */
export async function remit(desk: Desk, no: number, batches: readonly string[]): Promise<void> {
  const day = dayIn(desk, no, 5)
  const isPart = no === AWAITED
  const due = isPart
    ? batches.slice(PART_PAID, PART_PAID + 1)
    : no % 2 === 1
      ? batches.slice(no - 3, no - 1)
      : []
  if (due.length === 0 || (!isPart && no < 3)) return
  const clerk = callerFor(desk.at(day, 10), desk.users.admin)
  const lines = []
  for (const batchId of due) {
    const { unremitted } = await clerk('repaymentGet', { id: batchId })
    const gross = isPart ? unremitted / 2n : unremitted
    const charge = (gross * CHARGE_PPM) / 1_000_000n
    lines.push({ batchId, amount: kobo(gross - charge), charge: kobo(charge) })
  }
  const id = randomUUID()
  const { approvalId } = await clerk('officeReceiptRecord', {
    id,
    source: SOURCE,
    amount: sum(lines.map(line => line.amount)),
    receivedOn: day,
    reference: `TPO-${monthOf(desk, no).replace('-', '')}`,
    note: isPart ? 'Part of the month' : 'Two months in one credit, less 1%',
    lines,
    reason: 'On the bank statement',
  })
  await approved(desk.at(day, 12), desk.users.authorizer, approvalId)
  if (isPart) await advised(desk, no, id, sum(lines.map(line => kobo(line.amount + line.charge))))
}

/** The letter that came with a part of a month: the first persons are paid in full, the last of them in part. */
async function advised(desk: Desk, no: number, receiptId: string, total: Kobo): Promise<void> {
  const day = dayIn(desk, no, 7)
  const clerk = callerFor(desk.at(day, 10), desk.users.admin)
  const month = monthOf(desk, PART_PAID)
  const { rows } = await clerk('reconciliationLines', { source: SOURCE, month, limit: 200 })
  let left: bigint = total
  const lines = rows.flatMap(({ staffNumber, name, deducted }) => {
    const amount = kobo(deducted < left ? deducted : left)
    left -= amount
    return amount > 0n ? [[staffNumber, name, formatNaira(amount, '').replaceAll(',', '')]] : []
  })
  const { approvalId } = await clerk('adviceSubmit', {
    id: randomUUID(),
    receiptId,
    fileName: `Teachers remittance advice ${month}.csv`,
    content: Buffer.from(csv([['STAFF NUMBER', 'NAME', 'AMOUNT'], ...lines])).toString('base64'),
    reason: 'Schedule that came with the payment',
  })
  await approved(desk.at(day, 12), desk.users.authorizer, approvalId)
}
