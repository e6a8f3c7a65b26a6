import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointName } from '../../../contract/api.ts'
import { CHART } from '../../../contract/ledger.ts'
import { addDays } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { receiptOf } from '../../../test/entries.ts'
import { expectStatements } from '../../../test/financialStatements.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import * as ledgerPosting from './posting.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const today = () => businessDate(testApp.clock.now())
const as = () => testApp.as('auditor')
const post = (posting: Partial<ledgerPosting.Posting> & Pick<ledgerPosting.Posting, 'lines'>) =>
  act(testApp.program, 'test', SYSTEM, ctx =>
    ledgerPosting.post(ctx, { reason: 'receipt', ref: randomUUID(), effectiveOn: today(), ...posting }),
  )

async function fileOf(name: EndpointName, input: object): Promise<Buffer> {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const request = requestFor(name, input as never, { token, binding })
  const { statusCode, rawPayload } = await testApp.app.inject(request)
  expect(statusCode).toBe(200)
  return rawPayload
}

async function journal(lines: { code: number; amount: Kobo }[]): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('journalSubmit', {
    id: randomUUID(),
    on: today(),
    memo: 'Capital and costs',
    lines: lines.map(({ code, amount }) => ({ code, amount: String(amount) })),
    reason: 'Board resolution',
  })
  await testApp.as('authorizer').approve(approvalId)
}

test('the result is income less expenses of the period, and earlier months stay out', async () => {
  await post({
    effectiveOn: addDays(today(), -60),
    lines: [
      { account: 'bank', amount: naira(700) },
      { account: 'feeIncome', amount: kobo(-naira(700)) },
    ],
  })
  await post({
    lines: [
      { account: 'bank', amount: naira(1_000) },
      { account: 'interestIncome', amount: kobo(-naira(1_000)) },
    ],
  })
  await post({
    lines: [
      { account: 'writeOffExpense', amount: naira(300) },
      { account: 'bank', amount: kobo(-naira(300)) },
    ],
  })
  const statement = await as().ok('incomeStatementGet', { from: addDays(today(), -30), to: today() })
  expect(statement).toMatchObject({
    income: { lines: [{ code: 4010, amount: naira(1_000) }], total: naira(1_000) },
    expenses: { lines: [{ code: 5010, amount: naira(300) }], total: naira(300) },
    result: naira(700),
  })
})

test('assets are liabilities and equity on every day, as plain sums of the lines say', async () => {
  await post({ lines: receiptOf(randomUUID(), naira(9_000)) })
  await journal([
    { code: CHART.bank.code, amount: naira(50_000) },
    { code: CHART.openingBalances.code, amount: kobo(-naira(50_000)) },
  ])
  for (const days of [-61, -60, -30, -1, 0]) {
    const asOf = addDays(today(), days)
    const { assets, liabilities, equity } = await as().ok('balanceSheetGet', { asOf })
    expect(assets.total).toBe(liabilities.total + equity.total)
    const { rows } = await sql<{ kind: string; total: bigint }>`
      select c.kind, sum(l.amount)::bigint as total from ledger_line l join ledger_chart c on c.code = l.code
      where l.effective_on <= ${asOf} group by c.kind`.execute(testApp.program.db)
    const of = (kind: string) => rows.find(row => row.kind === kind)?.total ?? 0n
    expect(assets.total).toBe(of('asset'))
    expect(liabilities.total).toBe(-of('liability'))
    expect(equity.total).toBe(-(of('equity') + of('income') + of('expense')))
  }
})

test('the cash flow leads from the bank balance at the start to the one at the end', async () => {
  const flow = await as().ok('cashFlowGet', { from: addDays(today(), -30), to: today() })
  const moved = flow.activities.reduce((sum, { total }) => sum + total, 0n)
  expect(flow.opening + moved).toBe(flow.closing)
  expect(flow.opening).toBe(naira(700))
  expect(flow.activities.map(({ activity }) => activity)).toEqual(['operating', 'investing', 'financing'])
  expect(flow.activities[2]).toMatchObject({
    lines: [{ reason: 'journal', received: naira(50_000), paid: 0n }],
    total: naira(50_000),
  })
})

test('VAT that is paid is operating, a bank loan of the lender financing', async () => {
  const { approvalId } = await testApp.as('admin').ok('ledgerAccountSave', {
    code: 2310,
    title: 'Loan of Sterling Bank',
    kind: 'liability',
    reason: 'New facility',
  })
  await testApp.as('authorizer').approve(approvalId)
  const before = await as().ok('cashFlowGet', { from: today(), to: today() })
  await journal([
    { code: CHART.vatPayable.code, amount: naira(70) },
    { code: CHART.bank.code, amount: kobo(-naira(70)) },
  ])
  await journal([
    { code: CHART.bank.code, amount: naira(8_000) },
    { code: 2310, amount: kobo(-naira(8_000)) },
  ])
  const after = await as().ok('cashFlowGet', { from: today(), to: today() })
  expect(after.activities.map(({ total }, index) => total - (before.activities[index]?.total ?? 0n))).toEqual(
    [-naira(70), 0n, naira(8_000)],
  )
})

test('the statements of the sample lender agree with a second calculation', async () => {
  const lender = await createTestApp({ lender: true })
  const end = businessDate(lender.clock.now())
  await expectStatements(lender, [
    [addDays(end, -400), end],
    [addDays(end, -90), addDays(end, -30)],
    [end, end],
  ])
  await lender.close()
})

test.each`
  from            | to              | previous                        | lastYear
  ${'2026-03-01'} | ${'2026-05-31'} | ${['2025-12-01', '2026-02-28']} | ${['2025-03-01', '2025-05-31']}
  ${'2026-02-01'} | ${'2026-02-28'} | ${['2026-01-01', '2026-01-31']} | ${['2025-02-01', '2025-02-28']}
  ${'2025-02-01'} | ${'2025-02-28'} | ${['2025-01-01', '2025-01-31']} | ${['2024-02-01', '2024-02-29']}
  ${'2026-01-01'} | ${'2026-11-10'} | ${['2025-02-21', '2025-12-31']} | ${['2025-01-01', '2025-11-10']}
  ${'2026-11-10'} | ${'2026-11-10'} | ${['2026-11-09', '2026-11-09']} | ${['2025-11-10', '2025-11-10']}
`('$from to $to is compared with $previous and $lastYear', async ({ from, to, previous, lastYear }) => {
  const { compared } = await as().ok('incomeStatementGet', { from, to, compare: 'both' })
  expect(compared.map(each => [each.from, each.to])).toEqual([previous, lastYear])
  const { compared: one } = await as().ok('cashFlowGet', { from, to, compare: 'lastYear' })
  expect(one.map(each => [each.from, each.to])).toEqual([lastYear])
})

test('a balance sheet is compared with the end of the month before and the same day of the year before', async () => {
  const { compared } = await as().ok('balanceSheetGet', { asOf: '2025-02-28', compare: 'both' })
  expect(compared.map(({ asOf }) => asOf)).toEqual(['2025-01-31', '2024-02-29'])
})

test('the columns of a file stand in a fixed order, with each line once', async () => {
  const from = addDays(today(), -30)
  const input = { from, to: today(), compare: 'both', format: 'csv' }
  const [heading, ...lines] = new TextDecoder()
    .decode(await fileOf('incomeStatementExport', input))
    .trim()
    .split(/\r?\n/)
  expect(heading?.split(',').slice(0, 3)).toEqual(['Group', 'Code', 'Line'])
  expect(heading?.split(',')).toHaveLength(6)
  // fees were earned in the period before, interest in this one
  expect(lines).toContain('Income,4010,Interest income,1000.00,0.00,0.00')
  expect(lines).toContain('Income,4020,Fee income,0.00,700.00,0.00')
  const paper = await fileOf('balanceSheetExport', { compare: 'both', format: 'pdf' })
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a line of the cash flow opens its entries, a page at a time, and leaves as a file', async () => {
  const period = { from: addDays(today(), -30), to: today() }
  const line = { ...period, activity: 'operating', reason: 'receipt' } as const
  const { activities } = await as().ok('cashFlowGet', period)
  const shown = activities[0]?.lines.find(({ reason }) => reason === 'receipt')
  const first = await as().ok('cashFlowLineList', { ...line, limit: 1 })
  expect(first.rows).toHaveLength(1)
  expect(first.amount).toBe((shown?.received ?? 0n) - (shown?.paid ?? 0n))
  const rest = await as().ok('cashFlowLineList', { ...line, limit: 100, cursor: first.next ?? '' })
  const rows = [...first.rows, ...rest.rows]
  expect(rows).toHaveLength(first.total)
  expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(first.amount)
  expect(rows[0]?.accounts).toBe('1010 Bank')
  expect((await fileOf('cashFlowLineExport', { ...line, format: 'csv' })).toString()).toContain('1010 Bank')
})

test('a period that ends before it begins is refused at its last day', async () => {
  const period = { from: today(), to: addDays(today(), -1) }
  const refused = await as().refused('incomeStatementGet', period, 'input.invalid')
  expect(refused.fields).toEqual({ to: 'Not before the first day' })
  await as().refused('cashFlowExport', period, 'input.invalid')
})

test.each(['incomeStatementExport', 'cashFlowExport'] as const)(
  '%s gives the same file twice',
  async name => {
    const taken = (format: 'csv' | 'pdf') =>
      fileOf(name, { from: addDays(today(), -30), to: today(), format })
    expect((await taken('csv')).equals(await taken('csv'))).toBe(true)
    expect((await taken('pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  },
)

test('the balance sheet leaves with its totals', async () => {
  const file = await fileOf('balanceSheetExport', { format: 'csv' })
  const { assets } = await as().ok('balanceSheetGet', {})
  expect(file.toString()).toContain(
    `Assets,,Total assets,${assets.total / 100n}.${String(assets.total % 100n).padStart(2, '0')}`,
  )
})
