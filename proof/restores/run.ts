import { parseArgs } from 'node:util'
import { wholeOption } from '../../test/options.ts'
import { hasPackages } from '../../test/packages.ts'
import { openTally, report } from '../chaos/tally.ts'
import { type Outcome, restores, table, WAYS, type WayName } from './restores.ts'

/** `npm run proof -- restores [--points 20 --seconds 180 --seed 1 --only builtIn]`: ends with 1 on any violation. */
const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '180' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(WAYS).join() },
  },
})
const tally = openTally(wholeOption('seed', values.seed), line => console.log(line))
const wishes = {
  points: wholeOption('points', values.points),
  seconds: wholeOption('seconds', values.seconds),
}
const outcomes: Outcome[] = []
for (const name of values.only.split(',')) {
  if (!(name in WAYS)) throw new Error(`--only takes ${Object.keys(WAYS).join(', ')}`)
  if (name === 'byPgBackRest' && !hasPackages('pgbackrest', 'postgresql')) continue
  outcomes.push(await restores(tally, name as WayName, wishes))
}
console.log(table(outcomes))
console.log(report([tally]))
if (tally.violations.length > 0) process.exitCode = 1
