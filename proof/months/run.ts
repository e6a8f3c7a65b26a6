import { parseArgs } from 'node:util'
import { loadDemoStaff } from '../../sample/staff.ts'
import { disposableDatabase } from '../../test/disposableDatabase.ts'
import { wholeOption } from '../../test/options.ts'
import { createTestApp } from '../../test/testApp.ts'
import { USUAL } from './habits.ts'
import { liveThrough } from './months.ts'

/**
 * `npm run months [-- --seed 1 --loans 2000 --months 24 --acts 40 --check-every 3]`: payroll months end to end against offices that make
 * mistakes. Ends with 1 on any difference between what the offices know and what the program found.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    loans: { type: 'string', default: '2000' },
    months: { type: 'string', default: '24' },
    acts: { type: 'string', default: '40' },
    'check-every': { type: 'string', default: '3' },
  },
})
const whole = (name: keyof typeof values): number => wholeOption(name, values[name])

const started = performance.now()
const database = await disposableDatabase({ throwaway: true })
const testApp = await createTestApp({ database: { url: database.url, drop: () => database.close() } })
await loadDemoStaff(testApp.program)
const lived = await liveThrough(testApp, {
  seed: whole('seed'),
  loans: whole('loans'),
  months: whole('months'),
  acts: whole('acts'),
  checkEvery: whole('check-every'),
  habits: USUAL,
  say: line => console.log(`${Math.round((performance.now() - started) / 1_000)} s  ${line}`),
})
await testApp.close()
const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, times]) => `${times} ${what}`).join(', ')
console.log(`${lived.loans} loans, ${lived.months} months, ${lived.rows} rows of deduction files`)
console.log(
  `${lived.watched} times a month someone was always deducted; ${lived.reminders} recovery messages to others`,
)
console.log(`done     ${listed(lived.done)}`)
console.log(`refused  ${listed(lived.refused)}`)
console.log(`planted  ${listed(new Map(Object.entries(lived.planted)))}`)
console.log(`found    ${listed(lived.found)}`)
console.log(
  `seconds  ${listed(new Map([...lived.seconds].map(([what, spent]) => [what, Math.round(spent)])))}`,
)
for (const problem of lived.problems) console.log(`WRONG    ${problem}`)
console.log(
  `seed ${values.seed}: ${lived.problems.length} problems, ${Math.round((performance.now() - started) / 1_000)} s`,
)
process.exitCode = lived.problems.length === 0 ? 0 : 1
