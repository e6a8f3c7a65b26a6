import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** Money of theirs that waited in suspense: on a row of their own, or later put to a loan of theirs. */
export async function suspenseOf(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with own as (select id from loan where customer_id = any (${customerIds}::uuid[]))
    select s.id from repayment_row r
    join repayment_suspense s on s.batch_id = r.batch_id and s.row_number = r.row_number and s.part = r.part
    where r.customer_id = any (${customerIds}::uuid[]) or r.loan_id in (select id from own)
    union select u.suspense_id from repayment_suspense_use u where u.loan_id in (select id from own)`.execute(
    tx,
  )
  return result.rows.map(row => row.id)
}

/** Unmatched rows of these: on a row of theirs, of a record merged into theirs, or with a part on a loan of theirs. */
export async function openSuspenseOf(tx: Tx, customerId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    with own as (select id from loan where customer_id = ${customerId}),
      people as (select id from customer where id = ${customerId} or merged_into = ${customerId})
    select count(*)::int as n from repayment_suspense s
    left join repayment_row r on r.batch_id = s.batch_id and r.row_number = s.row_number and r.part = s.part
    where s.closed_at is null and s.remaining > 0 and (r.customer_id in (select id from people) or r.loan_id in (select id from own)
      or exists (select 1 from repayment_suspense_use u where u.suspense_id = s.id and u.loan_id in (select id from own)))`.execute(
    tx,
  )
  return result.rows[0]?.n ?? 0
}

const isTheirs = (ids: readonly string[], suspense: readonly string[]): RawBuilder<unknown> => sql`
  (customer_id = any (${ids}::uuid[])
    or loan_id in (select id from loan where customer_id = any (${ids}::uuid[]))
    or (batch_id, row_number, part) in (
      select batch_id, row_number, part from repayment_suspense where id = any (${suspense}::uuid[])))`

export type HeldRow = {
  source: string
  period: string
  line: number
  staff_number: string
  name: string
  account_number: string | null
  employer: string
  narration: string
  reference: string
  amount: bigint
}

export async function rowsOf(
  tx: Tx,
  ids: readonly string[],
  suspense: readonly string[],
): Promise<HeldRow[]> {
  const result = await sql<HeldRow>`
    select source, period, line, staff_number, name, account_number, employer, narration, reference, amount
    from repayment_row where ${isTheirs(ids, suspense)} order by period, batch_id, row_number, part`.execute(
    tx,
  )
  return result.rows
}

/** What the bank wrote of the payer of such an item. */
export async function erasePayerOf(tx: Tx, label: string, suspense: readonly string[]): Promise<void> {
  await sql`
    update repayment_suspense set payer = ${label}, reference = ''
    where id = any (${suspense}::uuid[]) and batch_id is null`.execute(tx)
}

/** The line stays with its amount and its posting; its key would name the payer's number. */
export async function eraseRowsOf(
  tx: Tx,
  { ids, label, mark }: { ids: readonly string[]; label: string; mark: string },
  suspense: readonly string[],
): Promise<void> {
  await sql`
    update repayment_row set name = ${label}, staff_number = ${mark}, staff_key = ${mark}, account_number = null, narration = '',
      row_key = 'erased ' || batch_id || ' ' || row_number
    where ${isTheirs(ids, suspense)}`.execute(tx)
}
