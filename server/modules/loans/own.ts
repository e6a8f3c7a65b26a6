import type { OwnMatters } from '../../kernel/context.ts'
import { waitingOnOwn } from './own.sql.ts'

/** Nobody is the second person for their own account: its bank details, its waiver, its pay-out, money that comes to it. */
export const ownMatters: OwnMatters = async ({ tx, actor }) => new Set(await waitingOnOwn(tx, actor.id))
