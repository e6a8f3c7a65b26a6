import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adaeze, knownCustomer, openDraft, type Stated, submit } from '../../../test/applicants.ts'
import { createTestApp, MONDAY, type TestApp } from '../../../test/testApp.ts'
import { startWorker } from '../../app/worker.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { connect } from '../../kernel/db.ts'
import { enqueue } from '../../kernel/jobs.ts'
import { forgetOldRequests } from './retention.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function rejected(changes: Partial<Stated> = {}, note = 'Not now'): Promise<string> {
  const { id } = await submit(testApp, changes)
  await testApp.as('reviewer').ok('requestReject', { id, version: 1, reasonCode: 'OTHER', note })
  return id
}

const forget = (): Promise<boolean> => act(testApp.program, 'requestRetention', SYSTEM, forgetOldRequests)

/** Every table that could still name a person. */
async function heldOf(words: readonly string[]): Promise<string[]> {
  const tables = ['loan_request', 'request_version', 'request_event', 'message', 'request_draft']
  const held: string[] = []
  for (const table of tables)
    for (const word of words) {
      const { rows } = await testApp.pool.query(
        `select from ${table} t where position(lower($1) in lower(t::text)) > 0`,
        [word],
      )
      if (rows.length > 0) held.push(`${word} in ${table}`)
    }
  return held
}

test('D4 a rejected applicant who never became a customer is erased when the retention ends', async () => {
  const person = { surname: 'Zannoturn', phone: '08039876541', accountNumber: '0987654327' }
  const words = ['Zannoturn', '9876541', '0987654327', 'glockenspiel']
  const id = await rejected(person, 'Lives beside the glockenspiel shop')
  const customer = { bvn: '22987650001', surname: 'Yakasai' }
  await knownCustomer(testApp, customer)
  const ofCustomer = await rejected(customer)
  const open = await submit(testApp, { surname: 'Waitsyet' })
  testApp.clock.set('2031-11-15T09:00:00Z')
  const young = await rejected({ surname: 'Laterly' })

  await forget()
  expect((await heldOf(words)).length, 'sixty months are not over').toBeGreaterThan(3)

  testApp.clock.set('2031-11-17T09:00:00Z')
  expect(await forget(), 'none is left').toBe(false)
  expect(await heldOf(words)).toEqual([])
  const { row, documents, application } = await testApp.as('auditor').ok('requestGet', { id })
  expect(row).toMatchObject({ applicant: 'Erased applicant', stage: 'rejected', amount: 50_000_000n })
  expect([documents, application.surname]).toEqual([[], 'Erased'])
  for (const [stored, surname] of [
    [ofCustomer, 'Yakasai'],
    [open.id, 'Waitsyet'],
    [young, 'Laterly'],
  ] as const)
    expect((await testApp.as('auditor').ok('requestGet', { id: stored })).application.surname).toBe(surname)

  const trail = await testApp.as('auditor').ok('auditList', { action: 'requestRetention' })
  expect(trail.rows).toMatchObject([{ subjectId: id, reason: 'Retention of 60 months' }])
  // there is no person to correct it for
  const edit = { id, version: 1, note: 'Again', application: adaeze(person) }
  await testApp.as('editor').refused('requestEdit', edit, 'request.erased')
})

test('D4 the night’s housekeeping keeps to the settings of retention', async () => {
  testApp.clock.set('2026-11-16T09:00:00Z')
  // what is past its retention is erased for good: shortening it needs approval
  const { approvalId } = await testApp.as('admin').ok('settingChange', {
    section: 'retention',
    value: { rejectedRequestMonths: 1, draftDocumentHours: 5, payrollRowDays: 90 },
    effectiveOn: '2026-11-16',
    reason: 'Told to by the regulator',
    basedOn: 0,
  })
  await testApp.as('authorizer').approve(approvalId)
  testApp.clock.set(MONDAY)
  await openDraft(testApp)
  const id = await rejected({ surname: 'Quickgone' })
  const drafts = async () =>
    (await testApp.pool.query(`select from document where subject_type = 'draft'`)).rows.length
  const nightly = async (): Promise<void> => {
    const queue = connect(testApp.url, { most: 5, name: 'iroko retention test', plainIds: true })
    const worker = startWorker(testApp.program, queue, pino({ level: 'silent' }))
    await enqueue(testApp.program.db, 'housekeeping', {})
    await expect
      .poll(
        async () =>
          (
            await testApp.pool.query(
              `select from graphile_worker.jobs where task_identifier = 'housekeeping'`,
            )
          ).rows.length,
        { timeout: 20_000 },
      )
      .toBe(0)
    await worker.stop()
    await queue.end()
  }
  testApp.clock.advance({ hours: 4 })
  await nightly()
  expect(await drafts(), 'five hours are not over').toBeGreaterThan(0)
  testApp.clock.set('2026-12-18T09:00:00Z')
  await nightly()
  expect(await drafts()).toBe(0)
  expect((await testApp.as('auditor').ok('requestGet', { id })).application.surname).toBe('Erased')
})
