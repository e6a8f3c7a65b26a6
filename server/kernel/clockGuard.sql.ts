import { sql } from 'kysely'
import type { CLOCK_PROBLEMS } from '../../contract/settings.ts'
import type { Tx } from './db.ts'

export type ClockProblem = (typeof CLOCK_PROBLEMS)[number]

/** The database's clock, and the newest time that the trail, the ledger or a clock found right has recorded. */
export async function newestTimes(tx: Tx): Promise<{ there: Date; newest: Date | null }> {
  const result = await sql<{ there: Date; newest: Date | null }>`
    select clock_timestamp() as there, greatest(
      (select at from audit_entry order by id desc limit 1),
      (select inserted_at from ledger_entry order by id desc limit 1),
      (select max(right_at) from clock_check)) as newest`.execute(tx)
  const [row] = result.rows
  if (!row) throw new Error('times without a row')
  return row
}

export type ClockCheck = {
  node: string
  fingerprint?: string
  at: Date
  skewMs: number
  problem: ClockProblem | null
}

/** A process that ended long ago is forgotten, but never the newest right time; so is what a clock that ran ahead wrote. */
export async function saveCheck(
  tx: Tx,
  { node, fingerprint = '', at, skewMs, problem }: ClockCheck,
): Promise<void> {
  await sql`
    with old as (
      delete from clock_check
      where node <> ${node} and checked_at not between now() - interval '1 day' and now() + interval '1 minute'
        and (right_at is null or right_at < (select max(right_at) from clock_check)))
    insert into clock_check as c (node, fingerprint, skew_ms, problem, right_at)
    values (${node}, ${fingerprint}, ${skewMs}, ${problem}, ${problem === null ? at : null}::timestamptz)
    on conflict (node) do update set checked_at = now(), skew_ms = excluded.skew_ms, problem = excluded.problem,
      right_at = coalesce(excluded.right_at, c.right_at)`.execute(tx)
}

export type ClockState = { skewMs: number; problem: ClockProblem | null }

/** The worst of the processes that compared within the last minutes. */
export async function worstClock(tx: Tx): Promise<ClockState | undefined> {
  const result = await sql<ClockState>`
    select skew_ms::double precision as "skewMs", problem from clock_check
    where checked_at > now() - interval '3 minutes'
    order by problem is null, abs(skew_ms) desc limit 1`.execute(tx)
  return result.rows[0]
}
