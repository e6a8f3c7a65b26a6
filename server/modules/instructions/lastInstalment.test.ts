import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { computed, linesOf, sentList } from '../../../test/instructions.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'

let testApp: TestApp
const { borrower, batchOf, posted } = batchesIn(() => testApp)
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function on(day: string): Promise<void> {
  testApp.clock.set(`${day}T09:00:00Z`)
  await runDaily(testApp.program)
}

test('the last deduction takes what rounding left, though the file of the month before is awaited', async () => {
  // ₦560,002.24 in three instalments: one kobo is left for the last
  const { staff, instalment } = await borrower({ amount: '50000200', tenor: 3, netPay: '90000000' })
  expect(3n * instalment).toBe(56_000_223n)
  await on('2026-12-05')
  await sentList(testApp, '2026-12')
  await on('2027-01-08')
  await posted(await batchOf([{ staff, amount: '186667.41' }], { period: '2026-12' }), {
    valueOn: '2026-12-25',
  })
  await sentList(testApp, '2027-01')
  await on('2027-02-08')
  const [line] = await linesOf(testApp, await computed(testApp, '2027-02'))
  expect(line).toMatchObject({ staffNumber: staff, inFlight: instalment, amount: instalment + 1n })
})
