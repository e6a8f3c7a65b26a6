import { parseArgs } from 'node:util'
import { wholeOption } from '../../test/options.ts'
import { hasPackages } from '../../test/packages.ts'
import { openTally, report } from '../chaos/tally.ts'
import { writeThenRead } from './pairs.ts'
import { readScaling } from './scaling.ts'

/** `npm run proof -- replicas [--pairs 100000 --seconds 10 --seed 1]`: ends with 1 on any violation. */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const tally = openTally(wholeOption('seed', values.seed), line => console.log(line))
if (hasPackages('postgresql')) {
  const { pairs, onReplica, seconds } = await writeThenRead(tally, wholeOption('pairs', values.pairs))
  tally.check('each reads what they wrote', [])
  console.log(`${pairs} writes, each read at once: ${onReplica} by the replica. ${seconds.toFixed(0)} s`)
  const lists = await readScaling(tally, wholeOption('seconds', values.seconds))
  console.log(
    `Lists a second: ${lists.alone.toFixed(0)} from the primary alone, ${lists.withReplicas.toFixed(0)} with two replicas ` +
      `(${lists.onReplicas.toFixed(0)} by them), ratio ${(lists.withReplicas / lists.alone).toFixed(2)}. All share this machine.`,
  )
}
console.log(report([tally]))
if (tally.violations.length > 0) process.exitCode = 1
