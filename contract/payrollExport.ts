import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { payrollApi } from './payroll.ts'

export const payrollExportApi = {
  payrollMonthExport: endpoint({
    method: 'GET',
    path: '/api/payroll-export/months',
    permission: 'console.read',
    summary: 'The accepted months of the payroll, as CSV or XLSX.',
    input: payrollApi.payrollMonths.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  payrollChangeExport: endpoint({
    method: 'GET',
    path: '/api/payroll/intakes/:id/changes/export',
    permission: 'console.read',
    summary:
      'The people behind a figure of the diff, as CSV or XLSX; what they are paid only for who may reveal it.',
    input: payrollApi.payrollChanges.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
  signalExport: endpoint({
    method: 'GET',
    path: '/api/payroll-export/signals',
    permission: 'console.read',
    summary: 'What the payroll says about people with a live loan, as CSV or XLSX.',
    input: payrollApi.signalList.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
