import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const HALF = '😀'.slice(0, 1)

/** What a database cannot hold is an input like another that is not right: refused by name, and never a fault. */
test.each<[what: string, lines: string]>([
  ['a zero sign', '08031234567\0'],
  ['half a letter', `08031234567${HALF}`],
])('%s in a pasted list is refused by field', async (_, lines) => {
  const { status, body } = await testApp.as('admin').call('campaignCreate', {
    id: randomUUID(),
    name: 'Saturday',
    templateId: randomUUID(),
    audience: { kind: 'list', lines },
  })
  expect([status, body.fields]).toEqual([
    422,
    { 'audience.lines': 'Contains characters that cannot be stored' },
  ])
})

test('the HTTP layer adds the message that a field lacks', async () => {
  const page = { id: randomUUID(), proof: `a${HALF}`, website: '' }
  const { status, body } = await testApp.stranger.call('draftOpen', page)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['proof']])
})

test('a row number that no file has is refused by field', async () => {
  const row = { id: randomUUID(), rowNumber: 3_000_000_000, part: 1 }
  const { status, body } = await testApp.as('auditor').call('repaymentRowPreview', row)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['rowNumber']])
})
