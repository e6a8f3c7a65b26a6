import type { Api } from '../../../contract/api.ts'
import type { InstalmentStateName } from '../../../contract/payMonths.ts'
import { localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { findConduct, type LoanMonth, monthsOfLoan } from './conduct.sql.ts'

/** Why a loan is late by contract and not by conduct, or is both. */
export const getConduct: Handler<Api['loanConduct']> = async (ctx, { id }) => {
  const row = (await findConduct(ctx.tx, id, ctx.today)) ?? refuse('record.unknown', { what: 'loan' })
  const months = await monthsOfLoan(ctx.tx, id, ctx.today)
  return {
    daysPastDue: row.days_past_due,
    arrears: kobo(row.arrears),
    conductDays: row.conduct_days,
    conductArrears: kobo(row.conduct_arrears),
    lastHeard: row.last_heard === null ? null : payMonthOf(localDate(`${row.last_heard}-01`)),
    months: months.flatMap(month => {
      const state = stateOf(month)
      return state ? [{ month: payMonthOf(localDate(month.period)), state }] : []
    }),
  }
}

/** An instalment is in one state: what is unpaid says why, what is paid only that the money has not come. */
function stateOf(month: LoanMonth): InstalmentStateName | undefined {
  if (month.unpaid > 0n) {
    if (month.is_deducted) return 'short'
    if (month.is_awaited) return 'awaited'
    return month.is_heard ? 'notDeducted' : undefined
  }
  return month.is_deducted && month.is_unremitted ? 'unremitted' : undefined
}
