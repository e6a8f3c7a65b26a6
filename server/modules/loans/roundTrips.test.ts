import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recommended } from '../../../test/applicants.ts'
import { type CountedWire, layCountedWire } from '../../../test/countedWire.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
let wire: CountedWire
beforeAll(async () => {
  wire = layCountedWire()
  testApp = await createTestApp({ between: wire.through, connections: 1 })
})
afterAll(async () => {
  await testApp.close()
  await wire.close()
})

async function live(): Promise<string> {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await disbursed(testApp, loanId ?? '')
  return loanId ?? ''
}

/** As a person enters it at the counter, with its idempotency key. */
const receive = (loanId: string) =>
  testApp.as('admin').ok(
    'loanActDo',
    {
      loanId,
      id: randomUUID(),
      input: {
        act: 'receipt',
        amount: '1000000',
        on: '2026-11-16',
        channel: 'bank transfer',
        reference: randomUUID(),
      },
      reason: 'At the counter',
    },
    { key: randomUUID() },
  )

test('a receipt at the counter asks the database little, and rarely waits for it', async () => {
  const [first, second] = [await live(), await live()]
  await receive(first)
  const { statements, roundTrips } = await wire.during(() => receive(second))
  expect({ statements: statements.length, roundTrips }, statements.join('\n')).toEqual({
    // the account of the channel is read before the entry is written
    statements: 18,
    roundTrips: 4,
  })
})
