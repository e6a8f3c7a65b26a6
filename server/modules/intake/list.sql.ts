import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { type IntakeRow, WITH_PEOPLE } from './intake.sql.ts'

export type IntakeFilter = {
  kind?: string | undefined
  status?: string | undefined
  source?: string | undefined
  period?: string | undefined
}

function conditions(filter: IntakeFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.kind) parts.push(sql`i.kind = ${filter.kind}`)
  if (filter.status) parts.push(sql`i.status = ${filter.status}`)
  if (filter.source) parts.push(sql`i.source = ${filter.source}`)
  if (filter.period) parts.push(sql`i.period = ${`${filter.period}-01`}::date`)
  return sql.join(parts, sql` and `)
}

export async function listIntakes(
  tx: Tx,
  filter: IntakeFilter,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<IntakeRow[]> {
  const beyond = after
    ? sql`(i.uploaded_at, i.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const result = await sql<IntakeRow>`
    ${WITH_PEOPLE} where ${conditions(filter)} and ${beyond}
    order by i.uploaded_at desc, i.id desc limit ${limit}`.execute(tx)
  return result.rows
}

export async function countIntakes(tx: Tx, filter: IntakeFilter): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from intake i where ${conditions(filter)}`.execute(tx)
  return result.rows[0]?.n ?? 0
}
