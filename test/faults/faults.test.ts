import { expect, test } from 'vitest'
import { runFaults } from './faults.ts'

/** The short form of `npm run faults`: the built program, killed a few times; the long one is a command. */

test('kills, a crash of the database, cut lines and a bad provider: nothing lost, nothing done twice', async () => {
  const said: string[] = []
  const tally = await runFaults({
    seed: 3,
    parts: { door: 6, intents: 8, posting: 2, lines: 2, sms: 80 },
    quick: true,
    say: line => said.push(line),
  })
  expect(tally.violations, said.join('\n')).toEqual([])
  expect([...tally.faults.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(10)
}, 600_000)
