import { z } from 'zod'
import { endpoint, text } from './endpoint.ts'

export const organisation = z
  .object({
    /** The operating company in the footer. */
    operatingCompany: z.string(),
    year: z.number().int(),
  })
  .meta({ id: 'Organisation' })

export const settingsApi = {
  organisationGet: endpoint({
    method: 'GET',
    path: '/api/organisation',
    public: true,
    summary: 'The operating company and the business year, for the footer of every page.',
    input: z.object({}),
    reply: organisation,
  }),
  organisationChange: endpoint({
    method: 'PUT',
    path: '/api/organisation',
    permission: 'settings.change',
    summary: 'Changes the name of the operating company.',
    input: z.object({ operatingCompany: text(120, 2) }),
    reply: organisation,
  }),
}
