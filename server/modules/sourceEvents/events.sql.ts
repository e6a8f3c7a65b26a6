import { type RawBuilder, sql } from 'kysely'
import type {
  SourceEventKind,
  SourceEventLoanStatus,
  SourceEventReason,
  SourceEventStatus,
  SourceEventTreatment,
} from '../../../contract/sourceEvents.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import { beyond, type Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'
import { changesOf, valuesOf } from '../../kernel/rows.sql.ts'
import { sourceIn } from '../payMonths/payMonths.ts'

// ── Events ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type EventRow = {
  id: string
  number: string
  kind: SourceEventKind
  source: string
  from_month: string
  to_month: string
  treatment: SourceEventTreatment | null
  interest: 'waived' | 'added' | null
  dates: Json
  dates_before: Json
  /** As stored: an event pending approval is a computed one. */
  status: Exclude<SourceEventStatus, 'waiting'>
  reason: string
  asked_at: Date
  asked_by: string
  asked_by_name: string
  computed_at: Date | null
  figures: Json
  notifies: boolean
  /** When the SMS to all its customers were written. */
  notified_at: Date | null
  approved_at: Date | null
  approved_by: string | null
  approved_by_name: string | null
  applied_at: Date | null
  undo_approved_by: string | null
  undo_approved_by_name: string | null
  undo_reason: string | null
  ended_at: Date | null
}

/** Events of one source are recorded one after the other. */
export async function lockSource(tx: Tx, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`source events ${source}`}, 0))`.execute(tx)
}

export type NewEvent = Pick<
  EventRow,
  | 'id'
  | 'kind'
  | 'source'
  | 'from_month'
  | 'to_month'
  | 'treatment'
  | 'interest'
  | 'status'
  | 'reason'
  | 'asked_at'
  | 'asked_by'
  | 'asked_by_name'
  | 'computed_at'
  | 'notifies'
> & { figures: string; dates: string | null; dates_before: string | null }

export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  const number = sql`'SE-' || lpad(nextval('source_event_number')::text, 5, '0')`
  await sql`insert into source_event ${valuesOf(event, { number })}`.execute(tx)
}

export async function findEvent(tx: Tx, id: string): Promise<EventRow | undefined> {
  return (await sql<EventRow>`select * from source_event where id = ${id}`.execute(tx)).rows[0]
}

export async function lockEvent(tx: Tx, id: string): Promise<EventRow | undefined> {
  await sql`select 1 from source_event where id = ${id} for update`.execute(tx)
  return findEvent(tx, id)
}

export type EventChange = Partial<
  Pick<
    EventRow,
    | 'status'
    | 'computed_at'
    | 'notifies'
    | 'notified_at'
    | 'approved_at'
    | 'approved_by'
    | 'approved_by_name'
    | 'applied_at'
    | 'undo_approved_by'
    | 'undo_approved_by_name'
    | 'undo_reason'
    | 'ended_at'
  > & { figures: string }
>

export async function changeEvent(tx: Tx, id: string, change: EventChange): Promise<void> {
  await sql`update source_event set ${changesOf(change)} where id = ${id}`.execute(tx)
}

/** Another event of the same months that is neither cancelled nor reversed. Moved dates meet only moved dates. */
export async function overlapping(
  tx: Tx,
  event: Pick<EventRow, 'id' | 'source' | 'from_month' | 'to_month' | 'kind'>,
): Promise<EventRow | undefined> {
  const result = await sql<EventRow>`
    select * from source_event where source = ${event.source} and id <> ${event.id} and status not in ('cancelled', 'undone')
      and (kind = 'dates') = ${event.kind === 'dates'}
      and (kind <> 'dates' or status in ('computing', 'computed'))
      and from_month <= ${event.to_month}::date and to_month >= ${event.from_month}::date limit 1`.execute(tx)
  return result.rows[0]
}

/** A later change of the same dates, which a reversal would lose. */
export async function movedSince(tx: Tx, event: EventRow): Promise<EventRow | undefined> {
  const result = await sql<EventRow>`
    select * from source_event where source = ${event.source} and from_month = ${event.from_month}::date and kind = 'dates'
      and status = 'applied' and applied_at > ${event.applied_at} limit 1`.execute(tx)
  return result.rows[0]
}

export type EventFilter = { source?: string | undefined }
const inEvents = ({ source }: EventFilter): RawBuilder<unknown> =>
  source ? sql`source = ${source}` : sql`true`

export async function listEvents(
  tx: Tx,
  filter: EventFilter,
  after: string | null,
  limit: number,
): Promise<EventRow[]> {
  const before = after ? sql`number < ${after}` : sql`true`
  const result = await sql<EventRow>`
    select * from source_event where ${inEvents(filter)} and ${before} order by number desc limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export const countEvents = (tx: Tx, filter: EventFilter): Promise<Counted> =>
  countList(tx, sql`select 1 from source_event where ${inEvents(filter)}`)

// ── Loans of an event ──────────────────────────────────────────────────────────────────────────────────────────────

export type Candidate = { id: string; frozen: string | null }

/** Active loans of the source that are not computed yet, in the order of their ids. */
export async function nextCandidates(
  tx: Tx,
  { id, source, from_month }: Pick<EventRow, 'id' | 'source' | 'from_month'>,
  limit: number,
): Promise<Candidate[]> {
  const last = await sql<{ id: string | null }>`
    select max(loan_id::text) as id from source_event_loan where event_id = ${id}`.execute(tx)
  const result = await sql<Candidate>`
    select l.id, l.frozen from loan l join customer c on c.id = l.customer_id
    where l.status = 'live' and ${beyond(sql`l.id`, last.rows[0]?.id ?? null)}
      and ${sourceIn(sql`${from_month}::date`)} = ${source}
    order by l.id limit ${limit}`.execute(tx)
  return result.rows
}

export type LoanPlan = {
  loan_id: string
  status: 'ready' | 'excluded'
  amount: bigint
  interest: bigint
  reason: SourceEventReason | null
  problem: string | null
}

export async function insertLoans(tx: Tx, eventId: string, plans: readonly LoanPlan[]): Promise<void> {
  await sql`
    insert into source_event_loan (event_id, loan_id, status, amount, interest, reason, problem)
    select ${eventId}, p.loan_id, p.status, p.amount, p.interest, p.reason, p.problem
    from jsonb_to_recordset(${textOf(plans)}::jsonb) as p (loan_id uuid, status text, amount bigint, interest bigint, reason text, problem text)
    on conflict do nothing`.execute(tx)
}

const textOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

export async function deleteLoans(tx: Tx, eventId: string): Promise<void> {
  await sql`delete from source_event_loan where event_id = ${eventId}`.execute(tx)
}

/** Locks the next loans in a status; those that another worker has are passed over. */
export async function lockNext(
  tx: Tx,
  eventId: string,
  status: SourceEventLoanStatus,
  limit: number,
): Promise<EventLoan[]> {
  const result = await sql<EventLoan>`
    select loan_id, amount, interest, loan_event_id, status, reason, problem from source_event_loan
    where event_id = ${eventId} and status = ${status} order by loan_id limit ${limit} for update skip locked`.execute(
    tx,
  )
  return result.rows
}

export type EventLoan = Pick<LoanPlan, 'loan_id' | 'amount' | 'interest' | 'reason' | 'problem'> & {
  status: SourceEventLoanStatus
  loan_event_id: string | null
}

export type LoanOutcome = {
  loan_id: string
  status: SourceEventLoanStatus
  amount?: bigint
  interest?: bigint
  reason?: SourceEventReason | null
  problem?: string | null
  loan_event_id?: string | null
  reversal_id?: string | null
}

/** What is not named stays as it is. */
export async function saveOutcomes(tx: Tx, eventId: string, outcomes: readonly LoanOutcome[]): Promise<void> {
  await sql`
    update source_event_loan x set status = o.status, amount = coalesce(o.amount, x.amount), interest = coalesce(o.interest, x.interest),
      reason = coalesce(o.reason, x.reason), problem = coalesce(o.problem, x.problem),
      loan_event_id = coalesce(o.loan_event_id, x.loan_event_id), reversal_id = coalesce(o.reversal_id, x.reversal_id)
    from jsonb_to_recordset(${textOf(outcomes)}::jsonb) as o (loan_id uuid, status text, amount bigint, interest bigint, reason text,
      problem text, loan_event_id uuid, reversal_id uuid)
    where x.event_id = ${eventId} and x.loan_id = o.loan_id`.execute(tx)
}

export async function hasLeft(tx: Tx, eventId: string, status: SourceEventLoanStatus): Promise<boolean> {
  const result = await sql`
    select 1 from source_event_loan where event_id = ${eventId} and status = ${status} limit 1`.execute(tx)
  return result.rows.length > 0
}

export type Tally = {
  status: SourceEventLoanStatus
  reason: SourceEventReason | null
  loans: number
  amount: bigint
  interest: bigint
}

export async function talliesOf(tx: Tx, eventId: string): Promise<Tally[]> {
  const result = await sql<Tally>`
    select status, reason, count(*)::int as loans, sum(amount)::bigint as amount, sum(interest)::bigint as interest
    from source_event_loan where event_id = ${eventId} group by status, reason order by status, reason`.execute(
    tx,
  )
  return result.rows
}

/**
 * Why the holiday of a loan is not reversed: the loan has ended, or its terms were changed since. An excused amount can
 * always be taken back.
 */
export const RESTS = sql`case when x.loan_event_id is null then null
  when l.status not in ('live', 'overpaid') then 'ended'
  when exists (select 1 from loan_event h join loan_event e on e.loan_id = h.loan_id and e.sequence > h.sequence
    where h.id = x.loan_event_id and e.type in ('holiday', 'restructure', 'settlement', 'refund', 'write-off')
      and not exists (select 1 from loan_event r where r.loan_id = e.loan_id and r.type = 'reversal' and r.event->>'of' = e.id::text))
    then 'builtUpon' end`

export type Resting = { reason: SourceEventReason; loans: number }

export async function restingOf(tx: Tx, eventId: string): Promise<Resting[]> {
  const result = await sql<Resting>`
    select reason, count(*)::int as loans from (
      select ${RESTS} as reason from source_event_loan x join loan l on l.id = x.loan_id
      where x.event_id = ${eventId} and x.status = 'done') each
    where reason is not null group by reason order by reason`.execute(tx)
  return result.rows
}

export async function restingAmong(
  tx: Tx,
  eventId: string,
  loanIds: readonly string[],
): Promise<Map<string, SourceEventReason>> {
  const result = await sql<{ loan_id: string; reason: SourceEventReason | null }>`
    select x.loan_id, ${RESTS} as reason from source_event_loan x join loan l on l.id = x.loan_id
    where x.event_id = ${eventId} and x.loan_id = any (${loanIds}::uuid[])`.execute(tx)
  return new Map(result.rows.flatMap(row => (row.reason ? [[row.loan_id, row.reason] as const] : [])))
}

/** Locks some loans, and gives those that are frozen. */
export async function lockLoans(tx: Tx, loanIds: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ id: string; frozen: string | null }>`
    select id, frozen from loan where id = any (${loanIds}::uuid[]) order by id for no key update`.execute(tx)
  return new Set(result.rows.filter(row => row.frozen !== null).map(row => row.id))
}

export type ListedLoan = EventLoan & { number: string; customer_name: string }
export type LoanFilter = { id: string; status?: SourceEventLoanStatus | undefined }

const inLoans = ({ id, status }: LoanFilter): RawBuilder<unknown> =>
  status ? sql`x.event_id = ${id} and x.status = ${status}` : sql`x.event_id = ${id}`

export async function listLoans(
  tx: Tx,
  filter: LoanFilter,
  after: string | null,
  limit: number,
): Promise<ListedLoan[]> {
  const result = await sql<ListedLoan>`
    select x.*, l.number, c.surname || ' ' || c.first_name as customer_name
    from source_event_loan x join loan l on l.id = x.loan_id join customer c on c.id = l.customer_id
    where ${inLoans(filter)} and ${beyond(sql`x.loan_id`, after)} order by x.loan_id limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export const countLoans = (tx: Tx, filter: LoanFilter): Promise<Counted> =>
  countList(tx, sql`select 1 from source_event_loan x where ${inLoans(filter)}`)
