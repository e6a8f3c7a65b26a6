import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The lender as the footer of every page names it. */
export const organisationApi = {
  organisationGet: endpoint({
    method: 'GET',
    path: '/api/organisation',
    public: true,
    summary: 'The operating company and the business year, for the footer of every page.',
    input: z.object({}),
    reply: z
      .object({
        operatingCompany: z.string(),
        /** A picture as a data address; empty for the house's own mark. */
        logo: z.string(),
        year: z.int(),
      })
      .register(z.globalRegistry, { id: 'Organisation' }),
  }),
}
