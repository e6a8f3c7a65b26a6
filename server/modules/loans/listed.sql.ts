import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { loanRow } from '../../../contract/loans.ts'
import type { LoanClass } from '../../../engine/arrears.ts'
import type { Tx } from '../../kernel/db.ts'
import { asColumns, type PageText, readPageText } from '../../kernel/page.sql.ts'
import { LAST_CONTACT } from '../messaging/messaging.ts'
import { conductText } from '../payMonths/payMonths.ts'
import { loansOn } from './lateness.sql.ts'
import { WITH_CUSTOMER } from './loans.sql.ts'

/** A loan as PostgreSQL writes it for lists: the contract's row before it is read, with amounts in digits. */
export type ListedLoan = z.input<typeof loanRow>

/**
 * What a list shows of loan `l` of customer `c`, on the day `d.today`. What only the engine knows is added where it is needed:
 * the loss of a loan that is written off, and what is due first on one that is not disbursed.
 */
const WRITTEN = asColumns({
  id: 'l.id',
  number: 'l.number',
  customerId: 'l.customer_id',
  customerName: `c.surname || ' ' || c.first_name`,
  ippisNumber: 'c.ippis_number',
  mda: 'c.mda',
  productName: 'v.name',
  status: 'l.status',
  frozen: 'l.frozen',
  principal: 'l.principal::text',
  tenor: 'l.tenor',
  rhythm: `l.terms->'frequency'->>'rhythm'`,
  instalment: 'l.instalment::text',
  outstanding: `json_build_object('principal', l.owed_principal::text, 'interest', l.owed_interest::text,
    'fee', l.owed_fee::text, 'penalty', l.owed_penalty::text)`,
  outstandingTotal: 'l.owed_total::text',
  credit: 'l.credit::text',
  loss: 'null',
  arrears: 'l.arrears::text',
  daysPastDue: 'l.days_past_due',
  nextDueOn: 'l.next_due_on',
  nextDueAmount: 'l.next_due_amount::text',
  lastReceiptOn: 'l.last_receipt_on',
  lastDeductionMonth: `to_char(l.last_deduction_on, 'YYYY-MM')`,
  officerCode: 'l.officer_code',
  officerName: `case when l.officer_code <> '' then (
    select o.first_name || ' ' || o.last_name from staff o where o.account_officer_code = l.officer_code) end`,
  approvedOn: 'l.approved_on',
  disbursedOn: 'l.disbursed_on',
  asOf: `coalesce(greatest(l.booked_through, (select max(day) from loan_daily_run where finished_at is not null)), d.today)`,
  firstDue: 'null',
  payoutBatch: `case when l.status = 'awaiting disbursement' then (
    select json_build_object('id', p.batch_id, 'number', p.number) from loan_payout p
    where p.loan_id = l.id and p.kind = 'loan' and p.status in ('open', 'posting')) end`,
})

/** Worst first: the first that was reached is the class. */
function className(classes: readonly LoanClass[]) {
  const reached = classes
    .toSorted((one, other) => other.fromDays - one.fromDays)
    .map(
      ({ name, fromDays }) =>
        sql`when l.status = 'live' and l.days_past_due >= ${sql.lit(fromDays)} then ${sql.lit(name)}`,
    )
  return sql`case ${sql.join(reached, sql` `)} else '' end as "className"`
}

export type Described = {
  today: string
  classes: readonly LoanClass[]
  /** With the last contact of the customer. */
  withContact?: boolean
}

/** The row of loan `c`, which has the columns of `loan_on`. */
export const describedRow = ({ today, classes, withContact = false }: Described): RawBuilder<unknown> => sql`
  select ${WRITTEN}, case when l.status = 'live' then ${conductText(today)} end as conduct, ${className(classes)} ${withContact ? sql`, ${LAST_CONTACT.written} as contact` : sql``}
  from (select c.*) l ${WITH_CUSTOMER} cross join (select ${today}::date as today) d
    ${withContact ? LAST_CONTACT.join : sql``}`

export async function loansOfCustomer(tx: Tx, customerId: string, how: Described): Promise<string> {
  const { text } = await readPageText(tx, {
    page: sql`
      select l.*, '' as sort_key, row_number() over (order by l.approved_at desc, l.id) as place
      from ${loansOn(how.today)} l where l.customer_id = ${customerId} order by l.approved_at desc, l.id limit ${LOANS_OF_CUSTOMER_MAX}`,
    row: describedRow(how),
    shown: LOANS_OF_CUSTOMER_MAX,
  })
  return text
}
const LOANS_OF_CUSTOMER_MAX = 200

/** Reads a page of loans `l`. */
export type LoanPageReader = (
  from: RawBuilder<unknown>,
  key: RawBuilder<string>,
  inSequence: RawBuilder<unknown>,
  limit: number,
) => Promise<PageText>

export const loanPages =
  (tx: Tx, how: Described): LoanPageReader =>
  (from, key, inSequence, limit) =>
    readPageText(tx, {
      page: sql`
        select l.*, ${key} as sort_key, row_number() over (${inSequence}) as place
        from ${from} ${inSequence} limit ${sql.lit(limit)}`,
      row: describedRow(how),
      unique: sql`c.number`,
      shown: limit - 1,
    })
