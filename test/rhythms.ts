import { randomUUID } from 'node:crypto'
import type { RepaymentFrequency } from '../engine/product.ts'
import { PUBLIC_SERVANT_LOAN } from './applicants.ts'
import type { TestApp } from './testApp.ts'

/** Offers the public servants' loan in another rhythm as well; gives the product's id. */
export async function offerIn(
  testApp: TestApp,
  rhythm: RepaymentFrequency['rhythm'],
  changes: object = {},
): Promise<string> {
  const id = randomUUID()
  const frequency = { code: rhythm, name: rhythm, rhythm, anchorDay: null, firstDue: 'one-period' }
  await testApp.pool.query(`insert into product (id, code) values ($1, $2)`, [
    id,
    id.slice(0, 8).toUpperCase(),
  ])
  await testApp.pool.query(
    `insert into product_version (product_id, version, name, description, terms, effective_on, changed_at)
     select $1, 1, $2, '', terms || $3::jsonb, effective_on, changed_at
     from product_version where product_id = $4 and version = 1`,
    [id, `Loan, ${rhythm}`, JSON.stringify({ frequency, ...changes }), PUBLIC_SERVANT_LOAN],
  )
  return id
}
