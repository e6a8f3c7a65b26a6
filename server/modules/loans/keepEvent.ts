import type { LoanEvent } from '../../../engine/events.ts'
import type { Context } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as store from './loans.sql.ts'
import type { CashAccount } from './postings.ts'
import { amountOf } from './prepare.ts'
import { encodeEvent } from './state.ts'

export type Maker = { id: string; name: string }

/** Writes down what happened to a loan, or says that it was written down before. */
export async function keepEvent(
  ctx: Context,
  row: store.LoanRow,
  event: LoanEvent,
  noted: {
    channel: string | null
    reference: string | null
    note: string
    cash: CashAccount
    proofId?: string | null
  },
  maker: Maker,
): Promise<void> {
  try {
    await store.insertEvents(ctx.tx, [
      {
        id: event.id,
        loanId: row.id,
        sequence: event.sequence ?? 0,
        type: event.type,
        effectiveOn: event.date,
        event: encodeEvent(event),
        amount: amountOf(event),
        ...noted,
        at: ctx.now,
        byId: maker.id,
        byName: maker.name,
      },
    ])
  } catch (error) {
    if (isUniqueViolation(error, 'loan_event_pkey')) refuse('idempotency.other_body')
    // the same payment entered on another loan at the same instant
    if (isUniqueViolation(error, 'loan_event_reference_once'))
      refuse('loan.reference_taken', { reference: noted.reference ?? '', loan: 'another loan' })
    throw error
  }
}
