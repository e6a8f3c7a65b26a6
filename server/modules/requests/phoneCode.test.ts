import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECTIONS } from '../../../contract/settings.ts'
import { adaeze, openDraft } from '../../../test/applicants.ts'
import { createTestApp, type Part, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** Written straight into the table: the history of settings is another test's business. */
async function set(section: 'sms' | 'publicLink', changes: object): Promise<void> {
  await testApp.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_at, reason)
     select $1, coalesce(max(version), 0) + 1, $2, '2026-01-01', now(), 'test' from setting_version where section = $1`,
    [section, JSON.stringify({ ...SECTIONS[section].initial, ...changes })],
  )
}

test.each([
  ['the outbox', 'outbox', false, false],
  ['the outbox, where staff read the code out', 'outbox', true, true],
  ['a gateway that sends', 'termii', false, true],
  ['the other one', 'africasTalking', true, true],
])(
  'with %s (%s, setting %s) an applicant is asked for a code: %s',
  async (_, gateway, phoneCode, isAsked) => {
    await set('sms', { gateway })
    await set('publicLink', { phoneCode })
    expect((await testApp.stranger.ok('publicPage', {})).phoneCode).toBe(isAsked)
    const application = adaeze()
    const sent = { id: randomUUID(), draftId: await openDraft(testApp), application }
    if (!isAsked) {
      await testApp.stranger.ok('requestSubmit', sent)
      return
    }
    await testApp.stranger.refused('requestSubmit', sent, 'phone_code.wrong')
    await testApp.stranger.ok('phoneCodeSend', { draftId: sent.draftId, phone: application.phone })
    // staff read it in the outbox; a code that goes to a phone is shown to no user
    const { rows } = await testApp.as('admin').ok('messageList', { purpose: 'code', subjectId: sent.draftId })
    expect(/\d{6}/.test(rows[0]?.text ?? '')).toBe(gateway === 'outbox')
    const seenBy = async (part: Part) =>
      (await testApp.as(part).ok('messageList', { purpose: 'code', subjectId: sent.draftId })).rows[0]
        ?.text ?? ''
    for (const part of ['reviewer', 'authorizer', 'editor', 'auditor'] as const)
      expect(await seenBy(part), part).not.toMatch(/\d{6}/)
    const stored = await testApp.pool.query(
      `select body from message where purpose = 'code' and subject_id = $1`,
      [sent.draftId],
    )
    const code = /\d{6}/.exec(stored.rows[0].body)?.[0] ?? ''
    await testApp.stranger.ok('requestSubmit', { ...sent, phoneCode: code })
    // an applicant at a desk was seen by staff
    await testApp
      .as('admin')
      .ok('requestSubmit', { id: randomUUID(), draftId: await openDraft(testApp), application: adaeze() })
  },
)
