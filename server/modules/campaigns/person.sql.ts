import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** Keys of a person among recipients, and the values that replace them. */
type Erased = { customerIds: readonly string[]; phones: readonly string[]; mark: string; label: string }
type Person = Pick<Erased, 'customerIds' | 'phones'>

/** The ten digits of a phone that are left of it however it was typed: 0803 123 4567, 234-803…, +234 (0) 803…. */
const nationals = (phones: readonly string[]): string[] => phones.map(phone => phone.slice(-10))
const typedDigits = (line: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`right(regexp_replace(${line}, '[^0-9]', '', 'g'), 10)`

/** By their record, or by a number of theirs in a pasted list. */
const isMember = ({ customerIds, phones }: Person): RawBuilder<unknown> => sql`
  (customer_id = any (${customerIds}::uuid[])
    or (customer_id is null and ${typedDigits(sql`given`)} = any (${nationals(phones)}::text[])))`

/** Recipients not sent to yet are excluded, and counted as such. */
async function eraseMembers(tx: Tx, reader: Erased): Promise<void> {
  const { mark, label } = reader
  await sql`select 1 from message_campaign_member where ${isMember(reader)} for update`.execute(tx)
  await sql`
    with own as (
      select campaign_id, position, segments, excluded is null and message_id is null as is_unsent
      from message_campaign_member
      where ${isMember(reader)}
    ), cut as (
      update message_campaign_member x set given = ${mark}, customer_name = ${label}, phone = ${mark} || ' ' || x.position,
        body = case when body is not null then 'Erased' end,
        excluded = case when own.is_unsent then 'erased' else excluded end
      from own where x.campaign_id = own.campaign_id and x.position = own.position
    )
    update message_campaign c set recipients = c.recipients - left_out.people, excluded = c.excluded + left_out.people,
      segments = c.segments - left_out.segments,
      cost = c.cost - coalesce(c.cost / nullif(c.segments, 0), 0) * left_out.segments
    from (select campaign_id, count(*)::int as people, sum(segments)::int as segments from own where is_unsent
      group by campaign_id) left_out
    where c.id = left_out.campaign_id`.execute(tx)
}

/** The numbers of a pasted list stand in its campaign as they were typed. */
async function eraseFromAudiences(tx: Tx, { phones, mark }: Erased): Promise<void> {
  const isTheirs = sql`${typedDigits(sql`line`)} = any (${nationals(phones)}::text[])`
  await sql`
    update message_campaign c set audience = jsonb_set(c.audience, '{lines}', (
      select jsonb_agg(case when ${isTheirs} then ${mark}::text else line end order by place)
      from jsonb_array_elements_text(c.audience -> 'lines') with ordinality as listed (line, place)))
    where c.audience ->> 'kind' = 'list' and exists (
      select from jsonb_array_elements_text(c.audience -> 'lines') as listed (line) where ${isTheirs})`.execute(
    tx,
  )
}

/** After an erasure no campaign names the person. */
export async function eraseFromCampaigns(tx: Tx, person: Erased): Promise<void> {
  await eraseMembers(tx, person)
  await eraseFromAudiences(tx, person)
}

export type HeldMembership = {
  campaign: string
  given: string
  customer_name: string | null
  phone: string | null
  body: string | null
  excluded: string | null
}

/** Campaigns that were to reach them, sent or not. */
export async function campaignsNaming(tx: Tx, reader: Person): Promise<HeldMembership[]> {
  const result = await sql<HeldMembership>`
    select c.name as campaign, m.given, m.customer_name, m.phone, m.body, m.excluded
    from message_campaign_member m join message_campaign c on c.id = m.campaign_id
    where ${isMember(reader)} order by m.campaign_id, m.position`.execute(tx)
  return result.rows
}
