import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { LOAN_STATUSES, LOAN_TABS } from '../../../contract/loans.ts'
import { CBN_MICROFINANCE } from '../../../engine/arrears.ts'
import { recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { listLoans } from './list.sql.ts'
import { loanPages } from './listed.sql.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Act = z.input<Api['loanActDo']['input']>['input']

async function doAct(loanId: string, input: Act): Promise<string> {
  const id = randomUUID()
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As agreed' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  return id
}

async function approved(): Promise<string> {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  return loanId ?? ''
}

const show = (id: string) => testApp.as('auditor').ok('loanGet', { id })

async function exported(input: z.input<Api['loanExport']['input']>): Promise<string[]> {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const answer = await testApp.app.inject(requestFor('loanExport', input, { token, binding }))
  return answer.body.trim().split('\n')
}

test('a loan that was cancelled is found in the list, by the search and in the export', async () => {
  const loanId = await approved()
  await doAct(loanId, { act: 'cancel' })
  const { row } = await show(loanId)
  expect(row.status).toBe('cancelled')
  for (const search of [undefined, row.number, row.customerName.split(' ')[0]]) {
    const { rows, total } = await testApp
      .as('auditor')
      .ok('loanList', { tab: 'cancelled', ...(search ? { search } : {}) })
    expect([total, rows.map(each => each.id)], search).toEqual([1, [loanId]])
  }
  const [, line] = await exported({ tab: 'cancelled' })
  expect(line).toContain(row.number)
  expect(line).toContain('cancelled')
})

test('a loan is found by its borrower’s phone in every form, by the employer, and by a name with or without its marks', async () => {
  const request = await recommended(testApp, {
    surname: 'Adébáyọ̀',
    firstName: "N'gozi",
    otherNames: '',
    phone: '08077712345',
    mda: 'Women’s Affairs, Kebbi',
  })
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  for (const search of [
    '08077712345',
    '0807 771 2345',
    '+234 807 771 2345',
    '002348077712345',
    '08077712',
    'adebayo',
    'Adébáyọ̀',
    "N'gozi adebayo",
    'ngozi ADEB',
    "women's affairs",
    'adebayo kebbi',
    'ad ng',
  ]) {
    const { rows, total } = await testApp.as('auditor').ok('loanList', { tab: 'awaiting', search })
    expect([total, rows.map(each => each.id)], search).toEqual([1, [loanId]])
    // a long list is read in its order instead; what it shows is the same
    const order = { sort: 'number', descending: true, after: null, limit: 1, isLong: true } as const
    const seen = { today: '2026-11-16', tab: 'awaiting', search, canRevealNumbers: true } as const
    const read = loanPages(testApp.program.db, { today: seen.today, classes: CBN_MICROFINANCE })
    expect((await listLoans(read, seen, order)).found, search).toBe(1)
  }
  for (const search of ['08077712346', 'adebayo zamfara', "'"])
    expect((await testApp.as('auditor').ok('loanList', { tab: 'awaiting', search })).rows, search).toEqual([])
  const all = { valueOn: '2026-11-16', filter: { search: '0807 771 2345' } }
  const { fits, unfit } = await testApp.as('admin').ok('payoutPreview', all)
  expect([...fits, ...unfit].map(each => each.loanId)).toEqual([loanId])
})

test('every loan stands in a tab, whatever its status', async () => {
  const loanId = await approved()
  const { row } = await show(loanId)
  for (const status of LOAN_STATUSES) {
    await testApp.pool.query('update loan set status = $2 where id = $1', [loanId, status])
    const found = await Promise.all(
      LOAN_TABS.map(tab => testApp.as('auditor').ok('loanList', { tab, search: row.number })),
    )
    expect(
      found.flatMap(({ rows }) => rows.map(each => each.id)),
      status,
    ).toEqual([loanId])
  }
})

test('the last deduction counts pay alone, and a reversal removes it', async () => {
  const loanId = await approved()
  await disbursed(testApp, loanId)
  const paid = (channel: 'cash' | 'payroll deduction', on: string): Act => ({
    act: 'receipt',
    amount: '1000000',
    on,
    channel,
    reference: `${channel} ${on}`,
  })
  const months = async () => {
    const { row } = await show(loanId)
    const { rows } = await testApp.as('auditor').ok('loanList', { tab: 'live', search: row.number })
    // the page and the list agree, though one folds the loan and the other reads stored figures
    expect(rows[0]?.lastDeductionMonth).toBe(row.lastDeductionMonth)
    return [row.lastDeductionMonth, row.lastReceiptOn]
  }
  expect(await months()).toEqual([null, null])
  await doAct(loanId, paid('cash', '2026-11-16'))
  expect(await months()).toEqual([null, '2026-11-16'])
  testApp.clock.set('2026-12-28T09:00:00Z')
  await doAct(loanId, paid('payroll deduction', '2026-11-30'))
  const deducted = await doAct(loanId, paid('payroll deduction', '2026-12-24'))
  await doAct(loanId, paid('cash', '2026-12-26'))
  expect(await months()).toEqual(['2026-12', '2026-12-26'])
  const [head, line] = await exported({ tab: 'live', search: (await show(loanId)).row.number })
  const at = head?.split(',').indexOf('Last deduction month') ?? -1
  expect(line?.split(',')[at]).toBe('2026-12')
  await doAct(loanId, { act: 'reversal', of: deducted })
  expect(await months()).toEqual(['2026-11', '2026-12-26'])
})

test('a class that there is not, or no more, holds no loan: neither in the list nor in the export', async () => {
  const loanId = await approved()
  await disbursed(testApp, loanId)
  const listed = async (className: string) =>
    (await testApp.as('auditor').ok('loanList', { tab: 'live', className })).rows.map(row => row.id)
  const { className, number } = (await show(loanId)).row
  expect(await listed(className)).toContain(loanId)
  expect(await exported({ tab: 'live', className })).toEqual(
    expect.arrayContaining([expect.stringContaining(number)]),
  )
  expect(await listed('Renamed since')).toEqual([])
  expect(await exported({ tab: 'live', className: 'Renamed since' })).toHaveLength(1)
})

test('a list says what is owed on all that fit its filter, by class where they are in arrears', async () => {
  const late = [
    ['2026-11-20', 5],
    ['2026-06-01', 177],
    ['2026-06-02', 176],
  ] as const
  for (const [oldest, days] of late) {
    const loanId = await approved()
    await testApp.pool.query(
      `update loan set status = 'live', oldest_unpaid_on = $2, arrears = $3::integer * 100 where id = $1`,
      [loanId, oldest, days],
    )
  }
  const list = (input: z.input<Api['loanList']['input']>) => testApp.as('auditor').ok('loanList', input)
  type Row = Awaited<ReturnType<typeof list>>['rows'][number]
  const owed = (rows: readonly Row[]): bigint => rows.reduce((sum, row) => sum + row.outstandingTotal, 0n)
  const behind = (rows: readonly Row[]): bigint => rows.reduce((sum, row) => sum + row.arrears, 0n)
  const { rows } = await list({ tab: 'arrears', sort: '-daysPastDue' })
  expect(rows.length).toBeGreaterThanOrEqual(3)
  const { sums, ...page } = await list({ tab: 'arrears', sort: '-daysPastDue', limit: 1 })
  expect(page.rows).toHaveLength(1)
  expect(sums).toMatchObject({ outstanding: owed(rows), arrears: behind(rows) })
  const worstFirst = [...new Set(rows.map(({ className }) => className))]
  expect(worstFirst.length).toBeGreaterThan(1)
  expect(sums?.classes).toEqual(
    worstFirst.map(name => {
      const of = rows.filter(row => row.className === name)
      return { name, loans: of.length, outstanding: owed(of), arrears: behind(of) }
    }),
  )
  const search = rows[0]?.number ?? ''
  const found = await list({ tab: 'arrears', search })
  expect(found.sums?.outstanding).toBe(rows[0]?.outstandingTotal)
  expect((await list({ tab: 'live' })).sums?.classes).toEqual([])
})

test('loans in arrears show the last promise to pay and the last contact, as does their export', async () => {
  const loanId = await approved()
  const { row } = await show(loanId)
  const { customerId, number } = row
  await testApp.pool.query(`update loan set status = 'live', oldest_unpaid_on = '2026-09-01' where id = $1`, [
    loanId,
  ])
  const contact = async () =>
    (await testApp.as('auditor').ok('loanList', { tab: 'arrears', search: number })).rows[0]?.contact
  expect(await contact()).toEqual({ promise: null, last: null })

  const sent = (at: string, status: string, purpose: string) =>
    testApp.pool.query(
      `insert into message (id, at, phone, purpose, body, segments, status, status_at, event, customer_id)
       values (gen_random_uuid(), $1, '+2348000000000', $3, 'x', 1, $2, $1, gen_random_uuid()::text, $4)`,
      [at, status, purpose, customerId],
    )
  await sent('2026-11-10T09:00:00Z', 'delivered', 'reminder')
  await sent('2026-11-12T09:00:00Z', 'failed', 'reminder')
  await sent('2026-11-13T09:00:00Z', 'delivered', 'code')
  expect(await contact()).toEqual({ promise: null, last: { at: '2026-11-10T09:00:00.000Z', way: 'message' } })

  const promise = (amount: string, on: string) =>
    testApp.as('editor').ok('customerPromiseAdd', { customerId, id: randomUUID(), amount, on })
  await promise('5920000', '2027-01-29')
  const promised = { on: '2027-01-29', amount: 5_920_000n, outcome: 'open', isLate: false }
  expect(await contact()).toMatchObject({ promise: promised, last: { way: 'note' } })
  const [head, line] = await exported({ tab: 'arrears', search: number })
  expect(head).toContain('Promised on,Promised (NGN),Promise,Last contact,Last contact by')
  expect(line).toMatch(/,2027-01-29,59200\.00,open,[^,]*202\d[^,]*,note,/)

  await testApp.pool.query(`update customer_note set promised_on = '2026-11-01' where customer_id = $1`, [
    customerId,
  ])
  expect((await contact())?.promise).toMatchObject({ isLate: true })
  const { rows } = await testApp.as('auditor').ok('loanList', { tab: 'live', search: number })
  expect(rows[0]).not.toHaveProperty('contact')
})

test('each tab is counted', async () => {
  const { tabs } = await testApp.as('auditor').ok('loanCounts', {})
  expect(tabs.map(({ tab }) => tab)).toEqual([...LOAN_TABS])
  const { total } = await testApp.as('auditor').ok('loanList', { tab: 'cancelled' })
  expect(tabs.find(({ tab }) => tab === 'cancelled')).toEqual({ tab: 'cancelled', total, totalIsExact: true })
})
