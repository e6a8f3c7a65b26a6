import { AGES } from '../../../contract/dashboard.ts'
import { STAGES } from '../../../contract/vocabulary.ts'
import { addDays, addMonths, endOfMonth, type LocalDate, localDate } from '../../../engine/dates.ts'
import { negate } from '../../../engine/money.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { businessDate, lagosMidnight } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { foldLoans } from '../loans/loans.ts'
import * as store from './freeze.sql.ts'
import { seeOneMoment } from './refresh.sql.ts'
import { monthOf, retiringBy, rulesInForce } from './refresh.ts'

const CHUNK = 500
/** Vintages look two years back; what is older than the first refresh stays unknown. */
const MONTHS_BACK_MAX = 24

/**
 * Freezes the months that have ended. Before the first run of a new month nearly every loan still stands as it did on
 * the last day of the old one; those that have moved on since are folded back to it.
 */
export async function freezeMonths(program: Program): Promise<number> {
  const today = businessDate(program.clock.now())
  const thisMonth = monthOf(today)
  let frozen = 0
  for (
    let month = await firstToFreeze(program.db, thisMonth);
    month < thisMonth;
    month = addMonths(month, 1)
  ) {
    if (await act(program, 'dashboardFreeze', SYSTEM, ctx => freeze(ctx, month))) frozen += 1
  }
  return frozen
}

async function firstToFreeze(tx: Program['db'], thisMonth: LocalDate): Promise<LocalDate> {
  const last = await store.lastFrozen(tx)
  if (last !== null) return addMonths(localDate(last), 1)
  const first = await store.firstPayOut(tx)
  const oldest = addMonths(thisMonth, -MONTHS_BACK_MAX)
  if (first === null) return thisMonth
  const month = monthOf(localDate(first))
  return month < oldest ? oldest : month
}

/** False where another worker was quicker: what a month came to is written down once, and never added to. */
async function freeze(ctx: Context, month: LocalDate): Promise<boolean> {
  await seeOneMoment(ctx.tx)
  await store.lockFrozen(ctx.tx)
  if (await store.isFrozen(ctx.tx, month)) return false
  const day = endOfMonth(month)
  await store.openFolded(ctx.tx)
  for (let after: string | null = null; ; ) {
    const ids: string[] = await store.nextToFold(ctx.tx, day, after, CHUNK)
    if (ids.length > 0) {
      const folded = await foldLoans(ctx.tx, ids, day, (state, id, { figures }) => ({
        id,
        ...figures(state),
        days_past_due: state.arrears.daysPastDue,
      }))
      await store.saveFolded(ctx.tx, folded)
    }
    after = ids.at(-1) ?? null
    if (ids.length < CHUNK) break
  }
  const then = { tx: ctx.tx, today: day }
  const rules = await rulesInForce(then)
  await store.freezeCuts(
    ctx.tx,
    { month, day, at: ctx.now },
    { classes: rules.classes, ages: AGES, retiring: retiringBy(rules, day) },
    {
      until: lagosMidnight(addDays(day, 1)),
      stages: STAGES,
      suspense: negate(await balanceOf(then, { account: 'suspense' })),
      unremitted: await balanceOf(then, { account: 'payrollOfficeReceivable' }),
    },
  )
  ctx.audit({ subject: ['monthEnd', month], after: { asOf: day } })
  return true
}
