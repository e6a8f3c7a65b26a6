import { parseArgs } from 'node:util'
import { wholeOption } from '../../test/options.ts'
import { PARTS, type Part, runFaults } from './faults.ts'
import { report, type Tally } from './tally.ts'

/**
 * `npm run proof -- chaos [--seed 1] [--seeds 1] [--rounds 10] [--only upload,posting,…] [--messages 10000] [--seconds 60]
 * [--roster 100000] [--pairs 200] [--keys 50] [--kills 50]`:
 * kills the built program, its workers and its database at random moments, and proves again and again that nothing was lost
 * and nothing done twice. `--rounds` is the number of strikes that have to fall on each part, `--seeds` how many seeds are
 * run one after the other from `--seed` on, and added up. Ends with 1 on any violation.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
    // the others take long for what they are, or need root
    only: {
      type: 'string',
      default:
        'chunks,intents,clicks,memory,upload,posting,sending,nights,lines,rolling,clocks,pairs,keys,revoked,sessions,instructions,closing,statements',
    },
    messages: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    roster: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '200' },
    keys: { type: 'string', default: '50' },
    kills: { type: 'string', default: '50' },
  },
})

const whole = (name: Exclude<keyof typeof values, 'only'>): number => wholeOption(name, values[name])
const only = PARTS.filter(part => values.only.split(',').includes(part))
if (only.length !== values.only.split(',').length) throw new Error(`--only takes ${PARTS.join(', ')}`)

const FILES = 10
/** Quickly done, unlike a strike. */
const TRIALS_A_ROUND = 6
const rounds = whole('rounds')
const amounts: Record<Part, number> = {
  chunks: rounds * TRIALS_A_ROUND,
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
  pairs: whole('pairs'),
  keys: whole('keys'),
  revoked: rounds,
  sessions: whole('seconds'),
  instructions: whole('kills'),
  closing: whole('kills'),
  statements: whole('kills'),
}
// an error left behind by a broken part is reported, and does not end the report of the others
const unheard: string[] = []
process.on('unhandledRejection', reason => unheard.push(String(reason)))

const tallies: Tally[] = []
for (let round = 0; round < whole('seeds'); round++) {
  const tally = await runFaults({
    seed: whole('seed') + round,
    parts: Object.fromEntries(only.map(part => [part, amounts[part]])),
    say: line => console.log(line),
  })
  tallies.push(tally)
}
console.log(report(tallies))
for (const reason of unheard) console.log(`  nobody waited for: ${reason}`)
process.exitCode = unheard.length > 0 || tallies.some(({ violations }) => violations.length > 0) ? 1 : 0
