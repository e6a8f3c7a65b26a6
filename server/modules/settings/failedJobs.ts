import type { Api } from '../../../contract/api.ts'
import { FAILED_JOBS_MAX } from '../../../contract/settings.ts'
import type { Handler } from '../../kernel/context.ts'
import { dropFailed, listFailed, retryFailed, WORK } from '../../kernel/jobs.ts'
import { refuse } from '../../kernel/refusal.ts'
import { plainFault } from './redactJobError.ts'

const workOf = (task: string): { title: string; of?: string } =>
  (WORK as Record<string, { title: string; of?: string }>)[task] ?? { title: task }

export const listFailedJobs: Handler<Api['failedJobList']> = async ctx => {
  const rows = await listFailed(ctx.tx, FAILED_JOBS_MAX)
  return {
    rows: rows.map(row => {
      const { title, of } = workOf(row.task)
      return {
        id: row.id.toString(),
        title,
        subjectType: row.of_id === null ? null : (of ?? null),
        subjectId: of === undefined ? null : row.of_id,
        attempts: row.attempts,
        failedAt: row.failed_at.toISOString(),
        error: row.last_error === null ? null : plainFault(row.last_error),
      }
    }),
  }
}

export const retryJob: Handler<Api['jobRetry']> = async (ctx, { id }) => {
  const task = (await retryFailed(ctx.tx, BigInt(id))) ?? refuse('record.unknown', { what: 'failed job' })
  ctx.audit({ subject: ['job', id], after: { job: workOf(task).title } })
  return {}
}

export const discardFailedJobs: Handler<Api['jobLetGo']> = async (ctx, { ids, reason }) => {
  const dropped = await dropFailed(
    ctx.tx,
    ids.map(id => BigInt(id)),
  )
  if (dropped.length === 0) refuse('record.unknown', { what: 'failed job' })
  for (const { id, task } of dropped)
    ctx.audit({ subject: ['job', id.toString()], before: { job: workOf(task).title }, reason })
  return {}
}
