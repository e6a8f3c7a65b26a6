import type { Context } from '../../kernel/context.ts'
import * as store from './ledger.sql.ts'

/** Twenty thousand entries are sealed in about a second. */
const SEAL_RUN = 20_000

/**
 * Seals one run of what was posted since the last seal and notes it in the audit trail. A job repeats it, each time
 * in a transaction of its own, until it is false: nothing is left.
 */
export async function sealLedger(ctx: Pick<Context, 'tx' | 'audit'>): Promise<boolean> {
  const seal = await store.sealEntries(ctx.tx, SEAL_RUN)
  if (!seal) return false
  ctx.audit({
    action: 'ledgerSeal',
    subject: ['ledgerSeal', seal.position.toString()],
    after: { entries: seal.entries, hash: seal.hash },
  })
  return true
}
