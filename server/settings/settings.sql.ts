import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { Json } from '../schema.ts'

export async function readSetting(tx: Tx, name: string): Promise<Json | undefined> {
  const result = await sql<{ value: Json }>`select value from setting where name = ${name}`.execute(tx)
  return result.rows[0]?.value
}

export async function writeSetting(
  tx: Tx,
  setting: { name: string; value: object; changedBy: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into setting (name, value, changed_by, changed_at)
    values (${setting.name}, ${JSON.stringify(setting.value)}::jsonb, ${setting.changedBy}, ${setting.at})
    on conflict (name) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    tx,
  )
}
