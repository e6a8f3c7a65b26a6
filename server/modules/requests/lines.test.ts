import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECTIONS } from '../../../contract/settings.ts'
import { adaeze, DOT, submit } from '../../../test/applicants.ts'
import { solveProofOfWork } from '../../../test/proofOfWork.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { insertDraft } from './drafts.sql.ts'

/** Limits of one public connection on shared resources. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const draftFrom = async (address: string): Promise<string> => {
  const id = randomUUID()
  await insertDraft(testApp.program.db, { id, at: testApp.clock.now(), address })
  return id
}
const adding = (draftId: string) => ({ draftId, id: randomUUID(), title: 'Latest payslip', path: DOT })
const weigh = (draftId: string, bytes: number) =>
  testApp.pool.query(`update document set bytes = $2 where subject_id = $1`, [draftId, bytes])

const proven = async (): Promise<string> =>
  solveProofOfWork((await testApp.stranger.ok('publicPage', {})).proofOfWork)

test('drafts are counted by the line, which at home has more addresses than there are drafts', async () => {
  await testApp.pool.query(
    `insert into request_draft (id, opened_at, address)
     select gen_random_uuid(), $1, '2c0f:f5c0:1:2::/64' from generate_series(1, 120)`,
    [testApp.clock.now()],
  )
  const opening = async () => ({ id: randomUUID(), proof: await proven() })
  const from = '2c0f:f5c0:1:2:3:4:5:6'
  await testApp.stranger.refused('draftOpen', await opening(), 'draft.too_many', { from })
  await testApp.stranger.ok('draftOpen', await opening(), { from: '2c0f:f5c0:1:3:3:4:5:6' })
})

test('one connection uploads at most five hundred megabytes a day; the desk has no limit', async () => {
  const first = await draftFrom('203.0.113.5')
  await testApp.stranger.ok('draftDocumentAdd', adding(first))
  await weigh(first, 500_000_000)
  const second = await draftFrom('203.0.113.5')
  await testApp.stranger.refused('draftDocumentAdd', adding(second), 'draft.files_here')
  await testApp.as('editor').ok('draftDocumentAdd', adding(second))
  await testApp.stranger.ok('draftDocumentAdd', adding(await draftFrom('203.0.113.6')))
  // yesterday's files, and those added by staff, do not count
  await testApp.pool.query(
    `update document set added_at = added_at - interval '25 hours' where subject_id = $1`,
    [first],
  )
  await testApp.pool.query(
    `update document set bytes = 500000000 where subject_id = $1 and source = 'staff'`,
    [second],
  )
  await testApp.stranger.ok('draftDocumentAdd', adding(second))
  await testApp.pool.query(`delete from document where subject_id = any ($1::uuid[])`, [[first, second]])
})

test('all public applicants together store five gigabytes', async () => {
  const many = await Promise.all(Array.from({ length: 3 }, (_, at) => draftFrom(`203.0.114.${at}`)))
  for (const id of many) {
    await testApp.stranger.ok('draftDocumentAdd', adding(id))
    await weigh(id, 2_000_000_000)
  }
  await testApp.stranger.refused('draftDocumentAdd', adding(await draftFrom('203.0.115.1')), 'link.full')
  await testApp.pool.query(`delete from document where subject_id = any ($1::uuid[])`, [many])
  await testApp.stranger.ok('draftDocumentAdd', adding(await draftFrom('203.0.115.1')))
})

test('one connection submits a tenth of the daily cap, and others still can', async () => {
  const { id } = await submit(testApp)
  const line = '203.0.113.77'
  // ninety-nine others that came over the same line today
  await testApp.pool.query(
    `insert into request_draft (id, opened_at, address, submitted_request_id)
     select gen_random_uuid(), $1, $2, $3 from generate_series(1, 99)`,
    [testApp.clock.now(), line, id],
  )
  const send = async (by = testApp.stranger) =>
    by.call('requestSubmit', { id: randomUUID(), draftId: await draftFrom(line), application: adaeze() })
  expect((await send()).status).toBe(200)
  expect((await send()).body.code).toBe('link.full_here')
  expect((await send(testApp.as('editor'))).status).toBe(200)
  await submit(testApp)
})

test('of a small day one line sends in half', async () => {
  const value = JSON.stringify({ ...SECTIONS.publicLink.initial, dailyCap: 40 })
  await testApp.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_at)
     values ('publicLink', 1, $1::jsonb, '2026-01-01', now())`,
    [value],
  )
  const { id } = await submit(testApp)
  const line = '203.0.113.78'
  await testApp.pool.query(
    `insert into request_draft (id, opened_at, address, submitted_request_id)
     select gen_random_uuid(), $1, $2, $3 from generate_series(1, 20)`,
    [testApp.clock.now(), line, id],
  )
  const sent = { id: randomUUID(), draftId: await draftFrom(line), application: adaeze() }
  await testApp.stranger.refused('requestSubmit', sent, 'link.full_here')
})
