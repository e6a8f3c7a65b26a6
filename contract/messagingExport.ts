import { campaignApi } from './campaigns.ts'
import { claimApi } from './claims.ts'
import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { inboundApi } from './inbound.ts'
import { messagingApi } from './messaging.ts'
import { templateApi } from './templates.ts'

export const messagingExportApi = {
  messageExport: endpoint({
    method: 'POST',
    path: '/api/messages/export',
    permission: 'console.read',
    summary: 'The messages that the filter of the log shows, as CSV or XLSX.',
    reads: true,
    replay: false,
    input: messagingApi.messageList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  campaignExport: endpoint({
    method: 'GET',
    path: '/api/messaging-export/campaigns',
    permission: 'console.read',
    summary: 'The campaigns that a filter shows, as CSV or XLSX.',
    input: campaignApi.campaignList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  campaignMemberExport: endpoint({
    method: 'GET',
    path: '/api/message-campaigns/:id/members/export',
    permission: 'console.read',
    summary: 'The people of a campaign as the filter shows them, phones masked, as CSV or XLSX.',
    input: campaignApi.campaignMembers.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  templateExport: endpoint({
    method: 'GET',
    path: '/api/messaging-export/templates',
    permission: 'console.read',
    summary: 'The templates that a filter shows, with their texts, as CSV or XLSX.',
    input: templateApi.templateList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  optOutExport: endpoint({
    method: 'GET',
    path: '/api/messaging-export/opt-outs',
    permission: 'console.read',
    summary: 'Who wants no more messages, phones masked, as CSV or XLSX.',
    input: inboundApi.optOutList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  inboundExport: endpoint({
    method: 'GET',
    path: '/api/messaging-export/inbound',
    permission: 'console.read',
    summary: 'What people and banks wrote to us, as a filter shows it, as CSV or XLSX.',
    input: inboundApi.inboundList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  claimExport: endpoint({
    method: 'GET',
    path: '/api/messaging-export/claims',
    permission: 'console.read',
    summary: 'The payments that bank alerts speak of, as CSV or XLSX.',
    input: claimApi.claimList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
