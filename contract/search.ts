import { z } from 'zod/mini'
import { endpoint, term } from './endpoint.ts'

/** Records of these kinds that one search returns, of each kind. */
export const FOUND_MAX = 5
/** A shorter word is contained in too many records. */
export const SEARCH_WORD_MIN = 3

/** Named as audit entries and approvals name them. */
export const FOUND_KINDS = [
  'payoutBatch',
  'repayment',
  'instruction',
  'officeReceipt',
  'refund',
  'campaign',
  'intake',
  'user',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

export const searchWords = (search: string): string[] => search.trim().toLowerCase().split(/\s+/)

export const isSearchable = (search: string): boolean =>
  searchWords(search).some(word => word.length >= SEARCH_WORD_MIN)

const found = z
  .object({
    subjectType: z.enum(FOUND_KINDS),
    subjectId: z.uuid(),
    title: z.string(),
    detail: z.string(),
  })
  .register(z.globalRegistry, { id: 'FoundRecord' })

export const searchApi = {
  recordSearch: endpoint({
    // an email that is searched for must not be in an address
    method: 'POST',
    path: '/api/search',
    permission: 'console.read',
    summary:
      'Finds disbursement batches, repayment batches, instruction lists and refunds by number, receipts of payroll offices by number or bank reference, campaigns by name, uploads by file name and, for superAdmin, users by name, email or account officer code. At most 5 of each kind, newest first.',
    reads: true,
    replay: false,
    input: z.object({
      search: term(100).check(
        z.refine(isSearchable, `Enter a word or number of at least ${SEARCH_WORD_MIN} characters`),
      ),
    }),
    reply: z.object({ rows: z.array(found) }),
  }),
}
