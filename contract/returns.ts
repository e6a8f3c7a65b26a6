import { z } from 'zod/mini'
import { date, endpoint, exportOf, fileReply, kobo, text, why } from './endpoint.ts'
import { fileLayout } from './layouts.ts'

/** Files that leave the company: the journal for the accountant's system, and returns of a month-end. */

const period = z.object({ from: date, to: date })
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month, such as 2026-10'))
const account = z.object({ code: z.int(), title: z.string() })

export const returnsApi = {
  journalFilePreview: endpoint({
    method: 'POST',
    path: '/api/returns/journal/preview',
    permission: 'console.read',
    summary: 'Returns the first lines of a journal file in a layout that may not be saved yet, with totals.',
    reads: true,
    input: z.extend(period, { layout: fileLayout }),
    reply: z.object({
      /** The first lines as they are in the file; tabs divide the columns of a workbook. */
      text: z.string(),
      lines: z.int(),
      debits: kobo,
      credits: kobo,
      /** Accounts with entries in the period that the file would name by a house code and cannot. */
      withoutHouseCode: z.array(account),
    }),
  }),
  journalFile: endpoint({
    method: 'GET',
    path: '/api/returns/journal',
    permission: 'console.read',
    summary: 'Returns the journal of a period as a file in a layout of the settings.',
    input: z.extend(period, { layout: text(60) }),
    reply: fileReply,
  }),
  returnMonthList: endpoint({
    method: 'GET',
    path: '/api/returns/months',
    permission: 'console.read',
    summary: 'Lists the months with a month-end snapshot, latest first.',
    input: z.object({}),
    reply: z.object({ months: z.array(z.string()) }),
  }),
  portfolioReturn: endpoint({
    method: 'GET',
    path: '/api/returns/portfolio',
    permission: 'console.read',
    summary: 'Returns the portfolio at a month-end by class, with its provision.',
    input: z.object({ month }),
    reply: z.object({
      month: z.string(),
      rows: z.array(
        z.object({
          name: z.string(),
          loans: z.int(),
          principal: kobo,
          interest: kobo,
          fees: kobo,
          outstanding: kobo,
          provision: kobo,
        }),
      ),
      loans: z.int(),
      outstanding: kobo,
      provision: kobo,
    }),
  }),
  borrowerFilePreview: endpoint({
    method: 'POST',
    path: '/api/returns/borrowers/preview',
    permission: 'console.read',
    summary: 'Returns the first lines of a file for a credit bureau, personal data masked.',
    reads: true,
    input: z.object({ month, layout: fileLayout }),
    reply: z.object({ text: z.string(), lines: z.int(), outstanding: kobo }),
  }),
  borrowerFile: endpoint({
    method: 'POST',
    path: '/api/returns/borrowers',
    permission: 'personal.reveal',
    summary: 'Returns the borrowers of a month-end with personal data, in a layout of the settings.',
    reads: true,
    replay: false, // personal numbers are not kept a second time
    input: z.object({ month, layout: text(60), reason: why(500) }),
    reply: fileReply,
  }),
}

export const returnsExportApi = {
  portfolioReturnExport: exportOf(
    returnsApi.portfolioReturn,
    '/api/returns/portfolio/export',
    'Exports the portfolio at a month-end by class, with its provision, as CSV or XLSX.',
  ),
}
