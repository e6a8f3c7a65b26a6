import { may } from '../../../contract/roles.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { countReveal, countSearch } from './numberLimits.sql.ts'

/** A busy desk looks up three people a minute; who tries numbers out needs a hundred thousand. */
const NUMBERS_PER_HOUR = 200

/** Different customers or requests: a busy desk needs one a minute, a copy of the portfolio thousands. */
const REVEALS_PER_HOUR = 60

/** Everything shown in full is counted, numbers and documents alike; the same record again is no further one. */
export async function limitReveals(ctx: Context, [type, id]: readonly [string, string]): Promise<void> {
  const subjects = await countReveal(ctx.tx, ctx.actor.id, `${type} ${id}`, ctx.now)
  if (subjects > REVEALS_PER_HOUR) refuse('reveal.too_often', { most: REVEALS_PER_HOUR })
}

/** A whole phone, account number, BVN or NIN; anything shorter is a number that lists show anyway, or none of these. */
const WHOLE_NUMBER = /^\+?\d{10,}$/

/** A phone's digits behind its 0 or +234: the same number however it was written. */
const TELLING_DIGITS = 10

/** Whether this user's lists match part of a phone number, which they hide. */
export const canRevealNumbers = ({ actor }: Pick<Context, 'actor'>): boolean =>
  may(actor.roles, 'personal.reveal')

/**
 * Without permission to reveal numbers, only whole numbers match. Each such search is recorded without the number, and
 * counted: the list would otherwise reveal what it hides.
 */
export async function noteNumberSearch(ctx: Context, list: string, words: readonly string[]): Promise<void> {
  const number = words.find(word => WHOLE_NUMBER.test(word))
  if (canRevealNumbers(ctx) || number === undefined) return
  const index = ctx.keys.blindIndex('search', number.slice(-TELLING_DIGITS))
  const numbers = await countSearch(ctx.tx, ctx.actor.id, index, ctx.now)
  if (numbers > NUMBERS_PER_HOUR) refuse('search.too_often', { most: NUMBERS_PER_HOUR })
  ctx.audit({ subject: ['search', list], after: { searchedBy: 'number' } })
}
