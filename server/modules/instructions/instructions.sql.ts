import { type RawBuilder, sql } from 'kysely'
import type {
  LineDecision,
  LineException,
  LineKind,
  LineReason,
  ListStatus,
} from '../../../contract/instructions.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'
import { anywhere } from '../../kernel/like.ts'
import { changesOf, valuesOf } from '../../kernel/rows.sql.ts'
import { IS_TO_DECIDE } from './compute.sql.ts'

// ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** As stored: a list pending approval is a computed one. */
export type StoredStatus = Exclude<ListStatus, 'waiting'>

export type ListRow = {
  id: string
  number: string
  source: string
  month: string
  round: number
  status: StoredStatus
  cut_off_on: string
  element: string
  beneficiary: string
  layout: Json
  rules: Json
  asked_at: Date
  asked_by: string
  asked_by_name: string
  computed_at: Date | null
  lines: number
  total: bigint
  previous_total: bigint
  tallies: Json
  sha256: string | null
  approved_at: Date | null
  approved_by_name: string | null
  sent_at: Date | null
  sent_by_name: string | null
  acknowledged_at: Date | null
  acknowledged_by_name: string | null
  acknowledgement: string | null
  ended_at: Date | null
  ended_reason: string | null
  rejected: number
  open_rejections: number
}

const WITH_ANSWERS = sql`
  select l.*, coalesce(a.rejected, 0)::integer as rejected, coalesce(a.open, 0)::integer as open_rejections
  from instruction_list l left join lateral (
    select count(*) as rejected, count(*) filter (where closed_at is null) as open from instruction_answer
    where list_id = l.id and outcome = 'rejected') a on true`

/** Lists of one source are made one after the other. */
export async function lockSource(tx: Tx, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`instructions ${source}`}, 0))`.execute(tx)
}

export async function nextRound(tx: Tx, source: string, month: string): Promise<number> {
  const result = await sql<{ round: number }>`
    select coalesce(max(round), 0)::integer + 1 as round from instruction_list where source = ${source} and month = ${month}::date`.execute(
    tx,
  )
  return result.rows[0]?.round ?? 1
}

export type NewList = Pick<
  ListRow,
  | 'id'
  | 'number'
  | 'source'
  | 'month'
  | 'round'
  | 'cut_off_on'
  | 'element'
  | 'beneficiary'
  | 'asked_at'
  | 'asked_by'
  | 'asked_by_name'
> & { layout: string }

/** False where its id is that of a list of another source, asked for at the same moment. */
export async function insertList(tx: Tx, list: NewList): Promise<boolean> {
  const result =
    await sql`insert into instruction_list ${valuesOf(list)} on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function findList(tx: Tx, id: string): Promise<ListRow | undefined> {
  return (await sql<ListRow>`${WITH_ANSWERS} where l.id = ${id}`.execute(tx)).rows[0]
}

export async function lockList(tx: Tx, id: string): Promise<ListRow | undefined> {
  await sql`select 1 from instruction_list where id = ${id} for update`.execute(tx)
  return findList(tx, id)
}

export type ListChange = Partial<
  Pick<
    ListRow,
    | 'status'
    | 'computed_at'
    | 'lines'
    | 'total'
    | 'previous_total'
    | 'sha256'
    | 'approved_at'
    | 'approved_by_name'
    | 'sent_at'
    | 'sent_by_name'
    | 'acknowledged_at'
    | 'acknowledged_by_name'
    | 'acknowledgement'
    | 'ended_at'
    | 'ended_reason'
  > & { rules: string; tallies: string }
>

export async function changeList(tx: Tx, id: string, change: ListChange): Promise<void> {
  await sql`update instruction_list set ${changesOf(change)} where id = ${id}`.execute(tx)
}

/** The list that is computed, checked or approved and not sent yet. */
export async function listUnderWay(tx: Tx, source: string): Promise<ListRow | undefined> {
  const result = await sql<ListRow>`
    ${WITH_ANSWERS} where l.source = ${source} and l.status in ('computing', 'computed', 'approved')`.execute(
    tx,
  )
  return result.rows[0]
}

export async function lastSent(tx: Tx, source: string): Promise<ListRow | undefined> {
  const result = await sql<ListRow>`
    ${WITH_ANSWERS} where l.source = ${source} and l.sent_at is not null order by l.month desc, l.round desc limit 1`.execute(
    tx,
  )
  return result.rows[0]
}

/** Lists that the one just sent replaces. */
export async function supersede(tx: Tx, list: Pick<ListRow, 'id' | 'source'>, at: Date): Promise<void> {
  await sql`
    update instruction_list set status = 'superseded', ended_at = ${at}
    where source = ${list.source} and id <> ${list.id} and status in ('sent', 'acknowledged')`.execute(tx)
}

/** The last list of each source for a month. */
export async function listsOfMonth(tx: Tx, month: string): Promise<ListRow[]> {
  const result = await sql<ListRow>`
    ${WITH_ANSWERS} where l.month = ${month}::date and l.status <> 'cancelled' order by l.source, l.round`.execute(
    tx,
  )
  return result.rows
}

export type ListFilter = {
  source?: string | undefined
  month?: string | undefined
  status?: ListStatus | undefined
}

const IS_WAITING = sql`exists (select 1 from approval a
  where a.status = 'waiting' and a.subject_type = 'instruction' and a.subject_id = l.id::text)`

function inStatus(status: ListStatus): RawBuilder<unknown> {
  if (status === 'waiting') return sql`l.status = 'computed' and ${IS_WAITING}`
  if (status === 'computed') return sql`l.status = 'computed' and not ${IS_WAITING}`
  return sql`l.status = ${status}`
}

const inLists = ({ source, month, status }: ListFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(source ? [sql`l.source = ${source}`] : []),
      ...(month ? [sql`l.month = ${`${month}-01`}::date`] : []),
      ...(status ? [inStatus(status)] : []),
    ],
    sql` and `,
  )

export async function listLists(
  tx: Tx,
  filter: ListFilter,
  after: { month: string; number: string } | null,
  limit: number,
): Promise<ListRow[]> {
  const beyond = after ? sql`(l.month, l.number) < (${after.month}::date, ${after.number})` : sql`true`
  const result = await sql<ListRow>`
    ${WITH_ANSWERS} where ${inLists(filter)} and ${beyond} order by l.month desc, l.number desc limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export const countLists = (tx: Tx, filter: ListFilter): Promise<Counted> =>
  countList(tx, sql`select 1 from instruction_list l where ${inLists(filter)}`)

// ── Lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type LineRow = {
  list_id: string
  no: number
  staff_number: string
  customer_id: string
  name: string
  employer: string
  kind: LineKind
  previous: bigint
  due: bigint
  pay_limit: bigint | null
  amount: bigint
  loan_ids: string[]
  loan_numbers: string[]
  loan_due: bigint[]
  loan_amounts: bigint[]
  owed: bigint
  in_flight: bigint
  until_month: string | null
  reasons: LineReason[]
  exceptions: LineException[]
  signals: string[]
  decision: LineDecision | null
  decision_reason: string | null
  decided_by_name: string | null
  is_open: boolean
  answer: 'accepted' | 'rejected' | null
  answer_reason: string | null
  answer_amount: bigint | null
}

const WITH_DECISION = sql`
  select n.*, d.reason as decision_reason, d.decided_by_name, ${IS_TO_DECIDE} as is_open,
    a.outcome as answer, a.reason as answer_reason, a.amount as answer_amount
  from instruction_line n
  left join instruction_decision d on d.list_id = n.list_id and d.staff_key = n.staff_key
  left join instruction_answer a on a.list_id = n.list_id and a.no = n.no`

export type LineFilter = {
  id: string
  kind?: LineKind | undefined
  exception?: LineException | undefined
  open?: 'true' | undefined
  answer?: 'accepted' | 'rejected' | undefined
  search?: string | undefined
}

function inLines({ id, kind, exception, open, answer, search }: LineFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`n.list_id = ${id}`]
  if (kind) parts.push(sql`n.kind = ${kind}`)
  if (exception) parts.push(sql`${exception} = any (n.exceptions)`)
  if (open) parts.push(IS_TO_DECIDE)
  if (answer)
    parts.push(
      sql`exists (select 1 from instruction_answer w where w.list_id = n.list_id and w.no = n.no and w.outcome = ${answer})`,
    )
  if (search)
    parts.push(
      sql`(lower(n.name) like ${anywhere(search.toLowerCase())} or n.staff_key = ltrim(upper(${search}), '0') or ${search.toUpperCase()} = any (n.loan_numbers))`,
    )
  return sql.join(parts, sql` and `)
}

/** Lines to decide come first, then the other exceptions. */
const RANK = sql`(case when ${IS_TO_DECIDE} then 0 when n.exceptions <> '{}' then 1 else 2 end)`

export async function listLines(
  tx: Tx,
  filter: LineFilter,
  after: { rank: string; no: string } | null,
  limit: number,
): Promise<(LineRow & { rank: number })[]> {
  const beyond = after
    ? sql`(${RANK}, n.no) > (${Number.parseInt(after.rank, 10)}, ${Number.parseInt(after.no, 10)})`
    : sql`true`
  const result = await sql<LineRow & { rank: number }>`
    select lined.*, ${RANK} as rank from (${WITH_DECISION} where ${inLines(filter)} and ${beyond}
      order by ${RANK}, n.no limit ${limit}) lined join instruction_line n on n.list_id = lined.list_id and n.no = lined.no
    order by rank, lined.no`.execute(tx)
  return result.rows
}

export const countLines = (tx: Tx, filter: LineFilter): Promise<Counted> =>
  countList(tx, sql`select 1 from instruction_line n where ${inLines(filter)}`)

export async function findLine(tx: Tx, listId: string, no: number): Promise<LineRow | undefined> {
  const result = await sql<LineRow>`
    ${WITH_DECISION} where n.list_id = ${listId} and n.no = ${no}`.execute(tx)
  return result.rows[0]
}

export type ExceptionRow = { exception: LineException; lines: number; open: number }

export async function exceptionsOf(tx: Tx, listId: string): Promise<ExceptionRow[]> {
  const result = await sql<ExceptionRow>`
    select e.exception, count(*)::integer as lines, (count(*) filter (where ${IS_TO_DECIDE}))::integer as open
    from instruction_line n cross join lateral unnest(n.exceptions) as e (exception)
    where n.list_id = ${listId} and n.exceptions <> '{}' group by e.exception order by e.exception`.execute(
    tx,
  )
  return result.rows
}

export async function countOpen(tx: Tx, listId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::integer as n from instruction_line n
    where n.list_id = ${listId} and n.exceptions <> '{}' and ${IS_TO_DECIDE}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export type DecidedRow = { decision: LineDecision; lines: number; amount: bigint }

export async function decidedOf(tx: Tx, listId: string): Promise<DecidedRow[]> {
  const result = await sql<DecidedRow>`
    select decision, count(*)::integer as lines, sum(amount)::bigint as amount from instruction_line
    where list_id = ${listId} and decision is not null group by decision order by decision`.execute(tx)
  return result.rows
}

export async function decidersOf(tx: Tx, listId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct decided_by as id from instruction_decision where list_id = ${listId}`.execute(tx)
  return result.rows.map(row => row.id)
}
