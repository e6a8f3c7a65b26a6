import { sql } from 'kysely'
import type { STATEMENT_KINDS } from '../../../contract/offices.ts'
import type { Tx } from '../../kernel/db.ts'

export type MovementRow = {
  on: string
  kind: (typeof STATEMENT_KINDS)[number]
  reference: string
  period: string | null
  /** What it adds to the debt of the office. */
  amount: bigint
}

/**
 * Everything that moved the account of an office, with its ledger day. Allocations move nothing between office and
 * lender: a receipt counts whole on its day, and what is not allocated of it is credit. An over-deduction that was returned was
 * a debt to the office and its payment on one day.
 */
const MOVEMENTS = sql`
  select b.source, d.posted_on as on, 'deductions' as kind, b.number as reference, b.period, d.amount
    from office_due d join office_batch b on b.batch_id = d.batch_id
  union all select source, posted_on, 'receipt', number, null, -amount from office_receipt
  union all select source, undone_on, 'receiptReversed', number, null, amount from office_receipt where undone_on is not null
  union all select b.source, a.posted_on, 'charge', b.number, b.period, -a.charge
    from office_allocation a join office_batch b on b.batch_id = a.batch_id where a.charge > 0
  union all select b.source, a.undone_on, 'chargeReversed', b.number, b.period, a.charge
    from office_allocation a join office_batch b on b.batch_id = a.batch_id where a.charge > 0 and a.undone_on is not null
  union all select b.source, c.posted_on, 'writeDown', b.number, b.period, -c.amount
    from office_correction c join office_batch b on b.batch_id = c.batch_id
  union all select b.source, c.undone_on, 'writeDownReversed', b.number, b.period, c.amount
    from office_correction c join office_batch b on b.batch_id = c.batch_id where c.undone_on is not null
  union all select f.office, coalesce(p.bank_on, b.value_on), m.kind, f.number, null, m.sign * p.amount
    from payout_line p join payout_refund f on f.refund_id = p.refund_id and f.office is not null and f.payout_id = p.payout_id
    join payout_batch b on b.id = p.batch_id, (values ('overDeduction', -1), ('returned', 1)) m (kind, sign)
    where p.status = 'paid'`

export async function openingOf(tx: Tx, source: string, from: string): Promise<bigint> {
  const result = await sql<{ amount: bigint }>`
    select coalesce(sum(m.amount), 0)::bigint as amount from (${MOVEMENTS}) m where m.source = ${source} and m.on < ${from}::date`.execute(
    tx,
  )
  return result.rows[0]?.amount ?? 0n
}

/** One line for each batch or receipt and day, in the order of days. */
export async function movementsOf(tx: Tx, source: string, from: string, to: string): Promise<MovementRow[]> {
  const result = await sql<MovementRow>`
    select m.on, m.kind, m.reference, m.period, sum(m.amount)::bigint as amount from (${MOVEMENTS}) m
    where m.source = ${source} and m.on between ${from}::date and ${to}::date
    group by m.on, m.kind, m.reference, m.period having sum(m.amount) <> 0
    order by m.on, case m.kind when 'deductions' then 0 else 1 end, m.reference, m.kind`.execute(tx)
  return result.rows
}

/** Allocated by the end of a day: the rest of what was received until then is credit. */
export async function creditOn(tx: Tx, source: string, on: string): Promise<bigint> {
  const result = await sql<{ credit: bigint }>`
    select (
      (select coalesce(sum(amount), 0) from office_receipt where source = ${source} and posted_on <= ${on}::date
        and (undone_on is null or undone_on > ${on}::date))
      - (select coalesce(sum(a.amount), 0) from office_allocation a join office_receipt r on r.id = a.receipt_id
        where r.source = ${source} and a.posted_on <= ${on}::date and (a.undone_on is null or a.undone_on > ${on}::date)))::bigint as credit`.execute(
    tx,
  )
  return result.rows[0]?.credit ?? 0n
}

// ── Promises ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type PromiseRow = {
  id: string
  source: string
  amount: bigint
  promised_on: string
  note: string
  made_on: string
  made_by_name: string
  cancelled_at: Date | null
  /** Received from the day it was made to the promised day. */
  received: bigint
  /** Received since the day it was made. */
  received_since: bigint
}

const PROMISES = sql`
  select p.id, p.source, p.amount, p.promised_on, p.note, p.made_on, s.first_name || ' ' || s.last_name as made_by_name, p.cancelled_at,
    (select coalesce(sum(r.amount), 0)::bigint from office_receipt r where r.source = p.source and r.undone_at is null
      and r.received_on between p.made_on and p.promised_on) as received,
    (select coalesce(sum(r.amount), 0)::bigint from office_receipt r where r.source = p.source and r.undone_at is null
      and r.received_on >= p.made_on) as received_since
  from office_promise p join staff s on s.id = p.made_by`

export async function promisesOf(tx: Tx, source: string | null): Promise<PromiseRow[]> {
  const ofSource = source === null ? sql`p.cancelled_at is null` : sql`p.source = ${source}`
  const result = await sql<PromiseRow>`
    ${PROMISES} where ${ofSource} order by p.promised_on desc, p.id limit 500`.execute(tx)
  return result.rows
}

export async function findPromise(tx: Tx, id: string): Promise<PromiseRow | undefined> {
  return (await sql<PromiseRow>`${PROMISES} where p.id = ${id}`.execute(tx)).rows[0]
}

export async function insertPromise(
  tx: Tx,
  promise: {
    id: string
    source: string
    amount: bigint
    promisedOn: string
    note: string
    madeOn: string
    by: string
    at: Date
  },
): Promise<boolean> {
  const result = await sql`
    insert into office_promise (id, source, amount, promised_on, note, made_on, made_by, made_at)
    values (${promise.id}, ${promise.source}, ${promise.amount}, ${promise.promisedOn}::date, ${promise.note}, ${promise.madeOn}::date,
      ${promise.by}, ${promise.at}) on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function cancelPromise(tx: Tx, id: string, at: Date): Promise<boolean> {
  const result = await sql`
    update office_promise set cancelled_at = ${at} where id = ${id} and cancelled_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}
