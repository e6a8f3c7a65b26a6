import { expect, test } from 'vitest'
import { load } from './load.ts'

/** The short form of `npm run proof -- load`: the built program, the small sample lender, a few people in a hurry. */

test('a few people, then three times as many, then a few again: fair answers, nothing lost', async () => {
  const said: string[] = []
  // a day without any finished work would prove nothing
  const atLeast = { clicksServed: 10, requestsAcknowledged: 2, receiptsConfirmed: 1 }
  const { violations, ...done } = await load({
    seconds: 3,
    staff: 4,
    applications: 60,
    times: 3,
    seed: 1,
    sample: 'small',
    thinkingMs: [50, 300],
    isTimed: false,
    atLeast,
    say: line => said.push(line),
  })
  expect(violations, said.join('\n')).toEqual([])
  for (const [what, count] of Object.entries(atLeast))
    expect(done[what as keyof typeof atLeast], what).toBeGreaterThanOrEqual(count)
}, 900_000)
