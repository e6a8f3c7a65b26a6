import assert from 'node:assert/strict'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type Dues, insertDues } from './ledger.sql.ts'
import type { Books } from './posting.ts'

/**
 * Posts the interest and the fee that fell due on a day for many loans, an entry each, as `postAll` would. What a
 * statement found goes back into the next as it came: a night over a million loans has no time to read it.
 */
export async function postDues(
  books: Books,
  day: LocalDate,
  dues: Dues,
  whenClosed: 'refuse' | 'adjust' = 'refuse',
): Promise<number> {
  if (day > books.today) refuse('ledger.in_the_future', { date: formatDate(day) })
  const adjustOn = whenClosed === 'adjust' ? books.today : null
  const { posted, odd } = await insertDues(books.tx, day, dues, { at: books.now, adjustOn })
  assert(odd === null, `${odd} in the ledger`)
  return posted
}
