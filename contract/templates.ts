import { z } from 'zod'
import { MESSAGE_LENGTH_LIMIT } from '../engine/template.ts'
import { changeReply, endpoint, id, kobo, listOf, moment, page, term, text, why } from './endpoint.ts'
import { EVENT_NAMES, MESSAGE_PURPOSES } from './messageEvents.ts'

/** What a person may write a template for; codes and tests have no template of their own making. */
export const TEMPLATE_PURPOSES = ['request', 'receipt', 'reminder', 'recovery', 'marketing'] as const
export type TemplatePurpose = (typeof TEMPLATE_PURPOSES)[number]

export const TEMPLATE_STATUSES = ['draft', 'approved', 'retired'] as const

const templateVersion = z
  .object({
    version: z.number().int(),
    body: z.string(),
    status: z.enum(TEMPLATE_STATUSES),
    segments: z.number().int().meta({ description: 'With example values; names and amounts vary' }),
    madeBy: z.string(),
    madeAt: moment,
    approvedBy: z.string().nullable(),
    approvedAt: moment.nullable(),
    retiredAt: moment.nullable(),
  })
  .meta({ id: 'TemplateVersion' })

export const template = z
  .object({
    id,
    name: z.string(),
    purpose: z.enum(MESSAGE_PURPOSES),
    event: z.enum(EVENT_NAMES).nullable(),
    /** draft: never approved. approved: a version is in force. retired: none is any more. */
    status: z.enum(TEMPLATE_STATUSES),
    inForce: templateVersion.nullable(),
    draft: templateVersion.nullable(),
    pendingApprovalId: id.nullable(),
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'MessageTemplate' })

const templateBody = text(MESSAGE_LENGTH_LIMIT)

const preview = z
  .object({
    /** Null while something is wrong; `problems` says what. */
    text: z.string().nullable(),
    problems: z.array(z.string()),
    encoding: z.enum(['GSM-7', 'UCS-2']),
    units: z.number().int(),
    unitsLeft: z.number().int(),
    segments: z.number().int(),
    cost: kobo,
    /** Characters that make the text three times as dear, such as ₦. */
    outsideGsm7: z.array(z.string()),
    /** The body in the cheap alphabet, to offer instead; null when it is already. */
    cheaper: z.string().nullable(),
    /** Words a recovery text may not hold. */
    banned: z.array(z.string()),
    customerName: z.string().nullable(),
  })
  .meta({ id: 'TemplatePreview' })

const reason = why(500)

export const templateApi = {
  templateList: endpoint({
    method: 'GET',
    path: '/api/message-templates',
    permission: 'console.read',
    summary: 'Templates by name, with the version in force and the draft, if any.',
    input: page.extend({
      status: z.enum(TEMPLATE_STATUSES).optional(),
      purpose: z.enum(MESSAGE_PURPOSES).optional(),
      event: z.enum(EVENT_NAMES).optional(),
      search: term(80).optional(),
    }),
    reply: listOf(template),
  }),
  templateGet: endpoint({
    method: 'GET',
    path: '/api/message-templates/:id',
    permission: 'console.read',
    summary: 'One template with all its versions, newest first.',
    input: z.object({ id }),
    reply: z.object({ template, versions: z.array(templateVersion) }),
  }),
  templateSave: endpoint({
    method: 'PUT',
    path: '/api/message-templates/:id',
    permission: 'settings.change',
    summary:
      'Makes a template, or its next draft; an approved version stays in force until the draft is approved.',
    input: z.object({
      id,
      name: text(80, 3),
      purpose: z.enum(TEMPLATE_PURPOSES),
      /** What it tells about by itself; null for campaigns. Purpose then follows the event. */
      event: z.enum(EVENT_NAMES).nullable(),
      body: templateBody,
      /** The newest version that was on the screen; 0 for a new template. */
      basedOn: z.number().int(),
    }),
    reply: template,
  }),
  templateApprove: endpoint({
    method: 'POST',
    path: '/api/message-templates/:id/approve',
    permission: 'settings.change',
    summary: 'Asks a second person to put the draft in force; the version it replaces is retired then.',
    input: z.object({ id, version: z.number().int(), reason }),
    reply: changeReply,
  }),
  templateRetire: endpoint({
    method: 'POST',
    path: '/api/message-templates/:id/retire',
    permission: 'settings.change',
    summary:
      'Takes a template out of use; an event without a template in force is no longer told. A draft that was never approved is simply dropped.',
    input: z.object({ id, reason }),
    reply: template,
  }),
  templatePreview: endpoint({
    method: 'POST',
    path: '/api/message-templates/preview',
    permission: 'settings.change',
    summary: 'How a body reads for a customer, or with examples: problems, parts, cost, banned words.',
    // it changes nothing; it is a POST because a body does not fit into an address
    unaudited: true,
    replay: false,
    input: z.object({
      body: z.string().max(10_000, 'At most 10,000 characters'),
      purpose: z.enum(MESSAGE_PURPOSES),
      event: z.enum(EVENT_NAMES).nullable(),
      customerId: id.optional(),
    }),
    reply: preview,
  }),
}
