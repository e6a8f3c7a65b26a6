import { sql } from 'kysely'
import type { FirstStep } from '../../../contract/dashboard.ts'
import type { Tx } from '../../kernel/db.ts'

export type Walked = {
  lends: boolean
  colleagues: boolean
  products: boolean
  sms: boolean
  link: boolean
  payroll: boolean
}

/**
 * Steps done towards the first loan; seeded data does not count. Staff is complete once one user can review what
 * another authorizes. A payroll counts once accepted, since checks read no other.
 */
export async function readWalked(tx: Tx): Promise<Walked> {
  const result = await sql<Walked>`
    select exists (select from loan) as lends,
      exists (select from staff r join staff a on a.id <> r.id
        where r.status = 'active' and 'Reviewer' = any (r.roles)
          and a.status = 'active' and 'Authorizer' = any (a.roles)) as colleagues,
      exists (select from product_version where changed_by is not null) as products,
      exists (select from setting_version where section = 'sms' and value->>'gateway' <> 'outbox') as sms,
      exists (select from setting_version where section = 'publicLink') as link,
      exists (select from payroll_file f join intake i on i.id = f.intake_id
        where i.status = 'accepted') as payroll`.execute(tx)
  return (
    result.rows[0] ?? {
      lends: false,
      colleagues: false,
      products: false,
      sms: false,
      link: false,
      payroll: false,
    }
  )
}

export async function confirmedSteps(tx: Tx): Promise<Map<string, string>> {
  const result = await sql<{ name: string; by: string }>`
    select f.name, s.first_name || ' ' || s.last_name as by
    from dashboard_first_step f join staff s on s.id = f.confirmed_by`.execute(tx)
  return new Map(result.rows.map(({ name, by }) => [name, by]))
}

/** The first confirmation stays. */
export async function confirmStep(tx: Tx, name: FirstStep, staffId: string, at: Date): Promise<void> {
  await sql`
    insert into dashboard_first_step (name, confirmed_by, confirmed_at) values (${name}, ${staffId}, ${at})
    on conflict (name) do nothing`.execute(tx)
}

export async function doubtStep(tx: Tx, name: FirstStep): Promise<void> {
  await sql`delete from dashboard_first_step where name = ${name}`.execute(tx)
}

export async function isGuideAway(tx: Tx, staffId: string): Promise<boolean> {
  const result = await sql<{ away: boolean }>`
    select exists (select from dashboard_guide_away where staff_id = ${staffId}) as away`.execute(tx)
  return result.rows[0]?.away ?? false
}

export async function putGuideAway(tx: Tx, staffId: string, at: Date): Promise<void> {
  await sql`
    insert into dashboard_guide_away (staff_id, at) values (${staffId}, ${at})
    on conflict (staff_id) do nothing`.execute(tx)
}

export async function bringGuideBack(tx: Tx, staffId: string): Promise<void> {
  await sql`delete from dashboard_guide_away where staff_id = ${staffId}`.execute(tx)
}
