import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { enqueue, type TaskName, type Tasks } from '../../kernel/jobs.ts'
import { plainFault } from './redactJobError.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** Five tries that failed, as the queue keeps them. */
async function givenUp<T extends TaskName>(task: T, payload: Tasks[T], error: string): Promise<string> {
  await enqueue(testApp.program.db, task, payload)
  const { rows } = await testApp.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1, updated_at = now()
     where id = (select max(id) from graphile_worker._private_jobs) returning id`,
    [error],
  )
  return String(rows[0].id)
}
const failed = async () => (await testApp.as('editor').ok('failedJobList', {})).rows
const onQueue = async (id: string): Promise<{ attempts: number } | undefined> =>
  (await testApp.pool.query('select attempts from graphile_worker.jobs where id = $1', [id])).rows[0]

describe('a failed job', () => {
  it('shows its task, its record and the reason of the failure', async () => {
    const batchId = randomUUID()
    const id = await givenUp(
      'repaymentRun',
      { batchId },
      'value too long for "Musa Bello"\n    at post.ts:12',
    )
    expect(await failed()).toEqual([
      {
        id,
        title: 'Posting or reversing a repayment batch',
        subjectType: 'repayment',
        subjectId: batchId,
        attempts: 5,
        failedAt: expect.any(String),
        error: 'value too long for …',
      },
    ])
    expect(await testApp.as('editor').ok('health', {})).toMatchObject({ jobsFailed: 1 })
    await testApp.as('admin').ok('jobLetGo', { ids: [id], reason: 'Posted by hand' })
  })

  it('is tried again from the beginning, once', async () => {
    const id = await givenUp('proof', {}, 'ledger check failed: run npm run ledger:verify')
    await testApp.as('editor').refused('jobRetry', { id }, 'permission.missing')
    await testApp.as('admin').ok('jobRetry', { id })
    expect(await onQueue(id)).toEqual({ attempts: 0 })
    expect(await failed()).toEqual([])
    await testApp.as('superAdmin').refused('jobRetry', { id }, 'record.unknown')
  })

  it('is discarded with a reason, which the trail records', async () => {
    const ids = [await givenUp('reminders', {}, 'no answer'), await givenUp('reminders', {}, 'no answer')]
    await testApp.as('auditor').refused('jobLetGo', { ids, reason: 'Old ones' }, 'permission.missing')
    await testApp.as('admin').ok('jobLetGo', { ids, reason: 'The gateway was away' })
    expect([await onQueue(ids[0] ?? ''), await onQueue(ids[1] ?? '')]).toEqual([undefined, undefined])
    const { rows } = await testApp.as('auditor').ok('auditList', { action: 'jobLetGo' })
    expect(rows.slice(0, 2).map(row => [row.subjectType, row.reason])).toEqual([
      ['job', 'The gateway was away'],
      ['job', 'The gateway was away'],
    ])
    await testApp.as('admin').refused('jobLetGo', { ids, reason: 'Once more' }, 'record.unknown')
  })

  it('is none while its last try still runs, on the health page and on the dashboard alike', async () => {
    const id = await givenUp('proof', {}, 'no answer')
    const reported = async () => {
      const { exceptions } = await testApp.as('editor').ok('dashboardWork', {})
      const { jobsFailed } = await testApp.as('editor').ok('health', {})
      const shown = exceptions.find(({ name }) => name === 'jobsFailed')?.count ?? 0
      return [shown, jobsFailed, (await failed()).length]
    }
    expect(await reported()).toEqual([1, 1, 1])
    const lock = (at: string) =>
      testApp.pool.query(`update graphile_worker._private_jobs set locked_at = ${at} where id = $1`, [id])
    await lock('now()')
    expect(await reported()).toEqual([0, 0, 0])
    await lock('null')
    await testApp.as('admin').ok('jobLetGo', { ids: [id], reason: 'Asked again by hand' })
  })

  it('that is still being tried is neither', async () => {
    await enqueue(testApp.program.db, 'gatewayCheck', {})
    const { rows } = await testApp.pool.query('select max(id) as id from graphile_worker.jobs')
    const id = String(rows[0].id)
    await testApp.as('admin').refused('jobLetGo', { ids: [id], reason: 'Not wanted' }, 'record.unknown')
    await testApp.as('admin').refused('jobRetry', { id }, 'record.unknown')
    expect(await onQueue(id)).toEqual({ attempts: 0 })
  })
})

test.each([
  ['ledger check failed: run npm run ledger:verify', 'ledger check failed: run npm run ledger:verify'],
  [
    'duplicate key value violates unique constraint "customer_bvn_key"',
    'duplicate key value violates unique constraint customer_bvn_key',
  ],
  ['invalid input syntax for type bigint: "okafor"', 'invalid input syntax for type bigint: …'],
  ['Key (phone)=(+2348031234567) already exists.', 'Key (phone)=(…) already exists.'],
  ['cannot write to 0803 123 4567 today', 'cannot write to … today'],
  ['ADAEZE OKAFOR has no account', '… has no account'],
  ['the row of Adaeze Ọláọlúwa is 22212345678', 'the row of … is …'],
  [
    "Cannot read properties of undefined (reading 'readRows')",
    'Cannot read properties of undefined (reading readRows)',
  ],
  ["ENOENT: no such file or directory, open '/data/adaeze.csv'", 'ENOENT: no such file or directory, open …'],
  ['ada@example.com did not answer\nat 22212345678', '… did not answer'],
])('of "%s" people read "%s"', (error, reported) => {
  expect(plainFault(error)).toBe(reported)
})
