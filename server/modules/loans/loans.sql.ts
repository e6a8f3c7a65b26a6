import { type RawBuilder, sql } from 'kysely'
import type { LoanStatusName } from '../../../contract/loans.ts'
import type { Rhythm } from '../../../contract/products.ts'
import { asRow, asRows, beyond, type Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'
import { changesOf } from '../../kernel/rows.sql.ts'
import { withoutWaiting } from '../../kernel/transaction.ts'
import { type KnownOfPayroll, knownOfPayroll } from '../payMonths/payMonths.ts'
import { type Lateness, payersOf } from './lateness.sql.ts'
import type { CashAccount } from './postings.ts'

export type LoanRow = {
  id: string
  number: string
  customer_id: string
  customer_name: string
  ippis_number: string
  mda: string
  phone: string
  request_id: string
  product_id: string
  product_version: number
  product_name: string
  principal: bigint
  tenor: number
  /** The unit of the tenor, out of the terms. */
  rhythm: Rhythm
  terms: Json
  status: LoanStatusName
  frozen: 'deceased' | 'dispute' | null
  approved_on: string
  officer_code: string
  /** Older loans that its disbursement settles: a top-up. */
  settles: string[]
  disbursed_on: string | null
  instalment: bigint
  owed_principal: bigint
  owed_interest: bigint
  owed_fee: bigint
  owed_penalty: bigint
  owed_total: bigint
  credit: bigint
  /** The day of the last instalment still owed; null where nothing is, and until an older loan is recalculated. */
  last_due_on: string | null
  last_receipt_on: string | null
  last_deduction_on: string | null
  booked_through: string | null
  /** The day on which time next changes the loan. */
  next_change_on: string | null
  /** The date of the figures: the last daily run leaves alone what its day does not change. */
  figures_of: string | null
}

export type LoanThen = LoanRow & Lateness & { unpaid_on: string; days_past_due: number }

export const FIGURES_OF = sql`
  greatest(l.booked_through, (select max(day) from loan_daily_run where finished_at is not null)) as figures_of`
export const RHYTHM = sql`l.terms->'frequency'->>'rhythm' as rhythm`
export const NAMED = sql`
  select l.*, ${RHYTHM}, ${FIGURES_OF}, c.surname || ' ' || c.first_name as customer_name, c.ippis_number, c.mda, c.phone, v.name as product_name`
export const WITH_CUSTOMER = sql`
  join customer c on c.id = l.customer_id
  join product_version v on v.product_id = l.product_id and v.version = l.product_version`

export type NewLoan = {
  id: string
  customerId: string
  requestId: string
  productId: string
  productVersion: number
  principal: bigint
  tenor: number
  instalment: bigint
  terms: object
  approvedOn: string
  at: Date
  officerCode: string
  settles: readonly string[]
}

/** Gives their numbers by id. */
export async function insertLoans(tx: Tx, loans: readonly NewLoan[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; number: string }>`
    insert into loan (id, number, customer_id, request_id, product_id, product_version, principal, tenor, instalment, terms,
      status, approved_on, approved_at, officer_code, settles)
    values ${sql.join(
      loans.map(
        loan => sql`(${loan.id}, 'L' || lpad(nextval('loan_number')::text, 7, '0'), ${loan.customerId}, ${loan.requestId},
          ${loan.productId}, ${loan.productVersion}, ${loan.principal}, ${loan.tenor}, ${loan.instalment},
          ${JSON.stringify(loan.terms)}::jsonb, 'awaiting disbursement', ${loan.approvedOn}::date, ${loan.at}, ${loan.officerCode},
          ${loan.settles}::uuid[])`,
      ),
    )}
    returning id, number`.execute(tx)
  return new Map(result.rows.map(row => [row.id, row.number]))
}

/** One act at a time on one loan; acts on different loans do not meet. */
export const lockLoan = (tx: Tx, id: string): Promise<void> =>
  withoutWaiting(tx, sql`select 1 from loan where id = ${id} for no key update`)

/** Those of some loans that nobody else holds, and holds them. */
export async function lockFreeLoans(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select id from loan where id = any (${ids}::uuid[]) order by id for no key update skip locked`.execute(tx)
  return new Set(result.rows.map(row => row.id))
}

export type WholeParts = { happened: EventPart[]; payroll: KnownOfPayroll }
export type Asked = { by?: string; payment?: Referenced | undefined }

/** A loan with all that an act on it is decided by. */
export async function readWhole(
  tx: Tx,
  id: string,
  { by, payment }: Asked,
): Promise<(LoanRow & WholeParts & { is_own: boolean; taken: TakenPayment | null }) | undefined> {
  const result = await sql<LoanRow & WholeParts & { is_own: boolean; taken: TakenPayment | null }>`
    ${NAMED}, ${eventsOf(sql`${id}`)} as happened, ${knownOfPayroll(payersOf([id]))} as payroll,
      ${asRow(takenBy(payment ? [payment] : []))} as taken,
      exists (select from staff_customer t where t.customer_id = l.customer_id and t.staff_id = ${by ?? null}::uuid) as is_own
    from loan l ${WITH_CUSTOMER} where l.id = ${id}`.execute(tx)
  return result.rows[0]
}

export type ReceivingRow = LoanRow & Pick<WholeParts, 'happened'> & { owners: string[] }

/** Loans with all that a receipt on each is decided by, but for payroll months; `owners` are the users whose loan it is. */
export async function readReceiving(tx: Tx, ids: readonly string[]): Promise<ReceivingRow[]> {
  const result = await sql<ReceivingRow>`
    ${NAMED}, ${eventsOf(sql`l.id`)} as happened,
      array(select t.staff_id::text from staff_customer t where t.customer_id = l.customer_id) as owners
    from loan l ${WITH_CUSTOMER} where l.id = any (${ids}::uuid[])`.execute(tx)
  return result.rows
}

export type LoanFigures = Pick<
  LoanRow,
  | 'status'
  | 'frozen'
  | 'disbursed_on'
  | 'instalment'
  | 'owed_principal'
  | 'owed_interest'
  | 'owed_fee'
  | 'owed_penalty'
  | 'credit'
  | 'last_due_on'
  | 'last_receipt_on'
  | 'last_deduction_on'
  | 'booked_through'
  | 'next_change_on'
> &
  Lateness & {
    /** The due dates that follow, and what is owed up to and including each of them. */
    coming_on: string[]
    coming_sum: bigint[]
  }

export async function updateLoan(tx: Tx, id: string, figures: Partial<LoanFigures>): Promise<void> {
  await sql`update loan set ${changesOf(figures)} where id = ${id}`.execute(tx)
}

// ── Events ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type EventRow = {
  id: string
  sequence: number
  type: string
  effective_on: string
  event: Json
  amount: bigint
  channel: string | null
  reference: string | null
  note: string | null
  /** Where its money came from or went to. */
  cash: CashAccount
  /** The document that shows the payment. */
  proof_id: string | null
  entered_at: Date
  /** Null where the program did it. */
  entered_by: string | null
  entered_by_name: string
  /** Posted with a batch of repayments, whichever account its money came to. */
  is_batched: boolean
}

export const IS_BATCHED = sql`exists (select 1 from loan_batch_receipt b where b.loan_id = loan_event.loan_id and b.event_id = loan_event.id) as is_batched`

type EventPart = Omit<EventRow, 'amount' | 'entered_at'> & { amount: string; entered_at: string }

/** Everything that happened to a loan, as a part of a statement. */
export const eventsOf = (loanId: RawBuilder<unknown>): RawBuilder<unknown> =>
  asRows(sql`
    select id, sequence, type, effective_on, event, amount::text as amount, channel, reference, note, cash, proof_id,
      entered_at, entered_by, entered_by_name, ${IS_BATCHED}
    from loan_event where loan_id = ${loanId} order by sequence`)
export const eventsIn = ({ happened }: Pick<WholeParts, 'happened'>): EventRow[] =>
  happened.map(each => ({ ...each, amount: BigInt(each.amount), entered_at: new Date(each.entered_at) }))

export type NewEvent = {
  id: string
  loanId: string
  sequence: number
  type: string
  effectiveOn: string
  event: string
  amount: bigint
  channel: string | null
  reference: string | null
  note: string
  cash: CashAccount
  proofId?: string | null
  at: Date
  byId: string | null
  byName: string
}

/** Whether an event was reversed; older data holds reversals that were. Not `exists`, which PostgreSQL joins by reading every event. */
export const isReversed = (event: RawBuilder<unknown>) => sql`coalesce((
  select true from loan_event r where r.loan_id = ${event}.loan_id and r.type = 'reversal' and r.event->>'of' = ${event}.id::text
    and not exists (
      select 1 from loan_event b where b.loan_id = r.loan_id and b.type = 'reversal' and b.event->>'of' = r.id::text) limit 1), false)`

/** Identifies a payment, however its reference was typed: the expression of the index. */
const keyOf = (event: RawBuilder<unknown>) => sql`payment_key(${event}.channel, ${event}.reference)`
const hasReference = (event: RawBuilder<unknown>) =>
  sql`${event}.channel is not null and ${event}.reference is not null`

export async function insertEvents(
  tx: Tx,
  events: readonly NewEvent[],
  failed?: (error: unknown) => never,
): Promise<void> {
  const rows = JSON.stringify(events, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
  // one text for one event and for hundreds, so that the database plans it once
  await withoutWaiting(
    tx,
    sql`
    insert into loan_event (id, loan_id, sequence, type, effective_on, event, amount, channel, reference, note, cash, proof_id,
      entered_at, entered_by, entered_by_name, reference_round)
    select e.id, e."loanId", e.sequence, e.type, e."effectiveOn", e.event::jsonb, e.amount, e.channel, e.reference, e.note, e.cash,
      e."proofId", e.at, e."byId", e."byName",
      (select count(*) from loan_event o
        where ${keyOf(sql`o`)} = payment_key(e.channel, e.reference) and ${hasReference(sql`o`)} and ${isReversed(sql`o`)})
    from jsonb_to_recordset(${rows}::jsonb) as e (id uuid, "loanId" uuid, sequence integer, type text, "effectiveOn" date,
      event text, amount bigint, channel text, reference text, note text, cash text, "proofId" uuid, at timestamptz, "byId" uuid, "byName" text)`,
    { failed },
  )
}

type Referenced = { channel: string; reference: string }
export type TakenPayment = { number: string; reference: string }

/** A loan that already took one of these payments, and did not give it back. Without `same` the limit makes a plan read all. */
function takenBy(payments: readonly Referenced[]): RawBuilder<TakenPayment> {
  const [channels, references] = [payments.map(each => each.channel), payments.map(each => each.reference)]
  return sql`
    with same as materialized (
      select e.id, e.loan_id, e.reference from loan_event e
      where ${hasReference(sql`e`)} and ${keyOf(sql`e`)} = any (array(
        select ${keyOf(sql`typed`)} from unnest(${channels}::text[], ${references}::text[]) as typed (channel, reference))))
    select l.number, e.reference from same e join loan l on l.id = e.loan_id where not ${isReversed(sql`e`)} limit 1`
}

export const loanWithReference = async (
  tx: Tx,
  payments: readonly Referenced[],
): Promise<TakenPayment | undefined> => (await takenBy(payments).execute(tx)).rows[0]

/** The places, from zero, of those payments that a loan took already. */
export async function takenAmong(tx: Tx, payments: readonly Referenced[]): Promise<Set<number>> {
  const [channels, references] = [payments.map(each => each.channel), payments.map(each => each.reference)]
  const result = await sql<{ place: number }>`
    select typed.no::integer - 1 as place
    from unnest(${channels}::text[], ${references}::text[]) with ordinality as typed (channel, reference, no)
    where coalesce((
      select true from loan_event e
      where ${hasReference(sql`e`)} and ${keyOf(sql`e`)} = ${keyOf(sql`typed`)} and not ${isReversed(sql`e`)} limit 1), false)`.execute(
    tx,
  )
  return new Set(result.rows.map(row => row.place))
}

const lockOf = (payment: RawBuilder<unknown>) =>
  sql`hashtextextended('payment ' || payment_key(${payment}.channel, ${payment}.reference), 0)`

/** The places, from zero, of those payments that nobody else records just now; they are locked. */
export async function lockFreePayments(tx: Tx, payments: readonly Referenced[]): Promise<Set<number>> {
  const [channels, references] = [payments.map(each => each.channel), payments.map(each => each.reference)]
  const result = await sql<{ place: number }>`
    select typed.no::integer - 1 as place
    from unnest(${channels}::text[], ${references}::text[]) with ordinality as typed (channel, reference, no)
    where pg_try_advisory_xact_lock(${lockOf(sql`typed`)})`.execute(tx)
  return new Set(result.rows.map(row => row.place))
}

/**
 * One payment entered on two loans at the same instant: the second waits for the first, and then finds it. In one order, so
 * that two batches with payments in common do not wait for each other.
 */
export async function lockReferences(tx: Tx, payments: readonly Referenced[]): Promise<void> {
  const [channels, references] = [payments.map(each => each.channel), payments.map(each => each.reference)]
  await withoutWaiting(
    tx,
    sql`
    select pg_advisory_xact_lock(payment.key) from (
      select distinct ${lockOf(sql`typed`)} as key
      from unnest(${channels}::text[], ${references}::text[]) as typed (channel, reference) order by key) as payment`,
  )
}

/** The columns of a loan that a repayment needs; the terms as text, since few of them differ. */
export type ReceivingLoan = Pick<
  LoanRow,
  'id' | 'status' | 'principal' | 'tenor' | 'terms' | 'booked_through' | 'owed_total' | 'next_change_on'
>

export async function receivingLoans(tx: Tx, ids: readonly string[]): Promise<ReceivingLoan[]> {
  const result = await sql<ReceivingLoan>`
    select id, status, principal, tenor, terms::text, booked_through, next_change_on, owed_total from loan
    where id = any (${ids}::uuid[])`.execute(tx)
  return result.rows
}

/** Loans as of a day, or of the later one that their books are at, for the proof. */
export async function loansAfter(
  tx: Tx,
  day: string | null,
  after: string | null,
  limit: number,
): Promise<LoanThen[]> {
  const result = await sql<LoanThen>`
    ${NAMED} from loan b cross join lateral (
      select * from loan_on(greatest(b.booked_through, ${day}::date)) o where o.id = b.id) l ${WITH_CUSTOMER}
    where b.booked_through is not null and ${beyond(sql`b.id`, after)}
    order by b.id limit ${limit}`.execute(tx)
  return result.rows
}

// ── Loans of a customer ────────────────────────────────────────────────────────────────────────────────────────────

/** Also where its next event stands among those it has. */
export type FrozenLoan = { id: string; status: string; booked_through: string | null; sequence: number }

/** Taken by id, as every act takes more than one loan, so that two of them cannot lock each other out. */
export async function lockLoansOf(tx: Tx, customerId: string): Promise<void> {
  await sql`select id from loan where customer_id = ${customerId} order by id for no key update`.execute(tx)
}

/**
 * Includes repaid loans: a bounced receipt reopens them. Locked before, or an event of a concurrent act would be
 * missed.
 */
export async function freezeLoansOf(
  tx: Tx,
  customerId: string,
  cause: 'deceased' | 'dispute',
): Promise<FrozenLoan[]> {
  const result = await sql<FrozenLoan>`
    update loan set frozen = ${cause}
    where customer_id = ${customerId} and status <> 'cancelled' and frozen is distinct from ${cause}
    returning id, status, booked_through,
      (select coalesce(max(e.sequence), 0) + 1 from loan_event e where e.loan_id = loan.id) as sequence`.execute(
    tx,
  )
  return result.rows
}

/** The months so far of a loan keep the payroll source of the record it comes from. */
const isPaidElsewhere = (from: string, to: string) => sql`(
  exists (select 1 from customer_payroll_source h where h.customer_id in (${from}, ${to}))
  or (select count(distinct p.payroll_source) from customer p where p.id in (${from}, ${to})) > 1)`

export async function moveLoansOf(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ id: string; number: string }[]> {
  await lockLoansOf(tx, from)
  const result = await sql<{ id: string; number: string }>`
    update loan set customer_id = ${to},
      payroll_customer_id = coalesce(payroll_customer_id, case when ${isPaidElsewhere(from, to)} then ${from}::uuid end)
    where customer_id = ${from} returning id, number`.execute(tx)
  return result.rows
}
