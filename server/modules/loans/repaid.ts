import type { LocalDate } from '../../../engine/dates.ts'
import type { PublicContext } from '../../kernel/context.ts'
import * as store from './loans.sql.ts'
import { openDossier, stateOn } from './state.ts'

export type RepaidLoan = { number: string; on: LocalDate }

/** The loan of a customer, but for some, that was repaid last, by whatever settled the last of it. */
export async function lastRepaid(
  ctx: Pick<PublicContext, 'tx' | 'today'>,
  customerId: string,
  except: readonly (string | null)[],
): Promise<RepaidLoan | undefined> {
  let last: RepaidLoan | undefined
  for (const row of await store.loansOfCustomer(ctx.tx, customerId)) {
    if ((row.status !== 'closed' && row.status !== 'overpaid') || except.includes(row.id)) continue
    const { closedOn } = stateOn(await openDossier(ctx.tx, row), ctx.today, ctx.today)
    if (closedOn && (!last || closedOn > last.on)) last = { number: row.number, on: closedOn }
  }
  return last
}
