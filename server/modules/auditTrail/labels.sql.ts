import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

type RecordName = { subjectType: string; subjectId: string }

/** Records by the number that people know them by. */
export async function recordsNumbered(tx: Tx, number: string): Promise<string[]> {
  const typed = number.trim().toUpperCase()
  const result = await sql<{ id: string }>`
    select id::text as id from customer where number = ${typed}
    union all select id::text from loan where number = ${typed}
    union all select id::text from loan_request where reference = ${typed}
    union all select id::text from payout_batch where number = ${typed}
    union all select id::text from refund_case where number = ${typed}
    union all select id::text from office_receipt where number = ${typed}`.execute(tx)
  return result.rows.map(row => row.id)
}

/** What people call these records, by their id: a name, a number, or both. What has neither is left out. */
export async function recordLabels(tx: Tx, records: readonly RecordName[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; label: string }>`
    with asked as (
      select type, id::uuid as id from jsonb_to_recordset(${JSON.stringify(
        records.map(({ subjectType, subjectId }) => ({ type: subjectType, id: subjectId })),
      )}::jsonb) as a (type text, id text)
      where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    )
    select s.id, s.first_name || ' ' || s.last_name as label
      from asked a join staff s on s.id = a.id where a.type = 'user'
    union select c.id, c.number || ', ' || c.surname || ' ' || c.first_name
      from asked a join customer c on c.id = a.id where a.type = 'customer'
    union select l.id, l.number || ', ' || c.surname || ' ' || c.first_name
      from asked a join loan l on l.id = a.id join customer c on c.id = l.customer_id where a.type = 'loan'
    union select r.id, r.reference || ', ' || r.applicant
      from asked a join loan_request r on r.id = a.id where a.type = 'request'
    union select p.id, p.code from asked a join product p on p.id = a.id where a.type = 'product'
    union select b.id, b.number from asked a join payout_batch b on b.id = a.id where a.type = 'payoutBatch'
    union select f.id, f.number from asked a join refund_case f on f.id = a.id where a.type = 'refund'
    union select i.id, i.file_name || ', ' || i.source || ' ' || to_char(i.period, 'FMMon YYYY')
      from asked a join intake i on i.id = a.id where a.type in ('intake', 'repayment')
    union select o.id, o.number || ', ' || o.source from asked a join office_receipt o on o.id = a.id where a.type = 'officeReceipt'
    union select t.id, t.name from asked a join message_template t on t.id = a.id where a.type = 'template'
    union select g.id, g.name from asked a join message_campaign g on g.id = a.id where a.type = 'campaign'
    union select s.id, s.name from asked a join message_segment s on s.id = a.id where a.type = 'segment'
    union select k.id, '₦' || to_char(k.amount / 100.0, 'FM999,999,999,990.00') || ' by ' || k.sender
      from asked a join message_claim k on k.id = a.id where a.type = 'claim'
    union select d.id, concat_ws(', ', d.title, r.reference || ', ' || r.applicant,
        c.number || ', ' || c.surname || ' ' || c.first_name)
      from asked a join document d on d.id = a.id
      left join loan_request r on d.subject_type = 'request' and r.id = d.subject_id
      left join loan l on d.subject_type = 'loan' and l.id = d.subject_id
      left join customer c on c.id = case d.subject_type when 'customer' then d.subject_id when 'loan' then l.customer_id end
      where a.type = 'document'`.execute(tx)
  return new Map(result.rows.map(row => [row.id, row.label]))
}
