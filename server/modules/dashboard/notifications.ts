import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { NOTIFICATIONS_MAX, NOTIFIED_DAYS } from '../../../contract/notifications.ts'
import { COMMAND_TITLES } from '../../../contract/trail.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { businessDate, daysBefore, lagosMidnight } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import * as store from './notifications.sql.ts'

/** What the bell shows, read from the records themselves: nothing is written when something happens. */

type Notification = Reply<Api['notificationList']>['rows'][number]

export const list: Handler<Api['notificationList']> = async ctx => {
  const since = daysBefore(ctx.now, NOTIFIED_DAYS)
  const rows = [
    ...(await decided(ctx, since)),
    ...(await assigned(ctx, since)),
    ...(await failed(ctx, since)),
  ]
  return {
    rows: rows.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, NOTIFICATIONS_MAX),
    seenAt: (await store.seenAt(ctx.tx, ctx.actor.id))?.toISOString() ?? null,
  }
}

export const seen: Handler<Api['notificationsSeen']> = async (ctx, { at }) => {
  const mark = new Date(at)
  await store.markSeen(ctx.tx, ctx.actor.id, mark < ctx.now ? mark : ctx.now)
  return {}
}

async function decided(ctx: Context, since: Date): Promise<Notification[]> {
  const rows = await store.decidedFor(ctx.tx, ctx.actor.id, since, NOTIFICATIONS_MAX)
  return rows.map(row => ({
    key: `${row.status} ${row.id}`,
    kind: row.status,
    title: `${COMMAND_TITLES[row.command]} ${row.status} by ${row.checker_name}`,
    text: row.status === 'declined' && row.note ? `${row.summary}. “${row.note}”` : row.summary,
    at: row.decided_at.toISOString(),
    subjectType: row.subject_type,
    subjectId: row.subject_id,
  }))
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
  return rows.map(row => ({
    key: `failed ${row.id} ${row.rows}`,
    kind: 'failed',
    title: `${row.number}: ${countOf(row.rows, 'failed posting')}`,
    text: 'Open the batch to retry or reassign the rows.',
    at: row.at.toISOString(),
    subjectType: 'repayment',
    subjectId: row.id,
  }))
}
