import { parseArgs } from 'node:util'
import { PARTS, runFaults } from './faults.ts'
import { report } from './tally.ts'

/**
 * `npm run faults -- --seed 7 --rounds 50 [--only upload,posting,sending,crowd] [--seconds 60]`: kills the built program, its
 * workers and its database at random moments, and proves after every round that nothing was lost and nothing done twice.
 * A round of uploads is one kill; of posting and sending, one batch under several. Ends with 1 on any violation.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
    only: { type: 'string', default: PARTS.join(',') },
    seconds: { type: 'string', default: '60' },
  },
})

const whole = (name: 'seed' | 'rounds' | 'seconds'): number => {
  if (!/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} is a whole number`)
  return Number.parseInt(values[name], 10)
}
const only = PARTS.filter(part => values.only.split(',').includes(part))
if (only.length !== values.only.split(',').length) throw new Error(`--only takes ${PARTS.join(', ')}`)

const rounds = whole('rounds')
const tally = await runFaults({
  seed: whole('seed'),
  upload: rounds,
  posting: rounds,
  sending: rounds,
  seconds: whole('seconds'),
  files: 10,
  only,
  say: line => console.log(line),
})
console.log(report(tally, rounds))
process.exitCode = tally.violations.length > 0 ? 1 : 0
