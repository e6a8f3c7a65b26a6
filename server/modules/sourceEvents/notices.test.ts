import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { measureSms } from '../../../engine/segments.ts'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'
import { notifyCustomers } from './notices.ts'
import { runSourceEvent } from './run.ts'

/** SMS to the customers of an event. */

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp()
})
afterEach(() => testApp.close())
const { borrower, agreed } = batchesIn(() => testApp)

const admin = () => testApp.as('admin')
const form = {
  kind: 'skipped' as const,
  source: 'IPPIS',
  from: '2026-12',
  to: '2026-12',
  treatment: 'move' as 'move' | 'excuse',
  interest: 'waived' as 'waived' | null,
  reason: 'The December payroll was not run',
}

async function at(moment: string): Promise<void> {
  testApp.clock.set(moment)
  await runDaily(testApp.program)
}
async function computed(change: object = {}): Promise<string> {
  const { id } = await admin().ok('sourceEventCompute', { ...form, id: randomUUID(), ...change })
  await runSourceEvent(testApp.program, id)
  return id
}
async function applied(notifies: boolean, change: object = {}): Promise<string> {
  const id = await computed(change)
  await agreed(admin().ok('sourceEventSubmit', { id, notifies }))
  await runSourceEvent(testApp.program, id)
  return id
}
const look = (id: string) => testApp.as('auditor').ok('sourceEventGet', { id })

type Sent = { phone: string; body: string; status: string; status_reason: string | null }
async function messagesOf(id: string): Promise<Sent[]> {
  const { rows } = await testApp.pool.query(
    `select phone, body, status, status_reason from message where subject_type = 'sourceEvent' and subject_id = $1 order by phone`,
    [id],
  )
  return rows
}
const other = { surname: 'Bello', bvn: '22212345678', phone: '+2348030000222' }

test('each customer of an applied event gets one SMS, on one page, with the lender, the months and the next date', async () => {
  const [one, two] = [await borrower(), await borrower(other)]
  await at('2026-12-10T09:00:00Z')
  const id = await computed()
  expect(await look(id)).toMatchObject({ customers: 2, notifies: false, messages: { counts: {} } })
  const asked = await admin().ok('sourceEventSubmit', { id, notifies: true })
  const { rows } = await testApp.as('authorizer').ok('approvalList', { view: 'toDecide', limit: 10 })
  const item = await testApp.as('authorizer').ok('approvalGet', { id: rows[0]?.id ?? '' })
  expect(item.after).toMatchObject({ sms: 'To 2 customers' })
  expect(await messagesOf(id)).toEqual([])
  await agreed(Promise.resolve(asked))
  await runSourceEvent(testApp.program, id)
  await runSourceEvent(testApp.program, id)
  const messages = await messagesOf(id)
  expect(messages.map(each => each.status)).toEqual(['queued', 'queued'])
  for (const [index, { number }] of [one, two].entries()) {
    const text = messages.find(each => each.body.includes(number))?.body ?? ''
    expect(text, `${index}`).toMatch(
      /: no salary deduction in Dec 2026\. .* move back\. The next is due on 25 Jan 2027\.$/,
    )
    expect(measureSms(text)).toMatchObject({ encoding: 'GSM-7', segments: 1 })
  }
  expect(await look(id)).toMatchObject({ isNotifying: false, messages: { counts: { queued: 2 } } })
})

test('a customer with two loans gets one SMS that names both', async () => {
  const one = await borrower()
  const two = await borrower(other)
  await testApp.pool.query(
    `update loan set customer_id = (select customer_id from loan where id = $1) where id = $2`,
    [one.loanId, two.loanId],
  )
  await at('2026-12-10T09:00:00Z')
  const id = await applied(true, { treatment: 'excuse', interest: null })
  const messages = await messagesOf(id)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.body).toContain(`${one.number} and ${two.number}`)
  expect(messages[0]?.body).toContain('it follows after the last instalment')
  expect((await look(id)).customers).toBe(1)
})

test('without the wish of the submitter nobody is notified', async () => {
  await borrower()
  await at('2026-12-10T09:00:00Z')
  const id = await applied(false)
  expect(await messagesOf(id)).toEqual([])
  expect(await look(id)).toMatchObject({ status: 'applied', notifies: false, customers: 1 })
})

test('opt-outs are heeded, and at night messages wait for the morning', async () => {
  await borrower()
  const { phone } = other
  await borrower(other)
  await testApp.pool.query(
    `insert into message_opt_out (id, phone, since, source) values (gen_random_uuid(), $1, now(), 'staff')`,
    [phone],
  )
  await at('2026-12-10T22:30:00Z')
  const id = await applied(true)
  const messages = await messagesOf(id)
  expect(messages.find(each => each.phone === phone)).toMatchObject({
    status: 'cancelled',
    status_reason: 'opted out',
  })
  expect(messages.find(each => each.phone !== phone)).toMatchObject({
    status: 'held',
    status_reason: 'quiet hours',
  })
})

test('reversed before they are sent, messages are cancelled, and none is written afterwards', async () => {
  await borrower()
  await at('2026-12-10T09:00:00Z')
  const id = await applied(true)
  expect((await messagesOf(id)).map(each => each.status)).toEqual(['queued'])
  const asked = await admin().ok('sourceEventUndo', { id, reason: 'The payroll was run after all' })
  const { rows } = await testApp.as('authorizer').ok('approvalList', { view: 'toDecide', limit: 10 })
  const item = await testApp.as('authorizer').ok('approvalGet', { id: rows[0]?.id ?? '' })
  expect(item.after).toMatchObject({ sms: '0 messages sent, 1 not sent and cancelled' })
  await agreed(Promise.resolve(asked))
  expect(await messagesOf(id)).toMatchObject([
    { status: 'cancelled', status_reason: 'The event was reversed' },
  ])
  await runSourceEvent(testApp.program, id)
  expect(await messagesOf(id)).toHaveLength(1)
})

test('reversed before they are written, none is written', async () => {
  await borrower()
  await at('2026-12-10T09:00:00Z')
  const id = await computed()
  await agreed(admin().ok('sourceEventSubmit', { id, notifies: true }))
  // applied by a worker that was killed before it wrote them
  await testApp.pool.query(`update source_event set notifies = false where id = $1`, [id])
  await runSourceEvent(testApp.program, id)
  await testApp.pool.query(`update source_event set notifies = true where id = $1`, [id])
  expect((await look(id)).isNotifying).toBe(true)
  await agreed(admin().ok('sourceEventUndo', { id, reason: 'The payroll was run after all' }))
  await notifyCustomers(testApp.program, id)
  await runSourceEvent(testApp.program, id)
  expect(await messagesOf(id)).toEqual([])
})

test('two workers write each message once', async () => {
  await borrower()
  await borrower(other)
  await at('2026-12-10T09:00:00Z')
  const id = await computed()
  await agreed(admin().ok('sourceEventSubmit', { id, notifies: true }))
  await Promise.all([runSourceEvent(testApp.program, id), runSourceEvent(testApp.program, id)])
  expect(await messagesOf(id)).toHaveLength(2)
})

const dates = {
  instructionOn: '2026-12-12',
  payOn: '2027-01-05',
  fileOn: '2027-01-30',
  remittanceOn: '2027-02-10',
}

test('another pay day is announced to those whose next instalment falls in the month', async () => {
  const { number } = await borrower()
  await at('2026-12-10T09:00:00Z')
  const month = { source: 'IPPIS', period: '2026-12' }
  expect(await testApp.as('auditor').ok('payMonthCustomers', month)).toEqual({ customers: 1 })
  expect(await testApp.as('auditor').ok('payMonthCustomers', { ...month, source: 'GIFMIS' })).toEqual({
    customers: 0,
  })
  const id = randomUUID()
  const move = { id, ...month, dates, notifies: true, reason: 'Salaries are late' }
  await agreed(admin().ok('payMonthMove', move))
  await runSourceEvent(testApp.program, id)
  const [message] = await messagesOf(id)
  expect(message?.body).toContain('salaries of Dec 2026 are expected on 5 Jan 2027')
  expect(message?.body).toContain(number)
  expect(await look(id)).toMatchObject({ customers: 1, notifies: true })
  await agreed(admin().ok('sourceEventUndo', { id, reason: 'The office paid after all' }))
  expect(await messagesOf(id)).toMatchObject([{ status: 'cancelled' }])
})

test('another file day is announced to no one', async () => {
  await borrower()
  await at('2026-12-10T09:00:00Z')
  const { rows } = await testApp.as('auditor').ok('payMonthList', { source: 'IPPIS', limit: 100 })
  const month = rows.find(row => row.period === '2026-12')
  if (!month) throw new Error('no month')
  const { instructionOn, payOn, remittanceOn } = month
  const id = randomUUID()
  await agreed(
    admin().ok('payMonthMove', {
      id,
      source: 'IPPIS',
      period: '2026-12',
      dates: { instructionOn, payOn, remittanceOn, fileOn: '2027-01-20' },
      notifies: true,
      reason: 'The file is late',
    }),
  )
  await runSourceEvent(testApp.program, id)
  expect(await messagesOf(id)).toEqual([])
  expect(await look(id)).toMatchObject({ customers: 0, notifies: false })
})
