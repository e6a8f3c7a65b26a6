import { parseArgs } from 'node:util'
import { wholeOption } from '../../test/options.ts'
import { attack, PARTS } from './attack.ts'
import { report } from './score.ts'

/**
 * `npm run proof -- attack [--seed N] [--only access,tokens,ids,inputs,fuzz,signin,secrets,exports,scripts] [--fuzz N]`: fires at the
 * built program from outside, with everything its own document names. Ends with 1 when anything got through.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: PARTS.join(',') },
    fuzz: { type: 'string', default: '20' },
  },
})

const whole = (name: 'seed' | 'fuzz'): number => wholeOption(name, values[name])
const only = PARTS.filter(part => values.only.split(',').includes(part))
if (only.length !== values.only.split(',').length) throw new Error(`--only takes ${PARTS.join(', ')}`)

const seed = whole('seed')
const scores = await attack({ seed, only, fuzz: whole('fuzz'), say: line => console.log(line) })
console.log(report(scores, seed))
process.exitCode = scores.some(({ violations }) => violations.length > 0) ? 1 : 0
