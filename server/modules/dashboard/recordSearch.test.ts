import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOUND_MAX, type FoundKind } from '../../../contract/search.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, type Part, type TestApp } from '../../../test/testApp.ts'
import { searchStatement } from './recordSearch.sql.ts'

let testApp: TestApp
const ids = { batch: randomUUID(), upload: randomUUID(), campaign: randomUUID() }

beforeAll(async () => {
  testApp = await createTestApp()
  const { rows } = await testApp.pool.query<{ id: string }>('select id from staff order by email limit 1')
  const by = rows[0]?.id
  await testApp.pool.query(
    `insert into intake (id, kind, source, period, file_name, bytes, uploaded_by, uploaded_at)
     select gen_random_uuid(), 'payroll', 'IPPIS', date '2026-10-01', 'payroll ' || n || '.csv', 10, $1::uuid, now() - n * interval '1 minute'
     from generate_series(1, 100) n
     union all select $2::uuid, 'repayment', 'IPPIS', '2026-10-01', 'Deductions_Kaduna Oct.xlsx', 10, $1, now()`,
    [by, ids.upload],
  )
  await testApp.pool.query(
    `insert into repayment_batch (intake_id, number, source, period, file_rows, file_total, opened_at)
     select id, 'RB-' || to_char(100 + row_number() over (order by uploaded_at), 'FM000000'), source, period, 1, 100, uploaded_at
     from intake where kind = 'payroll'
     union all select $1::uuid, 'RB-000007', 'IPPIS', '2026-10-01', 1, 125000000, now()`,
    [ids.upload],
  )
  await testApp.pool.query(
    `insert into payout_batch (id, number, status, value_on, paying_account, lines, total, made_at, made_by, made_by_name)
     select gen_random_uuid(), 'PO-2025-' || to_char(n, 'FM00000'), 'cancelled', date '2025-11-16', 'GTBank', 1, 100, now(), $1::uuid, 'Test'
     from generate_series(10000, 10100) n
     union all select $2::uuid, 'PO-2026-0005', 'draft', '2026-11-16', 'GTBank', 1, 125000000, now(), $1, 'Test'`,
    [by, ids.batch],
  )
  await testApp.pool.query(
    `insert into message_campaign (id, name, template_id, template_version, purpose, audience, audience_name, made_by_name, made_at)
     select gen_random_uuid(), 'Reminder ' || n, v.template_id, v.version, 'reminder', '{}'::jsonb, 'All', 'Babatunde Adeyemi', now()
     from generate_series(1, 100) n, (select template_id, version from message_template_version limit 1) v
     union all select $1::uuid, 'Sallah greetings', template_id, version, 'marketing', '{}'::jsonb, 'All', 'Babatunde Adeyemi',
       timestamptz '2026-11-16T09:00:00Z' from (select template_id, version from message_template_version limit 1) v`,
    [ids.campaign],
  )
})
afterAll(() => testApp.close())

const find = async (search: string, part: Part = 'superAdmin') =>
  (await testApp.as(part).ok('recordSearch', { search })).rows

test('a number or a part of it finds the batch, in any case', async () => {
  const batch = {
    subjectType: 'payoutBatch',
    subjectId: ids.batch,
    title: 'PO-2026-0005',
    detail: '₦1,250,000.00, value date 16 Nov 2026',
  }
  for (const search of ['PO-2026-0005', 'po-2026', '2026-0005']) expect(await find(search)).toEqual([batch])
  expect(await find('rb-000007')).toEqual([
    {
      subjectType: 'repayment',
      subjectId: ids.upload,
      title: 'RB-000007',
      detail: '₦1,250,000.00, IPPIS Oct 2026',
    },
  ])
})

test('words of its name find a campaign and an upload', async () => {
  expect(await find('greetings sallah')).toMatchObject([
    {
      subjectType: 'campaign',
      subjectId: ids.campaign,
      detail: 'Created by Babatunde Adeyemi on 16 Nov 2026',
    },
  ])
  expect(await find('kaduna')).toMatchObject([
    { subjectType: 'intake', subjectId: ids.upload, detail: 'Deduction file, IPPIS Oct 2026' },
  ])
  expect(await find('%%%'), 'signs are compared as they are').toEqual([])
})

test('instruction lists, receipts of payroll offices and refunds are found by number, receipts by reference too', async () => {
  const loan = await approvedLoan(testApp)
  const [list, receipt, refund] = [randomUUID(), randomUUID(), randomUUID()]
  const { rows } = await testApp.pool.query<{ id: string }>('select id from staff order by email limit 1')
  await testApp.pool.query(
    `insert into instruction_list (id, number, source, month, round, cut_off_on, element, beneficiary, layout, asked_at, asked_by, asked_by_name, total)
     values ($1, 'DI-2026-12-IPPIS-1', 'IPPIS', '2026-12-01', 1, '2026-12-10', '', '', '{}', now(), $2, 'Test', 250000000)`,
    [list, rows[0]?.id],
  )
  await testApp.pool.query(
    `insert into office_receipt (id, number, source, amount, received_on, reference, posted_on, recorded_by, recorded_at)
     values ($1, 'OR-000042', 'IPPIS', 100000000, '2026-11-14', 'NIP/77/Treasury', '2026-11-16', $2, now())`,
    [receipt, rows[0]?.id],
  )
  await testApp.pool.query(
    `insert into refund_case (id, number, loan_id, amount, status, detected_on, since)
     values ($1, 'RF-000042', $2, 5000000, 'detected', '2026-11-16', '2026-11-16')`,
    [refund, loan.id],
  )
  expect(await find('di-2026-12')).toEqual([
    {
      subjectType: 'instruction',
      subjectId: list,
      title: 'DI-2026-12-IPPIS-1',
      detail: '₦2,500,000.00, IPPIS Dec 2026',
    },
  ])
  const received = {
    subjectType: 'officeReceipt',
    subjectId: receipt,
    title: 'OR-000042',
    detail: '₦1,000,000.00, IPPIS, received 14 Nov 2026',
  }
  for (const search of ['or-000042', 'treasury']) expect(await find(search)).toEqual([received])
  expect(await find('RF-000042')).toEqual([
    {
      subjectType: 'refund',
      subjectId: refund,
      title: 'RF-000042',
      detail: `₦50,000.00, loan ${loan.number}`,
    },
  ])
})

test('users are found by those who manage users, and by no other role', async () => {
  expect(await find('nwosu')).toMatchObject([{ subjectType: 'user', title: 'Emeka Nwosu' }])
  for (const part of ['admin', 'reviewer', 'authorizer', 'editor', 'auditor'] as const) {
    expect(await find('nwosu', part)).toEqual([])
    expect(await find('PO-2026-0005', part)).toHaveLength(1)
  }
})

test('of each kind the newest few are returned', async () => {
  const rows = await find('payroll')
  expect(rows.map(({ title }) => title)).toEqual([1, 2, 3, 4, 5].map(n => `payroll ${n}.csv`))
  expect(rows).toHaveLength(FOUND_MAX)
})

test('a search without a word of three characters is an input error of its field', async () => {
  const admin = testApp.as('admin')
  for (const search of ['', 'po', 'a b c']) {
    const { fields } = await admin.refused('recordSearch', { search }, 'input.invalid')
    expect(fields).toEqual({ search: 'Enter a word or number of at least 3 characters' })
  }
  const { fields } = await admin.refused('recordSearch', { search: 'x'.repeat(101) }, 'input.invalid')
  expect(fields).toEqual({ search: 'At most 100 characters' })
})

/** The plan of a search when the database may not use these ways to read a table. */
const planWithout = (ways: readonly string[], kind: FoundKind, word: string) =>
  testApp.program.db.transaction().execute(async tx => {
    for (const way of ['seqscan', ...ways]) await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(tx)
    const plan = await sql<{
      'QUERY PLAN': string
    }>`explain ${searchStatement(kind, [word], FOUND_MAX)}`.execute(tx)
    return plan.rows.map(row => row['QUERY PLAN']).join('\n')
  })

test.each([
  ['payoutBatch', 'payout_batch_search'],
  ['repayment', 'repayment_batch_search'],
  ['campaign', 'message_campaign_search'],
  ['intake', 'intake_search'],
  ['officeReceipt', 'office_receipt_search'],
  ['refund', 'refund_case_search'],
] as const)(
  '%s: an index has the rare words, and another the newest rows of common words',
  async (kind, name) => {
    expect(await planWithout(['indexscan', 'indexonlyscan'], kind, '00077')).toContain(
      `Bitmap Index Scan on ${name}`,
    )
    const inOrder = await planWithout(['bitmapscan'], kind, 'csv')
    expect(inOrder).toContain('Index Scan')
    expect(inOrder).not.toMatch(/Sort|Seq Scan/)
  },
)
