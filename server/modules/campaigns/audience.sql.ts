import { type RawBuilder, sql } from 'kysely'
import type { SegmentFilter } from '../../../contract/campaigns.ts'
import { beyond, type Tx } from '../../kernel/db.ts'
import { CONDUCT_DAYS, withConduct } from '../payMonths/payMonths.ts'

/**
 * Customers as people to write to, each with the one running loan that matters most: the latest in arrears, else the newest.
 * Arrears and days past due are those of conduct: nobody is written to about a month whose file is awaited.
 */
export type AddresseeRow = {
  id: string
  number: string
  surname: string
  first_name: string
  phone: string
  status: string
  status_until: string | null
  in_dispute: boolean
  loan_number: string | null
  owed_total: bigint | null
  arrears: bigint | null
  days_past_due: number | null
  next_due_on: string | null
  next_due_amount: bigint | null
  /** Late by contract, and by nothing else than months whose file is awaited. */
  is_awaited: boolean | null
}

const running = (today: string) => sql`
  left join lateral (
    select l.number, l.owed_total, w.arrears, ${CONDUCT_DAYS} as days_past_due, l.next_due_on, l.next_due_amount,
      l.oldest_unpaid_on is not null and w.oldest_on is null as is_awaited
    from loan_on(${today}::date) l ${withConduct(today)}
    where l.customer_id = c.id and l.status = 'live'
    order by ${CONDUCT_DAYS} desc, l.days_past_due desc, l.approved_at desc limit 1) l on true`

const COLUMNS = sql`
  c.id, c.number, c.surname, c.first_name, c.phone, c.status, c.status_until, l.number as loan_number, l.owed_total, l.arrears,
  l.days_past_due, l.next_due_on, l.next_due_amount, l.is_awaited,
  exists (select 1 from loan d where d.customer_id = c.id and d.frozen = 'dispute') as in_dispute`

export async function addresseesById(tx: Tx, ids: readonly string[], today: string): Promise<AddresseeRow[]> {
  const result = await sql<AddresseeRow>`
    select ${COLUMNS} from customer c ${running(today)} where c.id = any (${ids}::uuid[])`.execute(tx)
  return result.rows
}

export async function addresseesByGiven(
  tx: Tx,
  given: { phones: readonly string[]; numbers: readonly string[] },
  today: string,
): Promise<AddresseeRow[]> {
  const result = await sql<AddresseeRow>`
    select ${COLUMNS} from customer c ${running(today)}
    where c.phone = any (${given.phones}::text[]) or c.number = any (${given.numbers}::text[])`.execute(tx)
  return result.rows
}

/** An expired blacklisting counts as active; blacklisted and deceased customers are in no segment. */
function hasStatus({ customerStatus }: SegmentFilter, today: string): RawBuilder<unknown> {
  if (customerStatus === 'dormant') return sql`c.status = 'dormant'`
  const active = sql`c.status = 'active' or (c.status = 'blacklisted' and c.status_until < ${today}::date)`
  return customerStatus === 'active' ? sql`(${active})` : sql`(c.status = 'dormant' or ${active})`
}

function conditions(filter: SegmentFilter, today: string): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [hasStatus(filter, today)]
  if (filter.payrollSource) parts.push(sql`c.payroll_source = ${filter.payrollSource}`)
  if (filter.state) parts.push(sql`c.state = ${filter.state}`)
  if (filter.mda) parts.push(sql`position(lower(${filter.mda}) in lower(c.mda)) > 0`)
  if (filter.officerCode) parts.push(sql`c.officer_code = ${filter.officerCode}`)
  const live = (more: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`exists (select 1 from loan_on(${today}::date) x where x.customer_id = c.id and x.status = 'live' and ${more})`
  const late = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
    select 1 from loan_on(${today}::date) l ${withConduct(today)}
    where l.customer_id = c.id and l.status = 'live' and l.unpaid_on < ${today}::date and ${CONDUCT_DAYS} ${days})`
  const any = sql`exists (select 1 from loan x where x.customer_id = c.id and x.status <> 'cancelled')`
  if (filter.loans === 'live') parts.push(live(sql`true`))
  const isLate = late(sql`> 0`)
  if (filter.loans === 'onTime') parts.push(sql`${live(sql`true`)} and not ${isLate}`)
  if (filter.loans === 'arrears') parts.push(isLate)
  if (filter.loans === 'closed') parts.push(sql`${any} and not ${live(sql`true`)}`)
  if (filter.loans === 'none') parts.push(sql`not ${any}`)
  if (filter.daysPastDueFrom !== undefined || filter.daysPastDueTo !== undefined)
    parts.push(late(sql`between ${filter.daysPastDueFrom ?? 1} and ${filter.daysPastDueTo ?? 100_000}`))
  if (filter.dueWithinDays !== undefined)
    parts.push(
      live(sql`x.next_due_on between ${today}::date and ${today}::date + ${filter.dueWithinDays}::integer`),
    )
  return sql.join(parts, sql` and `)
}

export async function addresseesIn(
  tx: Tx,
  filter: SegmentFilter,
  page: { after: string | null; limit: number },
  today: string,
): Promise<AddresseeRow[]> {
  const result = await sql<AddresseeRow>`
    select ${COLUMNS} from customer c ${running(today)} where ${conditions(filter, today)} and ${beyond(sql`c.id`, page.after)}
    order by c.id limit ${page.limit}`.execute(tx)
  return result.rows
}

/** Counted up to the most that a campaign may have. */
export async function countIn(tx: Tx, filter: SegmentFilter, today: string, most: number): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from
      (select 1 from customer c where ${conditions(filter, today)} limit ${most}) limited`.execute(tx)
  return result.rows[0]?.count ?? 0
}

/** Deceased only where every record with this phone is: a widow with the same phone is another person. */
export async function standingByPhone(
  tx: Tx,
  phones: readonly string[],
): Promise<{ phone: string; deceased: boolean; dispute: boolean }[]> {
  const result = await sql<{ phone: string; deceased: boolean; dispute: boolean }>`
    select c.phone, bool_and(c.status = 'deceased') as deceased,
      bool_or(exists (select 1 from loan l where l.customer_id = c.id and l.frozen = 'dispute')) as dispute
    from customer c where c.phone = any (${phones}::text[]) and c.status not in ('merged', 'erased') group by c.phone`.execute(
    tx,
  )
  return result.rows
}

/** Money that came in the last days, or is promised for a day to come, says all that a reminder would. */
const QUIETED = sql`(l.status <> 'live' or l.frozen is not null
  or exists (select 1 from customer_note n where n.customer_id = l.customer_id and n.outcome = 'open'
    and n.promised_on >= day.today)
  or coalesce(l.last_receipt_on >= day.today - 2, false))`

export async function loansExcludedFromReminders(
  tx: Tx,
  loanIds: readonly string[],
  today: string,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select l.id from loan l, (select ${today}::date as today) day
    where l.id = any (${loanIds}::uuid[]) and ${QUIETED}`.execute(tx)
  return result.rows.map(row => row.id)
}

export type ReminderRow = {
  id: string
  number: string
  customer_id: string
  first_name: string
  phone: string
  arrears: bigint
  days_past_due: number
  oldest_unpaid_on: string | null
  next_due_on: string | null
  next_due_amount: bigint | null
}

/** Late by conduct only. Two days of grace on either side: a run that was missed is made up for, and the occasion keeps it from speaking twice. */
export async function loansToRemind(
  tx: Tx,
  rule: { rule: 'due in' | 'overdue'; days: number },
  today: string,
  page: { after: string | null; limit: number },
): Promise<ReminderRow[]> {
  const when =
    rule.rule === 'due in'
      ? sql`${CONDUCT_DAYS} = 0 and l.next_due_amount > 0
          and l.next_due_on between day.today + ${Math.max(rule.days - 2, 0)}::integer and day.today + ${rule.days}::integer`
      : sql`l.unpaid_on <= day.today - ${Math.max(rule.days, 1)}::integer
          and ${CONDUCT_DAYS} between ${Math.max(rule.days, 1)} and ${rule.days + 2}`
  const result = await sql<ReminderRow>`
    select l.id, l.number, l.customer_id, c.first_name, c.phone, w.arrears, ${CONDUCT_DAYS} as days_past_due,
      w.oldest_on as oldest_unpaid_on, l.next_due_on, l.next_due_amount
    from loan_on(${today}::date) l join customer c on c.id = l.customer_id ${withConduct(today)}, (select ${today}::date as today) day
    where l.status = 'live' and c.status not in ('deceased', 'merged') and ${when} and not ${QUIETED} and ${beyond(sql`l.id`, page.after)}
    order by l.id limit ${page.limit}`.execute(tx)
  return result.rows
}
