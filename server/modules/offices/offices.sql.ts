import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'

/** Acts on the account of one office run one after another. */
export async function lockOffice(tx: Tx, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('payroll office ' || ${source}))`.execute(tx)
}

// ── What an office owes for a batch ────────────────────────────────────────────────────────────────────────────────

/** One row for a batch: due by its deductions, and what was allocated, charged and written down since. */
export const figuresOfBatch = (batchId: RawBuilder<unknown>) => sql`
  select d.due, d.deductions, a.allocated, a.charged, c.written_down, d.due - a.allocated - a.charged - c.written_down as owed
  from (select coalesce(sum(amount), 0)::bigint as due, coalesce(sum(deductions), 0)::int as deductions
    from office_due where batch_id = ${batchId}) d,
  (select coalesce(sum(amount), 0)::bigint as allocated, coalesce(sum(charge), 0)::bigint as charged
    from office_allocation where batch_id = ${batchId} and undone_at is null) a,
  (select coalesce(sum(amount), 0)::bigint as written_down
    from office_correction where batch_id = ${batchId} and undone_at is null) c`

export type OfficeBatchRow = {
  batch_id: string
  number: string
  source: string
  period: string
  code: number
  closed_at: Date | null
  due: bigint
  deductions: number
  allocated: bigint
  charged: bigint
  written_down: bigint
  owed: bigint
}

const BATCHES = sql`
  select b.batch_id, b.number, b.source, b.period, b.code, b.closed_at, f.due, f.deductions, f.allocated, f.charged, f.written_down, f.owed
  from office_batch b, lateral (${figuresOfBatch(sql`b.batch_id`)}) f`

export async function findBatches(tx: Tx, ids: readonly string[]): Promise<OfficeBatchRow[]> {
  const result = await sql<OfficeBatchRow>`
    ${BATCHES} where b.batch_id = any (${[...ids]}::uuid[]) order by b.period, b.number`.execute(tx)
  return result.rows
}

/** Of every office, or of one: the batches that are not settled, oldest first. */
export async function openBatches(tx: Tx, source: string | null): Promise<OfficeBatchRow[]> {
  const ofSource = source === null ? sql`true` : sql`b.source = ${source}`
  const result = await sql<OfficeBatchRow>`
    ${BATCHES} where ${ofSource} and f.owed <> 0 order by b.period, b.number`.execute(tx)
  return result.rows
}

export async function listBatches(
  tx: Tx,
  source: string,
  state: 'open' | 'all',
  after: { period: string; number: string } | null,
  limit: number,
): Promise<OfficeBatchRow[]> {
  const beyond = after ? sql`(b.period, b.number) > (${after.period}::date, ${after.number})` : sql`true`
  const shown = state === 'open' ? sql`f.owed <> 0` : sql`(f.due <> 0 or f.owed <> 0)`
  const result = await sql<OfficeBatchRow>`
    ${BATCHES} where b.source = ${source} and ${shown} and ${beyond} order by b.period, b.number limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function sumBatches(
  tx: Tx,
  source: string,
  state: 'open' | 'all',
): Promise<{ count: number; owed: bigint }> {
  const shown = state === 'open' ? sql`f.owed <> 0` : sql`(f.due <> 0 or f.owed <> 0)`
  const result = await sql<{ count: number; owed: bigint }>`
    select count(*)::int as count, coalesce(sum(f.owed), 0)::bigint as owed
    from office_batch b, lateral (${figuresOfBatch(sql`b.batch_id`)}) f where b.source = ${source} and ${shown}`.execute(
    tx,
  )
  return result.rows[0] ?? { count: 0, owed: 0n }
}

export async function insertBatch(
  tx: Tx,
  batch: { batchId: string; number: string; source: string; period: string; code: number },
): Promise<void> {
  await sql`
    insert into office_batch (batch_id, number, source, period, code)
    values (${batch.batchId}, ${batch.number}, ${batch.source}, ${batch.period}::date, ${batch.code})
    on conflict (batch_id) do nothing`.execute(tx)
}

export async function closeBatch(tx: Tx, batchId: string, at: Date): Promise<void> {
  await sql`update office_batch set closed_at = ${at} where batch_id = ${batchId}`.execute(tx)
}

/** What this transaction has posted under these references on a receivable, as the ledger dated it. */
export async function addDue(tx: Tx, batchId: string, refs: readonly string[]): Promise<void> {
  const dues = sql`
    insert into office_due (batch_id, posted_on, amount, deductions)
    select b.batch_id, l.effective_on, sum(l.amount), sum(sign(l.amount))::integer
    from ledger_entry e join ledger_line l on l.entry_id = e.id join office_batch b on b.batch_id = ${batchId} and l.code = b.code
    where e.ref = any (${[...refs]}::text[]) and e.written_by = pg_current_xact_id()
    group by b.batch_id, l.effective_on`
  await withoutWaiting(tx, dues)
}

/** The reversal of a repayment that an older release let happen on its loan: it moved the receivable apart from the batch. */
export async function addReversedElsewhere(
  tx: Tx,
  batchId: string,
  row: { loanId: string; postingId: string },
): Promise<void> {
  await sql`
    insert into office_due (batch_id, posted_on, amount, deductions)
    select b.batch_id, l.effective_on, sum(l.amount), sum(sign(l.amount))::integer
    from loan_event v join ledger_entry e on e.ref = v.id::text
    join office_batch b on b.batch_id = ${batchId} join ledger_line l on l.entry_id = e.id and l.code = b.code
    where v.loan_id = ${row.loanId} and v.type = 'reversal' and v.event ->> 'of' = ${row.postingId}
    group by b.batch_id, l.effective_on`.execute(tx)
}

/** One row for each day. A posting in another transaction adds its own row meanwhile. */
export async function joinDue(tx: Tx, batchId: string): Promise<void> {
  await sql`
    with gone as (delete from office_due where batch_id = ${batchId} returning posted_on, amount, deductions)
    insert into office_due (batch_id, posted_on, amount, deductions)
    select ${batchId}::uuid, posted_on, sum(amount), sum(deductions)::integer from gone group by posted_on
    having sum(amount) <> 0 or sum(deductions) <> 0`.execute(tx)
}

export async function firstDueOn(tx: Tx, batchId: string): Promise<string | null> {
  const result = await sql<{ on: string | null }>`
    select min(posted_on) as on from office_due where batch_id = ${batchId}`.execute(tx)
  return result.rows[0]?.on ?? null
}

// ── Corrections ────────────────────────────────────────────────────────────────────────────────────────────────────

export type CorrectionRow = {
  id: string
  batch_id: string
  batch_number: string
  source: string
  code: number
  amount: bigint
  reason: string
  by_name: string
  at: Date
  undone_at: Date | null
}

const CORRECTIONS = sql`
  select c.id, c.batch_id, b.number as batch_number, b.source, b.code, c.amount, c.reason, p.first_name || ' ' || p.last_name as by_name,
    c.at, c.undone_at
  from office_correction c join office_batch b on b.batch_id = c.batch_id join staff p on p.id = c.by_id`

export async function findCorrection(tx: Tx, id: string): Promise<CorrectionRow | undefined> {
  return (await sql<CorrectionRow>`${CORRECTIONS} where c.id = ${id}`.execute(tx)).rows[0]
}

export async function correctionsOf(tx: Tx, source: string): Promise<CorrectionRow[]> {
  const result = await sql<CorrectionRow>`
    ${CORRECTIONS} where b.source = ${source} order by c.at desc limit 200`.execute(tx)
  return result.rows
}

export async function correctionsOfBatch(tx: Tx, batchId: string): Promise<CorrectionRow[]> {
  const result = await sql<CorrectionRow>`
    ${CORRECTIONS} where c.batch_id = ${batchId} and c.undone_at is null order by c.at, c.id`.execute(tx)
  return result.rows
}

export async function insertCorrection(
  tx: Tx,
  correction: {
    id: string
    batchId: string
    amount: bigint
    reason: string
    postedOn: string
    by: string
    at: Date
  },
): Promise<void> {
  await sql`
    insert into office_correction (id, batch_id, amount, reason, posted_on, by_id, at)
    values (${correction.id}, ${correction.batchId}, ${correction.amount}, ${correction.reason}, ${correction.postedOn}::date,
      ${correction.by}, ${correction.at})`.execute(tx)
}

export async function undoCorrection(tx: Tx, id: string, on: string, at: Date): Promise<void> {
  await sql`
    update office_correction set undone_on = ${on}::date, undone_at = ${at} where id = ${id}`.execute(tx)
}
