import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { repaymentApi } from './repayments.ts'

export const repaymentExportApi = {
  repaymentListExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export',
    permission: 'console.read',
    summary: 'The batches of repayments that a filter shows, as CSV or XLSX.',
    input: repaymentApi.repaymentList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  repaymentRowsExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/:id/rows',
    permission: 'console.read',
    summary: 'The rows of a batch as the filter shows them, as CSV or XLSX.',
    input: repaymentApi.repaymentRows.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  repaymentRefusedExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/refused',
    permission: 'console.read',
    summary: 'Rows that the books refused, of every batch, as CSV or XLSX.',
    input: repaymentApi.repaymentRefused.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  remittanceExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/:id/remittances',
    permission: 'console.read',
    summary: 'Money received for a batch, as CSV or XLSX.',
    input: repaymentApi.repaymentGet.input.extend(sheetFormat),
    reply: fileReply,
  }),
  suspenseExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/suspense',
    permission: 'console.read',
    summary: 'Money that nobody could place, as CSV or XLSX.',
    input: repaymentApi.suspenseList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  repaymentMissingExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/missing',
    permission: 'console.read',
    summary: 'Live loans for which a month brought nothing, as CSV or XLSX.',
    input: repaymentApi.repaymentMissing.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
