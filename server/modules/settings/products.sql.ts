import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import type { Json } from '../../kernel/json.ts'

export type ProductRow = {
  id: string
  code: string
  status: 'active' | 'retired'
  version: number
  name: string
  description: string
  terms: Json
  effective_on: string
  changed_by_name: string | null
  changed_at: Date
}

const COLUMNS = sql`
  p.id, p.code, p.status, v.version, v.name, v.description, v.terms, v.effective_on, v.changed_at,
  s.first_name || ' ' || s.last_name as changed_by_name`
const SOURCES = sql`product_version v join product p on p.id = v.product_id left join staff s on s.id = v.changed_by`

export async function productsOn(tx: Tx, day: string): Promise<ProductRow[]> {
  const result = await sql<ProductRow>`
    select * from (
      select distinct on (p.id) ${COLUMNS} from ${SOURCES} where v.effective_on <= ${day}::date order by p.id, v.version desc
    ) present order by status, name limit 500`.execute(tx)
  return result.rows
}

/** Also those whose first version is still to come. */
export async function productsKnown(tx: Tx, day: string): Promise<ProductRow[]> {
  const result = await sql<ProductRow>`
    select * from (
      select distinct on (p.id) ${COLUMNS} from ${SOURCES}
      order by p.id, v.effective_on <= ${day}::date desc, case when v.effective_on <= ${day}::date then -v.version else v.version end
    ) known order by status, name limit 500`.execute(tx)
  return result.rows
}

export async function productOn(tx: Tx, id: string, day: string): Promise<ProductRow | undefined> {
  const result = await sql<ProductRow>`
    select ${COLUMNS} from ${SOURCES} where p.id = ${id} and v.effective_on <= ${day}::date
    order by v.version desc limit 1`.execute(tx)
  return result.rows[0]
}

export async function productVersion(tx: Tx, id: string, version: number): Promise<ProductRow | undefined> {
  const result = await sql<ProductRow>`
    select ${COLUMNS} from ${SOURCES} where p.id = ${id} and v.version = ${version}`.execute(tx)
  return result.rows[0]
}

export async function productVersions(tx: Tx, id: string): Promise<ProductRow[]> {
  const result = await sql<ProductRow>`
    select ${COLUMNS} from ${SOURCES} where p.id = ${id} order by v.version desc limit 200`.execute(tx)
  return result.rows
}

export async function isCodeTaken(tx: Tx, code: string, byOtherThan: string): Promise<boolean> {
  const taken = await sql`select 1 from product where code = ${code} and id <> ${byOtherThan}`.execute(tx)
  return taken.rows.length > 0
}

/** Makes the product if it is new and locks it, so that versions get consecutive numbers. */
export async function lockProduct(tx: Tx, id: string, code: string): Promise<ProductRow['status']> {
  const result = await sql<{ status: ProductRow['status'] }>`
    insert into product (id, code) values (${id}, ${code})
    on conflict (id) do update set code = excluded.code returning status`.execute(tx)
  return result.rows[0]?.status ?? 'active'
}

export async function insertProductVersion(
  tx: Tx,
  version: {
    productId: string
    name: string
    description: string
    terms: object
    effectiveOn: string
    changedBy: string
    at: Date
  },
): Promise<number> {
  const result = await sql<{ version: number }>`
    insert into product_version (product_id, version, name, description, terms, effective_on, changed_by, changed_at)
    select ${version.productId}, coalesce(max(version), 0) + 1, ${version.name}, ${version.description},
      ${JSON.stringify(version.terms)}::jsonb, ${version.effectiveOn}::date, ${version.changedBy}, ${version.at}
    from product_version where product_id = ${version.productId}
    returning version`.execute(tx)
  return result.rows[0]?.version ?? 0
}

export async function retireProduct(tx: Tx, id: string): Promise<boolean> {
  const result =
    await sql`update product set status = 'retired' where id = ${id} and status = 'active'`.execute(tx)
  return result.numAffectedRows === 1n
}
