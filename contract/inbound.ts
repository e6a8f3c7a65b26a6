import { z } from 'zod'
import { done, endpoint, id, listOf, moment, page, text, why } from './endpoint.ts'

export const INBOUND_MEANINGS = ['opt out', 'opt in', 'bank alert', 'reply'] as const

const optOut = z
  .object({
    id,
    phone: z.string(),
    customerId: id.nullable(),
    customerName: z.string().nullable(),
    since: moment,
    /** The reply, the network's notice, or who entered it. */
    source: z.string(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'OptOut' })

const inbound = z
  .object({
    id,
    at: moment,
    /** A customer's number masked, a bank's name whole. */
    from: z.string(),
    text: z.string(),
    /** What became of it. */
    meaning: z.enum(INBOUND_MEANINGS),
    customerId: id.nullable(),
    customerName: z.string().nullable(),
    claimId: id.nullable(),
  })
  .meta({ id: 'InboundMessage' })

const reason = why(500)

export const inboundApi = {
  optOutList: endpoint({
    method: 'GET',
    path: '/api/opt-outs',
    permission: 'console.read',
    summary: 'Numbers that answered STOP, newest first.',
    input: page,
    reply: listOf(optOut),
  }),
  optOutAdd: endpoint({
    method: 'POST',
    path: '/api/opt-outs',
    permission: 'customer.change',
    summary: 'Notes that somebody no longer wants messages; receipts and answers are still sent.',
    input: z.object({ id, phone: text(40), reason }),
    reply: optOut,
  }),
  optOutLift: endpoint({
    method: 'POST',
    path: '/api/opt-outs/:id/lift',
    permission: 'customer.change',
    summary: 'Notes that somebody wants messages again.',
    input: z.object({ id, reason }),
    reply: done,
  }),
  inboundList: endpoint({
    method: 'GET',
    path: '/api/messages/inbound',
    permission: 'console.read',
    summary: 'What people and banks wrote to us, newest first.',
    input: page.extend({ meaning: z.enum(INBOUND_MEANINGS).optional() }),
    reply: listOf(inbound),
  }),
}
