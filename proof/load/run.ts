import { parseArgs } from 'node:util'
import { wholeOption } from '../../test/options.ts'
import { load } from './load.ts'

/**
 * `npm run proof -- load [--seconds 600] [--staff 200] [--applications 50] [--times 3] [--seed 1]`: a crowd of users of
 * the built program, at its usual size, some times that, and as usual again. Ends with 1 when an answer was not a fair
 * one.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    staff: { type: 'string', default: '200' },
    applications: { type: 'string', default: '50' },
    times: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})

const whole = (name: keyof typeof values): number => wholeOption(name, values[name])

const { violations, ...done } = await load({
  seconds: whole('seconds'),
  staff: whole('staff'),
  applications: whole('applications'),
  times: whole('times'),
  seed: whole('seed'),
  say: line => console.log(line),
})
const counted = new Map<string, number>()
for (const each of violations) counted.set(each, (counted.get(each) ?? 0) + 1)
console.log(
  `seed ${values.seed}: ${done.clicksServed} clicks served, ${done.requestsAcknowledged} requests acknowledged, ` +
    `${done.receiptsConfirmed} receipts confirmed, ${violations.length} violations`,
)
for (const [violation, times] of counted) console.log(`  ${times} × ${violation}`)
process.exitCode = violations.length > 0 ? 1 : 0
