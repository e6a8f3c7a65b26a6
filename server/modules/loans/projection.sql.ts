import { sql } from 'kysely'
import type { Projection } from '../../../engine/projection.ts'
import type { Tx } from '../../kernel/db.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'

/** Keeps what was foreseen of some loans, and that nothing could be of the others. */
export async function saveProjection(
  tx: Tx,
  foreseen: readonly { id: string; projection: Projection | null }[],
): Promise<void> {
  const rows = foreseen.flatMap(({ id, projection }) => (projection ? [{ loan_id: id, ...projection }] : []))
  const without = foreseen.flatMap(({ id, projection }) => (projection ? [] : [id]))
  if (without.length > 0)
    await withoutWaiting(
      tx,
      sql`
      update loan_projection set holds_until = '-infinity'
      where loan_id = any (${without}::uuid[]) and holds_until > '-infinity'`,
    )
  if (rows.length === 0) return
  const json = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  await withoutWaiting(
    tx,
    sql`
    insert into loan_projection (loan_id, due_on, owed, interest, fee, starts_on, charged, holds_until)
    select f.* from jsonb_to_recordset(${json}::jsonb) as f (loan_id uuid, due_on date[], owed bigint[],
      interest bigint[], fee bigint[], starts_on date[], charged bigint[], holds_until date)
    on conflict (loan_id) do update set due_on = excluded.due_on, owed = excluded.owed, interest = excluded.interest,
      fee = excluded.fee, starts_on = excluded.starts_on, charged = excluded.charged, holds_until = excluded.holds_until`,
  )
}

export type Stepped = {
  ids: string[]
  /** What became receivable on those loans of which something did, for the ledger. */
  due: { loans: string; interests: string; fees: string } | null
}

/**
 * Brings to a day those of some locked loans of which it was foreseen: what is due on it becomes receivable. The penalty is
 * given as it is, since PostgreSQL reads the text of the computed columns again for each row where a statement changes
 * nothing that they are made of.
 */
export async function advanceProjection(tx: Tx, day: string, places: readonly string[]): Promise<Stepped> {
  const result = await sql<{ ids: string[] | null; loans: string | null; interests: string; fees: string }>`
    with stepped as (
      update loan l set booked_through = ${day}::date, owed_penalty = l.owed_penalty,
        next_change_on = nullif(least(
          case when a.due_on[place] = ${day}::date then a.due_on[place + 1] else a.due_on[place] end, a.holds_until), 'infinity')
      from loan_projection a, lateral (select width_bucket(${day}::date - 1, a.due_on) + 1 as place) p
      where l.ctid = any (${places}::tid[]) and a.loan_id = l.id and a.holds_until > ${day}::date
        and l.status = 'live' and l.next_change_on = ${day}::date
        and l.booked_through < ${day}::date
      returning l.id, a.due_on[place] = ${day}::date and a.interest[place] + a.fee[place] > 0 as is_due,
        a.interest[place] as interest, a.fee[place] as fee
    )
    select array_agg(id) as ids, (array_agg(id order by id) filter (where is_due))::text as loans,
      (array_agg(interest order by id) filter (where is_due))::text as interests,
      (array_agg(fee order by id) filter (where is_due))::text as fees
    from stepped`.execute(tx)
  const [{ ids, ...due } = { ids: null, loans: null, interests: '', fees: '' }] = result.rows
  return { ids: ids ?? [], due: due.loans === null ? null : { ...due, loans: due.loans } }
}
