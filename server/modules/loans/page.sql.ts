import { type RawBuilder, sql } from 'kysely'
import { asRow, asRows, type Tx } from '../../kernel/db.ts'
import { knownOfPayroll } from '../payMonths/payMonths.ts'
import { bankReferencesOf } from './bankReferences.sql.ts'
import { loansOn, payersOf } from './lateness.sql.ts'
import { type Described, describedRow, type ListedLoan } from './listed.sql.ts'
import { eventsOf, type LoanThen, NAMED, type WholeParts, WITH_CUSTOMER } from './loans.sql.ts'
import { type LoanLink, type SettledPart, settledAround, settling } from './topup.sql.ts'

export type LoanPage = LoanThen &
  WholeParts & {
    described: ListedLoan
    around: SettledPart[]
    settling: LoanLink[]
    named: LoanLink[]
    waiting_approval: string | null
    bank_references: { id: string; reference: string }[]
    /** Who approved an event, by the event's id. */
    approvers: { id: string; name: string }[]
    old_number: string | null
  }

export type OldNumber = RawBuilder<string | null>

/** A loan with all that its page shows, in one statement. */
export async function readPage(
  tx: Tx,
  id: string,
  how: Described,
  oldNumber: OldNumber,
): Promise<LoanPage | undefined> {
  const result = await sql<LoanPage>`
    ${NAMED}, ${asRow(sql`select r.* from (select l.*) c cross join lateral (${describedRow(how)}) r`)} as described,
      ${eventsOf(sql`${id}`)} as happened, ${knownOfPayroll(payersOf([id]))} as payroll,
      ${asRows(settledAround(id))} as around, ${asRows(settling([id]))} as settling,
      ${asRows(sql`select id, number, status from loan where id = any (l.settles) order by number`)} as named,
      ${asRows(bankReferencesOf(id))} as bank_references,
      ${asRows(sql`
        select a.input->>'id' as id, s.first_name || ' ' || s.last_name as name
        from approval a join staff s on s.id = a.checker_id
        where a.subject_type = 'loan' and a.subject_id = ${id} and a.status = 'approved' and a.command = 'loanActDo'`)} as approvers,
      (select id from approval where status = 'waiting' and subject_type = 'loan' and subject_id = ${id} limit 1)
        as waiting_approval,
      (${oldNumber}) as old_number
    from ${loansOn(how.today)} l ${WITH_CUSTOMER} where l.id = ${id}`.execute(tx)
  return result.rows[0]
}
