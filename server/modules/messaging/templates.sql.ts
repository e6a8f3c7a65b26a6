import { type RawBuilder, sql } from 'kysely'
import type { EventName, MessagePurpose, TEMPLATE_STATUSES } from '../../../contract/messaging.ts'
import type { Tx } from '../../kernel/db.ts'

type TemplateStatus = (typeof TEMPLATE_STATUSES)[number]

export type VersionRow = {
  template_id: string
  version: number
  body: string
  status: TemplateStatus
  /** Null where the version is older than the column, or came with Iroko. */
  made_by_id: string | null
  made_by_name: string
  made_at: Date
  approved_by_name: string | null
  approved_at: Date | null
  retired_at: Date | null
}

export type TemplateRow = {
  id: string
  name: string
  purpose: MessagePurpose
  event: EventName | null
  retired_at: Date | null
  status: TemplateStatus
  last_used_at: Date | null
}

export type InForce = { event: EventName; template_id: string; version: number; body: string }

export async function templatesInForce(tx: Tx, events: readonly EventName[]): Promise<InForce[]> {
  const result = await sql<InForce>`
    select t.event, v.template_id, v.version, v.body from message_template t
    join message_template_version v on v.template_id = t.id and v.status = 'approved'
    where t.event = any (${events}::text[]) and t.retired_at is null`.execute(tx)
  return result.rows
}

export type TemplateFilter = {
  status?: TemplateStatus | undefined
  purpose?: MessagePurpose | undefined
  event?: EventName | undefined
  search?: string | undefined
}

const STATUS = sql`case when t.retired_at is not null then 'retired'
  when exists (select 1 from message_template_version v where v.template_id = t.id and v.status = 'approved') then 'approved'
  else 'draft' end`

const WITH_STATUS = sql`
  select t.id, t.name, t.purpose, t.event, t.retired_at, ${STATUS} as status,
    greatest(
      (select max(m.at) from message m where m.told_by = t.event and t.event is not null
        and m.at > now() - interval '90 days'),
      t.campaign_at) as last_used_at
  from message_template t`

function conditions(filter: TemplateFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.status) parts.push(sql`${STATUS} = ${filter.status}`)
  if (filter.purpose) parts.push(sql`t.purpose = ${filter.purpose}`)
  if (filter.event) parts.push(sql`t.event = ${filter.event}`)
  if (filter.search) parts.push(sql`position(lower(${filter.search}) in lower(t.name)) > 0`)
  return sql.join(parts, sql` and `)
}

export async function listTemplates(
  tx: Tx,
  filter: TemplateFilter,
  after: { name: string; id: string } | null,
  limit: number,
): Promise<TemplateRow[]> {
  const beyond = after ? sql`(lower(t.name), t.id) > (${after.name}, ${after.id}::uuid)` : sql`true`
  const result = await sql<TemplateRow>`
    ${WITH_STATUS} where ${conditions(filter)} and ${beyond} order by lower(t.name), t.id limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export async function countTemplates(tx: Tx, filter: TemplateFilter): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message_template t where ${conditions(filter)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function findTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  return (await sql<TemplateRow>`${WITH_STATUS} where t.id = ${id}`.execute(tx)).rows[0]
}

export async function lockTemplate(tx: Tx, id: string): Promise<TemplateRow | undefined> {
  await sql`select 1 from message_template where id = ${id} for update`.execute(tx)
  return findTemplate(tx, id)
}

/** Newest first. */
export async function versionsOf(tx: Tx, ids: readonly string[]): Promise<VersionRow[]> {
  const result = await sql<VersionRow>`
    select * from message_template_version where template_id = any (${ids}::uuid[]) order by template_id, version desc`.execute(
    tx,
  )
  return result.rows
}

export async function insertTemplate(
  tx: Tx,
  template: { id: string; name: string; purpose: MessagePurpose; event: EventName | null; at: Date },
): Promise<void> {
  await sql`
    insert into message_template (id, name, purpose, event, made_at)
    values (${template.id}, ${template.name}, ${template.purpose}, ${template.event}, ${template.at})`.execute(
    tx,
  )
}

export async function renameTemplate(tx: Tx, id: string, name: string): Promise<void> {
  await sql`update message_template set name = ${name} where id = ${id}`.execute(tx)
}

/** A draft may be written over until it is approved; the version's number goes up each time, so a checker sees the last. */
export async function replaceDraft(
  tx: Tx,
  draft: { templateId: string; version: number; body: string; byId: string; byName: string; at: Date },
): Promise<void> {
  await sql`
    delete from message_template_version where template_id = ${draft.templateId} and status = 'draft'`.execute(
    tx,
  )
  await sql`
    insert into message_template_version (template_id, version, body, made_by_id, made_by_name, made_at)
    values (${draft.templateId}, ${draft.version}, ${draft.body}, ${draft.byId}, ${draft.byName}, ${draft.at})`.execute(
    tx,
  )
}

export async function approveVersion(
  tx: Tx,
  templateId: string,
  version: number,
  by: { name: string; at: Date },
): Promise<boolean> {
  await sql`
    update message_template_version set status = 'retired', retired_at = ${by.at}
    where template_id = ${templateId} and status = 'approved'`.execute(tx)
  const result = await sql`
    update message_template_version set status = 'approved', approved_by_name = ${by.name}, approved_at = ${by.at}
    where template_id = ${templateId} and version = ${version} and status = 'draft'`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function retireTemplate(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`delete from message_template_version where template_id = ${id} and status = 'draft'`.execute(tx)
  await sql`
    update message_template_version set status = 'retired', retired_at = ${at}
    where template_id = ${id} and status = 'approved'`.execute(tx)
  await sql`update message_template set retired_at = ${at} where id = ${id}`.execute(tx)
}

/** A campaign with it began. */
export async function markTemplateUsed(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update message_template set campaign_at = greatest(campaign_at, ${at}) where id = ${id}`.execute(
    tx,
  )
}
