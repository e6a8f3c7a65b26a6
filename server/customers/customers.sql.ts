import { sql } from 'kysely'
import type { CustomerStatus } from '../../contract/customers.ts'
import { KEPT, type Tx } from '../db.ts'

export type NewCustomer = {
  id: string
  title: string
  surname: string
  first_name: string
  other_names: string
  gender: string
  date_of_birth: string
  phone: string
  email: string
  bvn_sealed: string
  bvn_index: Buffer
  nin_sealed: string
  nin_index: Buffer
  address: string
  state: string
  lga: string
  payroll_source: string
  ippis_number: string
  mda: string
  grade: string
  step: string
  first_appointment_on: string
  net_pay: bigint
  bank_code: string
  account_number: string
  kin_name: string
  kin_relationship: string
  kin_phone: string
  kin_address: string
  officer_code: string
  opened_at: Date
}

/** Opens customers, or gives those who have these BVNs already, in the order asked. */
export async function openCustomers(
  tx: Tx,
  customers: readonly NewCustomer[],
): Promise<{ id: string; isNew: boolean }[]> {
  if (customers.length === 0) return []
  const number = sql<string>`'C' || lpad(nextval('customer_number')::text, 7, '0')`
  const opened = await tx
    .insertInto('customer')
    .values(customers.map(customer => ({ ...customer, number })))
    .onConflict(conflict => conflict.column('bvn_index').doNothing())
    .returning('id')
    .execute()
  const isNew = new Set(opened.map(row => row.id))
  const found: { id: string; isNew: boolean }[] = []
  for (const { id, bvn_index } of customers) {
    const known = isNew.has(id) ? undefined : await customerByBvn(tx, bvn_index)
    if (!known && !isNew.has(id)) throw new Error('a customer vanished while being opened')
    found.push(known ? { id: known.id, isNew: false } : { id, isNew: true })
  }
  return found
}

export type KnownCustomer = {
  id: string
  number: string
  name: string
  status: CustomerStatus
  status_until: string | null
  status_reason: string | null
  retires_on: string | null
}

/** Whoever holds this BVN; where two records were merged, the one that was kept. */
export async function customerByBvn(tx: Tx, bvnIndex: Buffer): Promise<KnownCustomer | undefined> {
  const result = await sql<KnownCustomer>`
    select k.id, k.number, k.surname || ' ' || k.first_name as name, k.status, k.status_until, k.status_reason, k.retires_on
    from customer c join customer k on k.id = coalesce(c.merged_into, c.id)
    where c.bvn_index = ${bvnIndex}`.execute(tx)
  return result.rows[0]
}

export type Likeness = { number: string; name: string; same: 'NIN' | 'phone' | 'account' }

/** Other customers who share something that should be one person's alone. */
export async function customersLike(
  tx: Tx,
  person: { bvnIndex: Buffer; ninIndex: Buffer; phone: string; accountNumber: string },
): Promise<Likeness[]> {
  const result = await sql<Likeness>`
    select number, surname || ' ' || first_name as name,
      case when nin_index = ${person.ninIndex} then 'NIN' when phone = ${person.phone} then 'phone' else 'account' end as same
    from customer
    where bvn_index <> ${person.bvnIndex} and status not in ('merged', 'erased')
      and (nin_index = ${person.ninIndex} or phone = ${person.phone} or account_number = ${person.accountNumber})
    limit 10`.execute(tx)
  return result.rows
}

// ── One customer ───────────────────────────────────────────────────────────────────────────────────────────────────

export type CustomerRow = NewCustomer & {
  gender: 'MALE' | 'FEMALE'
  number: string
  status: CustomerStatus
  status_reason: string | null
  status_since: Date | null
  status_until: string | null
  merged_into: string | null
  merged_into_number: string | null
  merged_into_name: string | null
  retires_on: string | null
  retires_reason: string | null
  revision: number
  name_key: string
  officer_name: string | null
}

/** Every customer as the module reads one. */
const WITH_NAMES = sql`
  select c.*, o.first_name || ' ' || o.last_name as officer_name, k.number as merged_into_number,
    k.surname || ' ' || k.first_name as merged_into_name
  from customer c left join staff o on o.account_officer_code = c.officer_code and c.officer_code <> ''
  left join customer k on k.id = c.merged_into`

export async function findCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  const result = await sql<CustomerRow>`${KEPT} ${WITH_NAMES} where c.id = ${id}`.execute(tx)
  return result.rows[0]
}

/** Two people changing one customer come one after the other; the second sees what the first did. */
export async function lockCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  await sql`select 1 from customer where id = ${id} for update`.execute(tx)
  return findCustomer(tx, id)
}

export type CustomerChange = Partial<
  Pick<
    CustomerRow,
    | 'surname'
    | 'first_name'
    | 'other_names'
    | 'phone'
    | 'email'
    | 'address'
    | 'state'
    | 'lga'
    | 'mda'
    | 'grade'
    | 'step'
    | 'payroll_source'
    | 'ippis_number'
    | 'bank_code'
    | 'account_number'
    | 'kin_name'
    | 'kin_relationship'
    | 'kin_phone'
    | 'kin_address'
    | 'status'
    | 'status_reason'
    | 'status_since'
    | 'status_until'
    | 'merged_into'
    | 'retires_on'
    | 'retires_reason'
  >
>

/** Changes a customer and gives the new revision. */
export async function updateCustomer(tx: Tx, id: string, change: CustomerChange): Promise<number> {
  const result = await tx
    .updateTable('customer')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return result.revision
}

export type PendingRow = { id: string; command: string; input: unknown }

/** What waits for a second person about this customer, a merge also when this is the record that goes. */
export async function pendingOf(tx: Tx, id: string): Promise<PendingRow[]> {
  const result = await sql<PendingRow>`${KEPT}
    select id, command, input from approval
    where status = 'waiting' and command in ('customerSensitiveChange', 'customerMerge', 'customerErase')
      and ((subject_type = 'customer' and subject_id = ${id}) or input ->> 'mergedId' = ${id})
    order by asked_at`.execute(tx)
  return result.rows
}

// ── Duplicates and merging ─────────────────────────────────────────────────────────────────────────────────────────

/** A birth date is shared by about seventy in a million; names among more are not worth comparing one by one. */
const ALIKE_MOST = 300

/** By what two records are told to be one person. */
export type Lookalike = Pick<
  CustomerRow,
  | 'id'
  | 'number'
  | 'surname'
  | 'first_name'
  | 'other_names'
  | 'date_of_birth'
  | 'bvn_index'
  | 'nin_index'
  | 'phone'
  | 'bank_code'
  | 'account_number'
  | 'payroll_source'
  | 'ippis_number'
  | 'status'
  | 'status_until'
>

/** Everybody who shares an identifier or the birth date; whether the names are alike is judged outside. */
export async function lookalikes(tx: Tx, person: CustomerRow): Promise<Lookalike[]> {
  const result = await sql<Lookalike>`${KEPT}
    select c.id, c.number, c.surname, c.first_name, c.other_names, c.date_of_birth, c.bvn_index, c.nin_index, c.phone,
      c.bank_code, c.account_number, c.payroll_source, c.ippis_number, c.status, c.status_until
    from customer c where c.id <> ${person.id} and c.status not in ('merged', 'erased') and (
      c.nin_index = ${person.nin_index} or c.phone = ${person.phone}
      or (c.account_number = ${person.account_number} and c.bank_code = ${person.bank_code})
      or (c.ippis_number = ${person.ippis_number} and c.payroll_source = ${person.payroll_source})
      or c.date_of_birth = ${person.date_of_birth}::date)
    order by c.id limit ${ALIKE_MOST}`.execute(tx)
  return result.rows
}

export async function mergedFrom(
  tx: Tx,
  id: string,
): Promise<{ id: string; number: string; name: string }[]> {
  const result = await sql<{ id: string; number: string; name: string }>`${KEPT}
    select id, number, surname || ' ' || first_name as name from customer
    where merged_into = ${id} order by number limit 50`.execute(tx)
  return result.rows
}

/** Records merged earlier into the one that goes now follow it. */
export async function repointMerged(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update customer set merged_into = ${to} where merged_into = ${from}`.execute(tx)
}
