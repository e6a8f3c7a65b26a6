import { z } from 'zod/mini'
import { date, endpoint, fileReply, kobo, text } from './endpoint.ts'
import { fileLayout } from './layouts.ts'

/** Files that leave the house: the journal of a period for the accountant's system. */

const period = z.object({ from: date, to: date })
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
}
