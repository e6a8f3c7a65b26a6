import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointName } from '../../contract/api.ts'
import { submit } from '../../test/applicants.ts'
import { approvedLoan } from '../../test/loans.ts'
import { createTestApp, requestFor, type TestApp } from '../../test/testApp.ts'

/** Every work list can be exported by the roles that read it, row for row as shown. */

const [campaignId, payoutId] = [randomUUID(), randomUUID()]

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await submit(testApp, { mda: '=cmd|calc!A0' })
  const loan = await approvedLoan(testApp)
  const make = {
    id: payoutId,
    loanIds: [loan.id],
    valueOn: '2026-11-16',
    payingAccount: 'GTBank 0123456789',
  }
  await testApp.as('admin').ok('payoutBatchMake', make)
  await testApp.as('admin').ok('payoutBatchAsk', { id: payoutId, reason: '=pay day' })
  const staff = (await testApp.pool.query(`select id from staff limit 1`)).rows[0].id
  const [payroll, deductions] = [randomUUID(), randomUUID()]
  for (const [id, kind] of [
    [payroll, 'payroll'],
    [deductions, 'repayment'],
  ])
    await testApp.pool.query(
      `insert into intake (id, kind, source, period, file_name, bytes, status, uploaded_by, uploaded_at, accepted_by, accepted_at)
       values ($1, $2, 'IPPIS', '2026-10-01', '=october.xlsx', 10, 'accepted', $3, '2026-11-02 08:00Z', $3, '2026-11-02 23:30Z')`,
      [id, kind, staff],
    )
  await testApp.pool.query(
    `insert into payroll_file (intake_id, source, month, rows, net_pay_total, customers, customers_found, changes)
     values ($1, 'IPPIS', '2026-10-01', 40, 123456, 3, 2, '{}')`,
    [payroll],
  )
  await testApp.pool.query(
    `insert into loan_signal (id, intake_id, source, month, customer_id, loan_id, kind, detail, raised_at)
     select gen_random_uuid(), $1, 'IPPIS', '2026-10-01', customer_id, id, 'payBelowInstalment', '@net pay', '2026-11-03 09:00Z'
     from loan where id = $2`,
    [payroll, loan.id],
  )
  await testApp.pool.query(
    `insert into repayment_batch (intake_id, number, source, period, file_rows, file_total, opened_at)
     values ($1, 'B000001', 'IPPIS', '2026-10-01', 2, 12000000, '2026-11-04 09:00Z')`,
    [deductions],
  )
  await testApp.pool.query(
    `insert into message_claim (id, at, sender, body, amount, dedupe)
     values (gen_random_uuid(), '2026-11-05 09:00Z', 'GTBank', '+credit alert', 6000000, 'one')`,
  )
  await testApp.pool.query(
    `insert into message_campaign (id, name, template_id, template_version, purpose, audience, audience_name, made_by_name, made_at)
     select $1, '-Open day', template_id, version, 'marketing', '{"kind":"list"}', 'List of 2 lines', 'Bola',
       '2026-11-05 09:00Z' from message_template_version limit 1`,
    [campaignId],
  )
  await testApp.pool.query(
    `insert into message_campaign_member (campaign_id, position, given, body, segments, excluded)
     values ($1, 1, '@IRK-9', 'Come and see us', 1, null), ($1, 2, '0803 555 0199', null, 0, 'not a customer')`,
    [campaignId],
  )
  await testApp.pool.query(
    `insert into message_opt_out (id, phone, since, source, reason)
     values (gen_random_uuid(), '+2348035550199', '2026-11-06 09:00Z', 'Bola', '=said so')`,
  )
  await testApp.pool.query(
    `insert into message_inbound (id, at, gateway, sender, body, meaning, dedupe)
     values (gen_random_uuid(), '2026-11-06 09:00Z', 'termii', '+2348035550199', 'STOP', 'opt out', 'one'),
       (gen_random_uuid(), '2026-11-06 08:00Z', 'termii', '+2348035550199', '+ when is it due?', 'reply', 'two')`,
  )
})
afterAll(() => testApp.close())

async function taken(name: EndpointName, input: object) {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  return testApp.app.inject(requestFor(name, input as never, { token, binding }))
}

test.each([
  [
    'requestList',
    'requestExport',
    { stage: 'reviewer' },
    {
      'Employer (MDA)': "'=cmd|calc!A0",
      'Amount (NGN)': '500000.00',
      Channel: 'Public page',
      SLA: 'On track',
    },
  ],
  ['messageList', 'messageExport', {}, { Purpose: 'Request', Parts: '1' }],
  ['campaignList', 'campaignExport', {}, { Campaign: "'-Open day", Status: 'Preparing' }],
  [
    'campaignMembers',
    'campaignMemberExport',
    { id: campaignId, view: 'all' },
    {
      'Given as': '•••• 0199',
      'Left out because': 'The number or phone belongs to no customer',
      Text: '',
    },
  ],
  [
    'campaignMembers',
    'campaignMemberExport',
    { id: campaignId, view: 'recipients' },
    { 'No.': '1', 'Given as': "'@IRK-9", Text: 'Come and see us', Parts: '1' },
  ],
  [
    'templateList',
    'templateExport',
    { event: 'phoneCode' },
    { Purpose: 'Code', Status: 'Approved', 'Version in force': '1', Draft: '' },
  ],
  [
    'optOutList',
    'optOutExport',
    {},
    { 'Phone (last four digits)': '•••• 0199', How: 'Bola', Reason: "'=said so" },
  ],
  [
    'inboundList',
    'inboundExport',
    { meaning: 'reply' },
    { From: '•••• 0199', Text: "'+ when is it due?", 'Taken as': 'Reply' },
  ],
  [
    'approvalList',
    'approvalExport',
    { view: 'all', status: 'waiting' },
    { What: 'Disbursement batch', Why: "'=pay day", Status: 'Waiting', 'Decided by': '' },
  ],
  ['claimList', 'claimExport', { status: 'open' }, { Alert: "'+credit alert", 'Amount (NGN)': '60000.00' }],
  ['repaymentList', 'repaymentListExport', {}, { Batch: 'B000001', 'Opened (Lagos)': '2026-11-04 10:00:00' }],
  ['payoutBatchList', 'payoutListExport', {}, { Status: 'Waiting', Loans: '1', 'Total (NGN)': '485000.00' }],
  [
    'payoutLineList',
    'payoutLineExport',
    { id: payoutId, status: 'open' },
    {
      'No.': '1',
      Status: 'Open',
      'Amount of the loan (NGN)': '500000.00',
      'Settles (NGN)': '0.00',
      'Disbursed (NGN)': '485000.00',
    },
  ],
  [
    'payrollMonths',
    'payrollMonthExport',
    {},
    { File: "'=october.xlsx", 'Total net pay (NGN)': '1234.56', 'Accepted (Lagos)': '2026-11-03 00:30:00' },
  ],
  ['signalList', 'signalExport', { state: 'open' }, { Signal: 'Pay below instalment', Detail: "'@net pay" }],
] as const)('%s', async (list, sheet, filter, expected) => {
  const shown = (await testApp.as('auditor').ok(list, filter)) as { total: number }
  const csv = await taken(sheet, filter)
  expect(csv.statusCode, csv.body).toBe(200)
  const rows = parse(csv.body, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(shown.total)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.at(-1)).toMatchObject(expected)
  const { rows: trail } = await testApp.as('auditor').ok('auditList', { action: sheet, limit: 1 })
  expect(trail[0]).toMatchObject({ subjectType: 'export', after: { format: 'csv', rows: shown.total } })
  const xlsx = await taken(sheet, { ...filter, format: 'xlsx' })
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test.each([
  ['payoutLineExport', { id: payoutId, status: 'paid' }, 0],
  ['approvalExport', { status: 'declined' }, 0],
  ['inboundExport', {}, 2],
  ['repaymentListExport', {}, 1],
  ['repaymentListExport', { unremitted: 'true' }, 0],
] as const)('%s holds what the filter %j shows', async (sheet, filter, count) => {
  const { body } = await taken(sheet, filter)
  expect(parse(body, { bom: true, columns: true })).toHaveLength(count)
})

test('exports a queue in the words of the screen, with the rejecter’s note', async () => {
  const request = await submit(testApp, { accountNumber: '0123456780' })
  await testApp.as('reviewer').ok('requestReject', {
    id: request.id,
    version: 1,
    reasonCode: 'IDENTITY',
    note: 'The payslip is of another person',
  })
  const { body } = await taken('requestExport', { stage: 'rejected' })
  const [row] = parse(body, { bom: true, columns: true }) as Record<string, string>[]
  expect(row).toMatchObject({
    'IPPIS / staff number': request.stated.ippisNumber,
    Tenor: '12 months',
    Channel: 'Public page',
    Flags: 'Account check failed',
    Note: 'The payslip is of another person',
    SLA: '',
  })
})

test('an account number leaves with a batch’s lines as it is shown, masked', async () => {
  const { body } = await taken('payoutLineExport', { id: payoutId })
  const [line] = parse(body, { bom: true, columns: true }) as Record<string, string>[]
  expect(line?.['Account (last four digits)']).toMatch(/^•+\d{4}$/)
})

test('the officers’ links leave with their state and their counts', async () => {
  const officer = { id: await testApp.idOf('reviewer'), accountOfficerCode: 'ABJ-11' }
  await testApp.as('superAdmin').ok('userOfficerCodeChange', officer)
  const { rows } = await testApp.as('auditor').ok('officerLinkList', {})
  const { body } = await taken('officerLinkExport', {})
  const sheet = parse(body, { bom: true, columns: true }) as Record<string, string>[]
  expect(sheet.map(row => [row.Code, row.State, row.Opened])).toEqual(
    rows.map(row => [row.code, 'Open', String(row.opened)]),
  )
  expect(sheet.length).toBeGreaterThan(0)
})

test('a list of more than a page is whole, each row once', async () => {
  await testApp.pool.query(
    `insert into message (id, at, phone, purpose, body, segments, status, status_at, event)
     select gen_random_uuid(), '2026-11-01 09:00Z', '+23480355' || lpad(n::text, 5, '0'), 'reminder', 'Due soon ' || n, 1,
       'delivered', '2026-11-01 09:00Z', 'page ' || n from generate_series(1, 4500) n`,
  )
  const rows = parse((await taken('messageExport', { purpose: 'reminder' })).body, {
    bom: true,
    columns: true,
  })
  expect(new Set((rows as Record<string, string>[]).map(row => row.Text)).size).toBe(4500)
})
