import { type RawBuilder, sql } from 'kysely'
import type { IntakeKind } from '../../../contract/intake.ts'
import type { FoundKind } from '../../../contract/search.ts'
import type { Tx } from '../../kernel/db.ts'
import { anywhere } from '../../kernel/like.ts'

export type FoundRow = {
  id: string
  title: string
  /** What the record is about, by its kind: a source, an email, an author. */
  about: string
  /** A payroll month, a value date or the time it was created. */
  at: string
  amount: bigint | null
  /** Of an upload. */
  kind: IntakeKind | null
}

const holds = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map(word => sql`${text} like ${anywhere(word)}`),
    sql` and `,
  )

/** Each reads a trigram index, or for a word that most rows contain, the index of its order. */
const STATEMENTS: Record<FoundKind, (words: readonly string[]) => RawBuilder<FoundRow>> = {
  payoutBatch: words => sql`
    select id, number as title, '' as about, value_on::text as at, total as amount, null as kind
    from payout_batch where ${holds(sql`lower(number)`, words)} order by number desc`,
  repayment: words => sql`
    select intake_id as id, number as title, source as about, period::text as at, file_total as amount, null as kind
    from repayment_batch where ${holds(sql`lower(number)`, words)} order by number desc`,
  // a few each month
  instruction: words => sql`
    select id, number as title, source as about, month::text as at, total as amount, null as kind
    from instruction_list where ${holds(sql`lower(number)`, words)} order by month desc, number desc`,
  officeReceipt: words => sql`
    select id, number as title, source as about, received_on::text as at, amount, null as kind
    from office_receipt where ${holds(sql`lower(number || ' ' || reference)`, words)} order by number desc`,
  refund: words => sql`
    select r.id, r.number as title, l.number as about, r.since::text as at, r.amount, null as kind
    from refund_case r join loan l on l.id = r.loan_id where ${holds(sql`lower(r.number)`, words)} order by r.number desc`,
  campaign: words => sql`
    select id, name as title, made_by_name as about, (made_at at time zone 'Africa/Lagos')::date::text as at, null::bigint as amount, null as kind
    from message_campaign where ${holds(sql`lower(name)`, words)} order by made_at desc, id`,
  intake: words => sql`
    select id, file_name as title, source as about, period::text as at, null::bigint as amount, kind
    from intake where ${holds(sql`lower(file_name)`, words)} order by uploaded_at desc, id`,
  // users number in the hundreds
  user: words => sql`
    select id, first_name || ' ' || last_name as title, email as about, (signed_up_at at time zone 'Africa/Lagos')::date::text as at, null::bigint as amount, null as kind
    from staff
    where ${holds(
      sql`customer_plain(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(account_officer_code, ''))`,
      words,
    )}
    order by lower(last_name), lower(first_name), id`,
}

export const searchStatement = (
  kind: FoundKind,
  words: readonly string[],
  limit: number,
): RawBuilder<FoundRow> => sql`${STATEMENTS[kind](words)} limit ${sql.lit(limit)}`

export async function findRecords(
  tx: Tx,
  kind: FoundKind,
  words: readonly string[],
  limit: number,
): Promise<FoundRow[]> {
  return (await searchStatement(kind, words, limit).execute(tx)).rows
}
