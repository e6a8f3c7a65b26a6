import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN_NOTE_MAX_UNITS } from '../../../contract/requests.ts'
import { submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function returning(note: string) {
  const { id } = await submit(testApp)
  return { id, version: 1, reasonCode: 'DOC-MISSING', note }
}

test('the longest note for an applicant leaves the SMS in one part', async () => {
  const note = 'x'.repeat(RETURN_NOTE_MAX_UNITS)
  const input = await returning(note)
  await testApp.as('reviewer').ok('requestReturn', input)
  const { rows } = await testApp.pool.query<{ body: string; segments: number }>(
    `select body, segments from message where subject_id = $1 and body like '%' || $2 || '%'`,
    [input.id, note],
  )
  expect(rows).toMatchObject([{ segments: 1 }])
})

test.each([
  ['one character more', 'x'.repeat(RETURN_NOTE_MAX_UNITS + 1)],
  ['signs that count twice', '[]'.repeat(RETURN_NOTE_MAX_UNITS / 2)],
])('%s is refused with what to do', async (_, note) => {
  const { body } = await testApp.as('reviewer').call('requestReturn', await returning(note))
  expect(body).toMatchObject({
    code: 'input.invalid',
    fields: { note: 'At most 55 characters, because the note is sent by SMS. Shorten it.' },
  })
})
