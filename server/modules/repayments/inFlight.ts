import type { Tx } from '../../kernel/db.ts'
import * as store from './inFlight.sql.ts'

/** What a settlement quote has to know of a loan's deductions; handed to loans by api.ts. */
export const inFlightOf = async (tx: Tx, loanId: string) => ({
  rows: await store.rowsInFlight(tx, loanId),
  posted: await store.monthsPosted(tx, loanId),
  came: await store.monthsCame(tx, loanId),
})
