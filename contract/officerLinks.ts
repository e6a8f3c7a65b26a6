import { z } from 'zod'
import { officerCode } from './auth.ts'
import { date, endpoint, fileReply, sheetFormat } from './endpoint.ts'

const officerLink = z
  .object({
    code: z.string(),
    officerName: z.string(),
    officerActive: z.boolean(),
    enabled: z.boolean(),
    expiresOn: z.string().nullable(),
    opened: z.number().int(),
    started: z.number().int(),
    submitted: z.number().int(),
  })
  .meta({ id: 'OfficerLink' })

/** Apart from the settings: every list that is filtered by officer reads them. */
export const officerLinkApi = {
  officerLinkList: endpoint({
    method: 'GET',
    path: '/api/officer-links',
    permission: 'console.read',
    summary: 'Every officer’s own loan-request link with its counts.',
    input: z.object({}),
    reply: z.object({ rows: z.array(officerLink) }),
  }),
  officerLinkExport: endpoint({
    method: 'GET',
    path: '/api/officer-links/export',
    permission: 'console.read',
    summary: 'Every officer’s link with its counts, as CSV or XLSX.',
    input: z.object(sheetFormat),
    reply: fileReply,
  }),
  officerLinkChange: endpoint({
    method: 'PUT',
    path: '/api/officer-links/:code',
    permission: 'settings.change',
    summary: 'Switches an officer’s link on or off, or gives it a last day.',
    input: z.object({ code: officerCode, enabled: z.boolean(), expiresOn: date.nullable() }),
    reply: officerLink,
  }),
}
