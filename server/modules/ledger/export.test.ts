import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointName } from '../../../contract/api.ts'
import { CHART } from '../../../contract/ledger.ts'
import { addDays } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import * as ledgerPosting from './posting.ts'

/** The ledger leave for a spreadsheet line for line as the panel shows them. */

let testApp: TestApp
let loan: { id: string; number: string }
beforeAll(async () => {
  testApp = await createTestApp()
  loan = await approvedLoan(testApp)
  for (const [daysAgo, amount] of [
    [3, 9_000],
    [2, -4_000],
    [1, 500],
  ] as const)
    await act(testApp.program, 'test', SYSTEM, ctx =>
      ledgerPosting.post(ctx, {
        reason: 'correction',
        ref: randomUUID(),
        effectiveOn: addDays(today(), -daysAgo),
        lines: [
          { account: 'bank', amount: naira(amount) },
          { account: 'customerCredit', loanId: loan.id, amount: naira(-amount) },
        ],
        note: '=by hand',
      }),
    )
})
afterAll(() => testApp.close())

const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const today = () => businessDate(testApp.clock.now())

async function taken(name: EndpointName, input: object) {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const { body, rawPayload, headers } = await testApp.app.inject(
    requestFor(name, input as never, { token, binding }),
  )
  return {
    rawPayload,
    named: String(headers['content-disposition']),
    rows: () => parse(body, { bom: true, columns: true }) as Record<string, string>[],
  }
}

test('the trial balance, of the day that is asked for', async () => {
  const asOf = addDays(today(), -2)
  const sheet = await taken('ledgerTrialBalanceExport', { asOf })
  expect(sheet.named).toContain(`trial-balance-${asOf}.csv`)
  expect(sheet.rows()).toEqual([
    {
      'At the end of': asOf,
      Code: '1010',
      Account: 'Bank',
      'House code': '',
      Kind: 'Asset',
      'Debited (NGN)': '9000.00',
      'Credited (NGN)': '4000.00',
      'Debit balance (NGN)': '5000.00',
      'Credit balance (NGN)': '',
    },
    expect.objectContaining({ Code: '2040', 'Debit balance (NGN)': '', 'Credit balance (NGN)': '5000.00' }),
  ])
  const { rows } = await testApp.as('auditor').ok('auditList', { action: 'ledgerTrialBalanceExport' })
  expect(rows[0]).toMatchObject({ subjectType: 'export', after: { asOf, format: 'csv', rows: 2 } })
  const { rawPayload } = await taken('ledgerTrialBalanceExport', { format: 'xlsx' })
  expect(rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('the lines of an account, as the filter shows them, with the loan they belong to', async () => {
  const filter = { code: CHART.customerCredit.code, from: addDays(today(), -2) } as const
  const shown = await testApp.as('auditor').ok('ledgerStatement', filter)
  const rows = (await taken('ledgerStatementExport', filter)).rows()
  expect(rows.map(row => [row['Entry no.'], row.Day])).toEqual(
    shown.rows.map(row => [row.entryId, row.effectiveOn]),
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    Entry: 'Correction',
    Note: "'=by hand",
    'Credit (NGN)': '500.00',
    'Debit (NGN)': '',
    'Credit balance (NGN)': '5500.00',
  })
  expect(rows[0]?.Loan).toContain(loan.number)
  const { rows: trail } = await testApp.as('auditor').ok('auditList', { action: 'ledgerStatementExport' })
  expect(trail[0]).toMatchObject({ after: { filter: { code: CHART.customerCredit.code }, rows: 2 } })
})
