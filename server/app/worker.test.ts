import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../test/applicants.ts'
import { createTestApp, intoList, type TestApp } from '../../test/testApp.ts'
import { connect } from '../kernel/db.ts'
import { enqueue } from '../kernel/jobs.ts'
import { startWorker, type WorkerHandle } from './worker.ts'

/** What the worker logs when sending and jobs fail, and PostgreSQL repeats the values on which they did. */

let testApp: TestApp
let worker: WorkerHandle
const log: string[] = []
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  testApp = await createTestApp()
  closers.push(() => testApp.close())
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

test('neither a message that cannot be sent nor a job that fails leaves a name or number in the log', async () => {
  const { stated } = await submit(testApp, { surname: 'Kanariya' })
  // as an error of PostgreSQL that repeats a value
  await testApp.pool.query(`
    create function refuse_row() returns trigger language plpgsql as $$ begin
      raise exception 'invalid input syntax: "%"', (select string_agg(coalesce(to_jsonb(v)::text, ''), '') from request_version v)
        || to_jsonb(old)::text using errcode = '22P02'; end $$;
    create trigger refuse_row before update on message for each row execute function refuse_row();
    create trigger refuse_row before delete on request_draft for each row execute function refuse_row()`)
  testApp.clock.advance({ hours: 200 })
  await enqueue(testApp.program.db, 'housekeeping', {})
  const queue = connect(testApp.url, { most: 5, name: 'iroko worker test', plainIds: true })
  worker = startWorker(testApp.program, queue, pino({ level: 'trace' }, intoList(log)))
  closers.push(
    () => queue.end(),
    () => worker.stop(),
  )
  const text = () => log.join('')
  const hear = async (said: string) => {
    await expect.poll(() => text().includes(said), { timeout: 20_000 }).toBe(true)
  }
  await hear('Sending begins again')
  await hear('"job":"housekeeping"')
  expect(text()).toContain('"code":"22P02"')
  expect(text()).toContain('drafts of requests not cleared away: PostgreSQL error 22P02')
  const { surname, firstName, phone, bvn, nin, accountNumber } = stated
  const values = [surname, firstName, phone.slice(1), bvn, nin, accountNumber]
  expect(values.filter(value => text().includes(value))).toEqual([])
})
