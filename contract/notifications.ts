import { z } from 'zod/mini'
import { done, endpoint, id, moment } from './endpoint.ts'

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
    text: z.string(),
    at: moment,
    subjectType: z.string(),
    subjectId: id,
  })
  .register(z.globalRegistry, { id: 'Notification' })

export const notificationApi = {
  notificationList: endpoint({
    method: 'GET',
    path: '/api/me/notifications',
    permission: 'console.read',
    summary: 'My decided items, what is assigned to me and what failed, the newest first.',
    input: z.object({}),
    reply: z.object({ rows: z.array(notification), seenAt: z.nullable(moment) }),
  }),
  notificationsSeen: endpoint({
    method: 'POST',
    path: '/api/me/notifications/seen',
    permission: 'console.read',
    summary: 'Marks my notifications up to a time as read.',
    replay: false, // the same mark twice changes nothing
    unaudited: true, // it changes one user's bell, and nothing else
    input: z.object({ at: moment }),
    reply: done,
  }),
}
