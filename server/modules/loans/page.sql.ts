import { sql } from 'kysely'
import type { PayoutLineStatus } from '../../../contract/payouts.ts'
import { asRow, asRows, type Tx } from '../../kernel/db.ts'
import { bankReferencesOf } from './bankReferences.sql.ts'
import { type EventRow, type LoanRow, NAMED, WITH_CUSTOMER } from './loans.sql.ts'
import type { StoredStatus } from './payouts.sql.ts'
import { type LoanLink, type SettledPart, settledAround, settling } from './topup.sql.ts'

type EventPart = Omit<EventRow, 'amount' | 'entered_at'> & { amount: string; entered_at: string }

/** The line of a batch that the loan is in, until it is posted or ends. */
export type DisbursementPart = {
  batch_id: string
  number: string
  status: StoredStatus
  value_on: string
  lines: number
  line_id: string
  line_status: PayoutLineStatus
  amount: string
  bank_code: string
  account_number: string
  reference: string
  waiting_approval: string | null
}

export type LoanPage = LoanRow & {
  happened: EventPart[]
  around: SettledPart[]
  settling: LoanLink[]
  named: LoanLink[]
  disbursement: DisbursementPart | null
  waiting_approval: string | null
  bank_references: { id: string; reference: string }[]
  /** The number it had in the book it was taken over from; null for a loan of our own. */
  old_number: string | null
}

/** A loan with all that its page shows, in one statement. */
export async function readPage(tx: Tx, id: string): Promise<LoanPage | undefined> {
  const result = await sql<LoanPage>`
    ${NAMED},
      ${asRows(sql`
        select id, sequence, type, effective_on, event, amount::text as amount, channel, reference, note, cash, proof_id,
          entered_at, entered_by, entered_by_name
        from loan_event where loan_id = ${id} order by sequence`)} as happened,
      ${asRows(settledAround(id))} as around, ${asRows(settling([id]))} as settling,
      ${asRows(sql`select id, number, status from loan where id = any (l.settles) order by number`)} as named,
      ${asRow(sql`
        select b.id as batch_id, b.number, b.status, b.value_on, b.lines, p.id as line_id, p.status as line_status,
          p.amount::text as amount, p.bank_code, p.account_number, p.reference,
          (select a.id from approval a where a.status = 'waiting' and (a.subject_type, a.subject_id) = ('payoutBatch', b.id::text)
            limit 1) as waiting_approval
        from payout_line p join payout_batch b on b.id = p.batch_id
        where p.loan_id = ${id} and p.status in ('open', 'posting')`)} as disbursement,
      ${asRows(bankReferencesOf(id))} as bank_references,
      (select id from approval where status = 'waiting' and subject_type = 'loan' and subject_id = ${id} limit 1)
        as waiting_approval,
      (select old_number from loan_import where loan_id = ${id} limit 1) as old_number
    from loan l ${WITH_CUSTOMER} where l.id = ${id}`.execute(tx)
  return result.rows[0]
}

export const eventsIn = ({ happened }: LoanPage): EventRow[] =>
  happened.map(each => ({ ...each, amount: BigInt(each.amount), entered_at: new Date(each.entered_at) }))
