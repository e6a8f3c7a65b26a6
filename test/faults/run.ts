import { parseArgs } from 'node:util'
import { PARTS, type Part, runFaults } from './faults.ts'
import { report } from './tally.ts'

/**
 * `npm run faults -- [--seed 11] [--rounds 25] [--only upload,posting,…] [--messages 10000] [--seconds 60] [--roster 100000]`:
 * kills the built program, its workers and its database at random moments, and proves again and again that nothing was lost
 * and nothing done twice. `--rounds` is the number of strikes that have to fall on each part. Ends with 1 on any violation.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
    // the others take long for what they are, or need root
    only: {
      type: 'string',
      default: 'door,intents,clicks,memory,upload,posting,sending,nights,lines,rolling,clocks',
    },
    messages: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    roster: { type: 'string', default: '100000' },
  },
})

const whole = (name: 'seed' | 'rounds' | 'messages' | 'seconds' | 'roster'): number => {
  if (!/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} is a whole number`)
  return Number.parseInt(values[name], 10)
}
const only = PARTS.filter(part => values.only.split(',').includes(part))
if (only.length !== values.only.split(',').length) throw new Error(`--only takes ${PARTS.join(', ')}`)

const FILES = 10
/** Quickly done, unlike a strike. */
const TRIALS_A_ROUND = 6
const rounds = whole('rounds')
const amounts: Record<Part, number> = {
  door: rounds * TRIALS_A_ROUND,
  intents: rounds * TRIALS_A_ROUND,
  clicks: rounds,
  memory: whole('roster'),
  upload: rounds,
  posting: rounds,
  sending: rounds,
  nights: rounds,
  lines: rounds,
  rolling: rounds,
  clocks: rounds,
  sms: whole('messages'),
  files: FILES,
  crowd: whole('seconds'),
  disk: rounds,
}
const tally = await runFaults({
  seed: whole('seed'),
  parts: Object.fromEntries(only.map(part => [part, amounts[part]])),
  say: line => console.log(line),
})
console.log(report(tally))
process.exitCode = tally.violations.length > 0 ? 1 : 0
