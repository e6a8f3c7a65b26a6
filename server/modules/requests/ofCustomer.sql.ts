import { type RawBuilder, sql } from 'kysely'
import type { Rhythm } from '../../../contract/products.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import type { Tx } from '../../kernel/db.ts'
import { storedIndex } from '../../kernel/rotation.sql.ts'

export type CustomerRequestRow = {
  id: string
  reference: string
  stage: Stage
  product_name: string
  amount: bigint
  tenor: number
  rhythm: Rhythm
  channel: 'public' | 'staff'
  submitted_at: Date
  stage_since: Date
  loan_id: string | null
  consent_version: number
  consent_hash: string
  consent_address: string
}

/**
 * Also what came in under the same BVN and was never approved, and what records merged into this one asked for. Each is
 * found by an index of its own; one condition over both would read every request there is.
 */
const ofCustomer = (customerId: string) => sql`
  r.id in (
    select q.id from loan_request q where q.customer_id = ${customerId}
    union
    select q.id from customer c join loan_request q on q.bvn_index = c.bvn_index
    where c.id = ${customerId} or c.merged_into = ${customerId})`

export async function requestsOfCustomer(tx: Tx, customerId: string): Promise<CustomerRequestRow[]> {
  const result = await sql<CustomerRequestRow>`
    select r.id, r.reference, r.stage, v.name as product_name, r.amount, r.tenor,
      v.terms->'frequency'->>'rhythm' as rhythm, r.channel, r.submitted_at, r.stage_since,
      r.loan_id, r.consent_version, r.consent_hash, r.consent_address
    from loan_request r
    join product_version v on v.product_id = r.product_id and v.version = r.product_version
    where ${ofCustomer(customerId)} order by r.submitted_at desc, r.id limit 200`.execute(tx)
  return result.rows
}

/** Also a part of the statement that reads a customer's page. */
export const requestCount = (customerId: string): RawBuilder<{ count: number }> =>
  sql`select count(*)::int as count from loan_request r where ${ofCustomer(customerId)}`

/** Part of the statement that finds messages to the applicant. */
export const idsOfRequests = (customerId: string): RawBuilder<unknown> =>
  sql`select r.id::text from loan_request r where ${ofCustomer(customerId)}`

export async function countRequestsOf(tx: Tx, customerId: string): Promise<number> {
  const result = await sql<{ count: number }>`${requestCount(customerId)}`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function moveRequestsOf(tx: Tx, from: string, to: string): Promise<string[]> {
  await sql`select 1 from loan_request where customer_id = ${from} order by id for update`.execute(tx)
  const result = await sql<{ id: string }>`
    update loan_request set customer_id = ${to} where customer_id = ${from} returning id`.execute(tx)
  return result.rows.map(row => row.id)
}

// ── Erasure ────────────────────────────────────────────────────────────────────────────────────────────────────────

export async function countOpenRequestsOf(tx: Tx, customerId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from loan_request r
    where ${ofCustomer(customerId)} and r.stage in ('reviewer', 'authorizer')`.execute(tx)
  return result.rows[0]?.count ?? 0
}

/** No one decides on one of them while its applicant is erased. */
export async function lockRequests(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select 1 from loan_request where id = any (${ids}::uuid[]) order by id for update`.execute(tx)
}

export async function requestIdsOf(tx: Tx, customerId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select r.id from loan_request r where ${ofCustomer(customerId)} order by r.id`.execute(tx)
  return result.rows.map(row => row.id)
}

/** Requests under a BVN that they once had on record and no other customer has. */
export async function requestIdsUnder(
  tx: Tx,
  { customerIds, bvnsOnce }: { customerIds: readonly string[]; bvnsOnce: readonly Buffer[] },
): Promise<string[]> {
  if (bvnsOnce.length === 0) return []
  const result = await sql<{ id: string }>`
    select r.id from loan_request r
    where r.bvn_index in (${sql.join(bvnsOnce.map(index => storedIndex('bvn', index)))}) and (r.customer_id is null or r.customer_id = any (${customerIds}::uuid[]))
      and not exists (select from customer c where c.bvn_index = r.bvn_index and c.id <> all (${customerIds}::uuid[]))
    order by r.id`.execute(tx)
  return result.rows.map(row => row.id)
}

export type StatedRow = Record<
  'surname' | 'firstName' | 'phone' | 'payrollSource' | 'ippisNumber' | 'accountNumber' | 'bvn' | 'nin',
  string
> & { request_id: string }

/** By what an applicant can be known, in every version of these requests. */
export async function statedIn(tx: Tx, ids: readonly string[]): Promise<StatedRow[]> {
  const result = await sql<StatedRow>`
    select distinct request_id, application ->> 'surname' as surname, application ->> 'firstName' as "firstName",
      application ->> 'phone' as phone, application ->> 'payrollSource' as "payrollSource",
      application ->> 'ippisNumber' as "ippisNumber", application ->> 'accountNumber' as "accountNumber",
      application ->> 'bvn' as bvn, application ->> 'nin' as nin
    from request_version where request_id = any (${ids}::uuid[])`.execute(tx)
  return result.rows
}

export type BlankApplicant = { label: string; mark: string; bvnIndex: Buffer; ninIndex: Buffer; at: Date }

/** Turned down or withdrawn before a moment, by people of whom there is no customer. */
export async function lockForgettable(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ id: string; reference: string; stage: Stage }[]> {
  const result = await sql<{ id: string; reference: string; stage: Stage }>`
    select r.id, r.reference, r.stage from loan_request r
    where r.stage in ('rejected', 'withdrawn') and r.erased_at is null and r.customer_id is null and r.stage_since < ${before}
      and not exists (select from customer c where c.bvn_index = r.bvn_index)
    order by r.stage_since, r.id limit ${limit} for update of r skip locked`.execute(tx)
  return result.rows
}

/** Of these phones those that no other customer and no other applicant has. */
export async function unsharedPhones(
  tx: Tx,
  phones: readonly string[],
  { customerIds, requestIds }: { customerIds: readonly string[]; requestIds: readonly string[] },
): Promise<string[]> {
  const result = await sql<{ phone: string }>`
    select phone from unnest(${phones}::text[]) as held (phone)
    where phone like '+%'
      and not exists (select from customer c where c.phone = held.phone and c.id <> all (${customerIds}::uuid[]))
      and not exists (select from loan_request o where o.phone = held.phone and o.id <> all (${requestIds}::uuid[]))`.execute(
    tx,
  )
  return result.rows.map(row => row.phone)
}

export async function eraseRequest(tx: Tx, id: string, blank: BlankApplicant): Promise<void> {
  await sql`
    update loan_request set applicant = ${blank.label}, phone = ${blank.mark}, bvn_index = ${blank.bvnIndex}, nin_index = ${blank.ninIndex},
      account_number = '', ippis_number = ${blank.mark}, documents_wanted = null, consent_address = '',
      erased_at = ${blank.at}
    where id = ${id}`.execute(tx)
}

export async function eraseVersion(tx: Tx, id: string, version: number, application: object): Promise<void> {
  await sql`
    update request_version set application = application || ${JSON.stringify(application)}::jsonb
    where request_id = ${id} and version = ${version}`.execute(tx)
}

export async function eraseWords(tx: Tx, id: string): Promise<void> {
  await sql`update request_event set note = 'Erased' where request_id = ${id} and note is not null`.execute(
    tx,
  )
  await sql`update request_override set note = 'Erased' where request_id = ${id}`.execute(tx)
  await sql`
    update request_draft set phone = null, code_hash = null, address = '' where submitted_request_id = ${id}`.execute(
    tx,
  )
}

export async function borrowerOf(tx: Tx, loanId: string): Promise<string | undefined> {
  const result = await sql<{ customer_id: string }>`
    select customer_id from loan where id = ${loanId}`.execute(tx)
  return result.rows[0]?.customer_id
}

export async function countLoansSince(tx: Tx, customerId: string, since: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from loan
    where customer_id = ${customerId} and status <> 'cancelled' and approved_on >= ${since}::date`.execute(tx)
  return result.rows[0]?.count ?? 0
}

export async function repaidLoans(tx: Tx, customerId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from loan where customer_id = ${customerId} and status in ('closed', 'overpaid')
    order by approved_at desc, id`.execute(tx)
  return result.rows.map(row => row.id)
}

/** As text: the part of a statement that a page is read by is JSON. */
type LoanTotals = { total: number; open: number; outstanding: string; arrears: string }

/** Also a part of the statement that reads a customer's page. */
export const loanTotals = (customerId: string, today: string): RawBuilder<LoanTotals> => sql`
  select count(*)::int as total,
    (count(*) filter (where status in ('awaiting disbursement', 'live', 'overpaid')))::int as open,
    coalesce(sum(owed_total), 0)::text as outstanding, coalesce(sum(arrears), 0)::text as arrears
  from loan_on(${today}::date) where customer_id = ${customerId} and status <> 'cancelled'`

/**
 * The same of customers of a list, with the worst class of their active loans: of `each` customer `c`, or of `all` by
 * `customer_id`. One text a day for as long as the classes stay.
 */
export function loanFigures(
  classes: readonly { name: string; fromDays: number }[],
  today: string,
): LoanFigures {
  const known = figures.get(classes)
  if (known?.today === today) return known.made
  const days = sql`max(days_past_due) filter (where status = 'live')`
  // worst first: the first that was reached is the class
  const reached = classes
    .toSorted((one, other) => other.fromDays - one.fromDays)
    .map(({ name, fromDays }) => sql`when ${days} >= ${sql.lit(fromDays)} then ${sql.lit(name)}`)
  const owed = sql`coalesce(sum(owed_total), 0)::bigint as outstanding, coalesce(sum(arrears), 0)::bigint as arrears,
      case ${sql.join(reached, sql` `)} else '' end as class_name
    from loan_on(${today}::date) where status <> 'cancelled'`
  const made: LoanFigures = {
    each: sql`select ${owed} and customer_id = c.id`,
    all: sql`select customer_id, ${owed} group by customer_id`,
  }
  figures.set(classes, { today, made })
  return made
}

type Figures = RawBuilder<{ outstanding: bigint; arrears: bigint; class_name: string }>
type LoanFigures = { each: Figures; all: Figures }
const figures = new WeakMap<object, { today: string; made: LoanFigures }>()
