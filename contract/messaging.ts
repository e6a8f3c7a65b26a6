import { z } from 'zod'
import { endpoint, id, listOf, moment, page } from './endpoint.ts'

export const MESSAGE_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'held',
] as const

export const message = z
  .object({
    id,
    at: moment,
    /** Masked; the text is kept whole because it is what the customer read. */
    phone: z.string(),
    purpose: z.string(),
    text: z.string(),
    segments: z.number().int(),
    status: z.enum(MESSAGE_STATUSES),
    statusAt: moment,
    subjectType: z.string().nullable(),
    subjectId: z.string().nullable(),
  })
  .meta({ id: 'Message' })

export const messagingApi = {
  messageList: endpoint({
    method: 'GET',
    path: '/api/messages',
    permission: 'console.read',
    summary: 'Messages to customers and applicants, newest first.',
    input: page.extend({
      status: z.enum(MESSAGE_STATUSES).optional(),
      subjectType: z.string().max(40).optional(),
      subjectId: z.string().max(60).optional(),
    }),
    reply: listOf(message),
  }),
}
