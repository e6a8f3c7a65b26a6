import type { GatewayName } from '../../contract/messaging.ts'
import type { Context } from '../context.ts'
import * as store from './sending.sql.ts'

/**
 * Keeps what a provider said about a message and moves its status, only forward. The same word twice is one report; a
 * word about an id we do not know yet waits until the id is recorded.
 */
export async function recordReport(
  ctx: Pick<Context, 'tx' | 'now'>,
  report: store.NewReport,
  keptAs?: bigint,
): Promise<void> {
  await store.lockProviderId(ctx.tx, report.gateway, report.providerId)
  const id = keptAs ?? (await store.insertReport(ctx.tx, report))
  if (id === undefined) return
  const message = await store.messageOf(ctx.tx, report.gateway, report.providerId)
  if (!message) return
  const reason = report.status === 'failed' ? report.said : null
  const moved =
    report.status !== null &&
    (await store.moveForward(ctx.tx, message.id, { status: report.status, reason }, ctx.now))
  await store.linkReport(ctx.tx, id, message.id, moved)
}

/** What was said about an id before we knew whose it is counts from now on. */
export async function recordWaiting(
  ctx: Pick<Context, 'tx' | 'now'>,
  gateway: GatewayName,
  providerId: string,
): Promise<void> {
  for (const report of await store.waitingReports(ctx.tx, gateway, providerId))
    await recordReport(ctx, report, report.id)
}
