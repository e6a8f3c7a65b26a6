import { sql } from 'kysely'
import { CHART } from '../../contract/ledger.ts'
import type { House } from './lender.ts'
import type { Office } from './office.ts'

/** Nobody is reminded or charged a penalty for the silence of an office. */

export type Conduct = { watched: number; reminders: number; problems: string[] }

/**
 * Of people from whom everything that was instructed was deducted and listed, month by month: no recovery message, no penalty.
 * `disturbed`: their loans had other acts, or a file was wrong about them.
 */
export async function conductOf(
  { testApp }: House,
  offices: readonly Office[],
  disturbed: ReadonlySet<string>,
): Promise<Conduct> {
  const watched = offices.flatMap(office =>
    office.people
      .map(person => person.staff)
      .filter(staff => !disturbed.has(staff) && isFaultless(office, staff)),
  )
  const { rows } = await sql<{ staff: string; reminders: number; penalties: number }>`
    select c.ippis_number as staff,
      (select count(*) from message m where m.customer_id = c.id and m.event like 'reminder overdue%')::int as reminders,
      (select count(*) from ledger_line n join ledger_loan b on b.no = n.loan_no join loan l on l.id = b.loan_id
        where l.customer_id = c.id and n.code = ${CHART.penaltyReceivable.code})::int as penalties
    from customer c order by 1`.execute(testApp.program.db)
  const known = new Set(watched)
  const wrong = rows.filter(row => known.has(row.staff) && row.reminders + row.penalties > 0)
  return {
    watched: watched.length,
    reminders: rows.reduce((sum, row) => sum + row.reminders, 0),
    problems: wrong.map(
      row =>
        `${row.staff} was always deducted: ${row.reminders} recovery messages, ${row.penalties} entries of penalties`,
    ),
  }
}

const isFaultless = (office: Office, staff: string): boolean => {
  const facts = office.months.flatMap(month => office.factOf(staff, month) ?? [])
  return facts.length > 0 && facts.every(fact => fact.plants.length === 0 && fact.listed === fact.instructed)
}
