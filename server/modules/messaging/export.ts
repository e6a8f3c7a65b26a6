import type { Api } from '../../../contract/api.ts'
import { EXCLUSIONS } from '../../../contract/campaigns.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { EVENTS, type EventName } from '../../../contract/messaging.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOfList, sheetWords } from '../../kernel/sheet.ts'
import { listCampaigns, listMembers } from './campaigns.ts'
import { listClaims } from './inbound.ts'
import { listTemplates } from './templates.ts'

/** The lists of messaging, for a spreadsheet. */

type Row<E> = Reply<E> extends { rows: readonly (infer R)[] } ? R : never

const isEvent = (name: string): name is EventName => Object.hasOwn(EVENTS, name)
const toldAbout = (event: string | null): string | null =>
  event !== null && isEvent(event) ? EVENTS[event].title : event

const MESSAGE_COLUMNS: SheetColumns<Row<Api['messageList']>> = [
  ['Written (Lagos)', row => sheetMoment(row.at)],
  ['Customer', row => row.customerName],
  ['Phone (last four digits)', row => row.phone],
  ['Purpose', row => sheetWords(row.purpose)],
  ['Told about', row => toldAbout(row.event)],
  ['Text', row => row.text],
  ['Status', row => sheetWords(row.status)],
  ['Since (Lagos)', row => sheetMoment(row.statusAt)],
  ['Reason', row => row.statusReason],
  ['Not before (Lagos)', row => sheetMoment(row.notBefore)],
  ['Parts', row => row.segments],
  ['Price (NGN)', row => sheetNaira(row.cost)],
  ['Gateway', row => row.gateway && sheetWords(row.gateway)],
  ['Attempts', row => row.attempt],
  ['Message id', row => row.id],
]

export const exportMessages =
  (list: Handler<Api['messageList']>): Handler<Api['messageExport']> =>
  (ctx, input) =>
    sheetOfList(ctx, list, input, { what: 'messages', name: 'messages', columns: MESSAGE_COLUMNS })

const CAMPAIGN_COLUMNS: SheetColumns<Row<Api['campaignList']>> = [
  ['Campaign', row => row.name],
  ['To', row => row.audienceName],
  ['Template', row => `${row.templateName}, version ${row.templateVersion}`],
  ['Purpose', row => sheetWords(row.purpose)],
  ['Status', row => sheetWords(row.status)],
  ['Waits until (Lagos)', row => sheetMoment(row.waitsUntil ?? row.scheduledAt)],
  ['Recipients', row => row.recipients],
  ['Left out', row => row.excluded],
  ['Delivered', row => row.counts.delivered],
  ['Simulated', row => row.counts.simulated],
  ['Sent', row => row.counts.sent],
  ['Waiting', row => row.counts.queued + row.counts.held + row.counts.sending],
  ['Failed', row => row.counts.failed],
  ['Unknown', row => row.counts.unknown],
  ['Not sent', row => row.counts.cancelled],
  ['Parts', row => row.segments],
  ['Price (NGN)', row => sheetNaira(row.cost)],
  ['Made by', row => row.madeBy],
  ['Made (Lagos)', row => sheetMoment(row.madeAt)],
  ['Begun (Lagos)', row => sheetMoment(row.startedAt)],
]

export const exportCampaigns: Handler<Api['campaignExport']> = (ctx, input) =>
  sheetOfList(ctx, listCampaigns, input, {
    what: 'campaigns',
    name: 'campaigns',
    columns: CAMPAIGN_COLUMNS,
  })

const MEMBER_COLUMNS: SheetColumns<Row<Api['campaignMembers']>> = [
  ['No.', row => String(row.position)],
  ['Given as', row => row.given],
  ['Customer', row => row.customerName],
  ['Phone (last four digits)', row => row.phone],
  ['Text', row => row.text],
  ['Parts', row => (row.text ? row.segments : null)],
  ['Left out because', row => row.excluded && EXCLUSIONS[row.excluded]],
  ['Status', row => row.status && sheetWords(row.status)],
  ['Reason', row => row.statusReason],
  ['Message id', row => row.messageId],
]

export const exportMembers: Handler<Api['campaignMemberExport']> = (ctx, input) =>
  sheetOfList(ctx, listMembers, input, {
    what: 'campaign members',
    name: 'campaign-members',
    columns: MEMBER_COLUMNS,
  })

const TEMPLATE_COLUMNS: SheetColumns<Row<Api['templateList']>> = [
  ['Template', row => row.name],
  ['Purpose', row => sheetWords(row.purpose)],
  ['Told about', row => toldAbout(row.event) ?? 'Campaigns'],
  ['Status', row => sheetWords(row.status)],
  ['Version in force', row => row.inForce && String(row.inForce.version)],
  ['Text in force', row => row.inForce?.body ?? null],
  ['Approved by', row => row.inForce?.approvedBy ?? null],
  ['Approved (Lagos)', row => sheetMoment(row.inForce?.approvedAt ?? null)],
  ['Draft version', row => row.draft && String(row.draft.version)],
  ['Draft', row => row.draft?.body ?? null],
  ['Draft by', row => row.draft?.madeBy ?? null],
  ['Parts', row => (row.inForce ?? row.draft)?.segments ?? null],
  ['Last used (Lagos)', row => sheetMoment(row.lastUsedAt)],
]

export const exportTemplates: Handler<Api['templateExport']> = (ctx, input) =>
  sheetOfList(ctx, listTemplates, input, {
    what: 'message templates',
    name: 'templates',
    columns: TEMPLATE_COLUMNS,
  })

const OPT_OUT_COLUMNS: SheetColumns<Row<Api['optOutList']>> = [
  ['Phone (last four digits)', row => row.phone],
  ['Customer', row => row.customerName],
  ['Since (Lagos)', row => sheetMoment(row.since)],
  ['How', row => row.source],
  ['Reason', row => row.reason],
]

export const exportOptOuts =
  (list: Handler<Api['optOutList']>): Handler<Api['optOutExport']> =>
  (ctx, input) =>
    sheetOfList(ctx, list, input, { what: 'opt-outs', name: 'opt-outs', columns: OPT_OUT_COLUMNS })

const INBOUND_COLUMNS: SheetColumns<Row<Api['inboundList']>> = [
  ['Came (Lagos)', row => sheetMoment(row.at)],
  ['From', row => row.from],
  ['Customer', row => row.customerName],
  ['Text', row => row.text],
  ['Taken as', row => sheetWords(row.meaning)],
]

export const exportInbound =
  (list: Handler<Api['inboundList']>): Handler<Api['inboundExport']> =>
  (ctx, input) =>
    sheetOfList(ctx, list, input, { what: 'messages received', name: 'received', columns: INBOUND_COLUMNS })

const CLAIM_COLUMNS: SheetColumns<Row<Api['claimList']>> = [
  ['Came (Lagos)', row => sheetMoment(row.at)],
  ['From', row => row.from],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Account', row => row.accountMask],
  ['Paid at, by the bank', row => row.paidAt],
  ['Description', row => row.description],
  ['Reference', row => row.reference],
  ['Alert', row => row.text],
  ['Likeliest loan', row => row.matches[0]?.loanNumber ?? null],
  ['Likeliest customer', row => row.matches[0]?.customerName ?? null],
  ['Why', row => row.matches[0]?.why ?? null],
  ['Decision', row => sheetWords(row.status)],
  ['Decided by', row => row.decidedBy],
  ['Decided (Lagos)', row => sheetMoment(row.decidedAt)],
  ['Note', row => row.note],
]

export const exportClaims: Handler<Api['claimExport']> = (ctx, input) =>
  sheetOfList(ctx, listClaims, input, { what: 'bank claims', name: 'claims', columns: CLAIM_COLUMNS })
