import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

/** What an operator watches, in one statement that reads no large table. Ages are by the database's clock. */
export type OperationFigures = {
  jobs: { state: 'waiting' | 'running' | 'failed'; count: number; oldestSeconds: number }[]
  workers: number
  auditUnsealed: number
  auditUnsealedSeconds: number
  ledgerUnsealed: number
  dailyRun: { ageSeconds: number; tookSeconds: number } | null
  dailyRunUnfinishedSeconds: number
  proof: { ageSeconds: number; ok: number } | null
  backups: { kind: string; okSeconds: number | null; ok: number; tookSeconds: number; bytes: number | null }[]
  clock: { skewSeconds: number; isFast: number } | null
  messages: { status: string; count: number }[]
  replicas: { name: string; lagSeconds: number }[]
  archive: { failed: number; ageSeconds: number | null }
  databaseBytes: number
}

/** More is as bad, and would take long to count. */
const UNSEALED_MAX = 100_000

const secondsSince = (column: string) =>
  sql`extract(epoch from clock_timestamp() - ${sql.ref(column)})::double precision`

export async function operationFigures(tx: Tx): Promise<OperationFigures> {
  const result = await sql<{ figures: OperationFigures }>`
    select json_build_object(
      'jobs', (select coalesce(json_agg(j), '[]') from (
        select case when attempts >= max_attempts and locked_at is null then 'failed' when locked_at is not null then 'running' else 'waiting' end as state,
          count(*) as count, greatest(max(${secondsSince('run_at')}), 0) as "oldestSeconds"
        from graphile_worker.jobs group by 1) j),
      'workers', (select count(*) from worker_heartbeat where seen_at > now() - interval '20 seconds'),
      'auditUnsealed', (select count(*) from (select from audit_waiting limit ${UNSEALED_MAX}) w),
      'auditUnsealedSeconds', coalesce((select ${secondsSince('at')} from audit_entry
        where id = (select min(entry_id) from audit_waiting)), 0),
      'ledgerUnsealed', (select count(*) from (select from ledger_entry e
        where e.id > coalesce((select entry_id from ledger_seal order by position desc limit 1), 0) limit ${UNSEALED_MAX}) u),
      'dailyRun', (select json_build_object('ageSeconds', ${secondsSince('finished_at')},
          'tookSeconds', extract(epoch from finished_at - started_at))
        from loan_daily_run where finished_at is not null order by day desc limit 1),
      'dailyRunUnfinishedSeconds', coalesce((select ${secondsSince('started_at')} from loan_daily_run
        where finished_at is null order by day limit 1), 0),
      'proof', (select json_build_object('ageSeconds', ${secondsSince('at')}, 'ok', holds::int)
        from proof_run order by at desc limit 1),
      'backups', (select coalesce(json_agg(b), '[]') from (
        select kind, ${secondsSince('ok_at')} as "okSeconds", ok::int as ok, took_ms / 1000.0 as "tookSeconds", bytes
        from backup_report) b),
      'clock', (select json_build_object('skewSeconds', skew_ms / 1000.0, 'isFast', (problem is not null)::int)
        from clock_check where checked_at > now() - interval '3 minutes'
        order by problem is null, abs(skew_ms) desc limit 1),
      'messages', (select coalesce(json_agg(m), '[]') from (
        select status, count(*) as count from message where status in ('queued', 'held') group by status
        union all select 'unknown', count(*) from message where status = 'unknown') m),
      'replicas', (select coalesce(json_agg(r), '[]') from (
        select application_name as name, extract(epoch from replay_lag) as "lagSeconds"
        from pg_stat_replication where replay_lag is not null) r),
      'archive', (select json_build_object('failed', failed_count, 'ageSeconds', ${secondsSince('last_archived_time')})
        from pg_stat_archiver),
      'databaseBytes', pg_database_size(current_database())) as figures`.execute(tx)
  const [row] = result.rows
  if (!row) throw new Error('figures without a row')
  return row.figures
}
