import { type RawBuilder, sql } from 'kysely'
import { HOLDING_EXCEPTIONS, type LineDecision } from '../../../contract/instructions.ts'
import type { Tx } from '../../kernel/db.ts'
import { isInFlight } from '../payMonths/payMonths.ts'
import { monthly } from '../payroll/payroll.ts'

/** The list as one statement over the loans of a source: what is due of each, summed by staff number, beside what the office holds. */

export type Rules = {
  today: string
  source: string
  /** First day of the month. */
  month: string
  element: string
  /** Share of pay of the lender; a product may allow less. */
  sharePpm: number
  arrearsPpm: number
  /** The newest payroll file that is in force, if there is one. */
  payrollIntakeId: string | null
  payrollMonth: string | null
  /** No list was sent yet: the deduction of the month before is known from the schedule only. */
  isFirst: boolean
  /** The office deducts for no lender in the month: everything stops, and resumes with a later list. */
  isBanned: boolean
  /** The day of the month on which the office takes its list: what is in flight is judged on it, so that a list computed twice is the same. */
  cutOff: string
}

const NO_PAY = sql`('left', 'retired', 'deceased')`

/** In the columns of a line. What is excluded leaves what the office holds as it is. */
const AMOUNT = sql`case
  when decision = 'exclude' then previous
  when decision = 'override' then due
  else least(due, coalesce(pay_limit, due)) end`

const kindFor = (amount: RawBuilder<unknown>) => sql`case
  when ${amount} = previous then case when previous > 0 then 'continue' else 'none' end
  when ${amount} = 0 then 'stop' when previous > 0 then 'change' when was_instructed then 'resume' else 'new' end`

const partsFor = (amount: RawBuilder<unknown>) =>
  sql`case when ${amount} = due then loan_due else instruction_parts(loan_due, ${amount}) end`

/** The month in which the rest of what is owed is deducted at this amount. */
const untilFor = (amount: RawBuilder<unknown>, month: string) => sql`case when ${amount} > 0 then
  (${month}::date + make_interval(months => (ceil(greatest(owed - in_flight, 1)::numeric / ${amount}) - 1)::integer))::date end`

/** Of months whose list was sent and whose deductions are not in the ledger: what each loan will still receive. */
const inFlight = ({ source, month, cutOff }: Rules) => sql`
  flown as materialized (
    select distinct on (l.month) l.id from instruction_list l
    where l.source = ${source} and l.sent_at is not null and l.month < ${month}::date
      and ${isInFlight(sql`l.source`, sql`l.month`, sql`${cutOff}::date`)}
    order by l.month, l.round desc),
  flying as materialized (
    select part.loan_id, sum(part.amount)::bigint as amount
    from flown f join instruction_part part on part.list_id = f.id
    group by part.loan_id)`

/** Before the first list: the instalment of the month before, while its file has not arrived. */
const firstFlight = ({ source, month }: Rules) => sql`
  case when l.oldest_unpaid_on >= ${month}::date - interval '1 month' and l.oldest_unpaid_on < ${month}::date
      and not exists (select 1 from pay_month m where m.source = ${source}
        and m.period = (${month}::date - interval '1 month')::date and (m.heard_on is not null or m.skipped_by is not null))
    then least(l.arrears, ${monthly.expected(sql`(${month}::date)`)}) else 0 end`

/** What is collected after the last instalment is no arrears before. */
const excused = ({ month, today }: Rules) => sql`coalesce((select sum(e.amount) from pay_month_excuse e
  where e.loan_id = l.id and e.month < ${month}::date and e.until_on >= greatest(${month}::date, ${today}::date)), 0)::bigint`

const IS_MONTHLY = sql`l.terms->'frequency'->>'rhythm' = 'monthly'`

const monthOf = (rules: Rules) => sql`(${rules.month}::date)`

/** What each loan asks for. A monthly loan is deducted instalment by instalment; others only when something falls due. */
const dues = (rules: Rules) => sql`
  settling as materialized (
    select a.subject_id as loan_id from approval a
    where a.status = 'waiting' and a.command = 'loanActDo' and a.subject_type = 'loan' and a.input #>> '{input,act}' = 'settle'),
  active as materialized (
    select l.id as loan_id, l.number as loan_number, l.customer_id, ltrim(upper(c.ippis_number), '0') as staff_key,
      c.ippis_number as staff_number, concat_ws(' ', c.surname, c.first_name, nullif(c.other_names, '')) as name, c.mda as employer,
      l.frozen is not null as is_frozen, l.instalment, l.owed_total as owed, l.arrears, ${excused(rules)} as excused,
      ${monthly.expected(monthOf(rules))} as expected, ${monthly.due(monthOf(rules))} as due_by, ${IS_MONTHLY} as is_monthly,
      coalesce(l.next_due_on >= ${monthly.after(monthOf(rules))}, false) as is_later, l.next_due_on is null as is_past,
      least(l.owed_total, coalesce(f.amount, case when ${rules.isFirst}::boolean then ${firstFlight(rules)} else 0 end)) as in_flight,
      least((l.terms->>'roundingUnit')::bigint * l.tenor, l.instalment - 1) as rounding,
      (l.terms->>'shareOfPayPpm')::bigint as share_ppm, s.loan_id is not null as is_settling
    from loan_on(${rules.today}::date) l join customer c on c.id = l.customer_id and c.payroll_source = ${rules.source}
    left join flying f on f.loan_id = l.id
    left join settling s on s.loan_id = l.id::text
    where l.status = 'live' and l.owed_total > 0),
  regular as materialized (
    select active.*, owed - in_flight as remaining, greatest(arrears - excused - in_flight, 0) as behind,
      case when is_frozen or ${rules.isBanned}::boolean then 0 else least(owed - in_flight, case
        when not is_monthly then least(expected, greatest(due_by - in_flight, 0))
        when is_later then least(expected, greatest(arrears - in_flight, 0))
        -- what rounding left falls due with the last instalment, whether or not those before it are in the ledger
        when due_by = owed and owed - in_flight <= expected + rounding then owed - in_flight
        else expected end) end as regular
    from active),
  asked as materialized (
    select regular.*, regular + case when is_frozen or not is_monthly or ${rules.isBanned}::boolean then 0
      else greatest(least(remaining - regular, behind - case when is_later or is_past then regular else 0 end,
        instalment * ${rules.arrearsPpm}::bigint / 1000000), 0) end as due
    from regular)`

const people = (rules: Rules) => sql`
  people as materialized (
    select staff_key, (array_agg(staff_number order by loan_number))[1] as staff_number,
      (array_agg(customer_id order by loan_number))[1] as customer_id, (array_agg(name order by loan_number))[1] as name,
      (array_agg(employer order by loan_number))[1] as employer, min(customer_id::text) <> max(customer_id::text) as is_shared,
      sum(due)::bigint as due, sum(owed)::bigint as owed, sum(in_flight)::bigint as in_flight, min(share_ppm) as share_ppm,
      array_agg(loan_id order by loan_number) as loan_ids, array_agg(loan_number order by loan_number) as loan_numbers,
      array_agg(due order by loan_number) as loan_due, bool_or(is_settling) as is_settling,
      array_remove(array[
        case when bool_or(remaining = 0) then 'inFlight' end,
        case when bool_or(is_frozen and remaining > 0) then 'frozen' end,
        case when ${rules.isBanned}::boolean then 'sourceBan' end,
        case when not ${rules.isBanned}::boolean and bool_or(not is_frozen and remaining > 0 and due = 0) then 'nothingDue' end,
        case when bool_or(due > 0 and due = remaining) then 'lastAmount' end,
        case when bool_or(due > regular) then 'arrears' end], null) as reasons
    from asked group by staff_key),
  standing as materialized (
    select * from instruction_standing s where s.source = ${rules.source} and s.element = ${rules.element}),
  signalled as materialized (
    select customer_id, array_agg(distinct kind order by kind) as kinds from loan_signal
    where source = ${rules.source} and closed_at is null group by customer_id)`

const heldLine = (column: RawBuilder<unknown>) =>
  sql`(select ${column} from instruction_line n where n.list_id = s.list_id and n.no = s.no)`
const heldLoans = sql`(select coalesce(array_agg(part.loan_id), '{}') from instruction_line n
  cross join lateral unnest(n.loan_ids, n.loan_amounts) as part (loan_id, amount)
  where n.list_id = s.list_id and n.no = s.no and part.amount > 0)`
const dueLoans = sql`(select coalesce(array_agg(part.loan_id), '{}') from unnest(p.loan_ids, p.loan_due) as part (loan_id, due) where part.due > 0)`

/** Two reasons compare with the line the office holds, which is read only where the amount differs. */
const reasons = sql`array_remove(coalesce(p.reasons, array['repaid']) || case
    when coalesce(s.amount, 0) = 0 or p.due is null or p.due = 0 or p.due = s.amount then array[]::text[]
    else array[case when not ${dueLoans} <@ ${heldLoans} then 'loanAdded' end, case when not ${heldLoans} <@ ${dueLoans} then 'loanEnded' end] end, null)`

/** Net pay is after our own deduction, where the payroll file is of a month in which the office held it. */
const payLimit = ({ sharePpm, payrollMonth }: Rules) => sql`case when r.net_pay is not null then
  (least(p.share_ppm, ${sharePpm}::bigint) * (r.net_pay + case when s.since <= ${payrollMonth}::date then s.amount else 0 end) / 1000000)::bigint end`

const exceptions = ({ payrollIntakeId }: Rules) => sql`case when p.due > 0 then array_remove(array[
    case when ${payrollIntakeId !== null}::boolean and (r.staff_key is null or coalesce(r.status, '') in ${NO_PAY}) then 'notOnPayroll' end,
    case when p.due > l.pay_limit then 'overLimit' end,
    case when p.is_shared then 'sharedNumber' end,
    case when p.staff_key = '' then 'noNumber' end,
    case when p.is_settling then 'settlementPending' end], null) else array[]::text[] end`

/** Every person who owes something this month or for whom the office holds something, in order of staff numbers. */
const compared = (rules: Rules, listId: string | null) => sql`
  compared as materialized (
    select coalesce(p.staff_key, s.staff_key) as staff_key, coalesce(p.staff_number, ${heldLine(sql`n.staff_number`)}) as staff_number,
      coalesce(p.customer_id, ${heldLine(sql`n.customer_id`)}) as customer_id, coalesce(p.name, ${heldLine(sql`n.name`)}) as name,
      coalesce(p.employer, ${heldLine(sql`n.employer`)}) as employer,
      coalesce(s.amount, 0) as previous, s.staff_key is not null as was_instructed, coalesce(p.due, 0) as due, l.pay_limit,
      coalesce(p.loan_ids, '{}') as loan_ids, coalesce(p.loan_numbers, '{}') as loan_numbers, coalesce(p.loan_due, '{}') as loan_due,
      coalesce(p.owed, 0) as owed, coalesce(p.in_flight, 0) as in_flight, ${reasons} as reasons, ${exceptions(rules)} as exceptions,
      coalesce(g.kinds, '{}') as signals, d.decision
    from people p full join standing s on s.staff_key = p.staff_key
    left join payroll_row r on r.intake_id = ${rules.payrollIntakeId} and r.staff_key = p.staff_key
    left join signalled g on g.customer_id = p.customer_id
    left join instruction_decision d on d.list_id = ${listId} and d.staff_key = coalesce(p.staff_key, s.staff_key)
    cross join lateral (select ${payLimit(rules)} as pay_limit) l
    where coalesce(p.due, 0) > 0 or coalesce(s.amount, 0) > 0),
  decided as materialized (select compared.*, ${AMOUNT} as amount from compared)`

const withAll = (rules: Rules, listId: string | null) =>
  sql`with ${inFlight(rules)}, ${dues(rules)}, ${people(rules)}, ${compared(rules, listId)}`

export async function insertLines(tx: Tx, listId: string, rules: Rules): Promise<void> {
  const amount = sql`amount`
  await sql`
    ${withAll(rules, listId)}
    insert into instruction_line (list_id, no, staff_key, staff_number, customer_id, name, employer, kind, previous, was_instructed, due,
      pay_limit, amount, loan_ids, loan_numbers, loan_due, loan_amounts, owed, in_flight, until_month, reasons, exceptions, signals, decision)
    select ${listId}, row_number() over (order by staff_key collate "C"), staff_key, staff_number, customer_id, name, employer,
      ${kindFor(amount)}, previous, was_instructed, due, pay_limit, amount, loan_ids, loan_numbers, loan_due, ${partsFor(amount)}, owed,
      in_flight, ${untilFor(amount, rules.month)}, reasons, exceptions, signals, decision
    from decided`.execute(tx)
  // fresh lines have no statistics: the database would take them for a few and decide on them in quadratic time
  await sql`analyze instruction_line`.execute(tx)
}

/** One line of the content: everything but ids, in an order that the books alone decide. */
const CONTENT = sql`concat_ws('|', staff_key, staff_number, name, employer, kind, previous, due, coalesce(pay_limit::text, '-'), amount,
  array_to_string(loan_numbers, ','), array_to_string(loan_amounts, ','), array_to_string(reasons, ','), array_to_string(exceptions, ','),
  coalesce(decision, '-'))`
const HASH = sql`encode(sha256(coalesce(string_agg(sha256(convert_to(${CONTENT}, 'UTF8')), ''::bytea order by staff_key collate "C"), ''::bytea)), 'hex')`

export type Summary = { lines: number; total: bigint; previous_total: bigint; sha256: string }

/** A line that is in no file is no line of the list. */
const SUMMARY = sql`count(*) filter (where kind <> 'none')::integer as lines, coalesce(sum(amount), 0)::bigint as total,
  coalesce(sum(previous), 0)::bigint as previous_total, ${HASH} as sha256`

export async function summarise(tx: Tx, listId: string): Promise<Summary> {
  const result = await sql<Summary>`
    select ${SUMMARY} from instruction_line where list_id = ${listId}`.execute(tx)
  return result.rows[0] ?? { lines: 0, total: 0n, previous_total: 0n, sha256: '' }
}

/** What the list would be now, without saving it. */
export async function computeAgain(tx: Tx, listId: string, rules: Rules): Promise<Summary> {
  const amount = sql`amount`
  const result = await sql<Summary>`
    ${withAll(rules, listId)},
    lined as (select decided.*, ${kindFor(amount)} as kind, ${partsFor(amount)} as loan_amounts from decided)
    select ${SUMMARY} from lined`.execute(tx)
  return result.rows[0] ?? { lines: 0, total: 0n, previous_total: 0n, sha256: '' }
}

export type TallyRow = { kind: string; lines: number; amount: bigint; previous: bigint }

export async function talliesOf(tx: Tx, listId: string): Promise<TallyRow[]> {
  const result = await sql<TallyRow>`
    select kind, count(*)::integer as lines, sum(amount)::bigint as amount, sum(previous)::bigint as previous
    from instruction_line where list_id = ${listId} group by kind order by kind`.execute(tx)
  return result.rows
}

export async function deleteLines(tx: Tx, listId: string): Promise<void> {
  await sql`delete from instruction_line where list_id = ${listId}`.execute(tx)
}

// ── Decisions ──────────────────────────────────────────────────────────────────────────────────────────────────────

const HOLDING = sql`array[${sql.join(HOLDING_EXCEPTIONS)}]::text[]`
export const IS_TO_DECIDE = sql`(n.decision is null and n.exceptions && ${HOLDING})`

export type Deciding = {
  listId: string
  lines: readonly number[] | null
  exception: string | null
  decision: LineDecision
  reason: string
  by: string
  byName: string
  at: Date
}

/** Lines that are named, or those of one exception that are still to be decided. Only lines with an exception are decided on. */
export async function saveDecisions(tx: Tx, each: Deciding): Promise<number> {
  const chosen = each.lines
    ? sql`n.no = any (${each.lines}::integer[])`
    : sql`n.decision is null and ${each.exception} = any (n.exceptions)`
  const result = await sql<{ n: number }>`
    with saved as (
      insert into instruction_decision (list_id, staff_key, decision, reason, decided_by, decided_by_name, decided_at)
      select n.list_id, n.staff_key, ${each.decision}, ${each.reason}, ${each.by}::uuid, ${each.byName}, ${each.at}
      from instruction_line n where n.list_id = ${each.listId} and n.exceptions <> '{}' and ${chosen}
      on conflict (list_id, staff_key) do update set decision = excluded.decision, reason = excluded.reason,
        decided_by = excluded.decided_by, decided_by_name = excluded.decided_by_name, decided_at = excluded.decided_at
      returning 1)
    select count(*)::integer as n from saved`.execute(tx)
  return result.rows[0]?.n ?? 0
}

/** The amounts of lines whose decision is new, by the rule that computed them. */
export async function applyDecisions(tx: Tx, listId: string, month: string): Promise<void> {
  const amount = sql`amount`
  await sql`
    with changed as (
      select n.no, n.previous, n.was_instructed, n.due, n.pay_limit, n.exceptions, n.loan_due, n.owed, n.in_flight, d.decision
      from instruction_line n join instruction_decision d on d.list_id = n.list_id and d.staff_key = n.staff_key
      where n.list_id = ${listId} and n.decision is distinct from d.decision),
    priced as (select changed.*, ${AMOUNT} as amount from changed),
    lined as (select no, decision, amount, ${kindFor(amount)} as kind, ${partsFor(amount)} as parts, ${untilFor(amount, month)} as until_month
      from priced)
    update instruction_line set decision = lined.decision, amount = lined.amount, kind = lined.kind, loan_amounts = lined.parts,
      until_month = lined.until_month
    from lined where instruction_line.list_id = ${listId} and instruction_line.no = lined.no`.execute(tx)
}
