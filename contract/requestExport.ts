import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { requestApi } from './requests.ts'

export const requestExportApi = {
  requestExport: endpoint({
    method: 'POST',
    path: '/api/loan-requests/export',
    permission: 'console.read',
    summary: 'The requests of a stage that a filter shows, as CSV or XLSX.',
    reads: true,
    replay: false,
    input: requestApi.requestList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
