import { type RawBuilder, sql } from 'kysely'
import type { BatchCash } from '../../../contract/ledger.ts'
import type { CHANNELS } from '../../../contract/loans.ts'
import type { Bin } from '../../../contract/repayments.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Kobo } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import { AGAIN } from './match.sql.ts'
import type { RepaymentRow } from './rows.sql.ts'

/** Of a row of a batch, or of a line of a bank statement. */
type Origin =
  | {
      batch_id: string
      line: number
      part: number
      batch_number: string
      period: string
      bin: Bin
      bank_code: null
      entry_id: null
      reference: null
    }
  | {
      batch_id: null
      line: null
      part: null
      batch_number: null
      period: null
      bin: null
      bank_code: number
      entry_id: bigint
      reference: string
    }

export type SuspenseRow = Origin & {
  id: string
  cash_account: BatchCash
  channel: (typeof CHANNELS)[number]
  value_on: string | null
  staff_number: string
  name: string
  employer: string
  amount: bigint
  remaining: bigint
  owner_id: string | null
  owner_name: string | null
  opened_at: Date
  closed_at: Date | null
  uses: SuspenseUseRow[]
}

export type SuspenseUseRow = {
  id: string
  kind: 'loan' | 'returned' | 'notDeducted' | 'undone'
  /** JSON has no kobo. */
  amount: string
  loanId: string | null
  loanNumber: string | null
  note: string
  by: string
  at: string
  undoneAt: string | null
}

const WITH_NAMES = sql`
  select s.id, s.batch_id, r.line, s.part, b.number as batch_number, coalesce(b.cash_account, 'bank') as cash_account,
    coalesce(b.channel, 'bank transfer') as channel, b.period, coalesce(s.received_on, r.value_on, b.value_on) as value_on,
    coalesce(r.staff_number, '') as staff_number, coalesce(r.name, s.payer) as name, coalesce(r.employer, '') as employer, r.bin,
    s.bank_code, s.entry_id, s.reference, s.amount, s.remaining,
    s.owner_id, o.first_name || ' ' || o.last_name as owner_name, s.opened_at, s.closed_at,
    (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'kind', u.kind, 'amount', u.amount::text, 'loanId', u.loan_id,
        'loanNumber', l.number, 'note', u.note, 'by', p.first_name || ' ' || p.last_name, 'at', u.at, 'undoneAt', u.undone_at) order by u.at), '[]')
      from repayment_suspense_use u join staff p on p.id = u.by_id left join loan l on l.id = u.loan_id
      where u.suspense_id = s.id) as uses
  from repayment_suspense s left join repayment_batch b on b.intake_id = s.batch_id
  left join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part
  left join staff o on o.id = s.owner_id`

/** What came with a row beyond what came earlier. */
export async function insertItems(
  tx: Tx,
  batchId: string,
  rows: readonly Pick<RepaymentRow, 'posting_id' | 'row_number' | 'part' | 'amount' | 'earlier'>[],
  at: Date,
): Promise<void> {
  await sql`
    insert into repayment_suspense (id, batch_id, row_number, part, amount, remaining, opened_at)
    select r.id, ${batchId}, r.row_number, r.part, r.amount, r.amount, ${at}
    from unnest(${rows.map(row => row.posting_id)}::uuid[], ${rows.map(row => row.row_number)}::int[],
      ${rows.map(row => row.part)}::int[], ${rows.map(row => row.amount - row.earlier)}::bigint[])
      as r (id, row_number, part, amount)`.execute(tx)
}

/** What a bank statement shows of an unknown payer. */
export async function insertOfBank(
  tx: Tx,
  item: {
    id: string
    code: number
    entryId: bigint
    on: LocalDate
    amount: Kobo
    payer: string
    reference: string
    at: Date
  },
): Promise<void> {
  await sql`
    insert into repayment_suspense (id, bank_code, entry_id, received_on, payer, reference, amount, remaining, opened_at)
    values (${item.id}, ${item.code}, ${item.entryId}, ${item.on}, ${item.payer}, ${item.reference}, ${item.amount}, ${item.amount},
      ${item.at})`.execute(tx)
}

export async function lockItem(tx: Tx, id: string): Promise<SuspenseRow | undefined> {
  await sql`select 1 from repayment_suspense where id = ${id} for update`.execute(tx)
  return findItem(tx, id)
}

export async function findItem(tx: Tx, id: string): Promise<SuspenseRow | undefined> {
  return (await sql<SuspenseRow>`${WITH_NAMES} where s.id = ${id}`.execute(tx)).rows[0]
}

export async function lockItemOfRow(
  tx: Tx,
  batchId: string,
  rowNumber: number,
  part: number,
): Promise<SuspenseRow | undefined> {
  const ofRow = sql`s.batch_id = ${batchId} and s.row_number = ${rowNumber} and s.part = ${part}`
  await sql`select 1 from repayment_suspense s where ${ofRow} for update`.execute(tx)
  return (await sql<SuspenseRow>`${WITH_NAMES} where ${ofRow}`.execute(tx)).rows[0]
}

/** Only an active user can own it. */
export async function setOwner(tx: Tx, id: string, ownerId: string | null): Promise<boolean> {
  const result = await sql`
    update repayment_suspense set owner_id = ${ownerId}
    where id = ${id} and (${ownerId}::uuid is null
      or exists (select 1 from staff where id = ${ownerId} and status = 'active'))`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function isUse(tx: Tx, id: string): Promise<boolean> {
  return (await sql`select 1 from repayment_suspense_use where id = ${id}`.execute(tx)).rows.length > 0
}

export async function takeOut(
  tx: Tx,
  item: SuspenseRow,
  use: {
    id: string
    kind: 'loan' | 'returned' | 'notDeducted' | 'undone'
    amount: bigint
    loanId: string | null
    note: string
    by: string
    at: Date
  },
): Promise<void> {
  await sql`
    insert into repayment_suspense_use (id, suspense_id, kind, amount, loan_id, note, by_id, at)
    values (${use.id}, ${item.id}, ${use.kind}, ${use.amount}, ${use.loanId}, ${use.note}, ${use.by}, ${use.at})`.execute(
    tx,
  )
  await sql`
    update repayment_suspense set remaining = remaining - ${use.amount},
      closed_at = case when remaining = ${use.amount} then ${use.at}::timestamptz end where id = ${item.id}`.execute(
    tx,
  )
}

export type GivenRow = { item: string; amount: bigint; corrected_by: string | null } & (
  | { kind: 'loan'; loan_id: string; loan_number: string }
  | { kind: 'notDeducted'; loan_id: null; loan_number: null }
)

/**
 * Money of an item that stands on a loan, or was taken off what the office owes, and the batch that corrects its line since. One that was
 * posted before was measured by the whole line, and brought nothing of the sum.
 */
export async function lockGiven(tx: Tx, batchId: string, useId: string): Promise<GivenRow | undefined> {
  const held = await sql<{ suspense_id: string }>`
    select suspense_id from repayment_suspense_use where id = ${useId} for update`.execute(tx)
  await sql`
    select 1 from repayment_suspense where id = ${held.rows[0]?.suspense_id ?? null} for update`.execute(tx)
  const result = await sql<GivenRow>`
    select s.id as item, u.amount, u.kind, u.loan_id, l.number as loan_number, (
      select b.number from repayment_row o join repayment_batch b on b.intake_id = o.batch_id and b.corrects_id is not null
      where o.source = r.source and o.period = r.period and o.batch_id <> r.batch_id and o.status <> 'undone'
        and coalesce(o.posted_at, b.opened_at) >= u.at
        and split_part(o.row_key, ${AGAIN}, 1) = split_part(r.row_key, ${AGAIN}, 1)
      limit 1) as corrected_by
    from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id left join loan l on l.id = u.loan_id
      join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part
    where u.id = ${useId} and s.batch_id = ${batchId} and u.undone_at is null
      and (u.kind = 'loan' or u.kind = 'notDeducted' and r.status = 'suspense')`.execute(tx)
  return result.rows[0]
}

/** A use of an item that no batch brought, which is on a loan. */
export async function lockApplied(
  tx: Tx,
  itemId: string,
  useId: string,
): Promise<{ item: string; amount: bigint; loan_id: string; loan_number: string } | undefined> {
  await sql`select 1 from repayment_suspense where id = ${itemId} for update`.execute(tx)
  await sql`select 1 from repayment_suspense_use where id = ${useId} for update`.execute(tx)
  const result = await sql<{ item: string; amount: bigint; loan_id: string; loan_number: string }>`
    select s.id as item, u.amount, u.loan_id, l.number as loan_number
    from repayment_suspense_use u join repayment_suspense s on s.id = u.suspense_id join loan l on l.id = u.loan_id
    where u.id = ${useId} and s.id = ${itemId} and s.batch_id is null and u.kind = 'loan' and u.undone_at is null`.execute(
    tx,
  )
  return result.rows[0]
}

export async function putBack(
  tx: Tx,
  useId: string,
  { item, amount }: { item: string; amount: bigint },
  at: Date,
): Promise<void> {
  await sql`update repayment_suspense_use set undone_at = ${at} where id = ${useId}`.execute(tx)
  await sql`
    update repayment_suspense set remaining = remaining + ${amount}, closed_at = null where id = ${item}`.execute(
    tx,
  )
}

export type SuspenseFilter = {
  state: 'open' | 'closed'
  ownerId?: string | undefined
  batchId?: string | undefined
  openedBefore?: Date
}

function conditions(filter: SuspenseFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    filter.state === 'open' ? sql`s.closed_at is null` : sql`s.closed_at is not null`,
  ]
  if (filter.ownerId) parts.push(sql`s.owner_id = ${filter.ownerId}`)
  if (filter.batchId) parts.push(sql`s.batch_id = ${filter.batchId}`)
  if (filter.openedBefore) parts.push(sql`s.opened_at < ${filter.openedBefore}`)
  return sql.join(parts, sql` and `)
}

export async function listItems(
  tx: Tx,
  filter: SuspenseFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<SuspenseRow[]> {
  const beyond = after ? sql`(s.opened_at, s.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<SuspenseRow>`
    ${WITH_NAMES} where ${conditions(filter)} and ${beyond} order by s.opened_at, s.id limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function sumItems(tx: Tx, filter: SuspenseFilter): Promise<{ count: number; total: bigint }> {
  const result = await sql<{ count: number; total: bigint }>`
    select count(*)::int as count, coalesce(sum(s.remaining), 0)::bigint as total from repayment_suspense s where ${conditions(filter)}`.execute(
    tx,
  )
  return result.rows[0] ?? { count: 0, total: 0n }
}

/** Counts items of this batch with a use: such a batch cannot be reversed as a whole. */
export async function usedSuspense(tx: Tx, batchId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(distinct s.id)::int as n from repayment_suspense s join repayment_suspense_use u on u.suspense_id = s.id
    where s.batch_id = ${batchId} and u.kind in ('loan', 'returned') and u.undone_at is null`.execute(tx)
  return result.rows[0]?.n ?? 0
}
