import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Every job and what it carries. Payloads hold ids, never personal data: the queue's tables are plain. */
export type Tasks = {
  auditSeal: { [key: string]: never }
  auditAnchor: { [key: string]: never }
  ledgerSeal: { [key: string]: never }
  housekeeping: { [key: string]: never }
  /** Takes an uploaded table one step after the other, as far as it goes without a person. */
  intakeRun: { id: string }
  /** Reads an uploaded bank statement, imports its lines and matches them. */
  bankStatementRead: { id: string }
  /** Takes over the loans of an accepted book. */
  bookImport: { intakeId: string }
  /** Computes a list of deduction instructions. */
  instructionCompute: { id: string }
  /** Computes an event of a payroll source, applies or reverses it, as its status says. */
  sourceEventRun: { id: string }
  /** Posts an approved batch of repayments, or reverses it, as its status says. */
  repaymentRun: { batchId: string }
  /** Calculates the reconciliation of a payroll month, or of every month that changed since. */
  reconciliationRun: { source?: string; month?: string }
  /** Raises signals for people with a live loan after a month is accepted. */
  payrollSignals: { intakeId: string }
  /** Posts what the bank has paid of a batch. */
  payoutPost: { batchId: string }
  /** Finds a campaign's recipients and writes their texts. */
  campaignPrepare: { id: string }
  /** Puts a campaign's messages into the queue. */
  campaignQueue: { id: string }
  gatewayCheck: { [key: string]: never }
  reminders: { [key: string]: never }
  dailyRun: { [key: string]: never }
  /** Calculates the figures of a month that is to be closed; `month` is its first day. */
  monthCloseCalculate: { month: string }
  /** Recalculates the figures of the dashboard, on request even without changes. */
  dashboardRefresh: { askedAt?: string }
  proof: { [key: string]: never }
  backup: { [key: string]: never }
  restoreTest: { [key: string]: never }
}
export type TaskName = keyof Tasks
export type TaskPayload<T extends TaskName> = Tasks[T]

/** Each job in people's words, and the record it is at work on, as the trail calls it. */
export const WORK: Readonly<Record<TaskName, { title: string; of?: string }>> = {
  auditSeal: { title: 'Sealing the audit trail' },
  auditAnchor: { title: 'Saving the audit trail anchor' },
  ledgerSeal: { title: 'Sealing the ledger' },
  housekeeping: { title: 'Deleting expired data' },
  intakeRun: { title: 'Reading an upload', of: 'intake' },
  bankStatementRead: { title: 'Reading a bank statement', of: 'bankStatement' },
  bookImport: { title: 'Importing existing loans', of: 'intake' },
  instructionCompute: { title: 'Computing deduction instructions', of: 'instruction' },
  sourceEventRun: { title: 'Computing or applying an event of a payroll source', of: 'sourceEvent' },
  repaymentRun: { title: 'Posting or reversing a repayment batch', of: 'repayment' },
  reconciliationRun: { title: 'Calculating the reconciliation' },
  payrollSignals: { title: 'Raising early warning signals', of: 'intake' },
  payoutPost: { title: 'Posting a disbursement batch', of: 'payoutBatch' },
  campaignPrepare: { title: 'Preparing a campaign', of: 'campaign' },
  campaignQueue: { title: 'Sending a campaign', of: 'campaign' },
  gatewayCheck: { title: 'Checking the SMS gateway balance' },
  reminders: { title: 'Writing reminders' },
  dailyRun: { title: 'Daily run' },
  monthCloseCalculate: { title: 'Calculating a month-end close', of: 'monthEnd' },
  dashboardRefresh: { title: 'Refreshing the dashboard' },
  proof: { title: 'Checking the ledger' },
  backup: { title: 'Backing up the database' },
  restoreTest: { title: 'Testing the restore' },
}

/** Applies to every job, on request or scheduled. */
export const TRIES_MAX = 5

/** Enqueues inside the caller's transaction. A key makes the same job unique; it carries the task's name, since keys are global. */
export async function enqueue<T extends TaskName>(
  tx: Tx,
  task: T,
  payload: TaskPayload<T>,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const key = options.key === undefined ? null : `${task}:${options.key}`
  await sql`
    select graphile_worker.add_job(${task}::text, payload => ${JSON.stringify(payload)}::json,
      job_key => ${key}::text, run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${TRIES_MAX}::int)`.execute(
    tx,
  )
}

/** Takes off the queue what was done without it: the sample lender does its jobs itself, each on its day. */
export async function dropQueued(tx: Tx): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where locked_at is null`.execute(
    tx,
  )
}

export async function beat(tx: Tx, workerIds: readonly string[]): Promise<void> {
  await sql`
    insert into worker_heartbeat (worker_id) select unnest(${workerIds}::text[])
    on conflict (worker_id) do update set seen_at = now()`.execute(tx)
}

export async function stopBeating(tx: Tx, workerIds: readonly string[]): Promise<void> {
  await sql`delete from worker_heartbeat where worker_id = any (${workerIds}::text[])`.execute(tx)
}

/** Marks a worker that was stopped or lost its database: its unfinished job is not at fault. */
export async function leave(tx: Tx, workerIds: readonly string[]): Promise<void> {
  await sql`
    insert into worker_heartbeat (worker_id, seen_at, leaving) select unnest(${workerIds}::text[]), to_timestamp(0), true
    on conflict (worker_id) do update set leaving = true`.execute(tx)
}

type DeadWorker = { worker_id: string; leaving: boolean }

/**
 * Returns the jobs of workers without a heartbeat to the queue; in a transaction, so that several workers that notice
 * count one death. Times are the database's, so clocks cannot disagree.
 */
export async function unlockDeadWorkers(tx: Tx, silentSeconds: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('iroko dead workers'))`.execute(tx)
  const silence = sql`now() - make_interval(secs => ${silentSeconds})`
  const { rows: dead } = await sql<DeadWorker>`
    select distinct j.locked_by as worker_id, coalesce(h.leaving, false) as leaving
    from graphile_worker.jobs j left join worker_heartbeat h on h.worker_id = j.locked_by
    where j.locked_at < ${silence} and (h.worker_id is null or h.seen_at < ${silence})`.execute(tx)
  for (const worker of dead) await releaseJobs(tx, worker)
  await sql`delete from worker_heartbeat where seen_at < ${silence}`.execute(tx)
  return dead.length
}

/** A job whose second worker died may be the cause: no third one gets it before staff have reviewed it. */
const DEATHS_MAX = 2
export const PARKED = 'The program stopped twice while it did this job, so it is set aside.'

/**
 * The queue counts a try when it begins. A death gives that try back as one more allowed try, which also counts the
 * deaths; a stopped worker gives it back without a trace.
 */
async function releaseJobs(tx: Tx, { worker_id, leaving }: DeadWorker): Promise<void> {
  const { rows: held } = await sql<{ id: bigint; deaths: number }>`
    select id, max_attempts - ${TRIES_MAX}::int + 1 as deaths from graphile_worker.jobs where locked_by = ${worker_id}`.execute(
    tx,
  )
  await sql`select graphile_worker.force_unlock_workers(array[${worker_id}]::text[])`.execute(tx)
  const idsOf = (jobs: typeof held): bigint[] => jobs.map(job => job.id)
  if (leaving) {
    await sql`
      select graphile_worker.reschedule_jobs(array[id], attempts => greatest(attempts - 1, 0))
      from graphile_worker.jobs where id = any (${idsOf(held)}::bigint[])`.execute(tx)
    return
  }
  await sql`
    select graphile_worker.reschedule_jobs(array[id], max_attempts => max_attempts + 1)
    from graphile_worker.jobs where id = any (${idsOf(held)}::bigint[])`.execute(tx)
  const killers = idsOf(held.filter(job => job.deaths >= DEATHS_MAX))
  await sql`select graphile_worker.permanently_fail_jobs(${killers}::bigint[], ${PARKED})`.execute(tx)
}

// ── Failed jobs ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Of a job `j`, wherever such jobs are counted or listed. A last try that still runs has not failed yet. */
export const GAVE_UP = sql`j.attempts >= j.max_attempts and j.locked_at is null`

export type FailedRow = {
  id: bigint
  task: string
  of_id: string | null
  attempts: number
  last_error: string | null
  failed_at: Date
}

/** The queue's view leaves the payload out; it holds ids, and only these are read. */
export async function listFailed(tx: Tx, limit: number): Promise<FailedRow[]> {
  const result = await sql<FailedRow>`
    select j.id, j.task_identifier as task, j.attempts, j.last_error, j.updated_at as failed_at,
      coalesce(p.payload ->> 'id', p.payload ->> 'intakeId', p.payload ->> 'batchId') as of_id
    from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where ${GAVE_UP} order by j.updated_at desc, j.id desc limit ${limit}`.execute(tx)
  return result.rows
}

/** Restarts it from its first try; returns the task's name if the job had failed. */
export async function retryFailed(tx: Tx, id: bigint): Promise<string | undefined> {
  const result = await sql<{ task: string }>`
    with failed as (select j.id, j.task_identifier as task from graphile_worker.jobs j where j.id = ${id} and ${GAVE_UP})
    select f.task from failed f, graphile_worker.reschedule_jobs(array[f.id], run_at => now(), attempts => 0,
      max_attempts => ${TRIES_MAX})`.execute(tx)
  return result.rows[0]?.task
}

/** Returns those that had failed. */
export async function dropFailed(tx: Tx, ids: readonly bigint[]): Promise<{ id: bigint; task: string }[]> {
  const result = await sql<{ id: bigint; task: string }>`
    with failed as (
      select j.id, j.task_identifier as task from graphile_worker.jobs j where j.id = any (${ids}::bigint[]) and ${GAVE_UP})
    select f.id, f.task from failed f, graphile_worker.complete_jobs(array[f.id]) order by f.id`.execute(tx)
  return result.rows
}
