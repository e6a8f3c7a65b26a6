import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAll } from './checks.ts'
import { adminOf, today } from './lender.ts'
import { ask, type Pass, type Sent, signIn } from './people.ts'
import type { Stage } from './stage.ts'
import { type Scene, waitUntilIdle } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * One key sent by fifty callers to two nodes, and once more with another body: one effect, one answer, the other
 * refused.
 */

const CALLERS = 50
const TRIES_MAX = 40
const AGAIN_MS = 150

type Floor = { nodes: readonly string[]; pass: Pass; loans: readonly string[] }
type Answer = { status: number; body: unknown }

export async function oneKeyManyTimes(stage: Stage, tally: Tally, keys: number): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.startAll('web', 'web', 'worker')
  const { rows } = await site.pool.query<{ id: string }>('select id from loan order by number')
  const floor = {
    nodes: site.nodes.flatMap(({ role, url }) => (role === 'web' ? [url] : [])),
    pass: await signIn(site, adminOf(0), tally),
    loans: rows.map(row => row.id),
  }
  const wished: string[] = []
  for (let round = 0; round < keys; round++) wished.push(await oneKey(floor, tally, round))
  tally.say(`${keys} keys by ${CALLERS} hands each, and each once more with another body`)
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('F19 one effect a key', await notOnce(scene, wished))
  await site.close()
}

/** Gives the reference that must be there once. */
async function oneKey(floor: Floor, tally: Tally, round: number): Promise<string> {
  const [key, reference] = [randomUUID(), `K-${randomUUID().slice(0, 13)}`]
  const wish = receipt(floor, round, reference)
  tally.fault('F19 one key by fifty hands')
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, hand) => send(floor, hand, wish, key)),
  )
  const said = [...new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))]
  const isOne = said.length === 1 && answers[0]?.status === 200
  tally.check('F19 fifty hands get one answer', isOne ? [] : said)
  tally.fault('F19 one key with another body')
  const other = await send(floor, round, receipt(floor, round, `${reference}-X`), key)
  const { code } = { code: '', ...(other.body as object) }
  const isRefused = other.status === 422 && code === 'idempotency.other_body'
  tally.check('F19 another body is refused by name', isRefused ? [] : [`${other.status} ${code}`])
  return reference
}

function receipt({ loans }: Floor, round: number, reference: string): Sent<'loanActDo'> {
  // all differ, so that each is described in its own words
  const amount = String(100_000 + round)
  const input = { act: 'receipt', amount, on: today(), channel: 'bank transfer', reference } as const
  return { loanId: loans[round % loans.length] ?? '', id: randomUUID(), reason: 'At the counter', input }
}

/** Until the answer is not “come back later”; the key stays the same. */
async function send(
  { nodes, pass }: Floor,
  hand: number,
  wish: Sent<'loanActDo'>,
  key: string,
): Promise<Answer> {
  let answer: Answer | undefined
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    answer = await ask(nodes[hand % nodes.length] ?? '', 'loanActDo', wish, { pass, key })
    if (answer && answer.status !== 503 && answer.status !== 429) return answer
    await sleep(AGAIN_MS)
  }
  return answer ?? { status: 0, body: 'no answer' }
}

const NOT_ONCE = `
  select wish || ' was booked ' || count(e.id) || ' times, with another body ' || count(x.id) || ' times' as problem
  from unnest($1::text[]) wish left join loan_event e on e.reference = wish
    left join loan_event x on x.reference = wish || '-X'
  group by wish having count(e.id) <> 1 or count(x.id) > 0`

async function notOnce({ site }: Scene, wished: readonly string[]): Promise<string[]> {
  const { rows } = await site.pool.query<{ problem: string }>(NOT_ONCE, [wished])
  return rows.map(row => row.problem)
}
