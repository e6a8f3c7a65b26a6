import { ROLES } from '../../contract/roles.ts'
import { problemsOf } from './answers.ts'
import { type Regular, regular } from './callers.ts'
import type { Document, Operation } from './document.ts'
import { mutate } from './hostile.ts'
import { readRecords } from './records.ts'
import { sampler, shotFor } from './sample.ts'
import type { Score } from './score.ts'
import type { Target } from './target.ts'

/** Every endpoint, many times, with requests that are almost right: no 5xx, no insides shown, no end of the program. */

/** Slow searches and lists are measured elsewhere; here a request may take as long as a user waits. */
const MAX_MS = 2_000

export async function attackWithFuzz(
  target: Target,
  document: Document,
  score: Score,
  times: number,
): Promise<void> {
  const { roll } = score
  const honest = sampler(document, await readRecords(target.pool), roll)
  // two people with every role, so that what the one asks for the other may approve
  const pair = [await regular(target, ROLES), await regular(target, ROLES)]
  for (const operation of document.operations) {
    const before = await readRecords(target.pool)
    for (let round = 0; round < times; round++) {
      const caller = pair[round % 2] as Regular
      const values = mutate(document, operation.fields, honest.values(operation), roll)
      const shot = shotFor(operation, values, roll(40) === 0 ? brokenBody(roll(BROKEN.length)) : undefined)
      const hit = await (operation.isPublic && round % 4 > 0 ? target.fire(shot) : caller.fire(shot))
      const problems = problemsOf(hit, MAX_MS)
      score.note('fuzz', problems, problems.length > 0 ? described(operation, shot.url, shot.body) : '')
    }
    await comeBack(target, pair)
    if (before.user.length === 0) throw new Error('nobody is left in the house')
  }
  const { status } = await target.fire({ method: 'GET', url: '/api/health' })
  score.note('alive', status === 200 ? [] : [`health answers ${status}`])
}

const BROKEN = [
  '', '5', 'null', '[]', '"text"', '{', '{"a":', '<xml/>', '\ufeff{}', '{"id":1,"id":2}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"__proto__":{"roles":["superAdmin"]}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":1e309}', '{"a":01}', "{'a':1}",
] // biome-ignore format: a heap of things
const brokenBody = (at: number): string => BROKEN[at] ?? ''

const described = (operation: Operation, url: string, body: string | Buffer | undefined): string =>
  `${operation.name} ${url.slice(0, 300)} ${String(body ?? '').slice(0, 600)}`

/** What fuzzing may rightly have changed: a required second factor, a suspended colleague. */
async function comeBack(target: Target, pair: readonly Regular[]): Promise<void> {
  await target.pool.query(`update sign_in_rule set totp_required_for = '{}'`)
  await target.pool.query(`update staff set status = 'active', roles = $2 where id = any ($1)`, [
    pair.map(({ id }) => id),
    ROLES,
  ])
}
