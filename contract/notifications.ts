import { z } from 'zod/mini'
import { done, endpoint, moment } from './endpoint.ts'

/** Older notifications are not shown. */
export const NOTIFIED_DAYS = 14
/** The bell shows this many, the newest first. */
export const NOTIFICATIONS_MAX = 20

export const NOTIFICATION_KINDS = ['approved', 'declined', 'assigned', 'failed'] as const

const notification = z
  .object({
    /** The record behind it with its kind, the same at every poll. */
    key: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    title: z.string(),
    /** The second line: customer, amount, reason. */
    text: z.string(),
    at: moment,
    subjectType: z.string(),
    /** A setting is named by its section. */
    subjectId: z.string(),
    isRead: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Notification' })

export const notificationApi = {
  notificationList: endpoint({
    method: 'GET',
    path: '/api/me/notifications',
    permission: 'console.read',
    summary:
      'Lists my decided items, items assigned to me, and my uploads, batches and jobs that failed, newest first.',
    input: z.object({}),
    reply: z.object({ rows: z.array(notification) }),
  }),
  notificationsSeen: endpoint({
    method: 'POST',
    path: '/api/me/notifications/seen',
    permission: 'console.read',
    summary: 'Marks the given notifications of mine as read. Unknown keys are ignored.',
    replay: false, // the same mark twice changes nothing
    unaudited: true, // it changes one user's bell, and nothing else
    input: z.object({
      keys: z
        .array(z.string().check(z.maxLength(100, 'At most 100 characters')))
        .check(
          z.minLength(1, 'Enter at least one key'),
          z.maxLength(NOTIFICATIONS_MAX, `At most ${NOTIFICATIONS_MAX} keys`),
        ),
    }),
    reply: done,
  }),
}
