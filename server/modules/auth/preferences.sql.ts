import { sql } from 'kysely'
import type { DashboardTab, Density, ListName, SavedView, StoredView } from '../../../contract/auth.ts'
import type { Tx } from '../../kernel/db.ts'

export type Taste = {
  density: Density
  hidden: Partial<Record<ListName, string[]>>
  dashboardTab?: DashboardTab | undefined
}

export async function readTaste(tx: Tx, staffId: string): Promise<Taste | undefined> {
  const result = await sql<Taste>`
    select density, hidden, dashboard_tab as "dashboardTab" from staff_preference where staff_id = ${staffId}`.execute(
    tx,
  )
  return result.rows[0]
}

export async function savePreference(
  tx: Tx,
  staffId: string,
  {
    density,
    hidden,
    dashboardTab = null,
  }: Omit<Taste, 'dashboardTab'> & { dashboardTab?: DashboardTab | null | undefined },
): Promise<void> {
  await sql`
    insert into staff_preference as p (staff_id, density, hidden, dashboard_tab)
    values (${staffId}, ${density}, ${JSON.stringify(hidden)}, coalesce(${dashboardTab}::text, 'desk'))
    on conflict (staff_id) do update set density = excluded.density, hidden = excluded.hidden,
      dashboard_tab = coalesce(${dashboardTab}::text, p.dashboard_tab)`.execute(tx)
}

/** Their own, then what colleagues share. */
export async function viewsOf(tx: Tx, staffId: string): Promise<SavedView[]> {
  const result = await sql<SavedView>`
    select v.id, v.list, v.name, v.query, v.is_default and v.staff_id = ${staffId} as "isDefault",
      v.is_shared as "isShared",
      case when v.staff_id <> ${staffId} then s.first_name || ' ' || s.last_name end as "sharedBy"
    from saved_view v join staff s on s.id = v.staff_id
    where v.staff_id = ${staffId} or v.is_shared
    order by v.list, v.staff_id <> ${staffId}, v.saved_at, v.id`.execute(tx)
  return result.rows
}

/** A list opens with one view at most: whatever it opened with before steps back. */
export async function clearDefault(tx: Tx, staffId: string, view: StoredView): Promise<void> {
  await sql`
    update saved_view set is_default = false
    where staff_id = ${staffId} and list = ${view.list} and is_default and id <> ${view.id}`.execute(tx)
}

/** Changes nothing when the id belongs to another user. A view stays shared only while its owner may share. */
export async function saveView(
  tx: Tx,
  staffId: string,
  view: StoredView,
  { mayShare, at }: { mayShare: boolean; at: Date },
): Promise<{ isShared: boolean } | undefined> {
  const result = await sql<{ isShared: boolean }>`
    insert into saved_view as v (id, staff_id, list, name, query, is_default, saved_at)
    values (${view.id}, ${staffId}, ${view.list}, ${view.name}, ${view.query}, ${view.isDefault}, ${at})
    on conflict (id) do update set name = excluded.name, query = excluded.query, is_default = excluded.is_default,
      is_shared = v.is_shared and ${mayShare}
    where v.staff_id = excluded.staff_id and v.list = excluded.list
    returning v.is_shared as "isShared"`.execute(tx)
  return result.rows[0]
}

type Removed = { list: ListName; name: string; isShared: boolean }

export async function removeView(tx: Tx, staffId: string, id: string): Promise<Removed | undefined> {
  const result = await sql<Removed>`
    delete from saved_view where id = ${id} and staff_id = ${staffId}
    returning list, name, is_shared as "isShared"`.execute(tx)
  return result.rows[0]
}

export type Sharing = { id: string; isShared: boolean; by: string; mayWithdraw: boolean }

/** Changes nothing without permission: a view is withdrawn by its owner or by a user who may manage views. */
export async function shareView(
  tx: Tx,
  { id, isShared, by, mayWithdraw }: Sharing,
): Promise<{ list: ListName; name: string } | undefined> {
  const result = await sql<{ list: ListName; name: string }>`
    update saved_view set is_shared = ${isShared}
    where id = ${id} and (staff_id = ${by} or (is_shared and ${mayWithdraw && !isShared}))
    returning list, name`.execute(tx)
  return result.rows[0]
}
