import { type RawBuilder, sql } from 'kysely'
import type { BatchCash } from '../../../contract/ledger.ts'
import type { CHANNELS } from '../../../contract/loans.ts'
import type { SourceKind } from '../../../contract/paySources.ts'
import type { BATCH_STATUSES, Bin } from '../../../contract/repayments.ts'
import type { Tx } from '../../kernel/db.ts'
import { figuresOfBatch } from '../offices/offices.ts'

export type BatchStatus = (typeof BATCH_STATUSES)[number]

export type BatchRow = {
  intake_id: string
  number: string
  source: string
  period: string
  corrects_id: string | null
  turn: number
  keyed_by_beneficiary: boolean
  kind: SourceKind
  cash_account: BatchCash
  channel: (typeof CHANNELS)[number]
  status: BatchStatus
  value_on: string | null
  gap_note: string | null
  holds_messages: boolean
  declared_rows: number | null
  declared_total: bigint | null
  file_rows: number
  file_total: bigint
  opened_at: Date
  posted_at: Date | null
  undone_at: Date | null
  file_name: string
  invalid_rows: number
  repaired_values: number
  uploaded_by: string
  /** Who chose the columns of its file. */
  shaped_by: string[]
  /** Who matched a row manually to a loan, to suspense or to no person. */
  placed_by: string[]
  uploaded_by_name: string
  submitted_by: string | null
  submitted_by_name: string | null
  approved_by: string | null
  approved_by_name: string | null
  bank_credit: bigint
  /** What its payroll office deducted and has not remitted, after charges and write-downs. */
  owed: bigint
  office_charges: bigint
  written_down: bigint
  done: Figures
}

/** Sums over the rows of a batch, as text because JSON has no kobo. */
export type Figures = {
  bins: { bin: Bin; rows: number; total: string; expected: string }[]
  todo: number
  done: number
  refused: number
  moved: number
  passedOver: number
  posted: string
  suspense: string
  /** In another name than the customer's, by where they go. */
  nameToLoans: { rows: number; total: string }
  nameToSuspense: { rows: number; total: string }
  withoutName: number
  undecided: { ambiguous: number; nameDiffers: number; unknownElement: number }
}

const rowsOfMoney = (condition: RawBuilder<unknown>) => sql`json_build_object(
  'rows', count(*) filter (where ${condition})::int,
  'total', coalesce(sum(r.amount - r.earlier) filter (where ${condition}), 0)::text)`

/** One that a person sent to suspense or excluded is decided; a correction that falls short is excluded by itself. */
const UNDECIDED = sql`r.status = 'open' and r.treatment = 'suspense' and r.matched_by is distinct from 'hand'`
const undecided = (bin: Bin) => sql`count(*) filter (where r.bin = ${bin} and ${UNDECIDED})::int`
/** An undecided match or a failed posting. */
export const NEEDS_ATTENTION = sql`
  (r.status = 'refused' or (r.bin in ('ambiguous', 'nameDiffers') and ${UNDECIDED}))`

const FIGURES = sql`
  (select json_build_object(
    'bins', coalesce((select json_agg(b) from (
      select bin, count(*)::int as rows, sum(amount)::text as total, coalesce(sum(expected), 0)::text as expected
      from repayment_row where batch_id = b.intake_id group by bin) b), '[]'),
    'todo', count(*) filter (where r.treatment <> 'skip')::int,
    'done', count(*) filter (where r.status in ('posted', 'suspense'))::int,
    'refused', count(*) filter (where r.status = 'refused')::int,
    'moved', count(*) filter (where r.status = 'refused' and r.moved_by is not null)::int,
    'passedOver', count(*) filter (where r.status = 'undone' and r.problem is not null)::int,
    'posted', coalesce(sum(r.amount - r.earlier) filter (where r.status = 'posted'), 0)::text,
    'suspense', coalesce(sum(r.amount - r.earlier) filter (where r.status = 'suspense'), 0)::text,
    'nameToLoans', ${rowsOfMoney(sql`r.name_score is not null and r.treatment = 'post'`)},
    'nameToSuspense', ${rowsOfMoney(sql`(r.name_score is not null or r.bin = 'nameDiffers') and r.treatment = 'suspense'`)},
    'undecided', json_build_object('ambiguous', ${undecided('ambiguous')}, 'nameDiffers', ${undecided('nameDiffers')},
      'unknownElement', count(*) filter (where r.bin = 'unknownElement' and r.status = 'open')::int),
    'withoutName', count(*) filter (where r.name = '' and r.treatment = 'post')::int)
  from repayment_row r where r.batch_id = b.intake_id)`

const WITH_ALL = sql`
  select b.*, i.file_name, coalesce(i.refused_rows, 0) as invalid_rows,
    coalesce(i.repaired_values, 0) as repaired_values, i.uploaded_by, i.shaped_by,
    u.first_name || ' ' || u.last_name as uploaded_by_name, s.first_name || ' ' || s.last_name as submitted_by_name,
    a.first_name || ' ' || a.last_name as approved_by_name,
    f.allocated as bank_credit, f.owed, f.charged as office_charges, f.written_down, ${FIGURES} as done
  from repayment_batch b join intake i on i.id = b.intake_id join staff u on u.id = i.uploaded_by
  left join staff s on s.id = b.submitted_by left join staff a on a.id = b.approved_by
  cross join lateral (${figuresOfBatch(sql`b.intake_id`)}) f`

export async function findBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  return (await sql<BatchRow>`${WITH_ALL} where b.intake_id = ${id}`.execute(tx)).rows[0]
}

export async function lockBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  await sql`select 1 from repayment_batch where intake_id = ${id} for no key update`.execute(tx)
  return findBatch(tx, id)
}

/** Once for each person. */
export async function notePlacer(tx: Tx, id: string, staffId: string): Promise<void> {
  await sql`
    update repayment_batch set placed_by = placed_by || ${staffId}::uuid
    where intake_id = ${id} and not (${staffId}::uuid = any (placed_by))`.execute(tx)
}

export type NewBatch = {
  id: string
  source: string
  period: string
  correctsId: string | null
  turn: number
  keyedByBeneficiary: boolean
  kind: SourceKind
  cashAccount: BatchCash
  channel: string
  declaredRows: number | null
  declaredTotal: bigint | null
  at: Date
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await sql`
    insert into repayment_batch (intake_id, number, source, period, corrects_id, turn, keyed_by_beneficiary, kind, cash_account, channel, declared_rows, declared_total, file_rows, file_total, opened_at)
    values (${batch.id}, 'RB-' || to_char(nextval('repayment_batch_number'), 'FM000000'), ${batch.source}, ${batch.period}::date, ${batch.correctsId},
      ${batch.turn}, ${batch.keyedByBeneficiary}, ${batch.kind}, ${batch.cashAccount}, ${batch.channel}, ${batch.declaredRows}, ${batch.declaredTotal}, 0, 0, ${batch.at})`.execute(
    tx,
  )
}

/** What stands on it is refused before; a correction that was undone only forgets what it corrected. */
export async function deleteBatch(tx: Tx, id: string): Promise<void> {
  await sql`update repayment_batch set corrects_id = null where corrects_id = ${id} and status = 'undone'`.execute(
    tx,
  )
  await sql`delete from repayment_row where batch_id = ${id}`.execute(tx)
  await sql`delete from repayment_batch where intake_id = ${id}`.execute(tx)
}

/** The files before this one in its chain of corrections. */
export async function correctedBy(tx: Tx, id: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with recursive chain as (
      select corrects_id as id from repayment_batch where intake_id = ${id} and corrects_id is not null
      union all select b.corrects_id from chain c join repayment_batch b on b.intake_id = c.id where b.corrects_id is not null)
    select id from chain`.execute(tx)
  return result.rows.map(row => row.id)
}

/** The batch that corrects this one and stands. */
export async function correctionOf(tx: Tx, id: string): Promise<{ id: string; number: string } | undefined> {
  const result = await sql<{ id: string; number: string }>`
    select intake_id as id, number from repayment_batch where corrects_id = ${id} and status <> 'undone'
    order by number desc limit 1`.execute(tx)
  return result.rows[0]
}

export async function disableStatementTimeout(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
}

export async function finishMatch(tx: Tx, id: string): Promise<{ rows: number; matched: number }> {
  const result = await sql<{ rows: number; matched: number }>`
    with counted as (
      select count(distinct row_number)::int as rows, coalesce(sum(amount), 0) as total,
        count(distinct row_number) filter (where loan_id is not null)::int as matched
      from repayment_row where batch_id = ${id}),
    kept as (update repayment_batch b set file_rows = c.rows, file_total = c.total from counted c where b.intake_id = ${id})
    select rows, matched from counted`.execute(tx)
  return result.rows[0] ?? { rows: 0, matched: 0 }
}

export type BatchChange = Partial<{
  status: BatchStatus
  value_on: string
  gap_note: string | null
  holds_messages: boolean
  submitted_by: string
  approved_by: string
  posted_at: Date
  undone_at: Date
}>

/** Whether a file of the month is in the ledger. */
export async function hasPosted(tx: Tx, source: string, period: string): Promise<boolean> {
  const result = await sql`
    select 1 from repayment_batch
    where source = ${source} and period = ${period}::date and status in ('posted', 'undoing') limit 1`.execute(
    tx,
  )
  return result.rows.length > 0
}

export async function changeBatch(tx: Tx, id: string, change: BatchChange): Promise<void> {
  const sets = Object.entries(change).map(([column, value]) => sql`${sql.id(column)} = ${value}`)
  await sql`update repayment_batch set ${sql.join(sets)} where intake_id = ${id}`.execute(tx)
}

export async function batchesHolding(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select intake_id as id from repayment_batch where intake_id = any (${ids}::uuid[]) and holds_messages`.execute(
    tx,
  )
  return result.rows.map(row => row.id)
}

// ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type BatchFilter = {
  status?: BatchStatus | undefined
  source?: string | undefined
  period?: string | undefined
  unremitted?: 'true' | 'false' | undefined
  refused?: 'true' | undefined
}

/** What its payroll office deducted and has not remitted; below zero, what it remitted beyond that. */
const OWED = sql`(select f.owed from (${figuresOfBatch(sql`b.intake_id`)}) f)`

function batchConditions(filter: BatchFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.status) parts.push(sql`b.status = ${filter.status}`)
  if (filter.source) parts.push(sql`b.source = ${filter.source}`)
  if (filter.period) parts.push(sql`b.period = ${`${filter.period}-01`}::date`)
  if (filter.refused)
    parts.push(sql`b.intake_id in (select r.batch_id from repayment_row r where r.status = 'refused')`)
  if (filter.unremitted === 'true') parts.push(sql`b.status = 'posted' and ${OWED} > 0`)
  return sql.join(parts, sql` and `)
}

export async function listBatches(
  tx: Tx,
  filter: BatchFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<BatchRow[]> {
  const beyond = after
    ? sql`(b.opened_at, b.intake_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const result = await sql<BatchRow>`
    ${WITH_ALL} where ${batchConditions(filter)} and ${beyond} order by b.opened_at desc, b.intake_id desc limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function countBatches(tx: Tx, filter: BatchFilter): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from repayment_batch b where ${batchConditions(filter)}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

/** What the batches of a filter are owed for, by source: all of them, not those of a page. */
export async function owedBySource(
  tx: Tx,
  filter: BatchFilter,
): Promise<{ source: string; batches: number; owed: bigint }[]> {
  const result = await sql<{ source: string; batches: number; owed: bigint }>`
    select b.source, count(*)::int as batches, sum(${OWED})::bigint as owed
    from repayment_batch b where ${batchConditions(filter)} group by b.source order by b.source`.execute(tx)
  return result.rows
}
