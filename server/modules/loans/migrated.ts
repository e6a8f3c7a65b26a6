import { OF_THE_LOAN, readBook } from '../../../engine/accounts.ts'
import type { LoanEvent } from '../../../engine/events.ts'
import { encodeEvent } from '../../../engine/eventText.ts'
import type { LoanAgreement, LoanState } from '../../../engine/loan.ts'
import { kobo, ZERO } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import type { Posting } from '../ledger/ledger.ts'
import { updateFigures } from './daily.sql.ts'
import { insertEvents, type NewEvent } from './loans.sql.ts'
import { type ApprovedLoan, openLoans } from './open.ts'
import { figuresOf, paidOutBy } from './state.ts'

/** A loan of older books, with what it has lived through there. */
type Migrated = ApprovedLoan & {
  oldNumber: string
  agreement: LoanAgreement
  state: LoanState
  events: readonly LoanEvent[]
}

/** Opens loans of older books with their events and figures; each gives the entry that opens it in the ledger. */
export async function openMigrated(
  ctx: Context,
  loans: readonly Migrated[],
): Promise<{ loanId: string; opening: Posting }[]> {
  const ids = (await openLoans(ctx, loans)).map(({ id }) => id)
  const opened = loans.map((loan, index) => ({ loan, loanId: ids[index] ?? '' }))
  await insertEvents(
    ctx.tx,
    opened.flatMap(({ loan, loanId }) =>
      loan.events.map(event => ({
        ...eventOf(event),
        loanId,
        reference: `${loan.oldNumber}/${event.sequence}`,
        at: ctx.now,
        byId: null,
        byName: ctx.actor.name,
      })),
    ),
  )
  await updateFigures(
    ctx.tx,
    opened.map(({ loan, loanId }) => ({ id: loanId, ...figuresOf(loan.state) })),
  )
  return opened.map(({ loan, loanId }) => ({ loanId, opening: openingOf(ctx, loanId, loan) }))
}

const eventOf = (event: LoanEvent): Omit<NewEvent, 'loanId' | 'reference' | 'at' | 'byId' | 'byName'> => ({
  id: event.id,
  sequence: event.sequence ?? 0,
  type: event.type,
  effectiveOn: event.date,
  event: encodeEvent(event),
  amount: event.type === 'receipt' || event.type === 'disbursement' ? event.amount : ZERO,
  channel: 'previous system',
  note: 'Imported from the previous system',
  cash: 'openingBalances',
})

/** What the loan owes, against the balances brought forward; what it earned is in the old books. */
function openingOf(ctx: Context, loanId: string, { oldNumber, state, agreement }: Migrated): Posting {
  const { accounts } = readBook(state, paidOutBy(agreement))
  const held = OF_THE_LOAN.map(account => ({ account, loanId, amount: kobo(accounts[account]) }))
  const total = held.reduce((sum, line) => sum + line.amount, 0n)
  return {
    reason: 'openingBalance',
    ref: loanId,
    effectiveOn: ctx.today,
    lines: [...held, { account: 'openingBalances', amount: kobo(-total) }],
    note: `Migrated loan ${oldNumber}`,
  }
}
