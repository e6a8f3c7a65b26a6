import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDraft } from '../../../test/applicants.ts'
import { createTestApp, MONDAY, type TestApp } from '../../../test/testApp.ts'
import { insertDraft } from './drafts.sql.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(MONDAY))

const VICTIM = '08031112233'
const ask = (draftId: string, phone: string, from = '10.1.2.3') =>
  testApp.stranger.call('phoneCodeSend', { draftId, phone }, { from })
const codesTo = async (phone: string): Promise<number> =>
  (
    await testApp.pool.query(`select from message where purpose = 'code' and phone = $1`, [
      `+234${phone.slice(1)}`,
    ])
  ).rows.length

test('one phone gets five codes an hour, of one draft and of many', async () => {
  const drafts = [await openDraft(testApp, []), await openDraft(testApp, []), await openDraft(testApp, [])]
  for (let minute = 0; minute < 40; minute++) {
    testApp.clock.advance({ minutes: 1 })
    await ask(drafts[minute % drafts.length] ?? '', VICTIM)
  }
  expect(await codesTo(VICTIM)).toBe(5)
  const refused = await ask(drafts[0] ?? '', VICTIM)
  expect(refused).toMatchObject({ status: 429, body: { code: 'phone_code.wait' } })
  testApp.clock.advance({ hours: 1 })
  expect((await ask(drafts[0] ?? '', VICTIM)).status).toBe(200)
})

test('one draft gets ten in all, whatever number it names', async () => {
  const draft = await openDraft(testApp, [])
  for (let hour = 0; hour < 12; hour++) {
    testApp.clock.advance({ hours: 1 })
    const answer = await ask(draft, `0803222${String(1000 + hour)}`)
    if (hour >= 10) expect(answer).toMatchObject({ status: 429, body: { code: 'phone_code.too_many' } })
  }
  const { rows } = await testApp.pool.query(
    `select from message where purpose = 'code' and subject_id = $1`,
    [draft],
  )
  expect(rows).toHaveLength(10)
})

test('one line gets 120 codes an hour for the drafts it opened, from wherever they are asked for', async () => {
  const opened = async (address: string): Promise<string> => {
    const id = randomUUID()
    await insertDraft(testApp.program.db, { id, at: testApp.clock.now(), address })
    return id
  }
  for (let asked = 0; asked <= 120; asked++) {
    const answer = await ask(await opened('203.0.113.9'), `0803333${1000 + asked}`, `10.2.3.${asked}`)
    expect([asked, answer.status, answer.body.code]).toEqual(
      asked < 120 ? [asked, 200, undefined] : [asked, 429, 'draft.too_many'],
    )
  }
  expect((await ask(await opened('203.0.113.10'), '08033339999')).status).toBe(200)
})
