import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** By what a person's messages are known: the records they are about, and the numbers that are theirs alone. */
export type Reader = {
  customerIds: readonly string[]
  requestIds: readonly string[]
  /** A number that others use too is theirs as well: what went there is erased only where it names the person's record. */
  phones: readonly string[]
}

/** Whoever is erased, and what stands in their place. */
export type ErasedReader = Reader & {
  mark: string
  label: string
  at: Date
  /** Of whoever is only forgotten a word to be left in peace goes on to count. */
  keepsOptOuts?: true
}

const ofReader = ({ customerIds, requestIds, phones }: Reader): RawBuilder<unknown> => sql`
  (customer_id = any (${customerIds}::uuid[])
    or (subject_type = 'request' and subject_id = any (${requestIds}::text[]))
    or (phone = any (${phones}::text[]) and customer_id is null))`

const WAITS = sql`status in ('queued', 'held')`

/** What waits is not sent any more; what was sent keeps its time, its price and its fate. */
export async function eraseMessages(tx: Tx, reader: ErasedReader): Promise<void> {
  await sql`
    update message set phone = ${reader.mark}, body = 'Erased',
      status = case when ${WAITS} then 'cancelled' else status end,
      status_reason = case when ${WAITS} then 'erased' else status_reason end,
      status_at = case when ${WAITS} then ${reader.at}::timestamptz else status_at end,
      not_before = case when ${WAITS} then null else not_before end
    where ${ofReader(reader)}`.execute(tx)
}

export async function countMessagesOf(tx: Tx, reader: Reader): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from message where ${ofReader(reader)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

/** The ten digits of a phone that are left of it however it was typed: 0803 123 4567, 234-803…, +234 (0) 803…. */
const nationals = (phones: readonly string[]): string[] => phones.map(phone => phone.slice(-10))
const typedDigits = (line: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`right(regexp_replace(${line}, '[^0-9]', '', 'g'), 10)`

/** By their record, or by a number of theirs in a pasted list. */
export const isMember = ({
  customerIds,
  phones,
}: Pick<Reader, 'customerIds' | 'phones'>): RawBuilder<unknown> => sql`
  (customer_id = any (${customerIds}::uuid[])
    or (customer_id is null and ${typedDigits(sql`given`)} = any (${nationals(phones)}::text[])))`

/** Whoever was still to be written to is left out, and counted so. */
export async function eraseMembers(tx: Tx, reader: ErasedReader): Promise<void> {
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
export async function eraseFromAudiences(tx: Tx, { phones, mark }: ErasedReader): Promise<void> {
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

export async function eraseInbound(tx: Tx, { phones, mark }: ErasedReader): Promise<void> {
  await sql`
    update message_inbound set sender = ${mark}, body = 'Erased', dedupe = id::text
    where sender = any (${phones}::text[])`.execute(tx)
}

export async function deleteOptOuts(tx: Tx, { phones }: ErasedReader): Promise<void> {
  await sql`delete from message_opt_out where phone = any (${phones}::text[])`.execute(tx)
}

/** Alerts of the bank that were taken for these loans, or thought to be about them first of all. */
export async function eraseClaimsOn(tx: Tx, loanIds: readonly string[]): Promise<void> {
  await sql`
    with claim as (
      update message_claim set body = 'Erased', description = null, account_mask = null, account_tail = null, matches = '[]', note = null,
        -- one that is still open would come back by the next copy of the same alert
        dedupe = case when loan_id is null then dedupe else id::text end
      where loan_id = any (${loanIds}::uuid[])
        or (loan_id is null and matches -> 0 ->> 'loanId' = any (${loanIds}::text[]))
      returning id)
    update message_inbound set body = 'Erased' where claim_id in (select id from claim)`.execute(tx)
}

/** Alerts that could also have been about these loans: somebody else's by now, or likelier so. */
export async function eraseFromMatches(tx: Tx, loanIds: readonly string[]): Promise<void> {
  const isTheirs = sql`match ->> 'loanId' = any (${loanIds}::text[])`
  await sql`
    update message_claim set matches = coalesce((
      select jsonb_agg(match order by place) from jsonb_array_elements(matches) with ordinality as found (match, place)
      where not ${isTheirs}), '[]')
    where exists (select from jsonb_array_elements(matches) as found (match) where ${isTheirs})`.execute(tx)
}

/** Every number that a customer was ever written to. */
export async function phonesWrittenTo(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ phone: string }>`
    select distinct phone from message where customer_id = any (${customerIds}::uuid[])`.execute(tx)
  return result.rows.map(row => row.phone)
}
