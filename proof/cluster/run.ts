import { parseArgs } from 'node:util'
import { wholeOption } from '../../test/options.ts'
import { openTally, report } from '../chaos/tally.ts'
import { KINDS, runFailovers, table } from './failover.ts'
import { ClusterError } from './machines.ts'

/** `npm run failover [-- --rounds 14 --seed 1 --only "leader killed,switch-over"]`: ends with 1 on any violation. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(2 * Object.keys(KINDS).length) },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(KINDS).join() },
  },
})
const kinds = values.only.split(',')
for (const kind of kinds)
  if (!(kind in KINDS)) throw new Error(`--only takes ${Object.keys(KINDS).join(', ')}`)
const tally = openTally(wholeOption('seed', values.seed), line => console.log(line))
try {
  const outages = await runFailovers(tally, { rounds: wholeOption('rounds', values.rounds), kinds })
  console.log(table(outages))
} catch (error) {
  if (error instanceof ClusterError) console.error(error.message)
  else tally.check('the run comes to its end', [String(error instanceof Error ? error.stack : error)])
  process.exitCode = 1
}
console.log(report([tally]))
if (tally.violations.length > 0) process.exitCode = 1
