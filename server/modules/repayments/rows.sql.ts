import { type RawBuilder, sql } from 'kysely'
import type { Bin, ROW_STATUSES, TREATMENTS } from '../../../contract/repayments.ts'
import type { LoanState } from '../../../engine/loan.ts'
import type { Tx } from '../../kernel/db.ts'
import { anywhere } from '../../kernel/like.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'
import { NEEDS_ATTENTION } from './repayments.sql.ts'

/** The rows of a batch, one by one. */

export type RowStatus = (typeof ROW_STATUSES)[number]
export type RepaymentRow = {
  batch_id: string
  row_number: number
  part: number
  line: number
  row_key: string
  staff_number: string
  staff_key: string
  name: string
  account_number: string | null
  employer: string
  element: string
  beneficiary: string
  reference: string
  /** Of a collections file: its own day, and its reference as the channel compares it. */
  value_on: string | null
  payment_key: string | null
  amount: bigint
  earlier: bigint
  bin: Bin
  treatment: (typeof TREATMENTS)[number]
  customer_id: string | null
  customer_name: string | null
  phone: string | null
  loan_id: string | null
  loan_number: string | null
  expected: bigint | null
  matched_by: string | null
  name_score: number | null
  posting_id: string
  status: RowStatus
  problem: string | null
  balance_after: bigint | null
}

export const NAMED = sql`
  r.batch_id, r.row_number, r.part, r.line, r.row_key, r.staff_number, r.staff_key, r.name, r.account_number, r.employer, r.element, r.beneficiary, r.reference, r.value_on, r.payment_key, r.amount, r.earlier, r.bin,
    r.treatment, r.customer_id, c.surname || ' ' || c.first_name as customer_name, c.phone, r.loan_id, l.number as loan_number, r.expected,
    r.matched_by, r.name_score, r.posting_id, r.status, r.problem, r.balance_after, r.moved_by`
export const WITH_NAMES = sql`
  repayment_row r left join customer c on c.id = r.customer_id left join loan l on l.id = r.loan_id`
const ROW_WITH_NAMES = sql`select ${NAMED} from ${WITH_NAMES}`

type RowSearch = { attention?: 'true' | undefined; search?: string | undefined }
export type RowFilter = { bin?: Bin | undefined; status?: RowStatus | undefined } & RowSearch

function rowConditions(batchId: string, filter: RowFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`r.batch_id = ${batchId}`]
  if (filter.bin) parts.push(sql`r.bin = ${filter.bin}`)
  if (filter.status) parts.push(sql`r.status = ${filter.status}`)
  if (filter.attention) parts.push(NEEDS_ATTENTION)
  if (filter.search) {
    const like = anywhere(filter.search)
    // a file may spell its names in letters and marks apart; what is searched for is put together
    parts.push(
      sql`(normalize(r.name) ilike ${like} or r.staff_number ilike ${like} or r.loan_number ilike ${like})`,
    )
  }
  return sql.join(parts, sql` and `)
}

export async function listRows(
  tx: Tx,
  batchId: string,
  filter: RowFilter,
  after: { row: number; part: number },
  limit: number,
): Promise<RepaymentRow[]> {
  const result = await sql<RepaymentRow>`
    ${ROW_WITH_NAMES} where ${rowConditions(batchId, filter)} and (r.row_number, r.part) > (${after.row}, ${after.part})
    order by r.row_number, r.part limit ${limit}`.execute(tx)
  return result.rows
}

export async function countRows(tx: Tx, batchId: string, filter: RowFilter): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from repayment_row r where ${rowConditions(batchId, filter)}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function partsOf(tx: Tx, batchId: string, rowNumber: number): Promise<RepaymentRow[]> {
  const result = await sql<RepaymentRow>`
    ${ROW_WITH_NAMES} where r.batch_id = ${batchId} and r.row_number = ${rowNumber} order by r.part`.execute(
    tx,
  )
  return result.rows
}

/** In the order of loans, as they are posted: a concurrent caller waits for the first of them. */
export async function lockRows(
  tx: Tx,
  batchId: string,
  places: readonly Pick<RepaymentRow, 'row_number' | 'part'>[],
): Promise<RepaymentRow[]> {
  const wanted = sql`r.batch_id = ${batchId} and (r.row_number, r.part) in (
    select * from unnest(${places.map(place => place.row_number)}::int[], ${places.map(place => place.part)}::int[]))`
  const inOrder = sql`order by r.loan_id nulls last, r.row_number, r.part`
  await withoutWaiting(tx, sql`select 1 from repayment_row r where ${wanted} ${inOrder} for update`)
  const result = await sql<RepaymentRow>`${ROW_WITH_NAMES} where ${wanted} ${inOrder}`.execute(tx)
  return result.rows
}

export type Candidate = {
  staff_key: string
  loan_id: string
  number: string
  customer_name: string
  instalment: bigint
}

/** Identifies a row among all batches. */
export const placeIn = ({ batch_id, row_number, part }: RepaymentRow): string =>
  `${batch_id} ${row_number} ${part}`

/** Candidate loans for a manual match: of the person with the staff number, on any payroll, or the account. */
export async function candidatesFor(
  tx: Tx,
  rows: readonly RepaymentRow[],
): Promise<Map<string, Candidate[]>> {
  const keys = rows.flatMap(row => (row.staff_key === '' ? [] : [row.staff_key]))
  const accounts = rows.flatMap(row => (row.account_number === null ? [] : [row.account_number]))
  if (keys.length + accounts.length === 0) return new Map()
  const result = await sql<Candidate & { account_number: string }>`
    select ltrim(upper(c.ippis_number), '0') as staff_key, c.account_number, l.id as loan_id, l.number, c.surname || ' ' || c.first_name as customer_name,
      l.instalment
    from customer c join loan l on l.customer_id = c.id and l.status in ('live', 'overpaid')
    where (ltrim(upper(c.ippis_number), '0') = any (${keys}::text[]) or c.account_number = any (${accounts}::text[])) and c.status <> 'merged'
    order by l.disbursed_on, l.number limit 500`.execute(tx)
  const found = new Map<string, Candidate[]>()
  for (const row of rows) {
    const fitting = result.rows.filter(
      each => each.staff_key === row.staff_key || each.account_number === row.account_number,
    )
    found.set(placeIn(row), fitting.slice(0, 10))
  }
  return found
}

export type RowChange = Partial<{
  loan_id: string | null
  customer_id: string | null
  treatment: RepaymentRow['treatment']
  matched_by: string | null
  status: RowStatus
  problem: string | null
  balance_after: bigint | null
  posted_at: Date
  amount: bigint
  bin: Bin
  row_key: string
  posting_id: string
}>

export async function changeRow(
  tx: Tx,
  batchId: string,
  { row_number, part }: Pick<RepaymentRow, 'row_number' | 'part'>,
  change: RowChange,
): Promise<void> {
  const sets = Object.entries(change).map(([column, value]) => sql`${sql.id(column)} = ${value}`)
  await sql`
    update repayment_row set ${sql.join(sets)} where batch_id = ${batchId} and row_number = ${row_number} and part = ${part}`.execute(
    tx,
  )
}

/** Divides a row: the first part keeps its place, the others follow it. */
export async function insertPart(
  tx: Tx,
  batchId: string,
  rowNumber: number,
  part: { part: number; amount: bigint; loanId: string; customerId: string },
): Promise<void> {
  await sql`
    insert into repayment_row (batch_id, source, period, row_number, part, turn, line, row_key, staff_number, staff_key, loan_number, name,
      account_number, employer, element, beneficiary, element_key, beneficiary_key, value_on, payment_key, narration, reference, amount, bin, treatment,
      customer_id, loan_id, matched_by)
    select batch_id, source, period, row_number, ${part.part}, turn, line, row_key, staff_number, staff_key, loan_number, name, account_number,
      employer, element, beneficiary, element_key, beneficiary_key, value_on, payment_key, narration, reference, ${part.amount}, 'exact', 'post', ${part.customerId}, ${part.loanId}, 'hand'
    from repayment_row where batch_id = ${batchId} and row_number = ${rowNumber} and part = 1`.execute(tx)
}

export async function deleteOtherParts(tx: Tx, batchId: string, rowNumber: number): Promise<void> {
  await sql`delete from repayment_row where batch_id = ${batchId} and row_number = ${rowNumber} and part > 1`.execute(
    tx,
  )
}

export async function loanOwner(tx: Tx, loanId: string): Promise<string | undefined> {
  const result = await sql<{
    customer_id: string
  }>`select customer_id from loan where id = ${loanId}`.execute(tx)
  return result.rows[0]?.customer_id
}

// ── Posting and undoing ────────────────────────────────────────────────────────────────────────────────────────────

export type Place = Pick<RepaymentRow, 'row_number' | 'part' | 'loan_id' | 'customer_id'>

/** In the order of loans, so that two workers never wait for one another in a circle. */
export async function rowsToPost(tx: Tx, batchId: string, limit: number): Promise<Place[]> {
  const result = await sql<Place>`
    select row_number, part, loan_id, customer_id from repayment_row where batch_id = ${batchId} and status = 'open' and treatment <> 'skip'
    order by loan_id nulls last, row_number, part limit ${limit}`.execute(tx)
  return result.rows
}

export async function rowsToUndo(tx: Tx, batchId: string, limit: number): Promise<Place[]> {
  const result = await sql<Place>`
    select row_number, part, loan_id, customer_id from repayment_row where batch_id = ${batchId} and status in ('posted', 'suspense') and problem is null
    order by loan_id nulls last, row_number, part limit ${limit}`.execute(tx)
  return result.rows
}

export async function closeSkipped(tx: Tx, batchId: string): Promise<void> {
  await sql`
    update repayment_row set status = 'skipped' where batch_id = ${batchId} and status = 'open' and treatment = 'skip'`.execute(
    tx,
  )
}

/** What got another place after two people had agreed on the batch is not posted before two agree on that. */
export async function holdMoved(tx: Tx, batchId: string, rowNumber: number, by: string): Promise<void> {
  await sql`
    update repayment_row set status = 'refused', moved_by = ${by}, problem = 'It has another place now. Retry: a second person has to agree.'
    where batch_id = ${batchId} and row_number = ${rowNumber} and status = 'open'`.execute(tx)
}

export async function movedRows(tx: Tx, batchId: string): Promise<(RepaymentRow & { moved_by: string })[]> {
  const result = await sql<RepaymentRow & { moved_by: string }>`
    ${ROW_WITH_NAMES} where r.batch_id = ${batchId} and r.moved_by is not null and r.status = 'refused'
    order by r.row_number, r.part`.execute(tx)
  return result.rows
}

export async function findPosted(
  tx: Tx,
  batchId: string,
  receiptId: string,
): Promise<RepaymentRow | undefined> {
  const result = await sql<RepaymentRow>`
    ${ROW_WITH_NAMES} where r.batch_id = ${batchId} and r.posting_id = ${receiptId} and r.status = 'posted'`.execute(
    tx,
  )
  return result.rows[0]
}

/** Retries a failed reversal on every row. */
export async function forgetProblems(tx: Tx, batchId: string): Promise<void> {
  await sql`
    update repayment_row set problem = null
    where batch_id = ${batchId} and status in ('posted', 'suspense') and problem is not null`.execute(tx)
}

export async function reopenRefused(tx: Tx, batchId: string): Promise<void> {
  await sql`
    update repayment_row set status = 'open', problem = null, moved_by = null where batch_id = ${batchId} and status = 'refused'`.execute(
    tx,
  )
}

/** One person's rows in a batch that are still to be posted, in the order of the file. */
export async function toPostOf(tx: Tx, batchId: string, customerId: string): Promise<RepaymentRow[]> {
  const result = await sql<RepaymentRow>`
    ${ROW_WITH_NAMES} where r.batch_id = ${batchId} and r.customer_id = ${customerId} and r.status = 'open'
      and r.treatment = 'post' and r.loan_id is not null
    order by r.row_number, r.part`.execute(tx)
  return result.rows
}

type Failed = (error: unknown) => never

/** What was posted, with what was left to pay. */
export async function markPosted(
  tx: Tx,
  batchId: string,
  posted: readonly { row: RepaymentRow; balance: bigint }[],
  at: Date,
  failed: Failed,
): Promise<void> {
  const marking = sql`
    update repayment_row r set status = 'posted', problem = null, balance_after = p.balance, posted_at = ${at}
    from unnest(${posted.map(({ row }) => row.row_number)}::int[], ${posted.map(({ row }) => row.part)}::int[],
      ${posted.map(({ balance }) => balance)}::bigint[]) as p (row_number, part, balance)
    where r.batch_id = ${batchId} and r.row_number = p.row_number and r.part = p.part`
  await withoutWaiting(tx, marking, { failed })
}

export async function markInSuspense(
  tx: Tx,
  batchId: string,
  rows: readonly Pick<RepaymentRow, 'row_number' | 'part'>[],
  at: Date,
  failed: Failed,
): Promise<void> {
  const marking = sql`
    update repayment_row r set status = 'suspense', problem = null, posted_at = ${at}
    from unnest(${rows.map(row => row.row_number)}::int[], ${rows.map(row => row.part)}::int[]) as p (row_number, part)
    where r.batch_id = ${batchId} and r.row_number = p.row_number and r.part = p.part`
  await withoutWaiting(tx, marking, { failed })
}

/** One person's rows in a batch: what is still to post, and what this run of it has posted so far. */
export type PersonSoFar = { open: number; amount: bigint; expected: bigint; balance: bigint; loans: string[] }

export async function peopleSoFar(
  tx: Tx,
  { intake_id: batchId, posted_at }: { intake_id: string; posted_at: Date | null },
  customerIds: readonly string[],
): Promise<Map<string, PersonSoFar>> {
  const result = await sql<PersonSoFar & { customer_id: string }>`
    select p.customer_id, own.* from unnest(${customerIds}::uuid[]) as p (customer_id), lateral (
      with rows as (
        select r.loan_id, r.status, r.treatment, r.amount - r.earlier as amount, coalesce(r.expected, 0) as expected
        from repayment_row r where r.batch_id = ${batchId} and r.customer_id = p.customer_id
          and (r.status = 'open' or r.posted_at > coalesce(${posted_at}::timestamptz, '-infinity'))),
      loans as (select l.number, l.owed_total from loan l where l.id in (select loan_id from rows where status = 'posted'))
      select count(*) filter (where status = 'open' and treatment = 'post')::int as open,
        coalesce(sum(amount) filter (where status = 'posted'), 0)::bigint as amount,
        (select coalesce(sum(e.most), 0)::bigint from (
          select max(expected) as most from rows where status = 'posted' group by loan_id) e) as expected,
        (select coalesce(sum(owed_total), 0)::bigint from loans) as balance,
        (select coalesce(array_agg(number order by number), '{}') from loans) as loans
      from rows) own`.execute(tx)
  return new Map(result.rows.map(({ customer_id, ...soFar }) => [customer_id, soFar]))
}

/** The loan of theirs that this run has posted to last: how it stands now. */
export async function lastPaidOf(
  tx: Tx,
  { intake_id, posted_at }: { intake_id: string; posted_at: Date | null },
  customerId: string,
): Promise<Pick<LoanState, 'status' | 'credit'> | undefined> {
  const result = await sql<Pick<LoanState, 'status' | 'credit'>>`
    select l.status, l.credit from repayment_row r join loan l on l.id = r.loan_id
    where r.batch_id = ${intake_id} and r.customer_id = ${customerId} and r.status = 'posted'
      and r.posted_at > coalesce(${posted_at}::timestamptz, '-infinity')
    order by r.posted_at desc, r.row_number desc, r.part desc limit 1`.execute(tx)
  return result.rows[0]
}

export type Plan = {
  toLoans: { rows: number; total: string }
  toSuspense: { rows: number; total: string }
  excluded: { rows: number; total: string }
  /** Deductions of other lenders. */
  foreign: { rows: number; total: string }
  /** Customers with a row to a loan: each gets one message at most. */
  people: number
}

/** Where the money of a batch goes when it is posted, whatever the rows match. */
export async function planOf(tx: Tx, batchId: string): Promise<Plan> {
  const sumOf = (condition: RawBuilder<unknown>) => sql`json_build_object(
    'rows', count(*) filter (where ${condition})::int,
    'total', coalesce(sum(amount - earlier) filter (where ${condition}), 0)::text)`
  const toLoan = sql`treatment = 'post' and loan_id is not null`
  const result = await sql<Plan>`
    select ${sumOf(toLoan)} as "toLoans", ${sumOf(sql`treatment = 'suspense' or (treatment = 'post' and loan_id is null)`)} as "toSuspense",
      ${sumOf(sql`treatment = 'skip' and bin <> 'foreign'`)} as excluded, ${sumOf(sql`bin = 'foreign'`)} as foreign, count(distinct customer_id) filter (where ${toLoan})::int as people
    from repayment_row where batch_id = ${batchId}`.execute(tx)
  const [plan] = result.rows
  if (!plan) throw new Error('a count came back without a row')
  return plan
}
