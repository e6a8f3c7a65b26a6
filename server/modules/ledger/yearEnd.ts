import { CHART } from '../../../contract/ledger.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { kobo, negate, sum } from '../../../engine/money.ts'
import { trialOn } from './ledger.sql.ts'
import { type Books, type Posted, post } from './posting.ts'

/** An entry of this many accounts and one line of retained earnings stays within what an entry may have. */
const ACCOUNTS_MAX = 90

/** Brings every income and expense account to zero at the end of a financial year, against retained earnings. */
export async function postYearEnd(
  books: Books,
  { on, ref, note }: { on: LocalDate; ref: string; note: string },
): Promise<Posted[]> {
  const lines = (await trialOn(books.tx, on))
    .filter(({ kind, debits, credits }) => (kind === 'income' || kind === 'expense') && debits !== credits)
    .map(({ code, debits, credits }) => ({ code, amount: kobo(credits - debits) }))
  const posted: Posted[] = []
  for (let first = 0; first < lines.length; first += ACCOUNTS_MAX) {
    const part = lines.slice(first, first + ACCOUNTS_MAX)
    const equity = {
      code: CHART.retainedEarnings.code,
      amount: negate(sum(part.map(({ amount }) => amount))),
    }
    posted.push(
      await post(books, {
        reason: 'yearEnd',
        ref: `${ref} ${posted.length + 1}`,
        effectiveOn: on,
        lines: [...part, equity],
        note,
      }),
    )
  }
  return posted
}

/** What the transfer of a year-end would move, income positive. */
export async function resultOn({ tx }: Pick<Books, 'tx'>, on: LocalDate): Promise<bigint> {
  const rows = await trialOn(tx, on)
  return rows
    .filter(({ kind }) => kind === 'income' || kind === 'expense')
    .reduce((total, { debits, credits }) => total + credits - debits, 0n)
}
