import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  // as the web has it, only shorter: the database ends a statement after a second, the connection closes after two
  testApp = await createTestApp({ statementSeconds: 1 })
})
afterAll(() => testApp.close())

test('closing a period takes longer than any other request may, and is done', async () => {
  const { approvalId } = await testApp
    .as('admin')
    .ok('ledgerPeriodClose', { through: '2026-10-31', reason: 'October is done' })
  // a posting in flight, which the close waits for
  const posting = new pg.Client({ connectionString: testApp.url })
  await posting.connect()
  await posting.query('begin; lock table ledger_entry in row exclusive mode')
  const closing = testApp.as('authorizer').approve(approvalId)
  closing.catch(() => {})
  await sleep(4_000)
  await posting.query('commit')
  await posting.end()
  await closing
  const { closedThrough } = await testApp.as('auditor').ok('ledgerPeriodList', {})
  expect(closedThrough).toBe('2026-10-31')
})
