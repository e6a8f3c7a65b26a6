import { parseArgs } from 'node:util'
import { wholeOption } from '../../test/options.ts'
import { hasPackages } from '../../test/packages.ts'
import { openTally, report } from '../chaos/tally.ts'
import { writeThenRead } from './pairs.ts'

/** `npm run proof -- replicas [--pairs 100000 --seed 1]`: ends with 1 on any violation. */
const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const tally = openTally(wholeOption('seed', values.seed), line => console.log(line))
if (hasPackages('postgresql')) {
  const { pairs, onReplica, seconds } = await writeThenRead(tally, wholeOption('pairs', values.pairs))
  tally.check('each reads what they wrote', [])
  console.log(`${pairs} writes, each read at once: ${onReplica} by the replica. ${seconds.toFixed(0)} s`)
}
console.log(report([tally]))
if (tally.violations.length > 0) process.exitCode = 1
