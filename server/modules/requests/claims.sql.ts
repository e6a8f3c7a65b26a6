import { type RawBuilder, sql } from 'kysely'
import type { Stage } from '../../../contract/vocabulary.ts'
import type { Tx } from '../../kernel/db.ts'

/**
 * By phone, email or BVN, those of the request or those that the customer with its BVN ever had. A user has no part in
 * their own request, even if another submitted it.
 */
const isOwn = (request: RawBuilder<unknown>, staffId: string): RawBuilder<boolean> => sql`exists (
  select 1 from staff s where s.id = ${staffId} and (s.phone = ${request}.phone
    or s.bvn_index = ${request}.bvn_index
    or exists (select 1 from request_version v where v.request_id = ${request}.id
      and lower(v.application ->> 'email') = lower(s.email))
    or exists (select 1 from customer c join staff_customer t on t.customer_id = c.id
      where c.bvn_index = ${request}.bvn_index and t.staff_id = s.id)))`

export async function isOwnRequest(tx: Tx, requestId: string, staffId: string): Promise<boolean> {
  const result = await sql<{ own: boolean }>`
    select ${isOwn(sql`r`, staffId)} as own from loan_request r where r.id = ${requestId}`.execute(tx)
  return result.rows[0]?.own ?? false
}

/** Claims what is free, stale or mine already, and only what this user may decide; the rest stays claimed. */
export async function claimRequests(
  tx: Tx,
  claim: { ids: readonly string[]; staffId: string; now: Date; staleBefore: Date; stages: readonly Stage[] },
): Promise<string[]> {
  const ids = sql`${[...claim.ids]}::uuid[]`
  await sql`select 1 from loan_request where id = any (${ids}) order by id for update`.execute(tx)
  const result = await sql<{ id: string }>`
    update loan_request set claimed_by = ${claim.staffId}, claimed_at = ${claim.now}
    where id = any (${ids})
      and stage = any (${[...claim.stages]}::text[])
      and (claimed_by is null or claimed_by = ${claim.staffId} or claimed_at < ${claim.staleBefore})
      and not ${isOwn(sql`loan_request`, claim.staffId)}
      and not (${claim.staffId}::uuid = any (officer_ids))
      and not exists (select 1 from request_version v where v.request_id = loan_request.id and v.by_id = ${claim.staffId})
      and not exists (select 1 from request_event e where e.request_id = loan_request.id and e.by_id = ${claim.staffId}
        and (e.from_stage in ('reviewer', 'authorizer') or e.kind = 'override')
        and coalesce(e.from_stage, 'reviewer') <> loan_request.stage)
    returning id`.execute(tx)
  return result.rows.map(row => row.id)
}

/** What one user claims of these, or without a user, all claims. */
export async function releaseRequests(
  tx: Tx,
  ids: readonly string[],
  staffId: string | null,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update loan_request set claimed_by = null, claimed_at = null
    where id = any (${[...ids]}::uuid[]) and claimed_by = coalesce(${staffId}::uuid, claimed_by) returning id`.execute(
    tx,
  )
  return result.rows.map(row => row.id)
}

export async function endClaims(tx: Tx, staffId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update loan_request set claimed_by = null, claimed_at = null where claimed_by = ${staffId} returning id`.execute(
    tx,
  )
  return result.rows.map(row => row.id)
}

export async function claimants(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; by: string | null }[]> {
  const result = await sql<{ id: string; by: string | null }>`
    select r.id, p.first_name || ' ' || p.last_name as by from loan_request r left join staff p on p.id = r.claimed_by
    where r.id = any (${[...ids]}::uuid[])`.execute(tx)
  return result.rows
}
