import { type RawBuilder, sql } from 'kysely'
import { PAYER } from '../payMonths/payMonths.ts'

/** What is late and what is next, which only a day tells: `loan_on` in the schema gives it. */
export type Lateness = {
  arrears: bigint
  oldest_unpaid_on: string | null
  /** What is late by the day it was due: the newest days. Null until an older loan is recalculated. */
  late_on: string[] | null
  late_owed: bigint[] | null
  next_due_on: string | null
  next_due_amount: bigint | null
}

/** Who pays for each of some loans; awaited payroll months matter to those with a penalty only. */
export const payersOf = (loanIds: readonly string[]): RawBuilder<unknown> => sql`
  select l.id, l.approved_on as since, c.id as customer_id, c.payroll_source as source
  from loan l join customer c on c.id = ${PAYER}
  where l.id = any (${loanIds}::uuid[]) and l.terms->'penalty' <> 'null'::jsonb`

export const loansOn = (day: string): RawBuilder<unknown> => sql`loan_on(${day}::date)`
