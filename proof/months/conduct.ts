import { sql } from 'kysely'
import { CHART } from '../../contract/ledger.ts'
import type { House } from './lender.ts'
import type { Office } from './office.ts'

/** Nobody is reminded or charged a penalty for the silence of an office. */

export type Conduct = { watched: number; reminders: number; problems: string[] }

/**
 * As long as everything that was instructed for a person was deducted and listed: no recovery message, no penalty.
 * `disturbed`: since when a loan of the person had other acts, or a file was wrong about them.
 */
export async function conductOf(
  { testApp }: House,
  offices: readonly Office[],
  disturbed: ReadonlyMap<string, string>,
): Promise<Conduct> {
  const { rows } = await sql<{ staff: string; reminded: string | null; charged: string | null; n: number }>`
    with reminded as (
        select customer_id, min(at)::date::text as first, count(*)::int as n from message
        where event like 'reminder overdue%' group by 1),
      charged as (
        select l.customer_id, min(n.effective_on)::text as first from ledger_line n join ledger_loan b on b.no = n.loan_no
        join loan l on l.id = b.loan_id where n.code = ${CHART.penaltyReceivable.code} group by 1)
    select c.ippis_number as staff, reminded.first as reminded, charged.first as charged, coalesce(reminded.n, 0) as n
    from customer c left join reminded on reminded.customer_id = c.id left join charged on charged.customer_id = c.id
    where reminded.first is not null or charged.first is not null order by 1`.execute(testApp.program.db)
  const known = new Map(rows.map(row => [row.staff, row]))
  const problems: string[] = []
  let watched = 0
  for (const office of offices) {
    const faultless = faultlessOf(office)
    for (const { staff } of office.people) {
      const months = faultless.get(staff)
      if (months === undefined) continue
      watched += months.count
      const until = [disturbed.get(staff), months.until].filter(day => day !== undefined).sort()[0]
      const row = known.get(staff)
      for (const [what, on] of Object.entries({ reminded: row?.reminded, 'charged a penalty': row?.charged }))
        if (on && (until === undefined || on < until))
          problems.push(`${staff} was ${what} on ${on}, and always deducted until ${until ?? 'then'}`)
    }
  }
  return { watched, reminders: rows.reduce((sum, row) => sum + row.n, 0), problems }
}

/** How many months nothing was wrong about each person, from the first on, and the day on which something was. */
function faultlessOf(office: Office): Map<string, { count: number; until: string | undefined }> {
  const found = new Map<string, { count: number; until: string | undefined }>()
  for (const month of office.months)
    for (const fact of office.factsOf(month)) {
      const before = found.get(fact.staff) ?? { count: 0, until: undefined }
      if (before.until !== undefined) continue
      const isRight = fact.plants.length === 0 && fact.listed === fact.instructed
      found.set(
        fact.staff,
        isRight ? { ...before, count: before.count + 1 } : { ...before, until: `${month}-01` },
      )
    }
  return found
}
