import type { Context } from '../../kernel/context.ts'
import { waitingOnOwn } from './conflictOfInterest.sql.ts'

/** A user does not approve matters of their own account: its bank details, waiver, disbursement, or money for it. */
export const ownMatters = async ({
  tx,
  actor,
}: Pick<Context, 'tx' | 'actor'>): Promise<ReadonlySet<string>> => new Set(await waitingOnOwn(tx, actor.id))
