import { may } from '../../contract/roles.ts'
import type { Context } from '../context.ts'
import { refuse } from '../refusal.ts'
import { countSearch } from './numbers.sql.ts'

/** A busy desk looks up three people a minute; who tries numbers out needs a hundred thousand. */
const SEARCHES_PER_HOUR = 200

/** A whole phone, account number, BVN or NIN; anything shorter is a number that lists show anyway, or none of these. */
const WHOLE_NUMBER = /^\+?\d{10,}$/

const isWholeNumber = (word: string): boolean => WHOLE_NUMBER.test(word)

/** Whether lists find somebody for this person by a part of a phone number, which they hide. */
export const seesNumbers = ({ actor }: Pick<Context, 'actor'>): boolean => may(actor.roles, 'personal.reveal')

/**
 * Who may not reveal numbers finds people by whole ones only, and each such search is counted and noted, without the
 * number: the list would otherwise tell by yes and no what it hides.
 */
export async function noteNumberSearch(ctx: Context, list: string, words: readonly string[]): Promise<void> {
  if (seesNumbers(ctx) || !words.some(isWholeNumber)) return
  const searches = await countSearch(ctx.tx, ctx.actor.id, ctx.now)
  if (searches > SEARCHES_PER_HOUR) refuse('search.too_often', { most: SEARCHES_PER_HOUR })
  ctx.audit({ subject: ['search', list], after: { searchedBy: 'number' } })
}
