import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../../contract/endpoint.ts'
import type { Context } from '../../kernel/context.ts'
import type { Keys } from '../../kernel/keys.ts'

/**
 * A browser remembers for half a year which accounts signed in with it: an id, a random word and a keyed proof of both.
 * It grants nothing. It lets its owner sign in while attackers guess, and shows when staff fill in the public form.
 */
export type KnownBrowser = { staffId: string; word: string }

/** A shared desk; the account that signed in longest ago is forgotten first. */
const ACCOUNTS = 8

const proofOf = (keys: Keys, { staffId, word }: KnownBrowser): Buffer =>
  keys.blindIndex('browser', `${staffId} ${word}`)

export function accountsOf({ keys, browser }: Pick<Context, 'keys' | 'browser'>): KnownBrowser[] {
  return (browser ?? '')
    .split('~')
    .slice(0, ACCOUNTS)
    .flatMap(each => {
      const [staffId = '', word = '', proof = ''] = each.split('.')
      const known = { staffId, word }
      const given = Buffer.from(proof, 'base64url')
      const expected = proofOf(keys, known)
      const isOurs = isUuid(staffId) && given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs ? [known] : []
    })
}

export const knowsBrowser = (keys: Keys, browser: string | undefined): boolean =>
  browser !== undefined && accountsOf({ keys, browser }).length > 0

/** Adds the account, or keeps its word where the browser has one: a count of wrong passwords goes by that. */
export function rememberBrowser(
  ctx: Pick<Context, 'keys' | 'browser' | 'browserCookie'>,
  staffId: string,
): void {
  const known = accountsOf(ctx)
  const own = known.find(each => each.staffId === staffId) ?? {
    staffId,
    word: randomBytes(16).toString('base64url'),
  }
  const others = known.filter(each => each.staffId !== staffId).slice(1 - ACCOUNTS)
  const written = [...others, own].map(
    each => `${each.staffId}.${each.word}.${proofOf(ctx.keys, each).toString('base64url')}`,
  )
  ctx.browserCookie(written.join('~'))
}
