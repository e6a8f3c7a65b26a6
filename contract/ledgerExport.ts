import { endpoint, fileReply, PAGE_FIELDS, sheetFormat } from './endpoint.ts'
import { ledgerApi } from './ledger.ts'

export const ledgerExportApi = {
  ledgerTrialBalanceExport: endpoint({
    method: 'GET',
    path: '/api/ledger/trial-balance/export',
    permission: 'console.read',
    summary: 'The trial balance at the end of a day, every account that was ever moved, as CSV or XLSX.',
    input: ledgerApi.ledgerTrialBalance.input.extend(sheetFormat),
    reply: fileReply,
  }),
  ledgerStatementExport: endpoint({
    method: 'GET',
    path: '/api/ledger/statement/export',
    permission: 'console.read',
    summary: 'The lines of an account that the filter shows, newest first, as CSV or XLSX.',
    input: ledgerApi.ledgerStatement.input.omit(PAGE_FIELDS).extend(sheetFormat),
    reply: fileReply,
  }),
}
