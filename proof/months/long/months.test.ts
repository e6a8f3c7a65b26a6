import { expect, test } from 'vitest'
import { createTestApp } from '../../../test/testApp.ts'
import { USUAL } from '../habits.ts'
import { liveThrough } from '../months.ts'

/** A year takes minutes where others use the machine. */
const TIMEOUT_MS = 1_800_000

/** The long form is `npm run months -- --loans 2000 --months 24 --seed 1`; another seed lives another life. */
test(
  '60 loans through a year of payroll months: every kobo ends where it belongs',
  async () => {
    const testApp = await createTestApp()
    const said: string[] = []
    const lived = await liveThrough(testApp, {
      seed: 1,
      loans: 60,
      months: 12,
      acts: 60,
      checkEvery: 3,
      habits: USUAL,
      say: line => said.push(line),
    })
    await testApp.close()
    expect(lived.problems, said.join('\n')).toEqual([])
    // a life in which nothing went wrong would prove nothing
    for (const [plant, times] of Object.entries(lived.planted)) expect(times, plant).toBeGreaterThan(0)
    expect([...lived.done.keys()]).toEqual(
      expect.arrayContaining(['topUp', 'receipt', 'settle', 'refund paid', 'holiday']),
    )
  },
  TIMEOUT_MS,
)
