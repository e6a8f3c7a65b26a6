import { expect, test } from 'vitest'
import { runFaults } from './faults.ts'

/** The short form of `npm run proof -- chaos`: the built program, killed a few times; the long one is a command. */

test('kills, a crash of the database, cut lines and a bad provider: nothing lost, nothing done twice', async () => {
  const said: string[] = []
  const tally = await runFaults({
    seed: 3,
    parts: {
      chunks: 6,
      intents: 16,
      posting: 2,
      lines: 2,
      sms: 80,
      pairs: 6,
      keys: 2,
      revoked: 1,
      instructions: 3,
      closing: 2,
      statements: 2,
    },
    quick: true,
    say: line => said.push(line),
  })
  expect(tally.violations, said.join('\n')).toEqual([])
  // a run in which nothing fell would prove nothing
  const fallen = (kind: RegExp): number =>
    [...tally.faults].reduce((sum, [name, times]) => sum + (kind.test(name) ? times : 0), 0)
  expect(fallen(/^F(06|09|10|11) /), said.join('\n')).toBeGreaterThanOrEqual(12)
  expect(fallen(/^F1[78] /), said.join('\n')).toBe(9)
  expect(fallen(/^F08 (error|timeout)/), said.join('\n')).toBeGreaterThanOrEqual(1)
}, 900_000)
