import { randomUUID } from 'node:crypto'
import type { House } from './lender.ts'
import type { Credit, Month, Office } from './office.ts'

/** Credits of the offices at the bank: each is one receipt, over the batches of the months that the office names. */

export type Receipt = { id: string; office: string; credit: Credit; lines: Line[] }
type Line = { batchId: string; month: Month; amount: bigint; charge: bigint }
type Owed = { batchId: string; period: string; owed: bigint }

/** Recorded when the bank shows it, whatever has been posted by then. */
export async function recordReceipt(house: House, office: Office, credit: Credit): Promise<Receipt> {
  const { staff, bank } = house
  bank.receive(credit.reference, credit.amount)
  const receipt = { id: randomUUID(), office: office.code, credit, lines: [] as Line[] }
  receipt.lines = await divided(house, receipt)
  const { approvalId } = await staff.clerk().ok('officeReceiptRecord', {
    id: receipt.id,
    source: office.code,
    amount: credit.amount.toString(),
    receivedOn: credit.on,
    reference: credit.reference,
    note: credit.parts.map(part => part.month).join(', '),
    lines: receipt.lines.map(written),
    reason: 'On the bank statement',
  })
  if (!(await staff.decided({ approvalId }))) throw new Error(`${credit.reference} was not recorded`)
  return receipt
}

/** Once more of its months is posted, the receipt is allocated anew. */
export async function allocateAgain(house: House, receipt: Receipt): Promise<void> {
  const lines = await divided(house, receipt)
  const spelt = (all: readonly Line[]): string => all.map(line => Object.values(line).join(' ')).join()
  if (spelt(lines) === spelt(receipt.lines)) return
  const { approvalId } = await house.staff.clerk().ok('officeReceiptAllocate', {
    id: randomUUID(),
    receiptId: receipt.id,
    lines: lines.map(written),
    reason: 'The file of the month has come',
  })
  if (!(await house.staff.decided({ approvalId })))
    throw new Error(`${receipt.credit.reference} was not allocated`)
  receipt.lines = lines
}

const written = ({ batchId, amount, charge }: Line) => ({
  batchId,
  amount: amount.toString(),
  charge: charge.toString(),
})

/** Each month gets what the office says it pays for it, and no batch more than is owed; the rest stands as credit. */
async function divided({ staff }: House, { office, credit, lines: before }: Receipt): Promise<Line[]> {
  const { rows } = await staff.clerk().ok('officeBatchList', { source: office, state: 'all', limit: 200 })
  const open = rows.map((row): Owed => {
    const was = before.find(line => line.batchId === row.batchId)
    return { batchId: row.batchId, period: row.period, owed: row.owed + (was ? was.amount + was.charge : 0n) }
  })
  const whole = credit.amount + credit.charge
  const lines: Line[] = []
  for (const part of credit.parts) {
    let left = part.amount
    for (const batch of open.filter(each => each.period === part.month && each.owed > 0n)) {
      const gross = batch.owed < left ? batch.owed : left
      if (gross <= 0n) continue
      const charge = (gross * credit.charge) / whole
      lines.push({ batchId: batch.batchId, month: part.month, amount: gross - charge, charge })
      left -= gross
    }
  }
  const last = lines.at(-1)
  const used = lines.reduce((sum, line) => sum + line.amount + line.charge, 0n)
  // rounded down line by line: the last takes what is left of the charge
  const missing = credit.charge - lines.reduce((sum, line) => sum + line.charge, 0n)
  if (last && used === whole)
    lines[lines.length - 1] = { ...last, amount: last.amount - missing, charge: last.charge + missing }
  return lines
}

export const chargesOf = (receipts: readonly Receipt[]): bigint =>
  receipts.flatMap(receipt => receipt.lines).reduce((sum, line) => sum + line.charge, 0n)
