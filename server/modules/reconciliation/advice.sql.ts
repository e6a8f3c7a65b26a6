import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { staffKey } from '../intake/intake.ts'
import { adviceOf, IS_FILED } from './sources.sql.ts'

/** What payroll offices advise of their receipts, by person. */

export type AdviceLine = {
  line: number
  month: string
  staffKey: string
  staffNumber: string
  name: string
  amount: bigint
}

export type AdviceReceipt = {
  id: string
  number: string
  source: string
  reference: string
  undone_at: Date | null
}

export async function findReceipt(tx: Tx, id: string): Promise<AdviceReceipt | undefined> {
  const result = await sql<AdviceReceipt>`
    select id, number, source, reference, undone_at from office_receipt where id = ${id}`.execute(tx)
  return result.rows[0]
}

/** What a receipt gives each month, with the charges withheld. */
export async function allocatedByMonth(
  tx: Tx,
  receiptId: string,
): Promise<{ month: string; amount: bigint }[]> {
  const result = await sql<{ month: string; amount: bigint }>`
    select b.period as month, sum(a.amount + a.charge)::bigint as amount
    from office_allocation a join repayment_batch b on b.intake_id = a.batch_id
    where a.receipt_id = ${receiptId} and a.undone_at is null group by b.period order by b.period`.execute(tx)
  return result.rows
}

/** Persons of the advice who are in no posted file of their month. */
export async function countNotInFile(
  tx: Tx,
  source: string,
  persons: readonly Pick<AdviceLine, 'month' | 'staffKey'>[],
): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select distinct * from unnest(${persons.map(each => each.month)}::date[], ${persons.map(each => each.staffKey)}::text[])
        as p (month, staff_key)) p
    where not exists (
      select from repayment_batch b join repayment_row r on r.batch_id = b.intake_id and r.staff_key = p.staff_key
      where b.source = ${source} and b.period = p.month and ${IS_FILED})`.execute(tx)
  return result.rows[0]?.n ?? 0
}

export type AdviceRow = {
  id: string
  receipt_id: string
  source: string
  file_name: string
  persons: number
  total: bigint
  months: string[]
  submitted_by_name: string
  attached_at: Date | null
  ended_at: Date | null
  agrees: boolean
}

const ADVICES = sql`
  select v.id, v.receipt_id, v.source, v.file_name, v.persons, v.total, v.months::text[] as months, v.attached_at, v.ended_at,
    p.first_name || ' ' || p.last_name as submitted_by_name,
    not exists (
      select from (
        select l.month, l.amount from reconciliation_advice_line l where l.advice_id = v.id
        union all
        select b.period, -a.amount - a.charge from office_allocation a join repayment_batch b on b.intake_id = a.batch_id
        where a.receipt_id = v.receipt_id and a.undone_at is null) each
      group by month having sum(amount) <> 0) as agrees
  from reconciliation_advice v join staff p on p.id = v.submitted_by`

export async function findAdvice(tx: Tx, id: string): Promise<AdviceRow | undefined> {
  return (await sql<AdviceRow>`${ADVICES} where v.id = ${id}`.execute(tx)).rows[0]
}

export async function adviceOfReceipt(tx: Tx, receiptId: string): Promise<AdviceRow | undefined> {
  const result = await sql<AdviceRow>`
    ${ADVICES} where v.receipt_id = ${receiptId} and v.attached_at is not null and v.ended_at is null`.execute(
    tx,
  )
  return result.rows[0]
}

/** Two who decide on one receipt come one after the other. */
export async function lockAdvicesOf(tx: Tx, receiptId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`advice ${receiptId}`}, 0))`.execute(tx)
}

/** What was submitted for the receipt before and did not come to be approved goes with its names. */
export async function insertAdvice(
  tx: Tx,
  advice: { id: string; receiptId: string; source: string; fileName: string; by: string; at: Date },
  lines: readonly AdviceLine[],
): Promise<void> {
  await sql`
    delete from reconciliation_advice where receipt_id = ${advice.receiptId} and attached_at is null`.execute(
    tx,
  )
  const months = [...new Set(lines.map(each => each.month))].sort()
  const total = lines.reduce((sum, each) => sum + each.amount, 0n)
  await sql`
    insert into reconciliation_advice (id, receipt_id, source, file_name, persons, total, months, submitted_by, submitted_at)
    values (${advice.id}, ${advice.receiptId}, ${advice.source}, ${advice.fileName},
      ${new Set(lines.map(each => each.staffKey)).size}, ${total}, ${months}::date[], ${advice.by}, ${advice.at})`.execute(
    tx,
  )
  await sql`
    insert into reconciliation_advice_line (advice_id, line, month, staff_key, staff_number, name, amount)
    select ${advice.id}::uuid, * from unnest(${lines.map(each => each.line)}::integer[], ${lines.map(each => each.month)}::date[],
      ${lines.map(each => each.staffKey)}::text[], ${lines.map(each => each.staffNumber)}::text[],
      ${lines.map(each => each.name)}::text[], ${lines.map(each => each.amount)}::bigint[])`.execute(tx)
}

export async function attachAdvice(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update reconciliation_advice set attached_at = ${at} where id = ${id}`.execute(tx)
}

export async function endAdvice(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update reconciliation_advice set ended_at = ${at} where id = ${id}`.execute(tx)
}

/** What advices say of a line, as its amount is calculated. */
export async function advisedOf(
  tx: Tx,
  line: { source: string; month: string; person_key: string },
): Promise<{ receipt_id: string; receipt_number: string; amount: bigint }[]> {
  const result = await sql<{ receipt_id: string; receipt_number: string; amount: bigint }>`
    select receipt_id, receipt_number, sum(amount)::bigint as amount
    from (${adviceOf(sql`${line.source}::text`, sql`${line.month}::date`)}) a
    where person_key = ${line.person_key} group by receipt_id, receipt_number order by receipt_number`.execute(
    tx,
  )
  return result.rows
}

/** The amounts stay; who they were about goes. */
export async function eraseAdvised(
  tx: Tx,
  persons: readonly { source: string; staffNumber: string }[],
): Promise<void> {
  await sql`
    update reconciliation_advice_line l set staff_key = '', staff_number = '', name = ''
    from reconciliation_advice v, unnest(${persons.map(each => each.source)}::text[], ${persons.map(each => staffKey(each.staffNumber))}::text[])
      as p (source, staff_key)
    where v.id = l.advice_id and v.source = p.source and l.staff_key = p.staff_key and p.staff_key <> ''`.execute(
    tx,
  )
}
