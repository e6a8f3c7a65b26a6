import { type RawBuilder, sql } from 'kysely'
import type { PayoutKind, PayoutLineStatus, PayoutStatus } from '../../../contract/payouts.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'
import { changesOf, valuesOf } from '../../kernel/rows.sql.ts'

/** Which batch has a loan on its way to the bank. */
export async function openPayoutOf(
  tx: Tx,
  loanId: string,
): Promise<{ id: string; number: string } | undefined> {
  const result = await sql<{ id: string; number: string }>`
    select b.id, b.number from payout_line p join payout_batch b on b.id = p.batch_id
    where p.loan_id = ${loanId} and p.status in ('open', 'posting')`.execute(tx)
  return result.rows[0]
}

// ── Who can be paid ────────────────────────────────────────────────────────────────────────────────────────────────

export type PayeeRow = {
  loan_id: string
  customer_name: string
  loan_number: string
  frozen: string | null
  beneficiary: string
  bank_code: string
  account_number: string
  customer_status: string
  status_until: string | null
  /** A change of the bank account is pending approval. */
  account_waits: boolean
  act_waits: boolean
  batch_id: string | null
  batch_number: string | null
}

export async function payees(tx: Tx, loanIds: readonly string[]): Promise<PayeeRow[]> {
  const result = await sql<PayeeRow>`
    select l.id as loan_id, l.number as loan_number, l.frozen, c.surname || ' ' || c.first_name as customer_name, concat_ws(' ', c.surname, c.first_name, nullif(c.other_names, '')) as beneficiary,
      c.bank_code, c.account_number, c.status as customer_status, c.status_until,
      exists (select 1 from approval a where a.status = 'waiting' and a.command = 'customerSensitiveChange'
        and a.subject_type = 'customer' and a.subject_id = c.id::text
        and a.input -> 'to' ?| array['accountNumber', 'bankCode']) as account_waits,
      exists (select 1 from approval a where a.status = 'waiting' and a.command = 'loanActDo'
        and a.subject_type = 'loan' and a.subject_id = l.id::text) as act_waits,
      b.id as batch_id, b.number as batch_number
    from loan l join customer c on c.id = l.customer_id
    left join payout_line p on p.loan_id = l.id and p.status in ('open', 'posting')
    left join payout_batch b on b.id = p.batch_id
    where l.id = any (${loanIds}::uuid[])`.execute(tx)
  return result.rows
}

/** Held until the batch is saved, in the order in which every act locks several loans. */
export async function lockLoans(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select 1 from loan where id = any (${ids}::uuid[]) order by id for no key update`.execute(tx)
}

// ── Batches ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** As stored: a batch pending approval is a draft. */
export type StoredStatus = Exclude<PayoutStatus, 'waiting'>

export type BatchRow = {
  id: string
  number: string
  status: StoredStatus
  value_on: string
  paying_account: string
  lines: number
  total: bigint
  made_at: Date
  made_by: string
  made_by_name: string
  approved_at: Date | null
  approved_by_name: string | null
  sent_at: Date | null
  sent_by_name: string | null
  ended_at: Date | null
  paid_lines: number
  paid_total: bigint
}

const WITH_PAID = sql`
  select b.*, coalesce(p.lines, 0)::int as paid_lines, coalesce(p.total, 0)::bigint as paid_total
  from payout_batch b left join lateral (
    select count(*) as lines, sum(amount) as total from payout_line where batch_id = b.id and status = 'paid') p on true`

/** Numbers of a year have no gap: a batch created at the same instant waits. */
export async function takeNumber(tx: Tx, year: number): Promise<string> {
  const result = await sql<{ last: number }>`
    insert into payout_number (year, last) values (${year}, 1)
    on conflict (year) do update set last = payout_number.last + 1 returning last`.execute(tx)
  return `PO-${year}-${String(result.rows[0]?.last ?? 0).padStart(4, '0')}`
}

export async function insertBatch(
  tx: Tx,
  batch: Pick<
    BatchRow,
    | 'id'
    | 'number'
    | 'value_on'
    | 'paying_account'
    | 'lines'
    | 'total'
    | 'made_at'
    | 'made_by'
    | 'made_by_name'
  >,
): Promise<void> {
  await sql`insert into payout_batch ${valuesOf(batch, { status: 'draft' })}`.execute(tx)
}

export async function findBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  const result = await sql<BatchRow>`${WITH_PAID} where b.id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function lockBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  await sql`select 1 from payout_batch where id = ${id} for update`.execute(tx)
  return findBatch(tx, id)
}

export type BatchChange = Partial<
  Pick<
    BatchRow,
    | 'status'
    | 'lines'
    | 'total'
    | 'approved_at'
    | 'approved_by_name'
    | 'sent_at'
    | 'sent_by_name'
    | 'ended_at'
  >
>

export async function updateBatch(tx: Tx, id: string, change: BatchChange): Promise<void> {
  await sql`update payout_batch set ${changesOf(change)} where id = ${id}`.execute(tx)
}

export async function listBatches(
  tx: Tx,
  filter: BatchFilter,
  after: string | null,
  limit: number,
): Promise<BatchRow[]> {
  const result = await sql<BatchRow>`
    ${WITH_PAID} where ${batchConditions(filter)} and ${after === null ? sql`true` : sql`b.number < ${after}`}
    order by b.number desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countBatches(tx: Tx, filter: BatchFilter): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from payout_batch b where ${batchConditions(filter)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

type BatchFilter = {
  status?: PayoutStatus | undefined
  refused?: 'true' | undefined
  toTransfer?: 'true' | undefined
}

/** A draft pending approval is stored as a draft, and is not shown as one. */
const IS_ASKED_ABOUT = sql`exists (select 1 from approval a
  where a.status = 'waiting' and a.subject_type = 'payoutBatch' and a.subject_id = b.id::text)`

/** The bank paid, and the ledger could not follow. */
const IS_REFUSED = sql`p.problem is not null and p.status = 'posting'`
const HAS_REFUSED = sql`b.id in (select p.batch_id from payout_line p where ${IS_REFUSED})`

const IS_TO_TRANSFER = sql`b.status in ('approved', 'sent')
  and b.id in (select p.batch_id from payout_line p where p.status = 'open')`

const batchConditions = ({ status, refused, toTransfer }: BatchFilter): RawBuilder<unknown> =>
  sql.join(
    [inStatus(status), ...(refused ? [HAS_REFUSED] : []), ...(toTransfer ? [IS_TO_TRANSFER] : [])],
    sql` and `,
  )

function inStatus(status: PayoutStatus | undefined): RawBuilder<unknown> {
  if (status === 'waiting') return sql`b.status = 'draft' and ${IS_ASKED_ABOUT}`
  if (status === 'draft') return sql`b.status = 'draft' and not ${IS_ASKED_ABOUT}`
  return status ? sql`b.status = ${status}` : sql`true`
}

// ── Bank files ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type ExportRow = {
  id: string
  batch_id: string
  copy: number
  taken_at: Date
  taken_by_name: string
  reason: string | null
  line_nos: number[]
  lines: number
  total: bigint
  hash_total: string | null
  sha256: string | null
  /** Null is the standard file. */
  layout: object | null
}

export async function insertExport(tx: Tx, row: ExportRow): Promise<void> {
  const layout = row.layout === null ? null : JSON.stringify(row.layout)
  await sql`insert into payout_export ${valuesOf({ ...row, layout })}`.execute(tx)
}

export async function findExport(tx: Tx, id: string): Promise<ExportRow | undefined> {
  return (await sql<ExportRow>`select * from payout_export where id = ${id}`.execute(tx)).rows[0]
}

export async function exportsOf(tx: Tx, batchId: string): Promise<ExportRow[]> {
  const result = await sql<ExportRow>`
    select * from payout_export where batch_id = ${batchId} order by copy`.execute(tx)
  return result.rows
}

// ── Lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type LineRow = {
  id: string
  batch_id: string
  no: number
  kind: PayoutKind
  refund_id: string | null
  /** Of the refund case that a line pays. */
  refund_number: string | null
  /** The payroll source to whose office a refund is returned. */
  refund_office: string | null
  loan_id: string
  loan_number: string
  reference: string
  beneficiary: string
  bank_code: string
  account_number: string
  principal: bigint
  fees: bigint
  settles: Json
  settled: bigint
  amount: bigint
  status: PayoutLineStatus
  bank_reference: string | null
  bank_on: string | null
  reason: string | null
  told_at: Date | null
  told_by: string | null
  told_by_name: string | null
  problem: string | null
  /** Two people said that its money came back. */
  came_back_at: Date | null
  payout_id: string
  undo_id: string
  is_undone: boolean
}

const WITH_LOAN = sql`
  select p.*, l.number as loan_number, f.number as refund_number, f.office as refund_office,
    p.status = 'returned' and exists (select 1 from loan_event e where e.loan_id = p.loan_id and e.type = 'reversal'
      and e.event ->> 'of' = p.payout_id::text) as is_undone
  from payout_line p join loan l on l.id = p.loan_id left join payout_refund f on f.refund_id = p.refund_id`

export type NewLine = Pick<
  LineRow,
  | 'id' | 'batch_id' | 'no' | 'kind' | 'refund_id' | 'loan_id' | 'reference' | 'beneficiary' | 'bank_code' | 'account_number' | 'principal'
  | 'fees' | 'settled' | 'amount' | 'payout_id' | 'undo_id'
> & { settles: string } // biome-ignore format: one list, read as a line

export async function insertLines(tx: Tx, lines: readonly NewLine[]): Promise<void> {
  await sql`insert into payout_line ${valuesOf(lines)}`.execute(tx)
}

export async function linesOf(tx: Tx, batchId: string, status?: PayoutLineStatus): Promise<LineRow[]> {
  const result = await sql<LineRow>`
    ${WITH_LOAN} where p.batch_id = ${batchId} and (${status ?? null}::text is null or p.status = ${status ?? null}::text)
    order by p.no`.execute(tx)
  return result.rows
}

export async function pageOfLines(
  tx: Tx,
  filter: { id: string; status?: PayoutLineStatus | undefined; refused?: 'true' | undefined },
  after: string,
  limit: number,
): Promise<LineRow[]> {
  const status = filter.status ?? null
  const result = await sql<LineRow>`
    ${WITH_LOAN} where p.batch_id = ${filter.id} and p.no > ${after}::integer
      and (${status}::text is null or p.status = ${status}::text) and ${filter.refused ? IS_REFUSED : sql`true`}
    order by p.no limit ${limit}`.execute(tx)
  return result.rows
}

export async function findLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  const result = await sql<LineRow>`${WITH_LOAN} where p.id = ${id}`.execute(tx)
  return result.rows[0]
}

export async function lineWithReference(
  tx: Tx,
  reference: string,
): Promise<{ batch_number: string } | undefined> {
  const result = await sql<{ batch_number: string }>`
    select b.number as batch_number from payout_line p join payout_batch b on b.id = p.batch_id
    where p.reference = ${reference}`.execute(tx)
  return result.rows[0]
}

export type EarlierLine = {
  loan_number: string
  batch_number: string
  sent_at: Date
  amount: bigint
  status: PayoutLineStatus
}

/** What was approved for transfer to the same loans in other batches; it may have been paid, whatever was recorded. */
export async function earlierLines(
  tx: Tx,
  batchId: string,
  { loanIds, refundIds }: { loanIds: readonly string[]; refundIds: readonly string[] },
): Promise<EarlierLine[]> {
  const result = await sql<EarlierLine>`
    select l.number as loan_number, b.number as batch_number, coalesce(b.sent_at, b.approved_at) as sent_at, p.amount, p.status
    from payout_line p join payout_batch b on b.id = p.batch_id join loan l on l.id = p.loan_id
    where (p.kind = 'loan' and p.loan_id = any (${loanIds}::uuid[]) or p.refund_id = any (${refundIds}::uuid[]))
      and p.batch_id <> ${batchId} and b.approved_at is not null
    order by l.number, b.number`.execute(tx)
  return result.rows
}

export type LineChange = Partial<
  Pick<
    LineRow,
    | 'status'
    | 'bank_reference'
    | 'bank_on'
    | 'reason'
    | 'told_at'
    | 'told_by'
    | 'told_by_name'
    | 'problem'
    | 'came_back_at'
  >
>

export async function updateLine(tx: Tx, id: string, change: LineChange): Promise<void> {
  await sql`update payout_line set ${changesOf(change)} where id = ${id}`.execute(tx)
}

/** All lines of a batch that nothing is known about yet. */
export async function cancelLines(tx: Tx, batchId: string): Promise<void> {
  await sql`
    update payout_line set status = 'cancelled' where batch_id = ${batchId} and status = 'open'`.execute(tx)
}

export async function clearProblems(tx: Tx, batchId: string): Promise<number> {
  const result = await sql`
    update payout_line set problem = null
    where batch_id = ${batchId} and status = 'posting' and problem is not null returning id`.execute(tx)
  return result.rows.length
}

/** Lines the bank has paid and the ledger has not followed yet, a few at a time. */
export async function linesToPost(tx: Tx, batchId: string, limit: number): Promise<LineRow[]> {
  const result = await sql<LineRow>`
    ${WITH_LOAN} where p.batch_id = ${batchId} and p.status = 'posting' and p.problem is null
    order by p.loan_id limit ${limit}`.execute(tx)
  return result.rows
}

type Tally = { status: PayoutLineStatus; lines: number; total: bigint; problems: number }

export async function tally(tx: Tx, batchId: string): Promise<Tally[]> {
  const result = await sql<Tally>`
    select status, count(*)::int as lines, sum(amount)::bigint as total, count(problem)::int as problems
    from payout_line where batch_id = ${batchId} group by status`.execute(tx)
  return result.rows
}

export async function loanStatus(tx: Tx, loanId: string): Promise<string | undefined> {
  const result = await sql<{ status: string }>`select status from loan where id = ${loanId}`.execute(tx)
  return result.rows[0]?.status
}
