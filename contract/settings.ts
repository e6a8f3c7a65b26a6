import { z } from 'zod'
import { endpoint, text } from './endpoint.ts'
import { roles } from './users.ts'

export const organisation = z
  .object({
    /** The operating company in the footer. */
    operatingCompany: z.string(),
    year: z.number().int(),
  })
  .meta({ id: 'Organisation' })

/** Who must have a second factor before anything but their own profile works. */
export const security = z.object({ totpRequiredFor: roles }).meta({ id: 'Security' })

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
  securityGet: endpoint({
    method: 'GET',
    path: '/api/settings/security',
    permission: 'console.read',
    summary: 'Which roles must have a second factor.',
    input: z.object({}),
    reply: security,
  }),
  securityChange: endpoint({
    method: 'PUT',
    path: '/api/settings/security',
    permission: 'users.manage',
    summary: 'Demands a second factor of the named roles, from their next request on.',
    input: security,
    reply: security,
  }),
}
