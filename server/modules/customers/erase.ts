import { randomBytes } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Keys } from '../../kernel/keys.ts'
import { valuesOnceHeld } from '../approvals/approvals.ts'
import * as store from './customers.sql.ts'
import { eraseCustomer, eraseNotes } from './erase.sql.ts'
import { bvnIndex, openBvn, openNin } from './mask.ts'
import { known } from './profile.ts'
import { forgetTrailKeys } from './trail.sql.ts'

/** A person's own records: what they say, what they said once, and how they are cut. */

/** A person on the way out: every record that was merged into one, and what stands in their place. */
export type Erased = {
  ids: readonly string[]
  requestIds: readonly string[]
  /** Instead of a name. */
  label: string
  /** Instead of a phone or a number, and no other customer's. */
  mark: string
  /** Earlier names of the customer, to separate their records from those of others with the same number. */
  names: readonly string[]
  /** Numbers that no other customer has. */
  phones: readonly string[]
  /** `isPresent`: as their record says; the others they had once, or gave by mistake. */
  payrolls: readonly { source: string; staffNumber: string; isPresent: boolean }[]
  accounts: readonly string[]
  /** Every BVN and NIN that they gave. */
  identities: readonly string[]
}

/** What a person once stated or had on record, opened, by field name; a field may be missing. */
export type Stated = Partial<
  Record<
    'surname' | 'firstName' | 'phone' | 'payrollSource' | 'ippisNumber' | 'accountNumber' | 'bvn' | 'nin',
    string
  >
>

/** A person's record, and those that were merged into it. */
export type Records = readonly [store.CustomerRow, ...store.CustomerRow[]]

export async function recordsOf(tx: Tx, row: store.CustomerRow): Promise<Records> {
  const rows: [store.CustomerRow, ...store.CustomerRow[]] = [row]
  for (const merged of await store.mergedFrom(tx, row.id)) rows.push(await known(tx, merged.id))
  return rows
}

/** Changes of these records, and the keys that find the BVNs they had. */
export async function onceOn(
  { tx, keys }: Pick<Context, 'tx' | 'keys'>,
  ids: readonly string[],
): Promise<{ changed: Stated[]; bvnsOnce: Buffer[] }> {
  const held = await valuesOnceHeld(tx, 'customerSensitiveChange', 'customer', ids)
  const changed = held.map(({ id, values: { bvn, nin, ...plain } }) => ({
    ...plain,
    ...(bvn ? { bvn: keys.open(bvn, ['customer.bvn', id]) } : {}),
    ...(nin ? { nin: keys.open(nin, ['customer.nin', id]) } : {}),
  }))
  const bvnsOnce = [...new Set(changed.flatMap(each => each.bvn || []))].map(bvn => bvnIndex(keys, bvn))
  return { changed, bvnsOnce }
}

export const statedOn = (keys: Keys, row: store.CustomerRow): Stated => ({
  surname: row.surname,
  firstName: row.first_name,
  phone: row.phone,
  payrollSource: row.payroll_source,
  ippisNumber: row.ippis_number,
  accountNumber: row.account_number,
  bvn: openBvn(keys, row),
  nin: openNin(keys, row),
})

/** Cuts from these records all that says who it was. */
export async function eraseRecords(ctx: Context, rows: readonly store.CustomerRow[]): Promise<void> {
  const ids = rows.map(row => row.id)
  await forgetTrailKeys(ctx.tx, ids)
  await eraseNotes(ctx.tx, ids)
  for (const row of rows) {
    const blank = {
      bvn: ctx.keys.seal('', ['customer.bvn', row.id]),
      nin: ctx.keys.seal('', ['customer.nin', row.id]),
      bvnIndex: randomBytes(32),
      ninIndex: randomBytes(32),
    }
    await eraseCustomer(ctx.tx, row.id, blank, ctx.now)
  }
}
