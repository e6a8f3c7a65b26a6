import { sql } from 'kysely'
import type { Tx } from '../db.ts'

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

/** Opens the customer, or gives the one who has this BVN already. */
export async function openCustomer(tx: Tx, customer: NewCustomer): Promise<{ id: string; isNew: boolean }> {
  const next = await sql<{ number: string }>`
    select 'C' || lpad(nextval('customer_number')::text, 7, '0') as number`.execute(tx)
  const result = await tx
    .insertInto('customer')
    .values({ ...customer, number: next.rows[0]?.number ?? '' })
    .onConflict(conflict => conflict.column('bvn_index').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (result) return { id: result.id, isNew: true }
  const known = await customerByBvn(tx, customer.bvn_index)
  if (!known) throw new Error('a customer vanished while being opened')
  return { id: known.id, isNew: false }
}

export type KnownCustomer = { id: string; number: string; name: string; status: string }

export async function customerByBvn(tx: Tx, bvnIndex: Buffer): Promise<KnownCustomer | undefined> {
  const result = await sql<KnownCustomer>`
    select id, number, surname || ' ' || first_name as name, status from customer where bvn_index = ${bvnIndex}`.execute(
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
      case when nin_index = ${person.ninIndex} then 'NIN' when phone = ${person.phone} then 'phone' else 'account' end as same
    from customer
    where bvn_index <> ${person.bvnIndex}
      and (nin_index = ${person.ninIndex} or phone = ${person.phone} or account_number = ${person.accountNumber})
    limit 10`.execute(tx)
  return result.rows
}
