import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { readOverview } from '../messaging/messaging.ts'
import { countClaims } from './bankAlerts.sql.ts'

/** How sending goes, and how many alerts of the bank wait. */
export const overview: Handler<Api['messagingOverview']> = async ctx => ({
  ...(await readOverview(ctx)),
  claimsOpen: await countClaims(ctx.tx, 'open'),
})
