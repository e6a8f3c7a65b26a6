import { type RawBuilder, sql } from 'kysely'

/** Where the columns come from that other modules keep: one place each, read by the calculation, the screen and the proof. */

/** What offices paid of their batches, with the charges they kept back. */
export const PAID: RawBuilder<unknown> = sql`(
  select a.batch_id, sum(a.amount + a.charge)::bigint as amount
  from office_allocation a where a.undone_at is null group by a.batch_id)`

/** Receipts of which the office said for whom they are, to the kobo of what is allocated to the month. */
const advisedIn = (source: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select v.id, v.receipt_id from reconciliation_advice v
  where v.source = ${source} and ${month} = any (v.months) and v.attached_at is not null and v.ended_at is null
    and (select sum(l.amount) from reconciliation_advice_line l where l.advice_id = v.id and l.month = ${month}) = (
      select sum(a.amount + a.charge) from office_allocation a join repayment_batch b on b.intake_id = a.batch_id
      where a.receipt_id = v.receipt_id and a.undone_at is null and b.period = ${month})`

/** What offices paid of the batches of a month without saying for whom: it is spread over the rows. */
const paidTogether = (source: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select a.batch_id, sum(a.amount + a.charge)::bigint as amount
  from office_allocation a
  where a.undone_at is null and a.receipt_id not in (select receipt_id from (${advisedIn(source, month)}) v)
  group by a.batch_id)`

/** When what an office paid of a batch last changed. */
const PAID_CHANGED: RawBuilder<unknown> = sql`
  select a.batch_id, greatest(a.at, a.undone_at) as at from office_allocation a`

/** What was sent for a month: of several lists the last one. */
export const sentLists = (
  source: RawBuilder<unknown>,
  month: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select l.id, l.number from instruction_list l
  where l.source = ${source} and l.month = ${month} and l.sent_at is not null order by l.round desc limit 1`

/** An event of the source says that nothing is deducted in the month. */
const isSkipped = (source: RawBuilder<unknown>, month: RawBuilder<unknown>) => sql`exists (
  select from pay_month k where k.source = ${source} and k.period = ${month} and k.skipped_by is not null)`

/** Each person of the last list sent for a month, as the office answered. */
export const instructedIn = (
  source: RawBuilder<unknown>,
  month: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select coalesce(nullif(n.staff_key, ''), s.number || '/' || n.no) as person_key, n.customer_id, n.employer,
    case when ${isSkipped(source, month)} then 0 else n.due end as expected,
    n.amount as instructed, case when n.amount > 0 and a.outcome = 'rejected' then 'refused' when n.amount > 0 then 'instructed'
      when n.kind = 'stop' then 'stopped' else 'none' end as state
  from (${sentLists(source, month)}) s join instruction_line n on n.list_id = s.id
  left join instruction_answer a on a.list_id = n.list_id and a.no = n.no`

const STOPS_MONTHS = 12

/** People whose last instruction before a month was a stop; a year later no office deducts by mistake. */
export const stoppedBefore = (
  source: RawBuilder<unknown>,
  month: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select distinct n.staff_key as person_key
  from instruction_list l join instruction_line n on n.list_id = l.id and n.kind = 'stop'
  where l.source = ${source} and l.sent_at is not null and l.month < ${month}
    and l.month >= ${month}::date - make_interval(months => ${STOPS_MONTHS}::integer) and not exists (
      select from instruction_list later join instruction_line k on k.list_id = later.id and k.staff_key = n.staff_key and k.amount > 0
      where later.source = l.source and later.sent_at is not null and later.month < ${month}
        and (later.month, later.round) > (l.month, l.round))`

/** When lists of a month were last sent or answered. */
const LISTS_CHANGED: RawBuilder<unknown> = sql`
  select l.source, l.month, greatest(l.sent_at, l.acknowledged_at, (
    select max(a.answered_at) from instruction_answer a where a.list_id = l.id)) as at
  from instruction_list l where l.sent_at is not null`

/** Batches whose rows are in the ledger or on their way there. */
export const IS_FILED = sql`b.status in ('posting', 'posted', 'undoing')`

const STAFF_KEY = (customer: RawBuilder<unknown>) =>
  sql`nullif(ltrim(upper((select c.ippis_number from customer c where c.id = ${customer})), '0'), '')`

/** A row is counted once it is approved, posted or not, unless it is excluded. */
const IS_COUNTED = sql`r.treatment <> 'skip' and r.status in ('open', 'posted', 'suspense', 'refused')`

/**
 * What the files of a month deducted, each amount with its person. What left suspense for a loan belongs to the
 * customer of that loan; what the office says it did not deduct was not deducted.
 */
export const deductedIn = (
  source: RawBuilder<unknown>,
  month: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  with row as materialized (
    select r.batch_id, r.row_number, r.part, r.line, r.staff_key, r.employer, r.customer_id, r.loan_id, r.status, r.posting_id,
      r.amount - r.earlier as amount, b.number
    from repayment_row r join repayment_batch b on b.intake_id = r.batch_id
    where b.source = ${source} and b.period = ${month} and ${IS_FILED} and ${IS_COUNTED}),
  used as materialized (
    select s.batch_id, s.row_number, s.part, u.id, u.kind, u.loan_id, u.amount
    from row join repayment_suspense s on s.batch_id = row.batch_id and s.row_number = row.row_number and s.part = row.part
    join repayment_suspense_use u on u.suspense_id = s.id and u.undone_at is null and u.kind in ('loan', 'notDeducted')
    where row.status = 'suspense'),
  each as (
    select row.batch_id, row.row_number, row.part, null::uuid as use_id, row.loan_id, row.status, row.posting_id as entry_id,
      coalesce((select l.customer_id from loan l where l.id = row.loan_id), row.customer_id) as customer_id, row.staff_key, row.employer,
      row.number, row.line,
      row.amount - coalesce((select sum(u.amount) from used u
        where u.batch_id = row.batch_id and u.row_number = row.row_number and u.part = row.part), 0)::bigint as deducted,
      row.status = 'posted' as is_posted
    from row
    union all
    select row.batch_id, row.row_number, row.part, u.id, u.loan_id, 'posted', u.id, l.customer_id, row.staff_key, row.employer,
      row.number, row.line, u.amount, true
    from used u join row on row.batch_id = u.batch_id and row.row_number = u.row_number and row.part = u.part
    join loan l on l.id = u.loan_id where u.kind = 'loan'),
  share as (
    select each.*, coalesce(p.amount, 0) as paid,
      sum(each.deducted) over (partition by each.batch_id) as whole,
      div(coalesce(p.amount, 0)::numeric * each.deducted, nullif(sum(each.deducted) over (partition by each.batch_id), 0))::bigint as base,
      mod(coalesce(p.amount, 0)::numeric * each.deducted, nullif(sum(each.deducted) over (partition by each.batch_id), 0)) as rest
    from each left join ${paidTogether(source, month)} p on p.batch_id = each.batch_id where each.deducted > 0)
  select share.batch_id, share.row_number, share.part, share.use_id, share.loan_id, share.status, share.entry_id, share.customer_id,
    share.staff_key as file_key,
    share.employer, share.line, share.number,
    coalesce(${STAFF_KEY(sql`share.customer_id`)}, nullif(share.staff_key, ''), share.number || '/L' || share.line) as person_key,
    share.deducted, case when share.is_posted then share.deducted else 0 end as posted,
    share.base + case when row_number() over (partition by share.batch_id order by share.rest desc, share.row_number, share.part, share.use_id)
      <= share.paid - sum(share.base) over (partition by share.batch_id) then 1 else 0 end as remitted
  from share`

/** What offices paid for batches of a month of which no row is left. */
export const paidWithoutRows = (
  source: RawBuilder<unknown>,
  month: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select b.intake_id as batch_id, b.number as person_key, p.amount
  from repayment_batch b join ${paidTogether(source, month)} p on p.batch_id = b.intake_id
  where b.source = ${source} and b.period = ${month} and p.amount <> 0 and not exists (
    select from found f where f.batch_id = b.intake_id)`

/**
 * What offices paid by person. A number that a file has under another person, because a user assigned its row, is that
 * person; one that no file of the month has is a line of its own.
 */
export const paidByName = (
  source: RawBuilder<unknown>,
  month: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select v.receipt_id, o.number as receipt_number, l.amount,
    coalesce(same.person_key, other.person_key, nullif(l.staff_key, ''), o.number || '/L' || l.line) as person_key,
    case when same.person_key is null and other.person_key is null then (
      select c.id from customer c where c.payroll_source = ${source} and ltrim(upper(c.ippis_number), '0') = l.staff_key
      order by c.id limit 1) end as customer_id
  from (${advisedIn(source, month)}) v join office_receipt o on o.id = v.receipt_id
  join reconciliation_advice_line l on l.advice_id = v.id and l.month = ${month}
  left join (select distinct person_key from found) same on same.person_key = l.staff_key
  left join (select file_key, min(person_key) as person_key from found group by file_key having min(person_key) = max(person_key)) other
    on other.file_key = l.staff_key and l.staff_key <> ''`

/** The same beside its files, for one who asks for a line. */
export const adviceOf = (source: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with found as materialized (${deductedIn(source, month)}) ${paidByName(source, month)}`

/** The day the first file of a month was posted; infinity before. */
const filedOn = (source: RawBuilder<unknown>, month: RawBuilder<unknown>) => sql`
  select coalesce((min(b.posted_at) at time zone 'Africa/Lagos')::date, 'infinity') as day
  from repayment_batch b where b.source = ${source} and b.period = ${month} and ${IS_FILED}`

/**
 * What the schedules make due in a month, by person, less what was paid before its file other than by a deduction, in the previous
 * system of an imported loan too; without a list this is what was expected. A loan imported after the file was not in the ledger.
 * One disbursed in the month may be too late for the list sent.
 */
export const dueIn = (source: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ltrim(upper(c.ippis_number), '0') as person_key, c.id as customer_id, c.mda as employer, e.expected
  from (${filedOn(source, month)}) f cross join customer c join loan l on l.customer_id = c.id and l.approved_on <= f.day
    and (l.disbursed_on < ${month} or not exists (${sentLists(source, month)}))
  join reconciliation_due d on d.loan_id = l.id and d.month = ${month}
  cross join lateral (
    select d.due - coalesce((
      select sum((p->>1)::bigint) from jsonb_array_elements(d.paid) p where (p->>0)::date < f.day), 0)::bigint as expected) e
  where c.payroll_source = ${source} and e.expected > 0 and not ${isSkipped(source, month)}`

/** Months with a file or a list, and when anything of them last changed. */
export const CHANGED: RawBuilder<unknown> = sql`
  select source, month, max(at) as at from (
    select b.source, b.period as month, coalesce(greatest(b.posted_at, b.undone_at), b.opened_at) as at
    from repayment_batch b where b.status in ('posting', 'posted', 'undoing', 'undone')
    union all
    select b.source, b.period, p.at from (${PAID_CHANGED}) p join repayment_batch b on b.intake_id = p.batch_id
    union all
    select b.source, b.period, greatest(u.at, u.undone_at) from repayment_suspense_use u
    join repayment_suspense s on s.id = u.suspense_id join repayment_batch b on b.intake_id = s.batch_id
    union all
    select v.source, unnest(v.months), greatest(v.attached_at, v.ended_at) from reconciliation_advice v where v.attached_at is not null
    union all ${LISTS_CHANGED}) each
  group by source, month`
