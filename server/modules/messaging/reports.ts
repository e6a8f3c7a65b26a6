import type { GatewayName } from '../../../contract/messaging.ts'
import type { Context } from '../../kernel/context.ts'
import * as store from './sending.sql.ts'

type Reported = Pick<Context, 'tx' | 'now'>

/**
 * Keeps what a provider said about a message and moves its status, only forward. The same word twice is one report; a
 * word about an id we do not know yet waits until the id is recorded.
 */
export async function recordReport(ctx: Reported, report: store.NewReport): Promise<void> {
  await store.lockProviderId(ctx.tx, report.gateway, report.providerId)
  await recordLocked(ctx, report)
}

/** The same for a caller that holds the lock of the id already. */
export async function recordLocked(ctx: Reported, report: store.NewReport): Promise<void> {
  const id = await store.insertReport(ctx.tx, report)
  if (id !== undefined) await store.followReport(ctx.tx, id, report, ctx.now)
}

/** Applies reports received before their id was known; the caller holds the locks of the ids. */
export async function recordWaiting(
  ctx: Reported,
  gateway: GatewayName,
  providerIds: readonly string[],
): Promise<void> {
  for (const report of await store.waitingReports(ctx.tx, gateway, providerIds))
    await store.followReport(ctx.tx, report.id, report, ctx.now)
}
