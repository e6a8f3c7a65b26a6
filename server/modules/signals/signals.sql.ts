import { type RawBuilder, sql } from 'kysely'
import type { SignalKind } from '../../../contract/payroll.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'

/** What a month of the payroll says about people with a live loan. */

export type SignalFile = { intakeId: string; againstId: string | null; source: string; month: string }
export type RetirementYears = { ageYears: number; serviceYears: number; marginMonths: number }

/** Sums in a sentence, as staff read them. */
const naira = (kobo: RawBuilder<unknown>) => sql`'₦' || to_char(${kobo} / 100.0, 'FM999,999,999,990.00')`

/** The last due day is stored once a loan is recalculated; loans of another rhythm than the month have it. */
const LAST_DUE = sql`coalesce(l.last_due_on, (l.disbursed_on + make_interval(months => l.tenor + 1))::date)`

/** How many instalments fall due in every month, whatever its length. */
const TIMES = sql`case l.terms->'frequency'->>'rhythm' when 'weekly' then 4 when 'two-weekly' then 2 else 1 end`

/** Everyone with a live loan on this source, beside what the month and the one before it say. */
const people = (file: SignalFile, years: RetirementYears) => sql`
  select l.id as loan_id, l.instalment * ${TIMES} as in_month, ${TIMES} > 1 as is_several,
    ${LAST_DUE} + make_interval(months => ${years.marginMonths}) as should_serve_until,
    c.id as customer_id, now_row.staff_key is not null as is_there, now_row.status, now_row.status_text, now_row.net_pay,
    now_row.employer, before_row.employer as employer_before, now_row.account_number, before_row.account_number as account_before,
    before_row.staff_key is not null as was_there,
    coalesce(c.retires_on, least(coalesce(now_row.birth_date, c.date_of_birth) + make_interval(years => ${years.ageYears}),
      coalesce(now_row.hire_date, c.first_appointment_on) + make_interval(years => ${years.serviceYears}))::date) as retires_on
  from loan l join customer c on c.id = l.customer_id
  left join payroll_row now_row on now_row.intake_id = ${file.intakeId} and now_row.staff_key = ltrim(upper(c.ippis_number), '0')
  left join payroll_row before_row on before_row.intake_id = ${file.againstId} and before_row.staff_key = ltrim(upper(c.ippis_number), '0')
  where l.status = 'live' and c.payroll_source = ${file.source}`

const KINDS: Record<SignalKind, { when: RawBuilder<unknown>; says: RawBuilder<unknown> }> = {
  disappeared: {
    when: sql`not is_there or status = 'left'`,
    says: sql`case when status = 'left' then 'Payroll status: ' || status_text else 'Not in the file of this month' end`,
  },
  retired: { when: sql`status = 'retired'`, says: sql`'Payroll status: ' || status_text` },
  deceased: { when: sql`status = 'deceased'`, says: sql`'Payroll status: ' || status_text` },
  suspended: { when: sql`status = 'suspended'`, says: sql`'Payroll status: ' || status_text` },
  payBelowInstalment: {
    when: sql`net_pay < in_month`,
    // pay is shown with permission to reveal it, and that is recorded; every user reads a signal
    says: sql`'Net pay is below the ' || case when is_several then 'month’s instalments' else 'instalment' end || ' of ' || ${naira(sql`in_month`)}`,
  },
  bankChanged: {
    when: sql`is_there and was_there and account_number is distinct from account_before`,
    says: sql`'From an account ending ' || coalesce(right(account_before, 4), 'nowhere') || ' to one ending ' || coalesce(right(account_number, 4), 'nowhere')`,
  },
  moved: {
    when: sql`is_there and was_there and employer <> employer_before`,
    says: sql`'From ' || employer_before || ' to ' || employer`,
  },
  nearRetirement: {
    when: sql`is_there and coalesce(status, '') <> 'retired' and retires_on < should_serve_until`,
    says: sql`'Retires on ' || to_char(retires_on, 'FMDD Mon YYYY') || ', too soon after the last instalment'`,
  },
}

const noLongerShown = (month: RawBuilder<unknown>) =>
  sql`'The file of ' || to_char(${month}, 'Mon YYYY') || ' no longer shows it'`
/** By a file of the same month that has since been replaced; what a later month or a person ended stays so. */
const wasClosedByItsMonth = sql`s.closed_by is null and s.note is not distinct from ${noLongerShown(sql`s.month`)}`

/** Repeated for the same month, it adds nothing; what a replaced file said and this one says too goes on in its name. */
export async function raiseSignals(
  tx: Tx,
  file: SignalFile,
  years: RetirementYears,
  at: Date,
): Promise<number> {
  const kinds = Object.entries(KINDS).map(
    ([kind, { when, says }]) =>
      sql`select loan_id, customer_id, ${sql.lit(kind)} as kind, ${says} as detail from people where ${when}`,
  )
  const result = await sql<{ n: number }>`
    with people as materialized (${people(file, years)}),
    found as (${sql.join(kinds, sql` union all `)}),
    raised as (
      insert into loan_signal as s (id, intake_id, source, month, customer_id, loan_id, kind, detail, raised_at)
      select gen_random_uuid(), ${file.intakeId}, ${file.source}, ${file.month}::date, customer_id, loan_id, kind, detail, ${at} from found
      on conflict (loan_id, kind, month) do update set intake_id = excluded.intake_id,
        detail = case when s.closed_by is null then excluded.detail else s.detail end,
        closed_at = case when ${wasClosedByItsMonth} then null else s.closed_at end,
        note = case when ${wasClosedByItsMonth} then null else s.note end
      returning xmax = 0 as is_new)
    select count(*) filter (where is_new)::int as n from raised`.execute(tx)
  return result.rows[0]?.n ?? 0
}

/** Back on the payroll, or paid enough again: what an earlier month said is over, and so is what a replaced file said of this one. */
export async function closeOutdatedSignals(tx: Tx, file: SignalFile, at: Date): Promise<void> {
  await sql`
    update loan_signal s set closed_at = ${at}, note = ${noLongerShown(sql`${file.month}::date`)}
    where s.closed_at is null and s.source = ${file.source} and s.intake_id <> ${file.intakeId} and s.month <= ${file.month}::date
      and not exists (select 1 from loan_signal n where n.loan_id = s.loan_id and n.kind = s.kind and n.intake_id = ${file.intakeId})
      and s.kind in ('disappeared', 'suspended', 'payBelowInstalment', 'nearRetirement')`.execute(tx)
}

/** What a month says again, it says in the place of the month before: one line a person, as long as it goes on. */
export async function closeRepeatedSignals(tx: Tx, file: SignalFile, at: Date): Promise<void> {
  await sql`
    update loan_signal s set closed_at = ${at}, note = 'The file of ' || to_char(${file.month}::date, 'Mon YYYY') || ' shows it again'
    where s.closed_at is null and s.source = ${file.source} and s.month < ${file.month}::date
      and s.kind not in ('bankChanged', 'moved')
      and exists (select 1 from loan_signal n where n.loan_id = s.loan_id and n.kind = s.kind and n.intake_id = ${file.intakeId})`.execute(
    tx,
  )
}

export type SignalRow = {
  id: string
  kind: SignalKind
  source: string
  month: string
  customer_id: string
  customer_name: string
  loan_id: string
  loan_number: string
  detail: string
  raised_at: Date
  closed_at: Date | null
  closed_by_name: string | null
  note: string | null
}

const WITH_NAMES = sql`
  select s.id, s.kind, s.source, s.month, s.customer_id, c.surname || ' ' || c.first_name as customer_name, s.loan_id, l.number as loan_number,
    s.detail, s.raised_at, s.closed_at, p.first_name || ' ' || p.last_name as closed_by_name, s.note
  from loan_signal s join customer c on c.id = s.customer_id join loan l on l.id = s.loan_id left join staff p on p.id = s.closed_by`

export type SignalFilter = {
  kind?: SignalKind | undefined
  month?: string | undefined
  state?: 'open' | 'closed' | undefined
  customerId?: string | undefined
  loanId?: string | undefined
}

function conditions(filter: SignalFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.kind) parts.push(sql`s.kind = ${filter.kind}`)
  if (filter.month) parts.push(sql`s.month = ${`${filter.month}-01`}::date`)
  if (filter.state)
    parts.push(filter.state === 'open' ? sql`s.closed_at is null` : sql`s.closed_at is not null`)
  if (filter.customerId) parts.push(sql`s.customer_id = ${filter.customerId}`)
  if (filter.loanId) parts.push(sql`s.loan_id = ${filter.loanId}`)
  return sql.join(parts, sql` and `)
}

export async function listSignals(
  tx: Tx,
  filter: SignalFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<SignalRow[]> {
  const beyond = after ? sql`(s.raised_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const result = await sql<SignalRow>`
    ${WITH_NAMES} where ${conditions(filter)} and ${beyond} order by s.raised_at desc, s.id desc limit ${limit}`.execute(
    tx,
  )
  return result.rows
}

export const countSignals = (tx: Tx, filter: SignalFilter): Promise<Counted> =>
  countList(tx, sql`select 1 from loan_signal s where ${conditions(filter)}`)

export async function lockSignal(tx: Tx, id: string): Promise<SignalRow | undefined> {
  await sql`select 1 from loan_signal where id = ${id} for update`.execute(tx)
  return (await sql<SignalRow>`${WITH_NAMES} where s.id = ${id}`.execute(tx)).rows[0]
}

export async function closeSignal(tx: Tx, id: string, by: string, note: string, at: Date): Promise<void> {
  await sql`update loan_signal set closed_at = ${at}, closed_by = ${by}, note = ${note} where id = ${id}`.execute(
    tx,
  )
}

// ── One person ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type HeldSignal = {
  loan_id: string
  kind: string
  source: string
  month: string
  detail: string
  raised_at: Date
  closed_at: Date | null
  note: string | null
}

export async function signalsOn(tx: Tx, loanIds: readonly string[]): Promise<HeldSignal[]> {
  const result = await sql<HeldSignal>`
    select loan_id, kind, source, month, detail, raised_at, closed_at, note from loan_signal
    where loan_id = any (${loanIds}::uuid[]) order by raised_at, id`.execute(tx)
  return result.rows
}

export async function eraseSignals(tx: Tx, loanIds: readonly string[]): Promise<void> {
  await sql`
    update loan_signal set detail = 'Erased', note = null where loan_id = any (${loanIds}::uuid[])`.execute(
    tx,
  )
}
