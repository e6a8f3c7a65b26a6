import { sql } from 'kysely'
import { firstLateDay, PAR_DAYS } from '../../../contract/dashboard.ts'
import type { Tx } from '../../kernel/db.ts'
import { CONDUCT_DAYS, withConduct } from '../payMonths/payMonths.ts'

/** Portfolio at risk by contract and by conduct. */

const THRESHOLDS = JSON.stringify(PAR_DAYS.map(days => ({ days, first: firstLateDay(days) })))

/** Late loans are read once; of each threshold a row for the day. */
export async function saveConduct(tx: Tx, day: string): Promise<void> {
  await sql`
    insert into dashboard_conduct (day, days, contractual, awaiting, principal)
    select ${day}::date, t.days, coalesce(sum(k.owed) filter (where k.by_contract >= t.first), 0),
      coalesce(sum(k.owed) filter (where k.by_contract >= t.first and k.by_conduct < t.first), 0),
      (select coalesce(sum(owed_principal), 0) from loan where status = 'live')
    from jsonb_to_recordset(${THRESHOLDS}::jsonb) as t (days smallint, first integer)
    left join (
      select l.owed_principal as owed, l.days_past_due as by_contract, ${CONDUCT_DAYS} as by_conduct
      from loan_on(${day}::date) l join customer c on c.id = l.customer_id ${withConduct(day)}
      where l.status = 'live' and l.unpaid_on < ${day}::date
    ) k on true
    group by t.days
    on conflict (day, days) do update set contractual = excluded.contractual, awaiting = excluded.awaiting,
      principal = excluded.principal`.execute(tx)
}

export type ConductRow = { days: number; contractual: bigint; awaiting: bigint; principal: bigint }

/** As last saved on a day or shortly before it. */
export async function readConduct(tx: Tx, day: string): Promise<ConductRow[]> {
  const result = await sql<ConductRow>`
    select days, contractual, awaiting, principal from dashboard_conduct
    where day = (select max(day) from dashboard_conduct where day <= ${day}::date and day > ${day}::date - 3)
    order by days`.execute(tx)
  return result.rows
}
