import { type RawBuilder, sql } from 'kysely'
import type { ClosingKind } from '../../../contract/closing.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import { beyond, type Tx } from '../../kernel/db.ts'
import type { ClassRule, ClosingRow } from './closing.sql.ts'

/** What the loans of a month come to, by product and class, and the loans behind each amount. */

export type Closing = Pick<ClosingRow, 'id' | 'classes'>

const reached = (classes: readonly ClassRule[]): RawBuilder<unknown> =>
  sql`width_bucket(c.days_past_due, ${classes.map(each => each.fromDays)}::integer[])`

/** Each loan with its class and its three amounts. The provision is rounded half up, as on the dashboard. */
const eachLoan = ({ id, classes }: Closing): RawBuilder<unknown> => sql`(
  select c.*, (${classes.map(each => each.name)}::text[])[${reached(classes)}] as class,
    case when is_suspended then 0 else c.interest_earned end as accrual,
    (c.principal * (${classes.map(each => each.provisionPpm)}::bigint[])[${reached(classes)}] + 500000) / 1000000 as provision,
    case when is_suspended then c.interest_due else 0 end as suspension
  from closing_loan c
  cross join lateral (select (${classes.map(each => each.isSuspended)}::boolean[])[${reached(classes)}] as is_suspended) s
  where c.closing_id = ${id})`

export type SumRow = { product_id: string; class: string } & Record<ClosingKind, bigint> &
  Record<`${ClosingKind}_loans`, number>

/** Adds the loans up, once for each calculation: what is shown, submitted and approved are these sums. */
export async function saveSums(tx: Tx, closing: Closing): Promise<void> {
  await sql`delete from closing_sum where closing_id = ${closing.id}`.execute(tx)
  await sql`
    insert into closing_sum (closing_id, product_id, class, accrual, accrual_loans, provision, provision_loans, suspension,
      suspension_loans)
    select ${closing.id}, product_id, class, sum(accrual), count(*) filter (where accrual <> 0),
      sum(provision), count(*) filter (where provision <> 0), sum(suspension), count(*) filter (where suspension <> 0)
    from ${eachLoan(closing)} each_loan group by product_id, class`.execute(tx)
}

export async function sumsOf(tx: Tx, closingId: string): Promise<SumRow[]> {
  const result = await sql<SumRow>`
    select product_id, class, accrual, accrual_loans, provision, provision_loans, suspension, suspension_loans
    from closing_sum where closing_id = ${closingId}`.execute(tx)
  return result.rows
}

/** Interest that an earlier close suspended on loans that are active no more because they were written off. */
export async function suspendedAndWrittenOff(
  tx: Tx,
  earlier: Closing,
  closing: Closing,
): Promise<{ product_id: string; class: string; amount: bigint }[]> {
  const result = await sql<{ product_id: string; class: string; amount: bigint }>`
    select e.product_id, e.class, sum(e.suspension)::bigint as amount
    from ${eachLoan(earlier)} e join loan l on l.id = e.loan_id
    where e.suspension <> 0 and l.status = 'written off'
      and not exists (select from closing_loan c where c.closing_id = ${closing.id} and c.loan_id = e.loan_id)
    group by e.product_id, e.class`.execute(tx)
  return result.rows
}

export async function productNames(tx: Tx): Promise<Map<string, string>> {
  const result = await sql<{ id: string; name: string }>`
    select distinct on (product_id) product_id as id, name from product_version order by product_id, version desc`.execute(
    tx,
  )
  return new Map(result.rows.map(({ id, name }) => [id, name]))
}

export type Cut = { kind: ClosingKind; productId?: string | undefined; class?: string | undefined }

const inCut = (closing: Closing, cut: Cut): RawBuilder<unknown> => sql`
  from ${eachLoan(closing)} e join loan l on l.id = e.loan_id
  where e.${sql.ref(cut.kind)} <> 0
    ${cut.productId === undefined ? sql`` : sql`and e.product_id = ${cut.productId}`}
    ${cut.class === undefined ? sql`` : sql`and e.class = ${cut.class}`}`

export type CutLoan = {
  loan_id: string
  number: string
  product_id: string
  class: string
  days_past_due: number
  principal: bigint
  interest_due: bigint
  interest_earned: bigint
  amount: bigint
}

export async function loansInCut(
  tx: Tx,
  closing: Closing,
  cut: Cut,
  after: string | null,
  limit: number,
): Promise<CutLoan[]> {
  const result = await sql<CutLoan>`
    select e.loan_id, l.number, e.product_id, e.class, e.days_past_due, e.principal, e.interest_due, e.interest_earned,
      e.${sql.ref(cut.kind)} as amount
    ${inCut(closing, cut)} and ${beyond(sql`l.number`, after)} order by l.number limit ${limit}`.execute(tx)
  return result.rows
}

export const countCut = (tx: Tx, closing: Closing, cut: Cut): Promise<Counted> =>
  countList(tx, sql`select ${inCut(closing, cut)}`)

export async function sumCut(tx: Tx, closing: Closing, cut: Cut): Promise<bigint> {
  const result = await sql<{ amount: bigint }>`
    select coalesce(sum(e.${sql.ref(cut.kind)}), 0)::bigint as amount ${inCut(closing, cut)}`.execute(tx)
  return result.rows[0]?.amount ?? 0n
}
