import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { splitLoanActionSummary } from '../../../contract/labels.ts'
import { NOTIFICATIONS_MAX, NOTIFIED_DAYS } from '../../../contract/notifications.ts'
import { FAILED_JOBS_MAX } from '../../../contract/settings.ts'
import { COMMAND_TITLES } from '../../../contract/trail.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { businessDate, daysBefore, lagosMidnight } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { listFailed, WORK } from '../../kernel/jobs.ts'
import * as store from './notifications.sql.ts'

/** What the bell shows, read from the records themselves: nothing is written when something happens. */

type Notification = Omit<Reply<Api['notificationList']>['rows'][number], 'isRead'>

export const list: Handler<Api['notificationList']> = async ctx => {
  const read = await store.readKeys(ctx.tx, ctx.actor.id)
  return { rows: (await newest(ctx)).map(row => ({ ...row, isRead: read.has(row.key) })) }
}

export const seen: Handler<Api['notificationsSeen']> = async (ctx, { keys }) => {
  const shown = new Set((await newest(ctx)).map(row => row.key))
  const known = keys.filter(key => shown.has(key))
  const since = daysBefore(ctx.now, NOTIFIED_DAYS)
  await store.markRead(ctx.tx, ctx.actor.id, known, { now: ctx.now, since })
  return {}
}

async function newest(ctx: Context): Promise<Notification[]> {
  const since = daysBefore(ctx.now, NOTIFIED_DAYS)
  const rows = [
    ...(await decided(ctx, since)),
    ...(await assigned(ctx, since)),
    ...(await failed(ctx, since)),
    ...(await failedJobs(ctx, since)),
  ]
  return rows.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, NOTIFICATIONS_MAX)
}

async function decided(ctx: Context, since: Date): Promise<Notification[]> {
  const rows = await store.decidedFor(ctx.tx, ctx.actor.id, since, NOTIFICATIONS_MAX)
  return rows.map(row => ({
    key: `${row.status} ${row.id}`,
    kind: row.status,
    title: `${subjectOf(row)} ${row.status} by ${row.checker_name}`,
    text: decisionText(row),
    at: row.decided_at.toISOString(),
    subjectType: row.subject_type,
    subjectId: row.subject_id,
  }))
}

/** "Write-off of L0100450": a loan action names its loan. */
function subjectOf({ command, summary }: store.DecidedRow): string {
  const act = command === 'loanActDo' ? splitLoanActionSummary(summary) : undefined
  return act ? `${act.item} of ${act.rest.split(',', 1)[0]}` : COMMAND_TITLES[command]
}

/** Summaries name the record and the customer; not every one has the amount. */
function decisionText({ summary, amount, note }: store.DecidedRow): string {
  const naira = amount === null ? '' : formatNaira(kobo(amount))
  const about = summary.includes(naira) ? summary : `${summary}, ${naira}`
  return note ? `${about}. “${note}”` : about
}

async function assigned(ctx: Context, since: Date): Promise<Notification[]> {
  const { id, accountOfficerCode } = ctx.actor
  const signals = accountOfficerCode
    ? await store.signalsFor(ctx.tx, accountOfficerCode, since, NOTIFICATIONS_MAX)
    : []
  const days = { since: businessDate(since), today: ctx.today }
  const promises = await store.promisesFor(ctx.tx, id, days, NOTIFICATIONS_MAX)
  return [
    ...signals.map(row => ({
      key: `signal ${row.id}`,
      kind: 'assigned' as const,
      title: `Early warning signal on ${row.number}`,
      text: row.detail,
      at: row.at.toISOString(),
      subjectType: 'loan',
      subjectId: row.loan_id,
    })),
    ...promises.map(row => ({
      key: `promise ${row.id}`,
      kind: 'assigned' as const,
      title: `Promise to pay due: ${row.customer_name}`,
      text: `${formatNaira(kobo(row.amount))} promised for ${formatDate(localDate(row.on))}`,
      at: lagosMidnight(localDate(row.on)).toISOString(),
      subjectType: 'customer',
      subjectId: row.customer_id,
    })),
  ]
}

async function failed(ctx: Context, since: Date): Promise<Notification[]> {
  const rows = await store.failedPostingsOf(ctx.tx, ctx.actor.id, since)
  const disbursements = await store.failedDisbursementsOf(ctx.tx, ctx.actor.id, since)
  const uploads = await store.failedUploadsOf(ctx.tx, ctx.actor.id, since, NOTIFICATIONS_MAX)
  return [
    ...rows.map(row => ({
      key: `failed ${row.id} ${row.rows}`,
      kind: 'failed' as const,
      title: `${row.number}: ${countOf(row.rows, 'failed posting')}`,
      text: 'Open the batch to retry or reassign the rows.',
      at: row.at.toISOString(),
      subjectType: 'repayment',
      subjectId: row.id,
    })),
    ...disbursements.map(row => ({
      key: `disbursement ${row.id} ${row.rows}`,
      kind: 'failed' as const,
      title: `${row.number}: ${countOf(row.rows, 'failed posting')}`,
      text: 'The bank has paid but posting failed. Open the batch to retry.',
      at: row.at.toISOString(),
      subjectType: 'payoutBatch',
      subjectId: row.id,
    })),
    ...uploads.map(row => ({
      key: `upload ${row.id}`,
      kind: 'failed' as const,
      title: `Upload failed: ${row.file_name}`,
      text: row.problem ?? 'The file could not be read. Upload it again.',
      at: row.at.toISOString(),
      subjectType: 'intake',
      subjectId: row.id,
    })),
  ]
}

/** Jobs on a record of this user that failed and were neither retried nor discarded. */
async function failedJobs(ctx: Context, since: Date): Promise<Notification[]> {
  const jobs = (await listFailed(ctx.tx, FAILED_JOBS_MAX)).filter(job => job.failed_at > since)
  const ids = jobs.flatMap(job => (job.of_id === null ? [] : [job.of_id]))
  if (ids.length === 0) return []
  const owned = new Map((await store.ownedBy(ctx.tx, ctx.actor.id, ids)).map(row => [row.id, row.name]))
  const works: Readonly<Record<string, { title: string; of?: string }>> = WORK
  return jobs.flatMap(job => {
    const name = job.of_id === null ? undefined : owned.get(job.of_id)
    const work = works[job.task]
    if (name === undefined || job.of_id === null || work?.of === undefined) return []
    return [
      {
        key: `job ${job.id} ${job.failed_at.toISOString()}`,
        kind: 'failed' as const,
        title: `Failed: ${name}`,
        text: `${work.title} did not finish. ${RETRY}`,
        at: job.failed_at.toISOString(),
        subjectType: work.of,
        subjectId: job.of_id,
      },
    ]
  })
}

const RETRY = 'Retry it in Settings > System health.'
