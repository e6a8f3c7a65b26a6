import { z } from 'zod'
import { done, endpoint, id, moment, why } from './endpoint.ts'
import { GATEWAYS } from './message.ts'

/** The queue numbers its jobs. */
const jobId = z.string().regex(/^[1-9]\d{0,17}$/, 'The number of a job')

/** More that gave up than this are one fault many times over: letting go of these shows the next. */
export const FAILED_JOBS_MOST = 100

const failedJob = z
  .object({
    id: jobId,
    /** What it was to do. */
    title: z.string(),
    /** The record it was at work on, where it is one's. */
    subjectType: z.string().nullable(),
    subjectId: id.nullable(),
    attempts: z.number().int(),
    failedAt: moment,
    /** Why the last try failed, without names and numbers of people. */
    error: z.string().nullable(),
  })
  .meta({ id: 'FailedJob' })

/** How the program itself is, and work in the background that gave up. */
export const jobApi = {
  health: endpoint({
    method: 'GET',
    path: '/api/settings/health',
    permission: 'console.read',
    summary: 'How the program itself is: jobs, workers, audit seal, database, gateway balance, last proof.',
    input: z.object({}),
    reply: z.object({
      jobsWaiting: z.number().int(),
      jobsFailed: z.number().int(),
      workers: z.number().int(),
      auditUnsealed: z.number().int(),
      databaseVersion: z.string(),
      databaseBytes: z.string(),
      messagesQueued: z.number().int(),
      /** Until quiet hours end, a batch is let go or a person says so. */
      messagesHeld: z.number().int(),
      gateway: z.enum(GATEWAYS),
      /** In the provider's own words; null where it was never read. */
      gatewayBalance: z.string().nullable(),
      gatewayBalanceAt: moment.nullable(),
      lastProofAt: moment.nullable(),
      lastProofOk: z.boolean().nullable(),
      /** When a forwarded address last came that is not trusted: a proxy of which the program does not know. */
      untrustedProxyAt: moment.nullable(),
    }),
  }),
  failedJobList: endpoint({
    method: 'GET',
    path: '/api/failed-jobs',
    permission: 'console.read',
    summary: 'Jobs that gave up, newest first, at most a hundred, each with why its last try failed.',
    input: z.object({}),
    reply: z.object({ rows: z.array(failedJob) }),
  }),
  jobRetry: endpoint({
    method: 'POST',
    path: '/api/failed-jobs/:id/retry',
    permission: 'settings.change',
    summary: 'Puts a job that gave up back on the queue, as if it had never been tried.',
    input: z.object({ id: jobId }),
    reply: done,
  }),
  jobLetGo: endpoint({
    method: 'POST',
    path: '/api/failed-jobs/let-go',
    permission: 'settings.change',
    summary: 'Takes jobs that gave up off the queue; what they were to do stays undone.',
    input: z.object({ ids: z.array(jobId).min(1).max(FAILED_JOBS_MOST), reason: why(500) }),
    reply: done,
  }),
}
