import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** Placeholder for sealed numbers after erasure: it opens to nothing, and no index finds it. */
export type Blank = { bvn: string; nin: string; bvnIndex: Buffer; ninIndex: Buffer }

export async function eraseCustomer(tx: Tx, id: string, blank: Blank, since: Date): Promise<void> {
  await sql`
    update customer set surname = 'Erased', first_name = 'customer ' || number, other_names = '', date_of_birth = '1900-01-01',
      phone = 'erased ' || number, email = '', bvn_sealed = ${blank.bvn}, bvn_index = ${blank.bvnIndex}, nin_sealed = ${blank.nin},
      nin_index = ${blank.ninIndex}, address = '', lga = '', ippis_number = 'erased ' || number, grade = '', step = '',
      first_appointment_on = '1900-01-01', net_pay = 0, account_number = '', kin_name = '', kin_relationship = '', kin_phone = '',
      kin_address = '', status = case when status = 'merged' then 'merged' else 'erased' end, status_reason = null, status_since = ${since},
      status_until = null, retires_on = null, retires_reason = null, revision = revision + 1
    where id = ${id}`.execute(tx)
}

export async function eraseNotes(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update customer_note set body = 'Erased', outcome_note = null where customer_id = any (${ids}::uuid[])`.execute(
    tx,
  )
}
