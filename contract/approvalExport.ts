import { approvalApi } from './approvals.ts'
import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'

export const approvalExportApi = {
  approvalExport: endpoint({
    method: 'GET',
    path: '/api/approval-export',
    permission: 'console.read',
    summary: 'What waits for a second person or was decided, as a filter shows it, as CSV or XLSX.',
    input: approvalApi.approvalList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
