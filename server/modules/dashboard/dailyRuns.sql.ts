import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

type RunRow = {
  day: string
  started_at: Date
  finished_at: Date | null
  worker: string
  open_loans: number
  booked: number
  postings: number
  chunks: number
}

export async function recentRuns(tx: Tx, limit: number): Promise<RunRow[]> {
  const result = await sql<RunRow>`select * from loan_daily_run order by day desc limit ${limit}`.execute(tx)
  return result.rows
}
