import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from './daily.ts'

let testApp: TestApp
const { borrower, batchOf, posted, proved } = batchesIn(() => testApp)
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const at = (day: string): void => testApp.clock.set(`${day}T09:00:00Z`)

test('a run that catches up on the day after a file came leaves alone what was done since', async () => {
  const [late, other] = [await borrower(), await borrower()]
  at('2026-12-28')
  await runDaily(testApp.program)
  at('2026-12-29')
  const file = await batchOf([{ staff: other.staff, amount: '61666.67' }], { period: '2026-12' })
  await posted(file, { valueOn: '2026-12-25' })
  at('2026-12-31')
  const input = {
    act: 'receipt',
    amount: '1000000',
    on: '2026-12-31',
    channel: 'bank transfer',
    reference: 'TRF-1',
  } as const
  const form = { loanId: late.loanId, id: randomUUID(), input, reason: 'At the counter' }
  await testApp.as('admin').ok('loanActDo', form)
  await runDaily(testApp.program)
  await proved()
})
