import { z } from 'zod'
import { endpoint, fileReply } from './endpoint.ts'
import { repaymentApi } from './repayments.ts'

const page = { cursor: true, limit: true } as const
const format = { format: z.enum(['csv', 'xlsx']).default('csv') }

export const repaymentExportApi = {
  repaymentRowsExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/:id/rows',
    permission: 'console.read',
    summary: 'The rows of a batch as the filter shows them, as CSV or XLSX.',
    input: repaymentApi.repaymentRows.input.omit(page).extend(format),
    reply: fileReply,
  }),
  suspenseExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/suspense',
    permission: 'console.read',
    summary: 'Money that nobody could place, as CSV or XLSX.',
    input: repaymentApi.suspenseList.input.omit(page).extend(format),
    reply: fileReply,
  }),
  repaymentMissingExport: endpoint({
    method: 'GET',
    path: '/api/repayment-export/missing',
    permission: 'console.read',
    summary: 'Live loans for which a month brought nothing, as CSV or XLSX.',
    input: repaymentApi.repaymentMissing.input.omit(page).extend(format),
    reply: fileReply,
  }),
}
