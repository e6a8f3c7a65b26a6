import { z } from 'zod'
import { id, moment } from './endpoint.ts'

/** `simulated`: the built-in gateway had it, which sends nothing. `cancelled`: we chose not to send it, and `statusReason` says why. `unknown`: the provider may have it; never resent by itself. */
export const MESSAGE_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'simulated',
  'failed',
  'unknown',
  'held',
  'cancelled',
] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Several at once, as the figures count them: what has not left the house yet, and what was handed to the gateway. */
export const MESSAGE_GROUPS = {
  waiting: ['queued', 'held'],
  handedOver: ['sending', 'sent', 'delivered', 'simulated', 'failed', 'unknown'],
} as const satisfies Record<string, readonly MessageStatus[]>
export type MessageGroup = keyof typeof MESSAGE_GROUPS
export const MESSAGE_GROUP_NAMES = ['waiting', 'handedOver'] as const satisfies readonly MessageGroup[]

export const GATEWAYS = ['outbox', 'termii', 'africasTalking'] as const
export type GatewayName = (typeof GATEWAYS)[number]

/** One SMS as it is shown beside a customer or a loan; the log knows more (`messaging.ts`). */
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
