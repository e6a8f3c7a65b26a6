import { z } from 'zod'
import { endpoint, fileReply } from './endpoint.ts'
import { loanApi } from './loans.ts'

export const loanExportApi = {
  loanExport: endpoint({
    method: 'GET',
    path: '/api/loan-export',
    permission: 'console.read',
    summary: 'Everything the filter of the accounts shows, as CSV or XLSX.',
    input: loanApi.loanList.input
      .omit({ cursor: true, limit: true })
      .extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
    reply: fileReply,
  }),
}
