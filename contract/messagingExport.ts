import { campaignApi } from './campaigns.ts'
import { claimApi } from './claims.ts'
import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { messagingApi } from './messaging.ts'

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
  claimExport: endpoint({
    method: 'GET',
    path: '/api/messaging-export/claims',
    permission: 'console.read',
    summary: 'The payments that bank alerts speak of, as CSV or XLSX.',
    input: claimApi.claimList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
