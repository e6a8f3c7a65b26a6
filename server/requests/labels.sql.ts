import { sql } from 'kysely'
import { isUuid } from '../../contract/endpoint.ts'
import type { Held } from '../audit.ts'
import type { Tx } from '../db.ts'

type RecordName = { subjectType: string; subjectId: string }

/** Records by the number that people know them by. */
export async function recordsNumbered(tx: Tx, number: string): Promise<string[]> {
  const typed = number.trim().toUpperCase()
  const result = await sql<{ id: string }>`
    select id::text as id from customer where number = ${typed}
    union all select id::text from loan where number = ${typed}
    union all select id::text from loan_request where reference = ${typed}
    union all select id::text from payout_batch where number = ${typed}`.execute(tx)
  return result.rows.map(row => row.id)
}

/** All that is held on the customers among these, on whom was merged into them too; undefined where none is a customer. */
export async function recordsHeldOn(tx: Tx, ids: readonly string[]): Promise<Held | undefined> {
  const result = await sql<{ id: string | null; staff_end: string | null }>`
    with recursive own as (
      select id, ippis_number from customer where id = any (${ids.filter(isUuid)}::uuid[])
      union select c.id, c.ippis_number from customer c join own o on c.merged_into = o.id
    ), kept as (
      select 'customer' as type, id from own
      union all select 'loan', l.id from loan l join own o on o.id = l.customer_id
      union all select 'request', r.id from loan_request r join own o on o.id = r.customer_id
    )
    select id::text, null as staff_end from kept
    union all select d.id::text, null from document d join kept k on k.type = d.subject_type and k.id = d.subject_id
    union all select null, right(ippis_number, 4) from own where ippis_number <> ''`.execute(tx)
  if (result.rows.length === 0) return undefined
  return {
    ids: result.rows.flatMap(({ id }) => id ?? []),
    staffEnds: result.rows.flatMap(({ staff_end }) => staff_end ?? []),
  }
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
    union select i.id, i.file_name || ', ' || i.source || ' ' || to_char(i.period, 'FMMon YYYY')
      from asked a join intake i on i.id = a.id where a.type in ('intake', 'repayment')
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
