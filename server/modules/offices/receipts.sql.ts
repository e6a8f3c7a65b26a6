import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export type AllocationRow = {
  id: string
  receipt_id: string
  batch_id: string
  batch_number: string
  period: string
  code: number
  amount: bigint
  charge: bigint
  charge_kind: 'agreed' | 'other'
}

export type ReceiptRow = {
  id: string
  number: string
  source: string
  for_batch_id: string | null
  amount: bigint
  received_on: string
  reference: string
  note: string
  recorded_by: string
  recorded_by_name: string
  recorded_at: Date
  undone_at: Date | null
  allocated: bigint
  charged: bigint
}

const ALLOCATIONS = sql`
  select a.id, a.receipt_id, a.batch_id, b.number as batch_number, b.period, b.code, a.amount, a.charge, a.charge_kind
  from office_allocation a join office_batch b on b.batch_id = a.batch_id`

/** What it had when it was reversed, for one that was; otherwise what it has. */
const OF_RECEIPT = sql`
  select coalesce(sum(a.amount), 0)::bigint as allocated, coalesce(sum(a.charge), 0)::bigint as charged
  from office_allocation a where a.receipt_id = r.id and a.undone_at is null`

const RECEIPTS = sql`
  select r.id, r.number, r.source, r.for_batch_id, r.amount, r.received_on, r.reference, r.note, r.recorded_by,
    p.first_name || ' ' || p.last_name as recorded_by_name, r.recorded_at, r.undone_at, s.allocated, s.charged
  from office_receipt r join staff p on p.id = r.recorded_by, lateral (${OF_RECEIPT}) s`

export async function findReceipt(tx: Tx, id: string): Promise<ReceiptRow | undefined> {
  return (await sql<ReceiptRow>`${RECEIPTS} where r.id = ${id}`.execute(tx)).rows[0]
}

/** The receipt that has this reference, however it is typed. */
export async function receiptWithReference(
  tx: Tx,
  reference: string,
): Promise<{ number: string; source: string } | undefined> {
  const result = await sql<{ number: string; source: string }>`
    select number, source from office_receipt where reference_key(reference) = reference_key(${reference}) and undone_at is null`.execute(
    tx,
  )
  return result.rows[0]
}

/** Reversed or not: its id names one credit of the bank. */
export async function isReceipt(tx: Tx, id: string): Promise<boolean> {
  return (await sql`select 1 from office_receipt where id = ${id}`.execute(tx)).rows.length > 0
}

export async function insertReceipt(
  tx: Tx,
  receipt: {
    id: string
    source: string
    forBatchId: string | null
    amount: bigint
    receivedOn: string
    reference: string
    note: string
    postedOn: string
    by: string
    at: Date
  },
): Promise<string> {
  const result = await sql<{ number: string }>`
    insert into office_receipt (id, number, source, for_batch_id, amount, received_on, reference, note, posted_on, recorded_by, recorded_at)
    values (${receipt.id}, 'OR-' || to_char(nextval('office_receipt_number'), 'FM000000'), ${receipt.source}, ${receipt.forBatchId},
      ${receipt.amount}, ${receipt.receivedOn}::date, ${receipt.reference}, ${receipt.note}, ${receipt.postedOn}::date, ${receipt.by}, ${receipt.at})
    returning number`.execute(tx)
  return result.rows[0]?.number ?? ''
}

export async function undoReceipt(tx: Tx, id: string, on: string, at: Date): Promise<void> {
  await sql`
    update office_allocation set undone_on = ${on}::date, undone_at = ${at} where receipt_id = ${id} and undone_at is null`.execute(
    tx,
  )
  await sql`update office_receipt set undone_on = ${on}::date, undone_at = ${at} where id = ${id}`.execute(tx)
}

export async function allocationsOf(tx: Tx, receiptIds: readonly string[]): Promise<AllocationRow[]> {
  const result = await sql<AllocationRow>`
    ${ALLOCATIONS} where a.receipt_id = any (${[...receiptIds]}::uuid[]) and a.undone_at is null order by b.period, b.number`.execute(
    tx,
  )
  return result.rows
}

/** Newest first: what a batch has too much of is taken from these. */
export async function allocationsOfBatch(tx: Tx, batchId: string): Promise<AllocationRow[]> {
  const result = await sql<AllocationRow>`
    ${ALLOCATIONS} where a.batch_id = ${batchId} and a.undone_at is null order by a.at desc, a.id desc`.execute(
    tx,
  )
  return result.rows
}

export async function insertAllocation(
  tx: Tx,
  allocation: {
    id: string
    receiptId: string
    batchId: string
    amount: bigint
    charge: bigint
    chargeKind: 'agreed' | 'other'
    postedOn: string
    by: string
    at: Date
  },
): Promise<void> {
  await sql`
    insert into office_allocation (id, receipt_id, batch_id, amount, charge, charge_kind, posted_on, by_id, at)
    values (${allocation.id}, ${allocation.receiptId}, ${allocation.batchId}, ${allocation.amount}, ${allocation.charge},
      ${allocation.chargeKind}, ${allocation.postedOn}::date, ${allocation.by}, ${allocation.at})`.execute(tx)
}

export async function undoAllocation(tx: Tx, id: string, on: string, at: Date): Promise<void> {
  await sql`
    update office_allocation set undone_on = ${on}::date, undone_at = ${at} where id = ${id}`.execute(tx)
}

/** Recorded for this batch and not used up. */
export async function receiptsForBatch(tx: Tx, batchId: string): Promise<ReceiptRow[]> {
  const result = await sql<ReceiptRow>`
    ${RECEIPTS} where r.for_batch_id = ${batchId} and r.undone_at is null order by r.received_on, r.number`.execute(
    tx,
  )
  return result.rows
}

/** With what each gives to this batch. */
export async function receiptsOfBatch(
  tx: Tx,
  batchId: string,
): Promise<(ReceiptRow & { here: bigint; charge_here: bigint })[]> {
  const result = await sql<ReceiptRow & { here: bigint; charge_here: bigint }>`
    with of_batch as (
      select receipt_id, sum(amount)::bigint as here, sum(charge)::bigint as charge_here from office_allocation
      where batch_id = ${batchId} and undone_at is null group by receipt_id)
    select r.*, coalesce(o.here, 0)::bigint as here, coalesce(o.charge_here, 0)::bigint as charge_here
    from (${RECEIPTS} where r.undone_at is null
      and (r.for_batch_id = ${batchId} or r.id in (select receipt_id from of_batch))) r
    left join of_batch o on o.receipt_id = r.id order by r.received_on, r.number`.execute(tx)
  return result.rows
}

export type ReceiptFilter = {
  source?: string | undefined
  batchId?: string | undefined
  state: 'live' | 'credit' | 'undone' | 'all'
  from?: string | undefined
  to?: string | undefined
}

function conditions(filter: ReceiptFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.state === 'undone') parts.push(sql`r.undone_at is not null`)
  else if (filter.state !== 'all') parts.push(sql`r.undone_at is null`)
  if (filter.state === 'credit') parts.push(sql`r.amount > s.allocated`)
  if (filter.source) parts.push(sql`r.source = ${filter.source}`)
  if (filter.batchId)
    parts.push(sql`(r.for_batch_id = ${filter.batchId}
      or r.id in (select a.receipt_id from office_allocation a where a.batch_id = ${filter.batchId}))`)
  if (filter.from) parts.push(sql`r.received_on >= ${filter.from}::date`)
  if (filter.to) parts.push(sql`r.received_on <= ${filter.to}::date`)
  return sql.join(parts, sql` and `)
}

export async function listReceipts(
  tx: Tx,
  filter: ReceiptFilter,
  after: { on: string; number: string } | null,
  limit: number,
): Promise<ReceiptRow[]> {
  const beyond = after ? sql`(r.received_on, r.number) < (${after.on}::date, ${after.number})` : sql`true`
  const result = await sql<ReceiptRow>`
    ${RECEIPTS} where ${conditions(filter)} and ${beyond} order by r.received_on desc, r.number desc limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function sumReceipts(
  tx: Tx,
  filter: ReceiptFilter,
): Promise<{ count: number; amount: bigint; credit: bigint }> {
  const result = await sql<{ count: number; amount: bigint; credit: bigint }>`
    select count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as amount,
      coalesce(sum(r.amount - s.allocated) filter (where r.undone_at is null), 0)::bigint as credit
    from office_receipt r, lateral (${OF_RECEIPT}) s where ${conditions(filter)}`.execute(tx)
  return result.rows[0] ?? { count: 0, amount: 0n, credit: 0n }
}

/** By office: what was received and is allocated to no batch, and the day of the last credit. */
export async function creditBySource(
  tx: Tx,
): Promise<{ source: string; credit: bigint; last_received_on: string | null }[]> {
  const result = await sql<{ source: string; credit: bigint; last_received_on: string | null }>`
    select r.source, sum(r.amount - s.allocated)::bigint as credit, max(r.received_on) as last_received_on
    from office_receipt r, lateral (${OF_RECEIPT}) s where r.undone_at is null group by r.source`.execute(tx)
  return result.rows
}
