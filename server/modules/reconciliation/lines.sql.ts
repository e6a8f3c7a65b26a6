import { type RawBuilder, sql } from 'kysely'
import type { InstructionState, Verdict } from '../../../contract/reconciliation.ts'
import { COUNTED_MAX, type Counted, countUpTo, countWithin } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Month } from './calculate.sql.ts'
import { deductedIn, sentLists } from './sources.sql.ts'

export type Amounts = {
  expected: bigint
  instructed: bigint
  deducted: bigint
  remitted: bigint
  posted: bigint
}

const SUMS = sql`coalesce(sum(t.expected), 0)::bigint as expected, coalesce(sum(t.instructed), 0)::bigint as instructed,
  coalesce(sum(t.deducted), 0)::bigint as deducted, coalesce(sum(t.remitted), 0)::bigint as remitted,
  coalesce(sum(t.posted), 0)::bigint as posted`

// ── Months ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Tally = { verdict: Verdict | ''; persons: number; open: number; difference: string } & Record<
  keyof Amounts,
  string
>
export type MonthRow = {
  source: string
  month: string
  file_in: boolean
  in_use: boolean
  calculated_at: Date | null
  tallies: Tally[]
  open: { verdict: Verdict; open: number }[] | null
}

type MonthFilter = { source?: string | undefined; month?: string | undefined }

const inMonths = ({ source, month }: MonthFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`m.calculated_at is not null`,
      ...(source ? [sql`m.source = ${source}`] : []),
      ...(month ? [sql`m.month = ${`${month}-01`}::date`] : []),
    ],
    sql` and `,
  )

export async function listMonths(
  tx: Tx,
  filter: MonthFilter,
  after: { month: string; source: string } | null,
  limit: number,
): Promise<MonthRow[]> {
  const beyond = after
    ? sql`(m.month < ${after.month}::date or m.month = ${after.month}::date and m.source > ${after.source})`
    : sql`true`
  const result = await sql<MonthRow>`
    select m.source, m.month, m.file_in, m.in_use, m.calculated_at, m.tallies,
      (select json_agg(o) from (select l.verdict, count(*)::integer as open from reconciliation_line l
        where l.source = m.source and l.month = m.month and l.is_open group by l.verdict) o) as open
    from reconciliation_month m where ${inMonths(filter)} and ${beyond}
    order by m.month desc, m.source limit ${limit}`.execute(tx)
  return result.rows
}

export async function countMonths(tx: Tx, filter: MonthFilter): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::integer as n from reconciliation_month m where ${inMonths(filter)}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function findMonth(tx: Tx, { source, month }: Month): Promise<MonthRow | undefined> {
  return (await listMonths(tx, { source, month: month.slice(0, 7) }, null, 1))[0]
}

// ── Employers ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type EmployerRow = Amounts & { employer: string; persons: number; agreeing: number; open: number }

const inEmployers = ({ source, month }: Month, search: string | undefined): RawBuilder<unknown> => sql`
  t.source = ${source} and t.month = ${month}::date
  and ${search ? sql`t.employer ilike ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`

export async function listEmployers(
  tx: Tx,
  of: Month,
  search: string | undefined,
  after: string | null,
  limit: number,
): Promise<EmployerRow[]> {
  const result = await sql<EmployerRow>`
    select t.employer, count(*)::integer as persons, count(*) filter (where t.verdict = 'agrees')::integer as agreeing,
      count(*) filter (where t.is_open)::integer as open, ${SUMS}
    from reconciliation_line t where ${inEmployers(of, search)} and ${after === null ? sql`true` : sql`t.employer > ${after}`}
    group by t.employer order by t.employer limit ${limit}`.execute(tx)
  return result.rows
}

export const countEmployers = (tx: Tx, of: Month, search: string | undefined): Promise<number> =>
  countWithin(
    tx,
    COUNTED_MAX,
    sql`select 1 from reconciliation_line t where ${inEmployers(of, search)} group by t.employer`,
  )

// ── Persons ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type LineRow = Amounts & {
  id: string
  source: string
  month: string
  person_key: string
  customer_id: string | null
  staff_number: string
  name: string
  employer: string
  in_use: boolean
  state: InstructionState
  verdict: Verdict | null
  difference: bigint
  is_open: boolean
  since: string
  owner_id: string | null
  owner_name: string | null
  note: string
  closed_verdict: Verdict | null
  closed_at: Date | null
  closed_by_name: string | null
  closed_reason: string | null
}

export type LineFilter = MonthFilter & {
  employer?: string | undefined
  verdict?: Verdict | undefined
  state?: 'open' | 'closed' | undefined
  ownerId?: string | undefined
  sinceBefore?: string | undefined
  search?: string | undefined
}

const ROW_OF = sql`repayment_row r on r.batch_id = t.batch_id and r.row_number = t.row_number and r.part = t.part`
const LINES = sql`
  from reconciliation_line t join reconciliation_month m using (source, month)
  left join customer c on c.id = t.customer_id left join ${ROW_OF} left join staff p on p.id = t.owner_id`
/** Of one who is in no file and no customer: as the advice has them. */
const advised = (field: 'name' | 'staff_number'): RawBuilder<unknown> => sql`(
  select a.${sql.ref(field)} from reconciliation_advice_line a join reconciliation_advice v on v.id = a.advice_id
  where a.staff_key = t.person_key and a.month = t.month and v.source = t.source and v.attached_at is not null
  order by v.attached_at desc, a.line limit 1)`
const NAME = sql`coalesce(c.surname || ' ' || c.first_name, r.name, ${advised('name')}, '')`

function inLines(filter: LineFilter): RawBuilder<unknown> {
  const like = filter.search ? `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined
  return sql.join(
    [
      sql`true`,
      ...(filter.source ? [sql`t.source = ${filter.source}`] : []),
      ...(filter.month ? [sql`t.month = ${`${filter.month}-01`}::date`] : []),
      ...(filter.employer === undefined ? [] : [sql`t.employer = ${filter.employer}`]),
      ...(filter.verdict ? [sql`t.verdict = ${filter.verdict}`] : []),
      ...(filter.state === 'open' ? [sql`t.is_open`] : []),
      ...(filter.state === 'closed' ? [sql`t.closed_verdict = t.verdict`] : []),
      ...(filter.ownerId ? [sql`t.owner_id = ${filter.ownerId}`] : []),
      ...(filter.sinceBefore ? [sql`t.verdict <> 'agrees' and t.since <= ${filter.sinceBefore}::date`] : []),
      ...(like ? [sql`(${NAME} ilike ${like} or t.person_key ilike ${like})`] : []),
    ],
    sql` and `,
  )
}

const COLUMNS = sql`t.*, ${NAME} as name, coalesce(c.ippis_number, r.staff_number, ${advised('staff_number')}, '') as staff_number, m.in_use,
  p.first_name || ' ' || p.last_name as owner_name`

export type Place = { month: string; source: string; key: string }

/** The newest month first, then by staff number. */
export async function listLines(
  tx: Tx,
  filter: LineFilter,
  after: Place | null,
  limit: number,
): Promise<LineRow[]> {
  const beyond = after
    ? sql`(t.month < ${after.month}::date or t.month = ${after.month}::date and (t.source, t.person_key) > (${after.source}, ${after.key}))`
    : sql`true`
  const result = await sql<LineRow>`
    select ${COLUMNS} ${LINES} where ${inLines(filter)} and ${beyond}
    order by t.month desc, t.source, t.person_key limit ${limit}`.execute(tx)
  return result.rows
}

export const countLines = (tx: Tx, filter: LineFilter): Promise<Counted> =>
  countUpTo(COUNTED_MAX, `reconciliation ${JSON.stringify(filter)}`, limit =>
    countWithin(tx, limit, sql`select 1 ${LINES} where ${inLines(filter)}`),
  )

/** Read only where the list was counted to its end. */
export async function sumLines(tx: Tx, filter: LineFilter): Promise<Amounts & { difference: bigint }> {
  const result = await sql<Amounts & { difference: bigint }>`
    select ${SUMS}, coalesce(sum(t.difference), 0)::bigint as difference ${LINES} where ${inLines(filter)}`.execute(
    tx,
  )
  const found = result.rows[0]
  if (!found) throw new Error('an aggregate always has a row')
  return found
}

export async function findLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  return (await sql<LineRow>`select ${COLUMNS} ${LINES} where t.id = ${id}`.execute(tx)).rows[0]
}

/** In one order, so that two who act on the same lines do not wait for each other in a circle. */
export async function lockLines(tx: Tx, ids: readonly string[]): Promise<LineRow[]> {
  await sql`
    select 1 from reconciliation_line where id = any (${ids}::uuid[]) order by source, month, person_key for no key update`.execute(
    tx,
  )
  const result = await sql<LineRow>`
    select ${COLUMNS} ${LINES} where t.id = any (${ids}::uuid[]) order by t.source, t.month, t.person_key`.execute(
    tx,
  )
  return result.rows
}

export async function isActiveStaff(tx: Tx, id: string): Promise<boolean> {
  return (await sql`select 1 from staff where id = ${id} and status = 'active'`.execute(tx)).rows.length > 0
}

export async function setOwner(tx: Tx, ids: readonly string[], ownerId: string | null): Promise<void> {
  await sql`
    update reconciliation_line set owner_id = ${ownerId}
    where id = any (${ids}::uuid[]) and owner_id is distinct from ${ownerId}::uuid`.execute(tx)
}

export async function setNote(tx: Tx, id: string, note: string): Promise<void> {
  await sql`update reconciliation_line set note = ${note} where id = ${id}`.execute(tx)
}

export async function closeLines(
  tx: Tx,
  ids: readonly string[],
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<void> {
  await sql`
    update reconciliation_line set closed_verdict = verdict, closed_at = ${at}, closed_by_name = ${by}, closed_reason = ${reason}
    where id = any (${ids}::uuid[])`.execute(tx)
}

export async function reopenLine(tx: Tx, id: string): Promise<void> {
  await sql`
    update reconciliation_line set closed_verdict = null, closed_at = null, closed_by_name = null, closed_reason = null
    where id = ${id}`.execute(tx)
}

// ── One person ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type FactRow = {
  batch_id: string
  batch_number: string
  line: number
  name: string
  staff_number: string
  deducted: bigint
  remitted: bigint
  posted: bigint
  status: string
  loan_id: string | null
  loan_number: string | null
  entry_ref: string | null
}

/** The rows behind a line, as its amounts are calculated. */
export async function factsOf(tx: Tx, line: LineRow): Promise<FactRow[]> {
  const result = await sql<FactRow>`
    select f.batch_id, f.number as batch_number, f.line, r.name, r.staff_number, f.deducted, f.remitted, f.posted, f.status, f.loan_id,
      l.number as loan_number, case when f.posted > 0 then f.entry_id::text end as entry_ref
    from (${deductedIn(sql`${line.source}::text`, sql`${line.month}::date`)}) f
    join repayment_row r on r.batch_id = f.batch_id and r.row_number = f.row_number and r.part = f.part
    left join loan l on l.id = f.loan_id
    where f.person_key = ${line.person_key} order by f.number, f.line, f.use_id limit 100`.execute(tx)
  return result.rows
}

export type InstructionRow = {
  list_id: string
  list_number: string
  kind: string
  previous: bigint
  amount: bigint
  answer: string | null
}

export async function instructionOf(tx: Tx, line: LineRow): Promise<InstructionRow | undefined> {
  const result = await sql<InstructionRow>`
    select s.id as list_id, s.number as list_number, n.kind, n.previous, n.amount, a.outcome as answer
    from (${sentLists(sql`${line.source}::text`, sql`${line.month}::date`)}) s
    join instruction_line n on n.list_id = s.id and n.staff_key = ${line.person_key}
    left join instruction_answer a on a.list_id = n.list_id and a.no = n.no`.execute(tx)
  return result.rows[0]
}

export type LoanMonthRow = {
  id: string
  month: string
  in_use: boolean
  instructed: bigint
  remitted: bigint
  verdict: Verdict | null
}

export async function monthsOfLoan(tx: Tx, loanId: string): Promise<LoanMonthRow[]> {
  const result = await sql<LoanMonthRow>`
    select t.id, t.month, m.in_use, t.instructed, t.remitted, t.verdict
    from loan l join reconciliation_line t on t.customer_id = l.customer_id join reconciliation_month m using (source, month)
    where l.id = ${loanId} order by t.month`.execute(tx)
  return result.rows
}

// ── Erasure ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The amounts stay; who they were about goes. */
export async function eraseLinesOf(tx: Tx, customerIds: readonly string[]): Promise<void> {
  await sql`
    update reconciliation_line set person_key = 'erased ' || id, note = '', batch_id = null, row_number = null, part = null
    where customer_id = any (${customerIds}::uuid[])`.execute(tx)
}
