import { type RawBuilder, sql } from 'kysely'
import { CHANGE_KINDS, type ChangeKind, type EmploymentStatus } from '../../../contract/payroll.ts'
import { type Counted, countList } from '../../kernel/counting.sql.ts'
import type { Tx } from '../../kernel/db.ts'
import { type Staged, saveNotes, saveRefusals } from '../intake/intake.ts'
import { partOf } from './staged.sql.ts'

const part = (intakeId: string) => sql.raw(partOf(intakeId))

// ── The file as a whole ────────────────────────────────────────────────────────────────────────────────────────────

/** Lines of people who stand in the file more than once: the same again is passed over, something else refused on every line. */
export async function settleDuplicates(tx: Tx, staged: Staged): Promise<{ passedOver: number }> {
  const table = part(staged.row.id)
  const result = await sql<{ passed_over: number }>`
    with twice as materialized (
      select staff_key from ${table} group by staff_key having count(*) > 1),
    lines as materialized (
      select r.row_number, dense_rank() over same <> 1 or dense_rank() over same_turned <> 1 as differs_here,
        row_number() over (partition by r.staff_key order by r.row_number) as turn, r.staff_key
      from ${table} r join twice t on t.staff_key = r.staff_key
      window same as (partition by r.staff_key order by r.name, r.net_pay, r.employer, r.bank_code, r.account_number, r.status),
        same_turned as (partition by r.staff_key order by r.name desc, r.net_pay desc, r.employer desc, r.bank_code desc,
          r.account_number desc, r.status desc)),
    differing as (select staff_key from lines group by staff_key having bool_or(differs_here)),
    refused as (
      ${saveRefusals(
        staged.row.id,
        staged.columns,
        sql`select l.row_number, 'staffNumber.twice' as faults from lines l join differing d on d.staff_key = l.staff_key`,
        [1, staged.rows],
      )}),
    repeated as (
      ${saveNotes(
        staged,
        'excluded',
        sql`select l.row_number, '' as field, null as was, 'repeat' as became
          from lines l left join differing d on d.staff_key = l.staff_key where d.staff_key is null and l.turn > 1`,
      )}),
    gone as (
      delete from ${table} r using lines l left join differing d on d.staff_key = l.staff_key
      where r.row_number = l.row_number and (d.staff_key is not null or l.turn > 1)
      returning d.staff_key is null as was_same)
    select count(*) filter (where was_same)::int as passed_over from gone`.execute(tx)
  return { passedOver: result.rows[0]?.passed_over ?? 0 }
}

/** Every column but the file's own id. */
const PERSON = sql.raw(
  'row_number, line, staff_number, staff_key, name, status, status_text, employer, job_title, grade, category, birth_date, hire_date, ' +
    'net_pay, gross_pay, deductions, phone, bank_code, account_number',
)

/** A correction brings only what was refused: everyone else stays as the corrected file had them. */
export async function takeOverUncorrected(tx: Tx, intakeId: string, correctedId: string): Promise<void> {
  await sql`
    insert into ${part(intakeId)} (intake_id, ${PERSON})
    select ${intakeId}::uuid, ${PERSON} from ${part(correctedId)} c
    where not exists (select 1 from ${part(intakeId)} n where n.staff_key = c.staff_key)`.execute(tx)
}

/** Indexed and vouched for, so that attaching it later is instant. */
export async function finishPart(tx: Tx, intakeId: string): Promise<number> {
  const table = partOf(intakeId)
  await sql.raw(`create index on ${table} (staff_key)`).execute(tx)
  await sql
    .raw(`alter table ${table} add constraint ${table}_own check (intake_id = '${intakeId}'::uuid)`)
    .execute(tx)
  await sql.raw(`alter table ${table} alter column intake_id set not null`).execute(tx)
  await sql.raw(`analyze ${table}`).execute(tx)
  const result = await sql<{ n: number }>`select count(*)::int as n from ${part(intakeId)}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function attachPart(tx: Tx, intakeId: string): Promise<void> {
  await sql
    .raw(`alter table payroll_row attach partition ${partOf(intakeId)} for values in ('${intakeId}')`)
    .execute(tx)
}

export type FileRow = {
  intake_id: string
  source: string
  month: string
  rows: number
  net_pay_total: bigint
  customers: number
  customers_found: number
  against_id: string | null
  replaces_id: string | null
  changes: Record<ChangeKind, number> & { unchanged: number }
  replaced_changes: FileRow['changes'] | null
}

export async function fileOf(tx: Tx, intakeId: string): Promise<FileRow | undefined> {
  return (await sql<FileRow>`select * from payroll_file where intake_id = ${intakeId}`.execute(tx)).rows[0]
}

export async function insertMatches(tx: Tx, intakeId: string, source: string): Promise<number> {
  const result = await sql<{ n: number }>`
    with found as (
      insert into payroll_match (intake_id, customer_id, staff_key)
      select ${intakeId}, c.id, r.staff_key
      from customer c join ${part(intakeId)} r on r.staff_key = ltrim(upper(c.ippis_number), '0')
      where c.payroll_source = ${source} and c.status <> 'merged'
      on conflict do nothing returning 1)
    select count(*)::int as n from found`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export async function insertFile(
  tx: Tx,
  file: {
    intakeId: string
    source: string
    month: string
    rows: number
    againstId: string | null
    replacesId: string | null
  },
): Promise<void> {
  await sql`
    insert into payroll_file (intake_id, source, month, rows, net_pay_total, customers, customers_found, against_id, replaces_id, changes)
    select ${file.intakeId}, ${file.source}, ${file.month}::date, ${file.rows}, coalesce(sum(net_pay), 0),
      0, 0, ${file.againstId}, ${file.replacesId}, '{}'
    from ${part(file.intakeId)}`.execute(tx)
}

/** How many of ours a file knows, of those who were customers in its month: an old month is not held against later ones. */
export async function setFound(tx: Tx, intakeId: string, found: number): Promise<void> {
  await sql`
    update payroll_file f set customers_found = ${found}, customers = (
      select count(*) from customer c where c.payroll_source = f.source and c.status <> 'merged'
        and (c.opened_at < (f.month + interval '1 month') at time zone 'Africa/Lagos'
          or exists (select 1 from payroll_match m where m.intake_id = f.intake_id and m.customer_id = c.id)))
    where f.intake_id = ${intakeId}`.execute(tx)
}

export async function deleteFile(tx: Tx, intakeId: string): Promise<void> {
  await sql`delete from payroll_match where intake_id = ${intakeId}`.execute(tx)
  await sql`delete from payroll_file where intake_id = ${intakeId}`.execute(tx)
}

// ── Accepted months ────────────────────────────────────────────────────────────────────────────────────────────────

/** Two acceptances for one month come one after the other. */
export async function lockMonth(tx: Tx, source: string, month: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`payroll ${source} ${month}`}))`.execute(tx)
}

/** The accepted file of a source in or before a month. */
export async function acceptedFile(
  tx: Tx,
  source: string,
  month: string,
  when: 'in' | 'before',
): Promise<FileRow | undefined> {
  const result = await sql<FileRow>`
    select f.* from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
    where f.source = ${source} and ${when === 'in' ? sql`f.month = ${month}::date` : sql`f.month < ${month}::date`}
    order by f.month desc limit 1`.execute(tx)
  return result.rows[0]
}

const CHANGED: Record<ChangeKind, RawBuilder<unknown>> = {
  new: sql`o.staff_key is null`,
  gone: sql`n.staff_key is null`,
  payUp: sql`n.net_pay > o.net_pay`,
  payDown: sql`n.net_pay < o.net_pay`,
  moved: sql`n.employer <> o.employer`,
  bank: sql`(n.account_number, n.bank_code) is distinct from (o.account_number, o.bank_code)
    and n.staff_key is not null and o.staff_key is not null`,
  status: sql`n.status <> o.status`,
}

/** What a file changes against another, counted by kind. */
export async function countChanges(tx: Tx, intakeId: string, otherId: string): Promise<FileRow['changes']> {
  const counts = CHANGE_KINDS.map(kind => sql`${sql.lit(kind)}, count(*) filter (where ${CHANGED[kind]})`)
  const result = await sql<{ counts: FileRow['changes'] }>`
    select json_build_object(${sql.join(counts)}, 'unchanged', count(*) filter (where n.net_pay = o.net_pay and n.employer = o.employer
      and n.status = o.status and (n.account_number, n.bank_code) is not distinct from (o.account_number, o.bank_code))) as counts
    from ${part(intakeId)} n full join ${part(otherId)} o on o.staff_key = n.staff_key`.execute(tx)
  return result.rows[0]?.counts as FileRow['changes']
}

export async function saveChanges(
  tx: Tx,
  intakeId: string,
  changes: FileRow['changes'],
  replaced: FileRow['changes'] | null,
): Promise<void> {
  await sql`
    update payroll_file set changes = ${JSON.stringify(changes)}, replaced_changes = ${replaced === null ? null : JSON.stringify(replaced)}
    where intake_id = ${intakeId}`.execute(tx)
}

export type ChangeRow = {
  staff_key: string
  staff_number: string
  name: string
  customer_id: string | null
  before: string | null
  after: string | null
}

/** What is shown of a change, before and after. Amounts travel as kobo. */
const SHOWN: Record<ChangeKind, (side: 'n' | 'o') => string> = {
  new: side => `${side}.employer`,
  gone: side => `${side}.employer`,
  payUp: side => `${side}.net_pay::text`,
  payDown: side => `${side}.net_pay::text`,
  moved: side => `${side}.employer`,
  bank: side =>
    `coalesce(${side}.bank_code, '') || ' •••• ' || right(coalesce(${side}.account_number, ''), 4)`,
  status: side => `${side}.status`,
}

type Files = { intakeId: string; otherId: string; kind: ChangeKind }

const keyOf = (kind: ChangeKind) => (kind === 'gone' ? sql`o.staff_key` : sql`n.staff_key`)

/** The people of one kind of change, with the customer each of them is. */
function changedIn({ intakeId, otherId, kind }: Files, customersOnly: boolean): RawBuilder<unknown> {
  const join = kind === 'new' ? sql`left join` : kind === 'gone' ? sql`right join` : sql`join`
  const matchedIn = kind === 'gone' ? otherId : intakeId
  return sql`
    from ${part(intakeId)} n ${join} ${part(otherId)} o on o.staff_key = n.staff_key
    ${customersOnly ? sql`join` : sql`left join`} payroll_match m on m.intake_id = ${matchedIn} and m.staff_key = ${keyOf(kind)}
    where ${CHANGED[kind]}`
}

/** The file stores its total; our customers, few among them, are counted on request. */
export const countChangedCustomers = (tx: Tx, files: Files): Promise<Counted> =>
  countList(tx, sql`select 1 ${changedIn(files, true)}`)

export async function listChanges(
  tx: Tx,
  files: Files,
  { customersOnly, after, limit }: { customersOnly: boolean; after: string; limit: number },
): Promise<ChangeRow[]> {
  const { kind } = files
  const key = keyOf(kind)
  const result = await sql<ChangeRow>`
    select ${key} as staff_key, coalesce(n.staff_number, o.staff_number) as staff_number, coalesce(n.name, o.name) as name, m.customer_id,
      ${sql.raw(SHOWN[kind]('o'))} as before, ${sql.raw(SHOWN[kind]('n'))} as after
    ${changedIn(files, customersOnly)} and ${key} > ${after}
    order by ${key} limit ${limit}`.execute(tx)
  return result.rows
}

export type MonthRow = FileRow & {
  refused_rows: number | null
  uploaded_by_name: string
  uploaded_at: Date
  accepted_by_name: string
  accepted_at: Date
  file_name: string
}

export async function listMonths(
  tx: Tx,
  source: string | undefined,
  after: { month: string; source: string } | null,
  limit: number,
): Promise<MonthRow[]> {
  const beyond = after ? sql`(f.month, f.source) < (${after.month}::date, ${after.source})` : sql`true`
  const result = await sql<MonthRow>`
    select f.*, i.refused_rows, i.uploaded_at, i.accepted_at, i.file_name,
      u.first_name || ' ' || u.last_name as uploaded_by_name, a.first_name || ' ' || a.last_name as accepted_by_name
    from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
    join staff u on u.id = i.uploaded_by join staff a on a.id = i.accepted_by
    where ${source ? sql`f.source = ${source}` : sql`true`} and ${beyond}
    order by f.month desc, f.source desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countMonths(tx: Tx, source: string | undefined): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
    where ${source ? sql`f.source = ${source}` : sql`true`}`.execute(tx)
  return result.rows[0]?.n ?? 0
}

// ── One person ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type PersonRow = {
  intake_id: string
  accepted_at: Date
  source: string
  month: string
  line: number
  staff_number: string
  name: string
  status: EmploymentStatus
  status_text: string
  employer: string
  job_title: string
  grade: string
  category: string
  birth_date: string | null
  hire_date: string | null
  net_pay: bigint
  gross_pay: bigint | null
  deductions: bigint | null
  bank_code: string | null
  account_number: string | null
}

/** One staff number in every accepted month, newest first. */
export async function personAcrossMonths(
  tx: Tx,
  staffKey: string,
  source: string | undefined,
  limit: number,
): Promise<PersonRow[]> {
  const result = await sql<PersonRow>`
    select r.*, f.source, f.month, i.accepted_at
    from payroll_row r join payroll_file f on f.intake_id = r.intake_id join intake i on i.id = r.intake_id and i.status = 'accepted'
    where r.staff_key = ${staffKey} and ${source ? sql`f.source = ${source}` : sql`true`}
    order by f.month desc, f.source limit ${limit}`.execute(tx)
  return result.rows
}

export async function newestAccepted(tx: Tx, source: string): Promise<string | undefined> {
  const result = await sql<{ month: string }>`
    select f.month from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
    where f.source = ${source} order by f.month desc limit 1`.execute(tx)
  return result.rows[0]?.month
}

/** The newest month of each source, and when it was accepted. */
export async function newestOfEach(tx: Tx): Promise<{ source: string; month: string; accepted_at: Date }[]> {
  const result = await sql<{ source: string; month: string; accepted_at: Date }>`
    select distinct on (f.source) f.source, f.month, i.accepted_at
    from payroll_file f join intake i on i.id = f.intake_id and i.status = 'accepted'
    order by f.source, f.month desc`.execute(tx)
  return result.rows
}

// ── Retention ──────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Files whose time is over, from when they were accepted, or uploaded where they never were: in force, or replaced. Earlier
 * releases thinned the rows alone and left the refused lines. Uploads that may still be accepted are swept as a whole.
 */
export async function filesToThin(tx: Tx, before: Date): Promise<string[]> {
  const result = await sql<{ intake_id: string }>`
    select f.intake_id from payroll_file f join intake i on i.id = f.intake_id
    where i.status in ('accepted', 'superseded') and coalesce(i.accepted_at, i.uploaded_at) < ${before}
      and (f.thinned_at is null or exists (select from intake_refusal r where r.intake_id = f.intake_id))
    order by coalesce(i.accepted_at, i.uploaded_at) limit 12`.execute(tx)
  return result.rows.map(row => row.intake_id)
}

/** Deletes all rows that are not of our customers; of a file that was never accepted, all rows. */
export async function thinFile(tx: Tx, intakeId: string, at: Date): Promise<number> {
  const result = await sql<{ n: number }>`
    with gone as (
      delete from ${part(intakeId)} r where not exists (
        select 1 from payroll_match m join intake i on i.id = m.intake_id and i.accepted_at is not null
        where m.intake_id = ${intakeId} and m.staff_key = r.staff_key) returning 1)
    select count(*)::int as n from gone`.execute(tx)
  await sql`update payroll_file set thinned_at = coalesce(thinned_at, ${at}) where intake_id = ${intakeId}`.execute(
    tx,
  )
  return result.rows[0]?.n ?? 0
}
