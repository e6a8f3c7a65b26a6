import { sql } from 'kysely'
import type { BACKUP_KINDS } from '../../contract/settings.ts'
import type { Tx } from './db.ts'

export type BackupKind = (typeof BACKUP_KINDS)[number]
export type BackupReport = {
  kind: BackupKind
  at: Date
  ok: boolean
  tookMs: number
  bytes: bigint | null
  /** What it found, or why it failed. */
  detail: string
  /** When it last went well. */
  okAt: Date | null
}

export async function saveReport(tx: Tx, report: Omit<BackupReport, 'okAt'>): Promise<void> {
  const { kind, at, ok, tookMs, bytes, detail } = report
  await sql`
    insert into backup_report as r (kind, at, ok, took_ms, bytes, detail, ok_at)
    values (${kind}, ${at}, ${ok}, ${Math.round(tookMs)}, ${bytes}, ${detail}, ${ok ? at : null}::timestamptz)
    on conflict (kind) do update set at = excluded.at, ok = excluded.ok, took_ms = excluded.took_ms,
      bytes = coalesce(excluded.bytes, r.bytes), detail = excluded.detail, ok_at = coalesce(excluded.ok_at, r.ok_at)`.execute(
    tx,
  )
}

export async function readReports(tx: Tx): Promise<BackupReport[]> {
  const result = await sql<BackupReport>`
    select kind, at, ok, took_ms as "tookMs", bytes, detail, ok_at as "okAt" from backup_report`.execute(tx)
  return result.rows
}
