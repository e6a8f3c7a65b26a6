import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { payoutApi } from './payouts.ts'

export const payoutExportApi = {
  payoutListExport: endpoint({
    method: 'GET',
    path: '/api/payout-export',
    permission: 'console.read',
    summary: 'The pay-out batches that a filter shows, as CSV or XLSX.',
    input: payoutApi.payoutBatchList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  payoutLineExport: endpoint({
    method: 'GET',
    path: '/api/payouts/:id/lines/export',
    permission: 'console.read',
    summary: 'The lines of a pay-out batch as the filter shows them, account numbers masked, as CSV or XLSX.',
    input: payoutApi.payoutLineList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
