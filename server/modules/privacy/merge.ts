import type { Api, CommandInput } from '../../../contract/api.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import { lockForMerge, mergeRecords, previewMerge } from '../customers/customers.ts'
import { listDocuments, moveDocuments } from '../documents/documents.ts'
import { moveAllOf as moveLoans } from '../loans/loans.ts'
import { countRequestsOf, moveAllOf as moveRequests } from '../requests/requests.ts'
import { loansOf } from './person.sql.ts'

/** Two records of one person become one, with everything that either holds. */

export const preview: Handler<Api['customerMergePreview']> = async (ctx, { id, mergedId }) => {
  const { notes, ...records } = await previewMerge(ctx, id, mergedId)
  return {
    ...records,
    moves: {
      loans: (await loansOf(ctx, mergedId)).total,
      requests: await countRequestsOf(ctx.tx, mergedId),
      notes,
      documents: (await listDocuments(ctx.tx, ['customer', mergedId])).length,
    },
  }
}

/** The approved command behind `customerMerge`. */
export async function mergeApproved(
  ctx: Context,
  input: CommandInput<'customerMerge'>,
  asked: Asked,
): Promise<void> {
  const pair = await lockForMerge(ctx, input)
  const { kept: stored, merged } = pair
  const moved = {
    loans: await moveLoans(ctx, merged.id, stored.id),
    requests: await moveRequests(ctx, merged.id, stored.id),
  }
  await moveDocuments(ctx.tx, ['customer', merged.id], ['customer', stored.id])
  await mergeRecords(ctx, pair, moved, asked)
}
