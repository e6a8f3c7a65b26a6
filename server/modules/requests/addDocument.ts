import type { Api } from '../../../contract/api.ts'
import type { DocumentSubject } from '../../../contract/documents.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { checkDocument as checkForCustomer } from '../customers/customers.ts'
import { addDocument, type StoredDocument } from '../documents/documents.ts'
import { isJournal } from '../ledger/ledger.ts'
import { noteStaffDocument } from './applicant.ts'
import { borrowerOf } from './ofCustomer.sql.ts'

/**
 * Checks and records a document added to a record: refuses an unknown record, and notes the document in its history.
 */
const ON_ADDED: Record<DocumentSubject, (ctx: Context, document: StoredDocument) => Promise<void>> = {
  request: noteStaffDocument,
  customer: checkForCustomer,
  loan: async (ctx, { subjectId }) =>
    checkForCustomer(ctx, {
      subjectId: (await borrowerOf(ctx.tx, subjectId)) ?? refuse('record.unknown', { what: 'loan' }),
    }),
  journal: async (ctx, { subjectId }) => {
    if (!(await isJournal(ctx.tx, subjectId))) refuse('record.unknown', { what: 'journal' })
  },
}

export const add: Handler<Api['documentAdd']> = async (ctx, { subjectType, subjectId, ...sent }) => {
  const document = await addDocument(ctx, {
    ...sent,
    subject: [subjectType, subjectId],
    source: 'staff',
    byName: ctx.actor.name,
  })
  await ON_ADDED[subjectType](ctx, document)
  return { ...document, subjectType }
}
