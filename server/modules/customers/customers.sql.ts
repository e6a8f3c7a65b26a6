import { type RawBuilder, sql } from 'kysely'
import type { CustomerStatus } from '../../../contract/customers.ts'
import { asRow, asRows, type Tx } from '../../kernel/db.ts'
import { storedIndex } from '../../kernel/rotation.sql.ts'
import { changesOf, valuesOf } from '../../kernel/rows.sql.ts'
import { openPromises } from './notes.sql.ts'

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
  const number = sql`'C' || lpad(nextval('customer_number')::text, 7, '0')`
  const opened = await sql<{ id: string }>`
    insert into customer ${valuesOf(customers, { number })} on conflict (bvn_index) do nothing returning id`.execute(
    tx,
  )
  const isNew = new Set(opened.rows.map(row => row.id))
  const found: { id: string; isNew: boolean }[] = []
  for (const { id, bvn_index } of customers) {
    const known = isNew.has(id) ? undefined : await customerByBvn(tx, bvn_index)
    if (!known && !isNew.has(id)) throw new Error('a customer vanished while being opened')
    found.push(known ? { id: known.id, isNew: false } : { id, isNew: true })
  }
  return found
}

/** Customers who borrowed before the import have been customers since their first loan. */
export async function openedBefore(tx: Tx, older: readonly { id: string; at: Date }[]): Promise<void> {
  await sql`
    update customer c set opened_at = o.at
    from (select id, min(at) as at from unnest(${older.map(each => each.id)}::uuid[], ${older.map(each => each.at)}::timestamptz[])
      as o (id, at) group by id) o
    where c.id = o.id and c.opened_at > o.at`.execute(tx)
}

export type KnownCustomer = {
  id: string
  number: string
  name: string
  status: CustomerStatus
  status_until: string | null
  status_reason: string | null
  retires_on: string | null
} & Pick<NewCustomer, 'phone' | 'payroll_source' | 'ippis_number' | 'bank_code' | 'account_number'>

/** Returns the customer with this BVN; after a merge, the remaining record. */
export async function customerByBvn(tx: Tx, bvnIndex: Buffer): Promise<KnownCustomer | undefined> {
  const result = await sql<KnownCustomer>`
    select k.id, k.number, k.surname || ' ' || k.first_name as name, k.status, k.status_until, k.status_reason, k.retires_on,
      k.phone, k.payroll_source, k.ippis_number, k.bank_code, k.account_number
    from customer c join customer k on k.id = coalesce(c.merged_into, c.id)
    where c.bvn_index = ${storedIndex('bvn', bvnIndex)}`.execute(tx)
  return result.rows[0]
}

/** The very record that has this BVN, merged or not: no two may. */
export async function recordWithBvn(
  tx: Tx,
  bvnIndex: Buffer,
): Promise<{ id: string; number: string; merged_into: string | null } | undefined> {
  const result = await sql<{ id: string; number: string; merged_into: string | null }>`
    select id, number, merged_into from customer where bvn_index = ${storedIndex('bvn', bvnIndex)}`.execute(
    tx,
  )
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
      case when nin_index = ${storedIndex('nin', person.ninIndex)} then 'NIN' when phone = ${person.phone} then 'phone' else 'account' end as same
    from customer
    where bvn_index <> ${storedIndex('bvn', person.bvnIndex)} and status not in ('merged', 'erased')
      and (nin_index = ${storedIndex('nin', person.ninIndex)} or phone = ${person.phone} or account_number = ${person.accountNumber})
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
const NAMED = sql`
  c.*, o.first_name || ' ' || o.last_name as officer_name, k.number as merged_into_number,
  k.surname || ' ' || k.first_name as merged_into_name`
const WITH_NAMES = sql`
  customer c left join staff o on o.account_officer_code = c.officer_code and c.officer_code <> ''
  left join customer k on k.id = c.merged_into`

export async function findCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  const result = await sql<CustomerRow>`select ${NAMED} from ${WITH_NAMES} where c.id = ${id}`.execute(tx)
  return result.rows[0]
}

export type Who = { id: string; number: string; name: string }
export type LoanTotals = { total: number; open: number; outstanding: string; arrears: string }

/** What stands to the right of customers, as its part of a statement. */
export type PartsElsewhere = {
  loans: RawBuilder<LoanTotals>
  requests: RawBuilder<{ count: number }>
}

export type Profile = CustomerRow & {
  merged_from: Who[]
  loans: LoanTotals
  requests: number
  open_promises: number
  pending: PendingRow[]
  alike: string
}

/** A customer with all that the page shows of them, in one statement. */
export async function readProfile(
  tx: Tx,
  id: string,
  elsewhere: PartsElsewhere,
): Promise<Profile | undefined> {
  const result = await sql<Profile>`
    select ${NAMED}, ${asRows(mergedInto(id))} as merged_from, ${asRow(elsewhere.loans)} as loans,
      (${elsewhere.requests}) as requests, (${openPromises(id)}) as open_promises,
      ${asRows(pendingAbout(id))} as pending,
      case when c.status in ('merged', 'erased') then '' else ${ALIKE} end as alike
    from ${WITH_NAMES} where c.id = ${id}`.execute(tx)
  return result.rows[0]
}

/** Two people changing one customer come one after the other; the second sees what the first did. */
export async function lockCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  await sql`select 1 from customer where id = ${id} for update`.execute(tx)
  return findCustomer(tx, id)
}

/** The record that a BVN belongs to, locked: nothing is lent on it and it is not merged until this transaction ends. */
export async function lockByBvn(tx: Tx, bvnIndex: Buffer): Promise<void> {
  let held: string | undefined
  for (;;) {
    const known = await customerByBvn(tx, bvnIndex)
    if (!known || known.id === held) return
    // read again: it may have been merged while we waited for it
    await lockCustomer(tx, known.id)
    held = known.id
  }
}

/** By phone, email or BVN, now or ever before. */
export async function isOwnRecord(tx: Tx, customerId: string, staffId: string): Promise<boolean> {
  const result = await sql`
    select 1 from staff_customer where customer_id = ${customerId} and staff_id = ${staffId}`.execute(tx)
  return result.rows.length > 0
}

export type CustomerChange = Partial<
  Pick<
    CustomerRow,
    | 'title'
    | 'surname'
    | 'first_name'
    | 'other_names'
    | 'gender'
    | 'date_of_birth'
    | 'bvn_sealed'
    | 'bvn_index'
    | 'nin_sealed'
    | 'nin_index'
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
    | 'first_appointment_on'
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
  const result = await sql<{ revision: number }>`
    update customer set ${changesOf(change, { revision: sql`revision + 1` })} where id = ${id} returning revision`.execute(
    tx,
  )
  const [changed] = result.rows
  if (!changed) throw new Error(`no customer ${id} to change`)
  return changed.revision
}

export type PendingRow = { id: string; command: string; input: unknown }

/** Pending approvals about this customer, including a merge that removes this record. */
const pendingAbout = (id: string): RawBuilder<PendingRow> => sql`
  select id, command, input from approval
  where status = 'waiting' and command in ('customerSensitiveChange', 'customerMerge', 'customerErase')
    and ((subject_type = 'customer' and subject_id = ${id}) or input ->> 'mergedId' = ${id})
  order by asked_at`

export async function pendingOf(tx: Tx, id: string): Promise<PendingRow[]> {
  return (await sql<PendingRow>`${pendingAbout(id)}`.execute(tx)).rows
}

// ── Duplicates and merging ─────────────────────────────────────────────────────────────────────────────────────────

/** A birth date is shared by about seventy in a million; names among more are not worth comparing one by one. */
const ALIKE_MAX = 300

/** Fields by which two records are recognised as one person. */
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

const SHARES_NUMBER = sql`(
  a.nin_index = c.nin_index or a.phone = c.phone
  or (a.account_number = c.account_number and a.bank_code = c.bank_code)
  or (a.ippis_number = c.ippis_number and a.payroll_source = c.payroll_source))`

/**
 * Customers who share a number or the birth date, by id and name only: most share only the date, and names are compared
 * outside. One text, since rows take three times as long to write and read.
 */
const ALIKE = sql`(
  select coalesce(string_agg(each, chr(31)), '') from (
    select case when ${SHARES_NUMBER} then '1' else '0' end || a.id || concat_ws(' ', a.surname, a.first_name, a.other_names)
      as each
    from customer a
    where a.id <> c.id and a.status not in ('merged', 'erased')
      and (${SHARES_NUMBER} or a.date_of_birth = c.date_of_birth)
    order by a.id limit ${sql.lit(ALIKE_MAX)}) sieved)`

export const readAlike = (alike: string): { id: string; sharesNumber: boolean; name: string }[] =>
  alike === ''
    ? []
    : alike.split('\x1f').map(each => ({
        id: each.slice(1, 37),
        sharesNumber: each.startsWith('1'),
        name: each.slice(37),
      }))

export async function lookalikes(tx: Tx, ids: readonly string[]): Promise<Lookalike[]> {
  const result = await sql<Lookalike>`
    select c.id, c.number, c.surname, c.first_name, c.other_names, c.date_of_birth, c.bvn_index, c.nin_index, c.phone,
      c.bank_code, c.account_number, c.payroll_source, c.ippis_number, c.status, c.status_until
    from customer c where c.id = any (${ids}::uuid[]) order by c.id`.execute(tx)
  return result.rows
}

const mergedInto = (id: string): RawBuilder<Who> => sql`
  select id, number, surname || ' ' || first_name as name from customer
  where merged_into = ${id} order by number limit 50`

export async function mergedFrom(tx: Tx, id: string): Promise<Who[]> {
  return (await sql<Who>`${mergedInto(id)}`.execute(tx)).rows
}

/** Records merged earlier into the one that goes now follow it. */
export async function repointMerged(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update customer set merged_into = ${to} where merged_into = ${from}`.execute(tx)
}

/** Who has these phones; of several records with one phone the newest that is in use. */
export async function namesByPhone(
  tx: Tx,
  phones: readonly string[],
): Promise<{ phone: string; id: string; surname: string; first_name: string }[]> {
  const result = await sql<{ phone: string; id: string; surname: string; first_name: string }>`
    select distinct on (phone) phone, id, surname, first_name from customer
    where phone = any (${phones}::text[]) and status not in ('merged', 'erased') order by phone, status, opened_at desc`.execute(
    tx,
  )
  return result.rows
}
