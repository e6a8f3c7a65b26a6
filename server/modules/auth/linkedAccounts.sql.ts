import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'

type LinkKind = 'admitted' | 'roles' | 'reactivated' | 'password'

type NewLink = {
  made_by: string
  staff_id: string
  kind: LinkKind
  made_at: Date
  approved_by: string | null
  factor_since?: Date | null
}

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await sql`insert into staff_link ${valuesOf(link)}`.execute(tx)
}

/** Everyone a chain of open links leads to, without the person asked about. */
export async function linkedTo(tx: Tx, id: string): Promise<ReadonlySet<string>> {
  const result = await sql<{ id: string }>`
    with recursive edge (one, other) as (
      select made_by, staff_id from staff_link where approved_by is null and ended_at is null
      union all select staff_id, made_by from staff_link where approved_by is null and ended_at is null
    ), reached (id) as (
      select ${id}::uuid union select e.other from edge e join reached r on r.id = e.one
    )
    select id from reached where id <> ${id}::uuid`.execute(tx)
  return new Set(result.rows.map(row => row.id))
}

/** Gives the names of those the person was linked to. */
export async function endLinksOf(
  tx: Tx,
  id: string,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<string[]> {
  const result = await sql<{ name: string }>`
    with ended as (
      update staff_link set ended_at = ${at}, ended_by = ${by}, end_reason = ${reason}
      where ${id}::uuid in (made_by, staff_id) and approved_by is null and ended_at is null
      returning case when staff_id = ${id} then made_by else staff_id end as other
    )
    select distinct o.first_name || ' ' || o.last_name as name from ended e join staff o on o.id = e.other`.execute(
    tx,
  )
  return result.rows.map(row => row.name)
}

/** A new password that left this second factor in place opened nothing to anyone but its owner. */
export async function endPasswordLinks(tx: Tx, staffId: string, factorSince: Date, at: Date): Promise<void> {
  await sql`
    update staff_link set ended_at = ${at}, ended_by = staff_id, end_reason = 'Signed in with their earlier second factor'
    where staff_id = ${staffId} and kind = 'password' and factor_since = ${factorSince} and ended_at is null
      and approved_by is null`.execute(tx)
}

export type PasswordReset = { by: string; at: Date }

/** The last password link for this person that they have not said they know of. */
export async function unseenReset(tx: Tx, staffId: string): Promise<PasswordReset | undefined> {
  const result = await sql<PasswordReset>`
    select m.first_name || ' ' || m.last_name as by, l.made_at as at
    from staff_link l join staff m on m.id = l.made_by
    where l.staff_id = ${staffId} and l.kind = 'password' and l.seen_at is null
    order by l.id desc limit 1`.execute(tx)
  return result.rows[0]
}

export async function markResetsSeen(tx: Tx, staffId: string, at: Date): Promise<void> {
  await sql`
    update staff_link set seen_at = ${at}
    where staff_id = ${staffId} and kind = 'password' and seen_at is null`.execute(tx)
}

export type Admission = { staff_id: string; by: string; at: Date; approved_by: string | null }

/** Who admitted each of these people last, and who approved it. */
export async function admissionsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Admission>> {
  const result = await sql<Admission>`
    select distinct on (l.staff_id) l.staff_id, m.first_name || ' ' || m.last_name as by, l.made_at as at,
      a.first_name || ' ' || a.last_name as approved_by
    from staff_link l join staff m on m.id = l.made_by left join staff a on a.id = l.approved_by
    where l.kind = 'admitted' and l.staff_id = any (${[...ids]}::uuid[])
    order by l.staff_id, l.id desc`.execute(tx)
  return new Map(result.rows.map(row => [row.staff_id, row]))
}
