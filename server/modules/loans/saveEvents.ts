import type { LoanEvent } from '../../../engine/events.ts'
import { encodeEvent } from '../../../engine/eventText.ts'
import type { Context } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as store from './loans.sql.ts'
import type { CashAccount } from './postings.ts'
import { amountOf } from './prepare.ts'

export type Maker = { id: string; name: string }

/** How the money of an event came or went, what shows it, and who entered it. */
export type EventEntry = {
  loanId: string
  event: LoanEvent
  channel: string | null
  reference: string | null
  note: string
  cash: CashAccount
  proofId?: string | null
  maker: Maker
}

/** Records what happened to one loan or many, or refuses what was recorded before. */
export async function saveEvents(ctx: Context, entries: readonly EventEntry[]): Promise<void> {
  const rows = entries.map(({ loanId, event, channel, reference, note, cash, proofId, maker }) => ({
    loanId,
    channel,
    reference,
    note,
    cash,
    proofId,
    id: event.id,
    sequence: event.sequence ?? 0,
    type: event.type,
    effectiveOn: event.date,
    event: encodeEvent(event),
    amount: amountOf(event),
    at: ctx.now,
    byId: maker.id,
    byName: maker.name,
  }))
  await store.insertEvents(ctx.tx, rows, error => {
    if (isUniqueViolation(error, 'loan_event_pkey')) refuse('idempotency.other_body')
    // the same payment entered on another loan at the same instant
    if (isUniqueViolation(error, 'loan_event_reference_once'))
      refuse('loan.reference_taken', { reference: entries[0]?.reference ?? '', loan: 'another loan' })
    throw error
  })
}
