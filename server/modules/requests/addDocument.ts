import type { Api } from '../../../contract/api.ts'
import type { DocumentSubject } from '../../../contract/documents.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { checkDocument as checkForCustomer } from '../customers/customers.ts'
import { addDocument, type StoredDocument } from '../documents/documents.ts'
import { checkDocument as checkForLoan } from '../loans/loans.ts'
import { noteStaffDocument } from './applicant.ts'

/** What the owner of a record says to a document added to it: refuses when there is no such record, notes it where it tells its story. */
const ON_ADDED: Record<DocumentSubject, (ctx: Context, document: StoredDocument) => Promise<void>> = {
  request: noteStaffDocument,
  customer: checkForCustomer,
  loan: checkForLoan,
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
