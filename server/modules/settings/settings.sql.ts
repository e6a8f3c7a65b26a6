import { sql } from 'kysely'
import type { SectionName } from '../../../contract/settings.ts'
import type { RepaymentFrequency } from '../../../engine/product.ts'
import { gathered, type Tx } from '../../kernel/db.ts'
import { GAVE_UP } from '../../kernel/jobs.ts'
import type { Json } from '../../kernel/json.ts'
import { remembered } from '../../kernel/remembered.ts'

export type SettingRow = {
  section: SectionName
  version: number
  value: Json
  effective_on: string
  changed_by_name: string | null
  changed_at: Date
  reason: string | null
}

const WITH_NAME = sql`
  select v.section, v.version, v.value, v.effective_on, v.changed_at, v.reason, p.first_name || ' ' || p.last_name as changed_by_name
  from setting_version v left join staff p on p.id = v.changed_by`

/** The newest version that is in force on a day. */
export async function settingOn(tx: Tx, section: SectionName, day: string): Promise<SettingRow | undefined> {
  const result = await sql<SettingRow>`
    ${WITH_NAME} where v.section = ${section} and v.effective_on <= ${day}::date order by v.version desc limit 1`.execute(
    tx,
  )
  return result.rows[0]
}

export type InForce = { section: SectionName; day: string; version: number; text: string }
type SectionOnDay = `${SectionName} ${string}`

/** The same of many at once, as text: what was read before need not be taken apart and checked again. */
const readInForce = gathered<SectionOnDay, InForce>(async (tx, keys) => {
  const result = await sql<InForce>`
    select k.section, k.day, v.version, v.text
    from (select split_part(key, ' ', 1) as section, split_part(key, ' ', 2) as day from unnest(${keys}::text[]) key) k
    cross join lateral (
      select version, value::text as text from setting_version
      where section = k.section and effective_on <= k.day::date order by version desc limit 1) v`.execute(tx)
  return new Map(result.rows.map(row => [`${row.section} ${row.day}` as const, row]))
})

/** A few days of every section: yesterday's report and tomorrow's run ask for theirs. */
const SETTINGS_REMEMBERED = 500
export const settingsInForce = remembered('settings', SETTINGS_REMEMBERED, readInForce)

export async function settingsOn(tx: Tx, day: string): Promise<SettingRow[]> {
  const result = await sql<SettingRow>`
    select distinct on (section) * from (${WITH_NAME} where v.effective_on <= ${day}::date) known
    order by section, version desc`.execute(tx)
  return result.rows
}

/** What is decided already and comes into force first; a newer version that is in force has taken an older one's place. */
export async function settingsAfter(tx: Tx, day: string): Promise<SettingRow[]> {
  const result = await sql<SettingRow>`
    select distinct on (section) * from (
      ${WITH_NAME} where v.effective_on > ${day}::date and not exists (
        select 1 from setting_version newer
        where newer.section = v.section and newer.version > v.version and newer.effective_on <= v.effective_on)
    ) coming order by section, effective_on`.execute(tx)
  return result.rows
}

export async function settingVersions(tx: Tx, section: SectionName): Promise<SettingRow[]> {
  const result =
    await sql<SettingRow>`${WITH_NAME} where v.section = ${section} order by v.version desc limit 200`.execute(
      tx,
    )
  return result.rows
}

/** The number of the newest version, whenever it takes effect; one change at a time. */
export async function lockLatestVersion(tx: Tx, section: SectionName): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('setting'), hashtext(${section}))`.execute(tx)
  const result = await sql<{ version: number }>`
    select coalesce(max(version), 0)::int as version from setting_version where section = ${section}`.execute(
    tx,
  )
  return result.rows[0]?.version ?? 0
}

export async function insertSetting(
  tx: Tx,
  setting: {
    section: SectionName
    version: number
    value: object
    effectiveOn: string
    changedBy: string | null
    at: Date
    reason: string | null
  },
): Promise<void> {
  await sql`
    insert into setting_version (section, version, value, effective_on, changed_by, changed_at, reason)
    values (${setting.section}, ${setting.version}, ${JSON.stringify(setting.value)}::jsonb, ${setting.effectiveOn}::date,
      ${setting.changedBy}, ${setting.at}, ${setting.reason})`.execute(tx)
}

// ── Frequencies ────────────────────────────────────────────────────────────────────────────────────────────────────

export type FrequencyRow = {
  code: string
  name: string
  rhythm: RepaymentFrequency['rhythm']
  anchor_day: number | null
  first_due: RepaymentFrequency['firstDue']
  status: 'active' | 'retired'
  in_use_by: string[]
}

/** In use are the versions on offer and those that come. */
export async function listFrequencies(tx: Tx, day: string): Promise<FrequencyRow[]> {
  const result = await sql<FrequencyRow>`
    select f.*, coalesce((
      select array_agg(distinct v.name order by v.name) from product_version v join product p on p.id = v.product_id
      where p.status = 'active' and v.terms -> 'frequency' ->> 'code' = f.code and not exists (
        select 1 from product_version newer
        where newer.product_id = v.product_id and newer.version > v.version
          and newer.effective_on <= greatest(v.effective_on, ${day}::date))), '{}') as in_use_by
    from frequency f order by f.status, f.name`.execute(tx)
  return result.rows
}

export async function saveFrequency(tx: Tx, frequency: RepaymentFrequency): Promise<void> {
  await sql`
    insert into frequency (code, name, rhythm, anchor_day, first_due)
    values (${frequency.code}, ${frequency.name}, ${frequency.rhythm}, ${frequency.anchorDay}, ${frequency.firstDue})
    on conflict (code) do update set name = excluded.name, rhythm = excluded.rhythm, anchor_day = excluded.anchor_day,
      first_due = excluded.first_due, status = 'active'`.execute(tx)
}

export async function retireFrequency(tx: Tx, code: string): Promise<boolean> {
  const result = await sql`update frequency set status = 'retired' where code = ${code}`.execute(tx)
  return result.numAffectedRows === 1n
}

// ── Officers' links ────────────────────────────────────────────────────────────────────────────────────────────────

export type OfficerLinkRow = {
  code: string
  officer_name: string
  officer_active: boolean
  enabled: boolean
  expires_on: string | null
  opened: number
  started: number
  submitted: number
}

export async function listOfficerLinks(tx: Tx, code: string | null = null): Promise<OfficerLinkRow[]> {
  const result = await sql<OfficerLinkRow>`
    select p.account_officer_code as code, p.first_name || ' ' || p.last_name as officer_name,
      p.status = 'active' as officer_active, coalesce(l.enabled, true) as enabled, l.expires_on,
      coalesce(l.opened, 0) as opened, coalesce(l.started, 0) as started, coalesce(l.submitted, 0) as submitted
    from staff p left join officer_link l on l.code = p.account_officer_code
    where p.account_officer_code is not null and (${code}::text is null or p.account_officer_code = ${code})
    order by p.last_name, p.first_name limit 1000`.execute(tx)
  return result.rows
}

export async function saveOfficerLink(
  tx: Tx,
  link: { code: string; enabled: boolean; expiresOn: string | null },
): Promise<void> {
  await sql`
    insert into officer_link (code, enabled, expires_on) values (${link.code}, ${link.enabled}, ${link.expiresOn}::date)
    on conflict (code) do update set enabled = excluded.enabled, expires_on = excluded.expires_on`.execute(tx)
}

export type LinkUse = 'opened' | 'started' | 'submitted'

export async function noteOfficerLinkUse(tx: Tx, code: string, what: LinkUse, times = 1): Promise<void> {
  const [opened, started, submitted] = (['opened', 'started', 'submitted'] as const).map(each =>
    each === what ? times : 0,
  )
  await sql`
    insert into officer_link (code, opened, started, submitted) values (${code}, ${opened}, ${started}, ${submitted})
    on conflict (code) do update set opened = officer_link.opened + excluded.opened,
      started = officer_link.started + excluded.started, submitted = officer_link.submitted + excluded.submitted`.execute(
    tx,
  )
}

// ── Health ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type HealthRow = {
  jobs_waiting: number
  jobs_failed: number
  workers: number
  audit_unsealed: number
  database_version: string
  database_bytes: bigint
}

export async function readHealth(tx: Tx): Promise<HealthRow | undefined> {
  const result = await sql<HealthRow>`
    select
      (select count(*)::int from graphile_worker.jobs j where not (${GAVE_UP})) as jobs_waiting,
      (select count(*)::int from graphile_worker.jobs j where ${GAVE_UP}) as jobs_failed,
      (select count(*)::int from worker_heartbeat where seen_at > now() - interval '20 seconds') as workers,
      (select count(*)::int from (select 1 from audit_entry e
         where not exists (select 1 from audit_seal s where s.entry_id = e.id) order by e.id desc limit 10000) u) as audit_unsealed,
      current_setting('server_version') as database_version,
      pg_database_size(current_database()) as database_bytes`.execute(tx)
  return result.rows[0]
}
