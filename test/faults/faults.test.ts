import { expect, test } from 'vitest'
import { runFaults } from './faults.ts'

// the long form is `npm run faults`; its seeds and counts are in docs/proof.md
test('kills of the program and its database, and a crowd, leave nothing lost and nothing done twice', {
  timeout: 600_000,
}, async () => {
  const tally = await runFaults({
    seed: 20_261_116,
    upload: 3,
    posting: 2,
    sending: 2,
    files: 2,
    seconds: 4,
    spreadOneIn: 0,
  })
  expect(tally.violations).toEqual([])
  expect([...tally.faults.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0)
})
