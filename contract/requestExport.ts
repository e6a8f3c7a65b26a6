import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { requestApi } from './requests.ts'

export const requestExportApi = {
  requestExport: endpoint({
    method: 'GET',
    path: '/api/loan-request-export',
    permission: 'console.read',
    summary: 'The requests of a stage that a filter shows, as CSV or XLSX.',
    input: requestApi.requestList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
