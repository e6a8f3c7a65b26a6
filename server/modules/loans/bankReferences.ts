import type { Api } from '../../../contract/api.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as store from './bankReferences.sql.ts'
import { lockDossier } from './prepare.ts'

/** Money leaves under our reference; the bank's reference is known only afterwards, and is recorded once. */
export const addBankReference: Handler<Api['payoutReferenceAdd']> = async (
  ctx,
  { loanId, eventId, reference },
) => {
  const { rows, events } = await lockDossier(ctx, loanId, { act: 'receipt' })
  const payment = rows.find(row => row.id === eventId && row.channel === 'pay-out')
  if (!payment) return refuse('record.unknown', { what: 'pay-out' })
  if (events.some(each => each.type === 'reversal' && each.of === eventId))
    refuse('loan.refused', { why: 'the payment was reversed' })
  const known = await store.bankReferenceOf(ctx.tx, loanId, eventId)
  if (known !== undefined) refuse('loan.refused', { why: `the bank’s reference is known already: ${known}` })
  await refuseBankReference(ctx, reference, eventId)
  try {
    const reported = { eventId, loanId, reference, at: ctx.now, by: ctx.actor }
    await store.insertBankReference(ctx.tx, reported)
  } catch (error) {
    // two people at one instant, each for another payment
    if (isUniqueViolation(error, 'loan_bank_reference_once'))
      refuse('loan.reference_taken', { reference, loan: 'another loan' })
    throw error
  }
  ctx.audit({
    subject: ['loan', loanId],
    before: { reference: payment.reference },
    after: { reference: payment.reference, bankReference: reference },
  })
  return {}
}

/** Refuses a bank reference that another payment has already, ours or the bank's. */
export async function refuseBankReference(ctx: Context, reference: string, eventId: string): Promise<void> {
  const taken = await store.otherWithReference(ctx.tx, reference, eventId)
  if (taken) refuse('loan.reference_taken', { reference, loan: taken.number })
}
