import { randomUUID } from 'node:crypto'
import { addDays, type LocalDate } from '../engine/dates.ts'
import { callerFor } from './caller.ts'
import { payBatch } from './payouts.ts'
import { type Desk, dayIn } from './payrollPlans.ts'
import { approved } from './uploads.ts'

/** What becomes of deductions that the customers did not owe. */

type RefundStep = 'paid' | 'failed' | 'toOffice' | 'unclaimed' | 'approved' | 'proposed'
/** What becomes of one refund of a month that nobody has begun. The others stay detected. */
const REFUND_STEPS: Readonly<Record<number, readonly RefundStep[]>> = {
  9: ['paid'],
  11: ['paid'],
  12: ['failed'],
  20: ['toOffice'],
  23: ['unclaimed', 'approved'],
}

export async function refunds(desk: Desk, no: number): Promise<void> {
  for (const step of REFUND_STEPS[no] ?? []) await refund(desk, dayIn(desk, no, 16), step)
}

export async function refund(desk: Desk, day: LocalDate, step: RefundStep): Promise<void> {
  const clerk = callerFor(desk.at(day, 9), desk.users.admin)
  const { rows } = await clerk('refundList', { status: 'detected', limit: 50 })
  // an office asks for what it deducted last
  const first = step === 'toOffice' ? rows.findLast(row => row.detectedOn < day) : rows[0]
  if (!first) throw new Error(`no refund on ${day}`)
  const form = { id: randomUUID(), caseIds: [first.id] }
  const { approvalId } =
    step === 'unclaimed'
      ? await clerk('refundUnclaim', { ...form, reason: 'No answer to two letters in a year' })
      : await clerk('refundPropose', {
          ...form,
          payee: step === 'toOffice' ? 'office' : 'customer',
          reason: step === 'toOffice' ? 'The office asks for it back' : 'Deducted after the loan was repaid',
        })
  if (step === 'proposed') return
  await approved(desk.at(day, 10), desk.users.authorizer, approvalId)
  if (step === 'paid' || step === 'failed' || step === 'toOffice')
    await payBatch(desk, addDays(day, 2), { refundIds: [first.id], reason: 'Refunds of the month' }, () =>
      step === 'failed' ? 'FAILED' : 'PAID',
    )
}
