import { countOf } from '../../../engine/countText.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { Unreadable } from './lines.ts'
import * as store from './place.sql.ts'
import type { StatementRow, Uncovered } from './statements.sql.ts'

/**
 * A statement goes on where those before it ended, also within a day, or ends where the earliest begins. Where they overlap, its
 * lines are recognised. What fits nowhere is refused.
 */

export const naira = (amount: bigint): string => formatNaira(kobo(amount))

type Period = { from_on: LocalDate; to_on: LocalDate }
type Edges = { opening: bigint; closing: bigint }
/** Lines of its first day that are before it, or, of one before all others, of its last day that are after it. */
type Place = { uncovered: Uncovered | null; isBefore: boolean }
const WHOLE_DAYS: Place = { uncovered: null, isBefore: false }

export async function placeAmong(
  ctx: Context,
  row: Pick<StatementRow, 'id' | 'code'>,
  { from_on, to_on }: Period,
  { opening, closing }: Edges,
): Promise<Place> {
  const known = await store.balanceBefore(ctx.tx, row.code, from_on)
  if (!known) return WHOLE_DAYS
  const asked = { code: row.code, id: row.id, from: from_on, to: to_on }
  const { first_on, first_opening, before } = known
  const isOlder = from_on < first_on
  const reached = isOlder ? opening + (await store.stagedBefore(ctx.tx, row.id, first_on)) : opening
  const moved = reached - first_opening - before
  const beginnings = [
    ...(moved === 0n ? [null] : []),
    ...(isOlder ? [] : await store.beginningsAt(ctx.tx, row.code, from_on, moved)),
  ]
  for (const uncovered of beginnings) {
    const added = await store.additions(ctx.tx, asked, uncovered)
    if (added.within + added.unknown_total === closing - opening)
      return checked(added, { uncovered, isBefore: false })
  }
  if (to_on === first_on && closing === first_opening) {
    const uncovered = await store.dayOf(ctx.tx, row.code, first_on)
    return checked(await store.additions(ctx.tx, asked, uncovered), { uncovered, isBefore: true })
  }
  const added = await store.additions(ctx.tx, asked, null)
  // every line is known already
  if (added.unknown === 0) return WHOLE_DAYS
  checked(added, WHOLE_DAYS)
  if (beginnings.length > 0)
    throw new Unreadable(
      `Other lines of ${formatDate(from_on)} to ${formatDate(to_on)} were imported before, and this file changes them. Upload the statement in the format of the earlier file.`,
    )
  throw new Unreadable(
    isOlder
      ? `On ${formatDate(first_on)} this statement reaches ${naira(reached)}, but the next one opens with ${naira(first_opening)}. Upload the statement that is missing between them first.`
      : `On ${formatDate(from_on)} this statement opens with ${naira(opening)}, but the statements before it end with ${naira(first_opening + before)}. Upload the statement that is missing between them first.`,
  )
}

function checked(added: { unknown: number; unknown_reconciled: number }, place: Place): Place {
  if (added.unknown_reconciled > 0)
    throw new Unreadable(
      `${countOf(added.unknown_reconciled, 'line')} of this file would change days that are reconciled. Check the file.`,
    )
  return place
}
