import { type RawBuilder, sql } from 'kysely'
import type { PayoutLineStatus } from '../../../contract/payouts.ts'
import type { RefundListed, RefundStatus } from '../../../contract/refunds.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'

export type CaseRow = {
  id: string
  number: string
  loan_id: string
  amount: bigint
  status: RefundStatus
  detected_on: string
  since: string
  note: string | null
  proposal_id: string | null
  approved_at: Date | null
  approved_by_name: string | null
  payout_id: string | null
  returned_bank_code: string | null
  returned_account: string | null
  loan_number: string
  loan_credit: bigint
  frozen: string | null
  officer_code: string
  officer_name: string | null
  customer_id: string
  customer_name: string
  customer_status: string
  status_until: string | null
  bank_code: string
  account_number: string
  /** A change of the bank account is pending approval. */
  account_waits: boolean
  batch_id: string | null
  batch_number: string | null
  waiting_approval: string | null
  /** The payroll source to whose office it is returned. */
  office: string | null
  /** The payroll source whose office deducted last. */
  deducted_by: string | null
}

const ALL = sql`
  select r.*, l.number as loan_number, l.credit as loan_credit, l.frozen, l.officer_code,
    (select s.first_name || ' ' || s.last_name from staff s where l.officer_code <> '' and s.account_officer_code = l.officer_code) as officer_name, c.id as customer_id,
    c.surname || ' ' || c.first_name as customer_name, c.status as customer_status, c.status_until, c.bank_code, c.account_number,
    exists (select 1 from approval a where a.status = 'waiting' and a.command = 'customerSensitiveChange'
      and a.subject_type = 'customer' and a.subject_id = c.id::text
      and a.input -> 'to' ?| array['accountNumber', 'bankCode']) as account_waits,
    b.id as batch_id, b.number as batch_number,
    (select o.source from refund_office o where o.loan_id = r.loan_id) as deducted_by,
    (select a.id from approval a where a.status = 'waiting' and (a.subject_type, a.subject_id) in
      (('refundProposal', r.proposal_id::text), ('refund', r.id::text)) limit 1) as waiting_approval
  from refund_case r join loan l on l.id = r.loan_id join customer c on c.id = l.customer_id
  left join payout_line p on p.refund_id = r.id and p.payout_id = r.payout_id
  left join payout_batch b on b.id = p.batch_id`

export type CaseFilter = {
  status?: RefundListed | undefined
  search?: string | undefined
  officerCode?: string | undefined
}

/** Detected cases below the minimum are listed apart. */
const inState = (status: RefundListed | undefined, minimum: bigint): RawBuilder<unknown> => {
  if (!status) return sql`true`
  if (status === 'belowMinimum') return sql`r.status = 'detected' and r.amount < ${minimum}`
  return status === 'detected'
    ? sql`r.status = 'detected' and r.amount >= ${minimum}`
    : sql`r.status = ${status}`
}

/** A number is looked for as it is typed, a name by its beginning. */
const conditions = ({ status, search, officerCode }: CaseFilter, minimum: bigint): RawBuilder<unknown> =>
  sql.join(
    [
      inState(status, minimum),
      ...(officerCode ? [sql`l.officer_code = ${officerCode}`] : []),
      ...(search
        ? [
            sql`(r.number = upper(${search}) or l.number = upper(${search}) or position(customer_plain(${search}) in c.name_key) > 0)`,
          ]
        : []),
    ],
    sql` and `,
  )

/** By state and age, as `refund_case_list` holds them. */
export async function listCases(
  tx: Tx,
  filter: CaseFilter,
  minimum: bigint,
  after: { since: string; number: string } | null,
  limit: number,
): Promise<CaseRow[]> {
  const beyond = after ? sql`(r.since, r.number) > (${after.since}::date, ${after.number})` : sql`true`
  const result = await sql<CaseRow>`
    ${ALL} where ${conditions(filter, minimum)} and ${beyond} order by r.since, r.number limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

const FROM = sql`from refund_case r join loan l on l.id = r.loan_id join customer c on c.id = l.customer_id`

export const countCases = (tx: Tx, filter: CaseFilter, minimum: bigint): Promise<Counted> =>
  countList(tx, sql`select 1 ${FROM} where ${conditions(filter, minimum)}`)

export async function sumCases(tx: Tx, filter: CaseFilter, minimum: bigint): Promise<bigint> {
  const result = await sql<{ amount: bigint }>`
    select coalesce(sum(r.amount), 0)::bigint as amount ${FROM} where ${conditions(filter, minimum)}`.execute(
    tx,
  )
  return result.rows[0]?.amount ?? 0n
}

export type StatusCount = { status: RefundListed; total: number; amount: bigint; since: string }
export async function countByStatus(tx: Tx, minimum: bigint): Promise<StatusCount[]> {
  const result = await sql<StatusCount>`
    select case when status = 'detected' and amount < ${minimum} then 'belowMinimum' else status end as status,
      count(*)::int as total, sum(amount)::bigint as amount, min(since) as since
    from refund_case group by 1`.execute(tx)
  return result.rows
}

export async function casesByIds(tx: Tx, ids: readonly string[]): Promise<CaseRow[]> {
  return (await sql<CaseRow>`${ALL} where r.id = any (${ids}::uuid[]) order by r.number`.execute(tx)).rows
}

export async function casesOfProposal(tx: Tx, proposalId: string): Promise<CaseRow[]> {
  return (await sql<CaseRow>`${ALL} where r.proposal_id = ${proposalId} order by r.number`.execute(tx)).rows
}

/** In the order in which every act holds several loans. */
export async function lockLoans(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select 1 from loan where id = any (${ids}::uuid[]) order by id for no key update`.execute(tx)
}

/** Their loans first, as every act on a credit holds its loan before anything else. */
export async function lockCases(tx: Tx, ids: readonly string[]): Promise<CaseRow[]> {
  const loans = await sql<{ loan_id: string }>`
    select loan_id from refund_case where id = any (${ids}::uuid[])`.execute(tx)
  await lockLoans(
    tx,
    loans.rows.map(row => row.loan_id),
  )
  await sql`select 1 from refund_case where id = any (${ids}::uuid[]) order by id for update`.execute(tx)
  return casesByIds(tx, ids)
}

type CaseChange = {
  status: RefundStatus
  since: string
  note?: string | null
  approvedAt?: Date | null
  approvedBy?: string | null
}

export async function changeCases(tx: Tx, ids: readonly string[], change: CaseChange): Promise<void> {
  await sql`
    update refund_case set status = ${change.status}, since = ${change.since}, note = ${change.note ?? null},
      approved_at = ${change.approvedAt ?? null}, approved_by_name = ${change.approvedBy ?? null}
    where id = any (${ids}::uuid[])`.execute(tx)
}

export async function nameProposal(
  tx: Tx,
  cases: readonly Pick<CaseRow, 'id' | 'office'>[],
  proposalId: string,
): Promise<void> {
  await sql`
    update refund_case r set proposal_id = ${proposalId}, office = c.office
    from unnest(${cases.map(each => each.id)}::uuid[], ${cases.map(each => each.office)}::text[]) as c (id, office) where r.id = c.id`.execute(
    tx,
  )
}

/** What was proposed and not approved is detected again, with all the credit that no other case holds. */
export async function reopenCases(tx: Tx, proposalId: string, since: string, note: string): Promise<void> {
  await sql`
    update refund_case r set amount = r.amount + d.amount from refund_case d
    where r.proposal_id = ${proposalId} and r.status = 'proposed' and d.loan_id = r.loan_id and d.status = 'detected'`.execute(
    tx,
  )
  await sql`
    update refund_case d set status = 'ended', since = ${since}, note = 'Joined with another case of the loan'
    from refund_case r
    where r.proposal_id = ${proposalId} and r.status = 'proposed' and d.loan_id = r.loan_id and d.status = 'detected'`.execute(
    tx,
  )
  await sql`
    update refund_case set status = case when returned_account is null then 'detected' else 'returned' end,
      since = ${since}, note = ${note}, proposal_id = null, office = null
    where proposal_id = ${proposalId} and status = 'proposed'`.execute(tx)
}

export type ProposalRow = {
  id: string
  cases: number
  total: bigint
  reason: string
  proposed_at: Date
  proposed_by: string
  proposed_by_name: string
}

export async function findProposal(tx: Tx, id: string): Promise<ProposalRow | undefined> {
  return (await sql<ProposalRow>`select * from refund_proposal where id = ${id}`.execute(tx)).rows[0]
}

/** False where its id is that of a proposal of other cases, submitted at the same moment. */
export async function insertProposal(tx: Tx, row: ProposalRow): Promise<boolean> {
  const result = await sql`
    insert into refund_proposal (id, cases, total, reason, proposed_at, proposed_by, proposed_by_name)
    values (${row.id}, ${row.cases}, ${row.total}, ${row.reason}, ${row.proposed_at}, ${row.proposed_by}, ${row.proposed_by_name})
    on conflict (id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

// ── The story of a case ────────────────────────────────────────────────────────────────────────────────────────────

export type PaymentRow = {
  id: string
  type: string
  effective_on: string
  amount: bigint
  channel: string | null
  reference: string | null
  note: string | null
  cash: string
  is_reversible: boolean
}

/** Payments of these loans that were not reversed. */
export async function paymentsOf(tx: Tx, loanIds: readonly string[]): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    select e.id, e.type, e.effective_on, e.amount, e.channel, e.reference, e.note, e.cash,
      exists (select 1 from refund_unremitted m where m.loan_id = e.loan_id and m.event_id = e.id) as is_reversible
    from loan_event e
    where e.loan_id = any (${loanIds}::uuid[]) and e.type in ('receipt', 'settlement', 'recovery')
      and not exists (select 1 from loan_event u where u.loan_id = e.loan_id and u.type = 'reversal' and u.event->>'of' = e.id::text)`.execute(
    tx,
  )
  return result.rows
}

export type LineRow = {
  batch_id: string
  batch_number: string
  reference: string
  amount: bigint
  status: PayoutLineStatus
  bank_on: string | null
  bank_reference: string | null
  reason: string | null
}

export async function linesOf(tx: Tx, caseId: string): Promise<LineRow[]> {
  const result = await sql<LineRow>`
    select b.id as batch_id, b.number as batch_number, p.reference, p.amount, p.status, p.bank_on, p.bank_reference, p.reason
    from payout_line p join payout_batch b on b.id = p.batch_id where p.refund_id = ${caseId}
    order by b.made_at, p.no`.execute(tx)
  return result.rows
}

export type ActiveLoan = { id: string; number: string; owed_total: bigint }

export async function activeLoansOf(tx: Tx, customerId: string, except: string): Promise<ActiveLoan[]> {
  const result = await sql<ActiveLoan>`
    select id, number, owed_total from loan
    where customer_id = ${customerId} and id <> ${except} and status = 'live' and frozen is null and owed_total > 0
    order by number limit 20`.execute(tx)
  return result.rows
}
