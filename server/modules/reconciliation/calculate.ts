import type { Api } from '../../../contract/api.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Handler } from '../../kernel/context.ts'
import { section } from '../settings/settings.ts'
import * as store from './calculate.sql.ts'

/** Calculates months again when their files, lists or remittances have changed. */

/** One month in one transaction: interrupted, it is as it was, and calculated twice, it is the same. */
export async function calculateMonth(program: Program, asked: store.Month): Promise<void> {
  await act(program, 'reconciliationRun', SYSTEM, async ctx => {
    const { sources } = await section(ctx.tx, 'payroll', ctx.today)
    // a collections source is told nothing and expected nothing
    if (sources.find(each => each.code === asked.source)?.kind === 'collections') return
    await store.lockMonth(ctx.tx, asked)
    await store.calculate(ctx.tx, asked, ctx.today)
    await store.tally(ctx.tx, asked, ctx.now)
  })
}

/** Whatever changed without a word, and months of before an upgrade. */
export async function calculateStale(program: Program): Promise<void> {
  const months = await store.staleMonths(program.db)
  for (const month of months) await calculateMonth(program, month)
}

export const recalculate: Handler<Api['reconciliationRecalculate']> = async (ctx, { source, month }) => {
  const asked = { source, month: `${month}-01` }
  await ctx.queue('reconciliationRun', asked)
  ctx.audit({ subject: ['reconciliation', `${source} ${month}`], after: { calculated: 'again' } })
  return {}
}
