import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** By day, what the accounts of offices say beside `moved` (on, amount) of the ledger; only days on which they differ. */
async function differences(
  tx: Tx,
  ours: ReturnType<typeof sql>,
  moved: ReturnType<typeof sql>,
): Promise<{ on: string; accounts: bigint; ledger: bigint }[]> {
  const result = await sql<{ on: string; accounts: bigint; ledger: bigint }>`
    with ours as (select m.on, sum(m.amount) as amount from (${ours}) m group by m.on),
    theirs as (select l.on, sum(l.amount) as amount from (${moved}) l group by l.on)
    select on_day as on, accounts::bigint as accounts, ledger::bigint as ledger from (
      select coalesce(o.on, t.on) as on_day, coalesce(o.amount, 0) as accounts, coalesce(t.amount, 0) as ledger
      from ours o full join theirs t on t.on = o.on) d
    where accounts <> ledger order by on_day limit 20`.execute(tx)
  return result.rows
}

const linesOf = (codes: readonly number[]) => sql`
  select effective_on as on, amount from ledger_line where code = any (${[...codes]}::smallint[])`

/** An expense account takes journals too, and the end of the year empties it. */
const expensesOf = (code: number) => sql`
  select l.effective_on as on, l.amount from ledger_line l join ledger_entry e on e.id = l.entry_id
  left join ledger_entry o on o.id = e.reverses_id
  where l.code = ${code} and coalesce(o.reason, e.reason) not in ('yearEnd', 'journal')`

const RECEIVABLE = sql`
  select posted_on as on, amount from office_due
  union all select posted_on, -amount - charge from office_allocation
  union all select undone_on, amount + charge from office_allocation where undone_on is not null
  union all select posted_on, -amount from office_correction
  union all select undone_on, amount from office_correction where undone_on is not null`

const CREDIT = sql`
  select posted_on as on, -amount as amount from office_receipt
  union all select undone_on, amount from office_receipt where undone_on is not null
  union all select posted_on, amount from office_allocation
  union all select undone_on, -amount from office_allocation where undone_on is not null`

const CHARGES = sql`
  select posted_on as on, charge as amount from office_allocation where charge > 0
  union all select undone_on, -charge from office_allocation where charge > 0 and undone_on is not null`

const WRITTEN_DOWN = sql`
  select posted_on as on, amount from office_correction
  union all select undone_on, -amount from office_correction where undone_on is not null`

export const receivableDifferences = (tx: Tx) => differences(tx, RECEIVABLE, linesOf([1020, 1030]))
export const creditDifferences = (tx: Tx) => differences(tx, CREDIT, linesOf([2020]))
export const chargeDifferences = (tx: Tx) => differences(tx, CHARGES, expensesOf(5040))
export const writeDownDifferences = (tx: Tx) => differences(tx, WRITTEN_DOWN, expensesOf(5050))

export async function owedByOffices(tx: Tx): Promise<bigint> {
  const result = await sql<{ amount: bigint }>`
    select coalesce(sum(m.amount), 0)::bigint as amount from (${RECEIVABLE}) m`.execute(tx)
  return result.rows[0]?.amount ?? 0n
}

export async function creditOfOffices(tx: Tx): Promise<bigint> {
  const result = await sql<{ amount: bigint }>`
    select coalesce(sum(m.amount), 0)::bigint as amount from (${CREDIT}) m`.execute(tx)
  return -(result.rows[0]?.amount ?? 0n)
}

/** Receipts that give more than they have, or give to a batch of another office. */
export async function misallocated(tx: Tx): Promise<{ receipts: number; problems: string[] }> {
  const result = await sql<{ receipts: number; problems: string[] }>`
    select (select count(*)::int from office_receipt) as receipts, coalesce(array_agg(problem), '{}') as problems from (
      select 'receipt ' || r.number || ' is allocated beyond its amount' as problem from office_receipt r
      join office_allocation a on a.receipt_id = r.id and a.undone_at is null
      group by r.id having sum(a.amount) > r.amount
      union all
      select 'receipt ' || r.number || ' pays batch ' || b.number || ' of another office' from office_receipt r
      join office_allocation a on a.receipt_id = r.id and a.undone_at is null join office_batch b on b.batch_id = a.batch_id
      where b.source <> r.source
      union all
      select 'receipt ' || r.number || ' is reversed and still pays a batch' from office_receipt r
      join office_allocation a on a.receipt_id = r.id and a.undone_at is null where r.undone_at is not null
      limit 20) found`.execute(tx)
  return result.rows[0] ?? { receipts: 0, problems: [] }
}
