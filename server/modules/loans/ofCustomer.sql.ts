import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** As text: the part of a statement that a page is read by is JSON. */
export type LoanTotals = { total: number; open: number; outstanding: string; arrears: string }

/** Also where its next event stands among those it has. */
export type FrozenLoan = { id: string; status: string; booked_through: string | null; sequence: number }

/** Taken by id, as every act takes more than one loan, so that two of them cannot lock each other out. */
export async function lockLoansOf(tx: Tx, customerId: string): Promise<void> {
  await sql`select id from loan where customer_id = ${customerId} order by id for update`.execute(tx)
}

/** Also what is repaid: a receipt that bounces opens it again. Locked before, or an event of whoever held it last goes unseen. */
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

export async function moveLoansOf(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ id: string; number: string }[]> {
  await lockLoansOf(tx, from)
  const result = await sql<{ id: string; number: string }>`
    update loan set customer_id = ${to} where customer_id = ${from} returning id, number`.execute(tx)
  return result.rows
}

/** Also a part of the statement that reads a customer's page. */
export const loanTotals = (customerId: string): RawBuilder<LoanTotals> => sql`
  select count(*)::int as total,
    (count(*) filter (where status in ('awaiting disbursement', 'live', 'overpaid')))::int as open,
    coalesce(sum(owed_total), 0)::text as outstanding, coalesce(sum(arrears), 0)::text as arrears
  from loan where customer_id = ${customerId} and status <> 'cancelled'`

export async function loanTotalsOf(tx: Tx, customerId: string): Promise<LoanTotals> {
  const result = await sql<LoanTotals>`${loanTotals(customerId)}`.execute(tx)
  return result.rows[0] ?? { total: 0, open: 0, outstanding: '0', arrears: '0' }
}

// ── Whoever is erased ──────────────────────────────────────────────────────────────────────────────────────────────

export async function customerOf(tx: Tx, loanId: string): Promise<string | undefined> {
  const result = await sql<{ customer_id: string }>`
    select customer_id from loan where id = ${loanId}`.execute(tx)
  return result.rows[0]?.customer_id
}

export async function loanIdsOf(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from loan where customer_id = any (${customerIds}::uuid[]) order by id`.execute(tx)
  return result.rows.map(row => row.id)
}

/** A payment to them that nobody knows the end of. */
export async function openPaymentTo(tx: Tx, customerId: string): Promise<string | undefined> {
  const result = await sql<{ reference: string }>`
    select p.reference from payout_line p join loan l on l.id = p.loan_id
    where l.customer_id = ${customerId} and p.status in ('open', 'posting', 'claimed') limit 1`.execute(tx)
  return result.rows[0]?.reference
}

export type HeldPayout = {
  loan_id: string
  reference: string
  beneficiary: string
  bank_code: string
  account_number: string
  amount: bigint
  status: string
  bank_reference: string | null
  bank_on: string | null
  reason: string | null
}

export async function payoutsTo(tx: Tx, loanIds: readonly string[]): Promise<HeldPayout[]> {
  const result = await sql<HeldPayout>`
    select loan_id, reference, beneficiary, bank_code, account_number, amount, status, bank_reference, bank_on, reason
    from payout_line where loan_id = any (${loanIds}::uuid[]) order by reference`.execute(tx)
  return result.rows
}

type HeldImport = {
  intake_id: string
  row_number: number
  loan_id: string
  old_number: string
  stated: string
}

/** What the line of an older book stated, sealed as it is kept. */
export async function importsOf(tx: Tx, loanIds: readonly string[]): Promise<HeldImport[]> {
  const result = await sql<HeldImport>`
    select intake_id, row_number, loan_id, old_number, stated from loan_import where loan_id = any (${loanIds}::uuid[]) and stated <> ''`.execute(
    tx,
  )
  return result.rows
}

export type HeldSignal = {
  loan_id: string
  kind: string
  source: string
  month: string
  detail: string
  raised_at: Date
  closed_at: Date | null
  note: string | null
}

export async function signalsOn(tx: Tx, loanIds: readonly string[]): Promise<HeldSignal[]> {
  const result = await sql<HeldSignal>`
    select loan_id, kind, source, month, detail, raised_at, closed_at, note from loan_signal
    where loan_id = any (${loanIds}::uuid[]) order by raised_at, id`.execute(tx)
  return result.rows
}

export async function erasePayouts(tx: Tx, loanIds: readonly string[], label: string): Promise<void> {
  await sql`
    update payout_line set beneficiary = ${label}, account_number = '', reason = null
    where loan_id = any (${loanIds}::uuid[])`.execute(tx)
}

export async function eraseImports(tx: Tx, loanIds: readonly string[], label: string): Promise<void> {
  await sql`
    update loan_import set name = ${label}, stated = '' where loan_id = any (${loanIds}::uuid[])`.execute(tx)
}

export async function eraseSignals(tx: Tx, loanIds: readonly string[]): Promise<void> {
  await sql`
    update loan_signal set detail = 'Erased', note = null where loan_id = any (${loanIds}::uuid[])`.execute(
    tx,
  )
}
