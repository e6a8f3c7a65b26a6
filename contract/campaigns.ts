import { z } from 'zod/mini'
import {
  changeReply,
  done,
  endpoint,
  exportOf,
  id,
  kobo,
  listOf,
  moment,
  page,
  term,
  text,
  why,
} from './endpoint.ts'
import { MESSAGE_PURPOSES, MESSAGE_STATUSES, statusCounts } from './messaging.ts'

const days = z.number().check(z.int('A whole number'), z.gte(0, 'At least 0'), z.lte(3650, 'At most 3650'))

/** A segment is a filter, not a list: who is in it is found anew each time. */
export const segmentFilter = z
  .strictObject({
    customerStatus: z.optional(z.enum(['active', 'dormant'])),
    payrollSource: z.optional(term(30)),
    state: z.optional(term(40)),
    mda: z.optional(term(120)),
    officerCode: z.optional(term(20)),
    /** live: a running loan; onTime: and none of them late; arrears: one of them late; closed: had one; none: never had one. */
    loans: z.optional(z.enum(['live', 'onTime', 'arrears', 'closed', 'none'])),
    daysPastDueFrom: z.optional(days),
    daysPastDueTo: z.optional(days),
    dueWithinDays: z.optional(days),
  })
  .register(z.globalRegistry, { id: 'SegmentFilter' })
export type SegmentFilter = z.output<typeof segmentFilter>

const segment = z
  .object({
    id,
    name: z.string(),
    filter: segmentFilter,
    madeBy: z.string(),
    madeAt: moment,
  })
  .register(z.globalRegistry, { id: 'Segment' })

export const segmentApi = {
  segmentList: endpoint({
    method: 'GET',
    path: '/api/segments',
    permission: 'console.read',
    summary: 'Lists saved segments by name.',
    input: z.object({}),
    reply: z.object({ rows: z.array(segment) }),
  }),
  segmentSave: endpoint({
    method: 'PUT',
    path: '/api/segments/:id',
    permission: 'money.ask',
    summary: 'Creates or changes a saved segment. Campaigns already prepared keep their recipients.',
    input: z.object({ id, name: text(80, 3), filter: segmentFilter }),
    reply: segment,
  }),
  segmentRetire: endpoint({
    method: 'DELETE',
    path: '/api/segments/:id',
    permission: 'money.ask',
    summary: 'Deactivates a segment. Campaigns that used it keep its name.',
    input: z.object({ id }),
    reply: done,
  }),
  segmentCount: endpoint({
    method: 'POST',
    path: '/api/segments/count',
    permission: 'money.ask',
    summary: 'Returns how many customers match a filter now, before exclusions.',
    // it changes nothing; it is a POST because a filter does not fit into an address
    unaudited: true,
    replay: false,
    input: z.object({ filter: segmentFilter }),
    reply: z.object({ count: z.int(), isExact: z.boolean() }),
  }),
}

/** Why somebody is left out of a campaign, or a queued message is not sent. */
export const EXCLUSIONS = {
  'not a customer': 'The number or phone belongs to no customer',
  'listed twice': 'Listed more than once',
  'merged record': 'The record was merged into another one',
  deceased: 'The customer is deceased',
  dispute: 'A loan is in dispute',
  blacklisted: 'The customer is blacklisted, and offered nothing',
  'file awaited': 'Only instalments whose deduction file has not arrived are unpaid',
  'opted out': 'Answered STOP',
  'empty variable': 'A variable of the template has no value for this customer',
  'same text today': 'Already got the same text within a day',
  'daily cap': 'Already got as many messages today as one person may',
  'not a mobile number': 'The phone cannot receive an SMS',
  'same phone': 'Another recipient of the campaign has the same phone',
  erased: 'The customer was erased',
} as const
export type ExclusionName = keyof typeof EXCLUSIONS
const exclusion = z.enum(Object.keys(EXCLUSIONS) as [ExclusionName, ...ExclusionName[]])

/** A list of fifty thousand is a whole state's payroll; beyond that it is two campaigns. */
export const CAMPAIGN_MAX = 50_000

export const audience = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('customer'), customerId: id }),
    z.strictObject({ kind: z.literal('segment'), segmentId: id }),
    /** Phone or customer numbers, one a line, as pasted or read from a file. Only customers' own numbers are written to. */
    z.strictObject({
      kind: z.literal('list'),
      lines: z.string().check(z.maxLength(1_000_000, 'At most 1 MB')),
    }),
  ])
  .register(z.globalRegistry, { id: 'Audience' })

/**
 * preparing: the job finds recipients and writes their texts; ready: the dry run is there to read; waiting: for a second
 * person; scheduled; sending; paused; done: nothing left to send; cancelled: what was not yet sent never is.
 */
export const CAMPAIGN_STATUSES = [
  'preparing',
  'ready',
  'waiting',
  'scheduled',
  'sending',
  'paused',
  'done',
  'cancelled',
] as const

export const campaign = z
  .object({
    id,
    name: z.string(),
    templateId: id,
    templateName: z.string(),
    templateVersion: z.int(),
    purpose: z.enum(MESSAGE_PURPOSES),
    audienceKind: z.enum(['customer', 'segment', 'list']),
    /** The segment's name, "Customer C100001", or "List of 1,200 lines". */
    audienceName: z.string(),
    status: z.enum(CAMPAIGN_STATUSES),
    /** Found so far while preparing, all of them afterwards. */
    recipients: z.int(),
    excluded: z.int(),
    segments: z.int(),
    cost: kobo,
    scheduledAt: z.nullable(moment),
    /** It is night, and nothing more of it goes before this. */
    waitsUntil: z.nullable(moment),
    counts: statusCounts,
    needsSecondPerson: z.boolean(),
    pendingApprovalId: z.nullable(id),
    madeBy: z.string(),
    madeAt: moment,
    startedAt: z.nullable(moment),
  })
  .register(z.globalRegistry, { id: 'Campaign' })

const campaignMember = z
  .object({
    /** The line of the list, or which of the people of a segment it is. */
    position: z.int(),
    /** What stands on the line of the list, a phone masked; or the customer's number. */
    given: z.string(),
    customerId: z.nullable(id),
    customerName: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    text: z.nullable(z.string()),
    segments: z.int(),
    excluded: z.nullable(exclusion),
    messageId: z.nullable(id),
    status: z.nullable(z.enum(MESSAGE_STATUSES)),
    statusReason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'CampaignMember' })

const reason = why(500)
/** Begun at night, it goes in the morning. */
const waitsUntil = z.nullable(moment)

export const campaignApi = {
  campaignList: endpoint({
    method: 'GET',
    path: '/api/message-campaigns',
    permission: 'console.read',
    summary: 'Lists campaigns, newest first.',
    input: z.extend(page, { status: z.optional(z.enum(CAMPAIGN_STATUSES)) }),
    reply: listOf(campaign),
  }),
  campaignGet: endpoint({
    method: 'GET',
    path: '/api/message-campaigns/:id',
    permission: 'console.read',
    summary: 'Returns one campaign: its preview with exclusions by reason, and its messages by status.',
    input: z.object({ id }),
    reply: z.object({
      campaign,
      exclusions: z.array(z.object({ reason: exclusion, count: z.int() })),
      /** Three texts as they would be read. */
      sample: z.array(z.object({ customerName: z.string(), text: z.string() })),
    }),
  }),
  campaignMembers: endpoint({
    method: 'GET',
    path: '/api/message-campaigns/:id/members',
    permission: 'console.read',
    summary: 'Lists recipients and excluded customers, with the reason or the delivery status.',
    input: z.extend(page, {
      id,
      view: z._default(z.enum(['all', 'recipients', 'excluded']), 'all'),
      excluded: z.optional(exclusion),
      status: z.optional(z.enum(MESSAGE_STATUSES)),
    }),
    reply: listOf(campaignMember),
  }),
  campaignCreate: endpoint({
    method: 'PUT',
    path: '/api/message-campaigns/:id',
    permission: 'money.ask',
    summary:
      'Prepares a campaign: a job selects its recipients and writes their messages. Nothing is sent yet.',
    bodyLimit: 1_200_000,
    input: z.object({ id, name: text(80, 3), templateId: id, audience }),
    reply: campaign,
  }),
  campaignStart: endpoint({
    method: 'POST',
    path: '/api/message-campaigns/:id/start',
    permission: 'money.ask',
    summary: 'Sends a prepared campaign now or at a given time. Above the limit it needs approval.',
    input: z.object({ id, at: z.nullable(moment), reason }),
    reply: z.extend(changeReply, { waitsUntil }),
  }),
  campaignPause: endpoint({
    method: 'POST',
    path: '/api/message-campaigns/:id/pause',
    permission: 'money.ask',
    summary: 'Holds the unsent messages of a campaign.',
    input: z.object({ id, reason: z.optional(reason) }),
    reply: campaign,
  }),
  campaignResume: endpoint({
    method: 'POST',
    path: '/api/message-campaigns/:id/resume',
    permission: 'money.ask',
    summary: 'Resumes a paused campaign.',
    input: z.object({ id }),
    reply: campaign,
  }),
  campaignCancel: endpoint({
    method: 'POST',
    path: '/api/message-campaigns/:id/cancel',
    permission: 'money.ask',
    summary: 'Cancels a campaign. Unsent messages are never sent.',
    input: z.object({ id, reason }),
    reply: campaign,
  }),
  campaignResendFailed: endpoint({
    method: 'POST',
    path: '/api/message-campaigns/:id/resend-failed',
    permission: 'money.ask',
    summary: 'Resends the failed messages of a campaign, each once, as new, linked messages.',
    input: z.object({ id, reason }),
    reply: z.object({ resent: z.int(), waitsUntil }),
  }),
}

export const campaignExportApi = {
  campaignExport: exportOf(
    campaignApi.campaignList,
    '/api/messaging-export/campaigns',
    'Exports the filtered campaigns as CSV or XLSX.',
  ),
  campaignMemberExport: exportOf(
    campaignApi.campaignMembers,
    '/api/message-campaigns/:id/members/export',
    'Exports the filtered members of a campaign, phone numbers masked, as CSV or XLSX.',
  ),
}
