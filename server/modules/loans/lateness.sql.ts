import { type RawBuilder, sql } from 'kysely'

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
export const loansOn = (day: string): RawBuilder<unknown> => sql`loan_on(${day}::date)`
