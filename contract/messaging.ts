import { z } from 'zod'
import { date, done, endpoint, id, kobo, listOf, moment, page, term, why } from './endpoint.ts'
import { GATEWAYS, MESSAGE_GROUP_NAMES, MESSAGE_STATUSES, type MessageStatus, message } from './message.ts'
import { EVENT_NAMES, MESSAGE_PURPOSES } from './messageEvents.ts'

export const messageRow = message
  .extend({
    /** Why it was held, failed or cancelled, in words. */
    statusReason: z.string().nullable(),
    gateway: z.enum(GATEWAYS).nullable(),
    /** What it is told by: an event's name, or null for a campaign or a text of its own. */
    event: z.string().nullable(),
    templateId: id.nullable(),
    templateVersion: z.number().int().nullable(),
    campaignId: id.nullable(),
    customerId: id.nullable(),
    /** By the settings' price per part; the provider's own where it said one. */
    cost: kobo,
    attempt: z.number().int(),
    resendOf: id.nullable(),
    resentAs: id.nullable(),
    /** Not before this moment: quiet hours, a schedule, a provider that asked us to wait. */
    notBefore: moment.nullable(),
  })
  .meta({ id: 'MessageRow' })

export const statusCounts = z
  .object(
    Object.fromEntries(MESSAGE_STATUSES.map(status => [status, z.number().int()])) as Record<
      MessageStatus,
      z.ZodNumber
    >,
  )
  .meta({ id: 'MessageCounts' })

const report = z.object({
  at: moment,
  gateway: z.enum(GATEWAYS),
  /** The provider's own word, cut to 100 characters. */
  said: z.string(),
  /** What it means to us; null where we do not know the word. */
  status: z.enum(MESSAGE_STATUSES).nullable(),
  /** False for a repeat, or one that came after something better was known. */
  moved: z.boolean(),
})

const overview = z
  .object({
    gateway: z.enum(GATEWAYS),
    isPaused: z.boolean(),
    /** Of the last 24 hours. */
    counts: statusCounts,
    /** Of what was handed over; what is held or was never sent costs nothing. */
    segments: z.number().int(),
    cost: kobo,
    /** Waiting now, whenever written. */
    waiting: z.number().int(),
    oldestWaitingAt: moment.nullable(),
    claimsOpen: z.number().int(),
  })
  .meta({ id: 'MessagingOverview' })

const reason = why(500)

export const messagingApi = {
  messagingOverview: endpoint({
    method: 'GET',
    path: '/api/messages/overview',
    permission: 'console.read',
    summary: 'The last day’s messages by status and cost, what waits, and whether sending is paused.',
    input: z.object({}),
    reply: overview,
  }),
  messageList: endpoint({
    // somebody's phone number stands in no address
    method: 'POST',
    path: '/api/messages/list',
    permission: 'console.read',
    summary: 'Messages to customers and applicants, newest first.',
    reads: true,
    replay: false,
    input: page.extend({
      /** A phone or its last four digits, or the name or a number of a customer. */
      search: term(100).optional(),
      status: z.enum([...MESSAGE_STATUSES, ...MESSAGE_GROUP_NAMES]).optional(),
      purpose: z.enum(MESSAGE_PURPOSES).optional(),
      event: z.enum(EVENT_NAMES).optional(),
      campaignId: id.optional(),
      customerId: id.optional(),
      subjectType: term(40).optional(),
      subjectId: term(60).optional(),
      /** Written on or after this day, and on or before that one. */
      from: date.optional(),
      to: date.optional(),
      /** Came to its status in the last 24 hours, as the figures count. */
      within: z.enum(['24h']).optional(),
    }),
    reply: listOf(messageRow.extend({ customerName: z.string().nullable() })),
  }),
  messageGet: endpoint({
    method: 'GET',
    path: '/api/messages/:id',
    permission: 'console.read',
    summary: 'One message with everything its provider reported about it.',
    input: z.object({ id }),
    reply: z.object({ message: messageRow, providerId: z.string().nullable(), reports: z.array(report) }),
  }),
  messageResend: endpoint({
    method: 'POST',
    path: '/api/messages/:id/resend',
    permission: 'money.ask',
    summary: 'Sends a failed message again, as a new message linked to it; every guard applies again.',
    input: z.object({ id, newId: id, reason }),
    reply: messageRow,
  }),
  sendingPause: endpoint({
    method: 'POST',
    path: '/api/messages/pause',
    permission: 'money.ask',
    summary: 'Stops handing messages to the gateway until resumed; what was handed over stays as it is.',
    input: z.object({ reason }),
    reply: done,
  }),
  sendingResume: endpoint({
    method: 'POST',
    path: '/api/messages/resume',
    permission: 'money.ask',
    summary: 'Goes on sending what waits.',
    input: z.object({ reason: reason.optional() }),
    reply: done,
  }),
}
