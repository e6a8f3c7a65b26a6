import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { loanApi } from './loans.ts'

export const loanExportApi = {
  loanExport: endpoint({
    method: 'POST',
    path: '/api/loans/export',
    permission: 'console.read',
    summary: 'Everything the filter of the accounts shows, as CSV or XLSX.',
    reads: true,
    replay: false,
    input: loanApi.loanList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
