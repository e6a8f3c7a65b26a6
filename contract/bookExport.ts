import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { loanApi } from './loans.ts'

export const bookExportApi = {
  bookRowExport: endpoint({
    method: 'GET',
    path: '/api/loans/books/:id/rows/export',
    permission: 'console.read',
    summary: 'The lines of an uploaded book with what each loan comes to here, as CSV or XLSX.',
    input: loanApi.bookRows.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
