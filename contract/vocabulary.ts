import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Words and lists that several modules share: forms, lists, sheets and the trail take them from here. */

/** Federal staff have an IPPIS number; those of institutions and states the number of their own payroll. */
export const IPPIS_NUMBER = 'IPPIS / staff number'
/** In a line beside other numbers. */
export const IPPIS_NO = 'IPPIS / staff no.'

export const EMPLOYER = 'Employer (MDA)'

/** `PAY-TOO-LOW` → "Pay too low": the code of a reason where its label is not at hand. */
export const reasonWords = (code: string): string =>
  code.charAt(0) + code.slice(1).toLowerCase().replaceAll('-', ' ')

/** A word at the head of a sentence: `bank transfer` → "Bank transfer". */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What was a sentence, within another: "Paid out already" → `paid out already`. */
export const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

/** Where a request can be. The moves between them are one table, in the server's requests module. */
export const STAGES = ['reviewer', 'authorizer', 'approved', 'rejected', 'withdrawn'] as const
export type Stage = (typeof STAGES)[number]

/** The six geopolitical zones. */
export const GEOPOLITICAL_ZONES = [
  'North Central',
  'North East',
  'North West',
  'South East',
  'South South',
  'South West',
] as const
export type GeopoliticalZone = (typeof GEOPOLITICAL_ZONES)[number]

/** A month of pay. */
export const payMonth = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-10'))

/** The lender as the footer of every page names it. */
export const organisationApi = {
  organisationGet: endpoint({
    method: 'GET',
    path: '/api/organisation',
    public: true,
    summary: 'Returns the company name, business year and whether the system holds demo data.',
    input: z.object({}),
    reply: z
      .object({
        operatingCompany: z.string(),
        /** A picture as a data address; empty for the house's own mark. */
        logo: z.string(),
        year: z.int(),
        isDemo: z
          .boolean()
          .register(z.globalRegistry, { description: 'True if the system was loaded with demo data' }),
      })
      .register(z.globalRegistry, { id: 'Organisation' }),
  }),
}
