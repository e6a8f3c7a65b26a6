import type { Context } from '../../kernel/context.ts'
import { waitingOnOwn } from './conflictOfInterest.sql.ts'

/** Nobody is the second person for their own account: its bank details, its waiver, its pay-out, money that comes to it. */
export const ownMatters = async ({
  tx,
  actor,
}: Pick<Context, 'tx' | 'actor'>): Promise<ReadonlySet<string>> => new Set(await waitingOnOwn(tx, actor.id))
