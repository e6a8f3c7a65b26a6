import { type RawBuilder, sql } from 'kysely'
import type { LineKind } from '../../../contract/instructions.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { isInFlight } from '../payMonths/payMonths.ts'

/** What the office holds, and what it answered. */

/**
 * What each office holds for each person: by the newest line that said so and was not rejected. A line that continues says nothing, unless
 * the office answers that it holds nothing, or another amount.
 */
export const derived = (lines: RawBuilder<unknown>) => sql`
  select distinct on (l.source, l.element, n.staff_key) l.source, n.staff_key, l.element,
    case when a.outcome = 'rejected' then 0 else coalesce(a.amount, n.amount) end as amount, l.month as since, n.list_id, n.no,
    (a.outcome is not null or l.acknowledged_at is not null) as is_acknowledged
  from instruction_line n join instruction_list l on l.id = n.list_id and l.sent_at is not null
  left join instruction_answer a on a.list_id = n.list_id and a.no = n.no
  where n.kind <> 'none' and ${lines}
    and case when n.kind = 'continue' then a.outcome = 'rejected' or a.amount is not null else a.outcome is distinct from 'rejected' end
  order by l.source, l.element, n.staff_key, l.month desc, l.round desc`

/** Of everyone in a list, after it was sent or answered. */
export async function refreshStanding(tx: Tx, listId: string, no: number | null): Promise<void> {
  const of = sql`(select n.staff_key from instruction_line n where n.list_id = ${listId} and ${no === null ? sql`true` : sql`n.no = ${no}`})`
  const inSource = sql`(select source, element from instruction_list where id = ${listId})`
  await sql`
    with now_held as materialized (${derived(sql`(l.source, l.element) = ${inSource} and n.staff_key in ${of}`)}),
    gone as (
      delete from instruction_standing s where (s.source, s.element) = ${inSource} and s.staff_key in ${of}
        and not exists (select 1 from now_held h where h.staff_key = s.staff_key))
    insert into instruction_standing as s (source, staff_key, element, amount, since, list_id, no, is_acknowledged)
    select source, staff_key, element, amount, since, list_id, no, is_acknowledged from now_held
    on conflict (source, staff_key, element) do update set amount = excluded.amount, since = excluded.since, list_id = excluded.list_id,
      no = excluded.no, is_acknowledged = excluded.is_acknowledged
    where (s.amount, s.since, s.list_id, s.no, s.is_acknowledged)
      is distinct from (excluded.amount, excluded.since, excluded.list_id, excluded.no, excluded.is_acknowledged)`.execute(
    tx,
  )
}

/** A list that is sent: its own lines are the newest. */
export async function holdLines(tx: Tx, listId: string): Promise<void> {
  await sql`
    insert into instruction_standing (source, staff_key, element, amount, since, list_id, no, is_acknowledged)
    select l.source, n.staff_key, l.element, n.amount, l.month, n.list_id, n.no, false
    from instruction_list l join instruction_line n on n.list_id = l.id
    where l.id = ${listId} and n.kind not in ('continue', 'none')
    on conflict (source, staff_key, element) do update set amount = excluded.amount, since = excluded.since, list_id = excluded.list_id,
      no = excluded.no, is_acknowledged = false`.execute(tx)
}

/** Accepted as a whole. */
export async function acknowledgeStanding(tx: Tx, listId: string): Promise<void> {
  await sql`update instruction_standing set is_acknowledged = true where list_id = ${listId}`.execute(tx)
}

/** Lines that start from what the office no longer holds, and people the office holds something for who are in no line. */
export async function countOutdated(tx: Tx, listId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select (select count(*) from instruction_line n join instruction_list l on l.id = n.list_id
        left join instruction_standing s on s.source = l.source and s.element = l.element and s.staff_key = n.staff_key
        where n.list_id = ${listId} and n.previous <> coalesce(s.amount, 0))::integer
      + (select count(*) from instruction_standing s join instruction_list l on l.source = s.source and l.element = s.element
        where l.id = ${listId} and s.amount > 0
          and not exists (select 1 from instruction_line n where n.list_id = l.id and n.staff_key = s.staff_key))::integer as n`.execute(
    tx,
  )
  return result.rows[0]?.n ?? 0
}

/** Under another of our codes: nothing would ever stop it. */
export async function countUnderOtherElement(tx: Tx, source: string, element: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::integer as n from instruction_standing
    where source = ${source} and element <> ${element} and amount > 0`.execute(tx)
  return result.rows[0]?.n ?? 0
}

// ── Answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Answer = {
  listId: string
  no: number
  outcome: 'accepted' | 'rejected'
  amount: bigint | null
  reason: string
  at: Date
  byName: string
}

/** A rejected line is a task of the user who computed its list, until it is assigned. */
const firstOwner = (
  listId: string,
  outcome: RawBuilder<unknown>,
) => sql`case when ${outcome} = 'rejected' then (
  select p.id from instruction_list l join staff p on p.id = l.asked_by and p.status = 'active' where l.id = ${listId}) end`

export async function saveAnswer(tx: Tx, each: Answer): Promise<void> {
  await sql`
    insert into instruction_answer as a (list_id, no, outcome, amount, reason, answered_at, answered_by_name, owner_id)
    values (${each.listId}, ${each.no}, ${each.outcome}, ${each.amount}, ${each.reason}, ${each.at}, ${each.byName},
      ${firstOwner(each.listId, sql`${each.outcome}`)})
    on conflict (list_id, no) do update set outcome = excluded.outcome, amount = excluded.amount, reason = excluded.reason,
      answered_at = excluded.answered_at, answered_by_name = excluded.answered_by_name, intake_id = null, closed_at = null,
      closed_by_name = null, owner_id = coalesce(a.owner_id, excluded.owner_id)`.execute(tx)
}

export type RecordedRow = { accepted: number; rejected: number; unknown: number }

/** Rows of a file, by staff number. Of two rows of one person the last one counts. */
export async function recordAnswers(
  tx: Tx,
  listId: string,
  intakeId: string,
  at: Date,
  byName: string,
): Promise<RecordedRow> {
  const result = await sql<RecordedRow>`
    with last as materialized (
      select distinct on (staff_key) * from instruction_answer_row where intake_id = ${intakeId} order by staff_key, row_number desc),
    found as materialized (
      select n.no, last.outcome, nullif(last.amount, n.amount) as amount, last.reason
      from last join instruction_line n on n.list_id = ${listId} and n.staff_key = last.staff_key and n.kind <> 'none'),
    saved as (
      insert into instruction_answer as a (list_id, no, outcome, amount, reason, answered_at, answered_by_name, intake_id, owner_id)
      select ${listId}, no, outcome, case when outcome = 'accepted' then amount end, reason, ${at}, ${byName}, ${intakeId}::uuid,
        ${firstOwner(listId, sql`outcome`)} from found
      on conflict (list_id, no) do update set outcome = excluded.outcome, amount = excluded.amount, reason = excluded.reason,
        answered_at = excluded.answered_at, answered_by_name = excluded.answered_by_name, intake_id = excluded.intake_id,
        closed_at = null, closed_by_name = null, owner_id = coalesce(a.owner_id, excluded.owner_id))
    select (select count(*) from found where outcome = 'accepted')::integer as accepted,
      (select count(*) from found where outcome = 'rejected')::integer as rejected,
      ((select count(*) from last) - (select count(*) from found))::integer as unknown`.execute(tx)
  return result.rows[0] ?? { accepted: 0, rejected: 0, unknown: 0 }
}

export type RejectionRow = {
  list_id: string
  list_number: string
  source: string
  month: string
  no: number
  staff_number: string
  customer_id: string
  name: string
  kind: LineKind
  previous: bigint
  amount: bigint
  reason: string
  answered_at: Date
  owner_id: string | null
  owner_name: string | null
  note: string
  closed_at: Date | null
  closed_by_name: string | null
}

export type RejectionFilter = {
  source?: string | undefined
  state?: 'open' | 'closed' | undefined
  ownerId?: string | undefined
}

const inRejections = ({ source, state, ownerId }: RejectionFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`a.outcome = 'rejected'`,
      ...(source ? [sql`l.source = ${source}`] : []),
      ...(state ? [state === 'open' ? sql`a.closed_at is null` : sql`a.closed_at is not null`] : []),
      ...(ownerId ? [sql`a.owner_id = ${ownerId}`] : []),
    ],
    sql` and `,
  )

const REJECTIONS = sql`
  from instruction_answer a join instruction_list l on l.id = a.list_id
  join instruction_line n on n.list_id = a.list_id and n.no = a.no
  left join staff p on p.id = a.owner_id`

export async function listRejections(
  tx: Tx,
  filter: RejectionFilter,
  after: { at: string; list: string; no: string } | null,
  limit: number,
): Promise<RejectionRow[]> {
  const beyond = after
    ? sql`(a.answered_at, a.list_id, a.no) > (${after.at}::timestamptz, ${after.list}::uuid, ${after.no}::integer)`
    : sql`true`
  const result = await sql<RejectionRow>`
    select a.list_id, l.number as list_number, l.source, l.month, a.no, n.staff_number, n.customer_id, n.name, n.kind, n.previous, n.amount,
      a.reason, a.answered_at, a.owner_id, p.first_name || ' ' || p.last_name as owner_name, a.note, a.closed_at, a.closed_by_name
    ${REJECTIONS} where ${inRejections(filter)} and ${beyond} order by a.answered_at, a.list_id, a.no limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export const countRejections = (tx: Tx, filter: RejectionFilter): Promise<Counted> =>
  countList(tx, sql`select 1 ${REJECTIONS} where ${inRejections(filter)}`)

export type RejectionState = {
  owner_id: string | null
  note: string
  closed_at: Date | null
  closed_by_name: string | null
  outcome: string
}

export async function lockRejection(tx: Tx, listId: string, no: number): Promise<RejectionState | undefined> {
  const result = await sql<RejectionState>`
    select owner_id, note, closed_at, closed_by_name, outcome from instruction_answer where list_id = ${listId} and no = ${no} for update`.execute(
    tx,
  )
  return result.rows[0]
}

export async function changeRejection(
  tx: Tx,
  listId: string,
  no: number,
  change: { owner_id: string | null; note: string; closed_at: Date | null; closed_by_name: string | null },
): Promise<void> {
  await sql`
    update instruction_answer set owner_id = ${change.owner_id}, note = ${change.note}, closed_at = ${change.closed_at},
      closed_by_name = ${change.closed_by_name}
    where list_id = ${listId} and no = ${no}`.execute(tx)
}

export async function isActiveStaff(tx: Tx, id: string): Promise<boolean> {
  const result = await sql`select 1 from staff where id = ${id} and status = 'active'`.execute(tx)
  return result.rows.length > 0
}

// ── One loan ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type HeldRow = {
  amount: bigint
  of_loan: bigint
  since: string
  list_id: string
  list_number: string
  is_acknowledged: boolean
}

const ofLoan = (
  loanId: string,
) => sql`coalesce((select part.amount from unnest(n.loan_ids, n.loan_amounts) as part (loan_id, amount)
  where part.loan_id = ${loanId}::uuid), 0)::bigint`

export type LoanOf = { source: string; staff_key: string; customer_id: string; status: string }

export async function loanOf(tx: Tx, loanId: string): Promise<LoanOf | undefined> {
  const result = await sql<LoanOf>`
    select c.payroll_source as source, ltrim(upper(c.ippis_number), '0') as staff_key, c.id as customer_id, l.status
    from loan l join customer c on c.id = l.customer_id where l.id = ${loanId}`.execute(tx)
  return result.rows[0]
}

export async function heldFor(
  tx: Tx,
  loanId: string,
  { source, staff_key }: LoanOf,
): Promise<HeldRow | undefined> {
  const result = await sql<HeldRow>`
    select s.amount, coalesce(part.amount, 0) as of_loan, s.since, s.list_id, l.number as list_number, s.is_acknowledged
    from instruction_standing s join instruction_list l on l.id = s.list_id
    left join instruction_part part on part.list_id = s.list_id and part.no = s.no and part.loan_id = ${loanId}
    where s.source = ${source} and s.staff_key = ${staff_key} order by s.amount desc, s.since desc limit 1`.execute(
    tx,
  )
  return result.rows[0]
}

export type NextRow = {
  list_id: string
  list_number: string
  month: string
  status: 'computing' | 'computed' | 'approved'
  kind: LineKind
  amount: bigint
  of_loan: bigint
  reasons: string[]
}

export async function nextFor(
  tx: Tx,
  loanId: string,
  { source, staff_key }: LoanOf,
): Promise<NextRow | undefined> {
  const result = await sql<NextRow>`
    select l.id as list_id, l.number as list_number, l.month, l.status, n.kind, n.amount, ${ofLoan(loanId)} as of_loan, n.reasons
    from instruction_list l join instruction_line n on n.list_id = l.id and n.staff_key = ${staff_key}
    where l.source = ${source} and l.status in ('computing', 'computed', 'approved')`.execute(tx)
  return result.rows[0]
}

export async function rejectedFor(
  tx: Tx,
  { source, staff_key }: LoanOf,
): Promise<{ list_id: string; list_number: string; reason: string } | undefined> {
  const result = await sql<{ list_id: string; list_number: string; reason: string }>`
    select a.list_id, l.number as list_number, a.reason from instruction_answer a
    join instruction_list l on l.id = a.list_id and l.source = ${source}
    join instruction_line n on n.list_id = a.list_id and n.no = a.no and n.staff_key = ${staff_key}
    where a.outcome = 'rejected' and a.closed_at is null order by a.answered_at desc limit 1`.execute(tx)
  return result.rows[0]
}

export type ComingRow = { loan_id: string; month: string; amount: bigint }

/** Of each loan of a person, what the lists sent will still bring: the months in flight, by the last list that names the person. */
export async function comingFor(
  tx: Tx,
  { source, staff_key }: Pick<LoanOf, 'source' | 'staff_key'>,
  today: string,
): Promise<ComingRow[]> {
  const result = await sql<ComingRow>`
    with newest as materialized (
      select distinct on (l.month) l.month, n.list_id, n.no
      from instruction_list l join instruction_line n on n.list_id = l.id and n.staff_key = ${staff_key}
      where l.source = ${source} and l.sent_at is not null and ${isInFlight(sql`l.source`, sql`l.month`, sql`${today}::date`)}
      order by l.month, l.round desc)
    select part.loan_id, newest.month, part.amount
    from newest join instruction_part part on part.list_id = newest.list_id and part.no = newest.no
    where part.amount > 0 order by newest.month, part.loan_id`.execute(tx)
  return result.rows
}

/** Loans of a customer that a deduction can still reach, with who is deducted. */
export async function loansOfCustomer(
  tx: Tx,
  customerId: string,
): Promise<(LoanOf & { id: string; number: string })[]> {
  const result = await sql<LoanOf & { id: string; number: string }>`
    select l.id, l.number, c.payroll_source as source, ltrim(upper(c.ippis_number), '0') as staff_key, c.id as customer_id, l.status
    from loan l join customer c on c.id = l.customer_id where c.id = ${customerId} and l.status <> 'cancelled'
    order by l.number`.execute(tx)
  return result.rows
}

export async function findAcknowledgement(
  tx: Tx,
  intakeId: string,
): Promise<{ source: string; period: string; status: string } | undefined> {
  const result = await sql<{ source: string; period: string; status: string }>`
    select source, period, status from intake where id = ${intakeId} and kind = 'acknowledgement'`.execute(tx)
  return result.rows[0]
}
