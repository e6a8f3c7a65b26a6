import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '../../../contract/api.ts'
import { LOAN_SORTS, RECEIPT_SORTS } from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'
import { freezeMonths } from './monthEnd.ts'
import { refreshFigures } from './refresh.ts'

/** The rows behind a figure in every order, page after page. */

let testApp: TestApp
let frozen: string
beforeAll(async () => {
  testApp = await createTestApp({ lender: true })
  await freezeMonths(testApp.program)
  await runDaily(testApp.program)
  await refreshFigures(testApp.program)
  frozen = (await testApp.as('auditor').ok('dashboardPortfolio', {})).rowsSince ?? ''
})
afterAll(() => testApp.close())

type Loan = Reply<Api['dashboardLoans']>['rows'][number]
type Receipt = Reply<Api['dashboardReceipts']>['rows'][number]

/** Pages small enough that equals stand on both sides of their edges. */
async function everyPage<Row>(ask: (page: { limit: number; cursor?: string }) => Promise<Page<Row>>) {
  const rows: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await ask({ limit: 3, ...(cursor ? { cursor } : {}) })
    rows.push(...page.rows)
    if (page.next === null) return { ...page, rows }
    cursor = page.next
  }
}
type Page<Row> = { rows: Row[]; total: number; next: string | null; sort: string; sorts: string[] }

const LOAN_VALUES: Record<(typeof LOAN_SORTS)[number], (row: Loan) => string | number | bigint> = {
  number: row => row.number,
  employer: row => row.employer,
  state: row => row.state,
  status: row => row.status,
  lent: row => row.principal,
  owed: row => row.owedPrincipal,
  arrears: row => row.arrears,
  late: row => row.daysPastDue,
  paidOut: row => row.disbursedOn ?? '',
  share: row => row.share ?? 0n,
}

/** Texts stand as the database sorts them, which need not be how we would. */
async function expectOrder(
  values: readonly (string | number | bigint)[],
  descending: boolean,
): Promise<void> {
  const texts = values.filter(value => typeof value === 'string')
  const { rows } = await testApp.pool.query('select text from unnest($1::text[]) text order by text', [texts])
  const sorted =
    texts.length > 0 ? rows.map(row => row.text) : values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  expect(values).toEqual(descending ? sorted.reverse() : sorted)
}

/** What stands first on each line of a sheet. */
const namesIn = ({ bytes }: { bytes: Uint8Array }): string[] =>
  Buffer.from(bytes)
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.split(',')[0] ?? '')

test.each(LOAN_SORTS)('loans behind a figure by %s: every one once, in order, both ways', async sort => {
  for (const asOf of [undefined, frozen])
    for (const asked of [sort, `-${sort}`] as const) {
      const input = { cut: 'owed', sort: asked, ...(asOf ? { asOf } : {}) } as const
      const { rows, total, ...page } = await everyPage(part =>
        testApp.as('auditor').ok('dashboardLoans', { ...input, ...part }),
      )
      expect(total).toBeGreaterThan(asOf ? 0 : 6)
      expect([rows.length, new Set(rows.map(row => row.number)).size]).toEqual([total, total])
      await expectOrder(rows.map(LOAN_VALUES[sort]), asked !== sort)
      const sheet = await testApp.as('auditor').ok('dashboardLoansExport', { ...input, format: 'csv' })
      expect(namesIn(sheet)).toEqual(rows.map(row => row.number))
      expect([page.sort, page.sorts]).toEqual([asked, [...LOAN_SORTS]])
    }
})

test('loans that are found by their customers are sorted as well', async () => {
  const { states } = await testApp.as('auditor').ok('dashboardPortfolio', {})
  const largest = states.toSorted((a, b) => b.loans - a.loans)[0]
  const { rows, sorts } = await everyPage(part =>
    testApp.as('auditor').ok('dashboardLoans', {
      cut: 'state',
      key: largest?.key ?? '',
      sort: '-arrears',
      ...part,
    }),
  )
  expect(rows).toHaveLength(largest?.loans ?? 0)
  await expectOrder(
    rows.map(row => row.arrears),
    true,
  )
  // these put in what they owe, which has a column of its own
  expect(sorts).not.toContain('share')
})

test('what fell due is sorted by what each loan puts in', async () => {
  const { rows } = await everyPage(part =>
    testApp.as('auditor').ok('dashboardLoans', { cut: 'expected', sort: '-share', ...part }),
  )
  expect(rows.length).toBeGreaterThan(6)
  await expectOrder(
    rows.map(row => row.share ?? 0n),
    true,
  )
})

const RECEIPT_VALUES: Record<(typeof RECEIPT_SORTS)[number], (row: Receipt) => string | bigint> = {
  number: row => row.loanNumber,
  type: row => row.type,
  channel: row => row.channel ?? '',
  reference: row => row.reference ?? '',
  on: row => row.on,
  amount: row => row.amount,
}

test.each(RECEIPT_SORTS)('money that came in by %s: every receipt once, in order', async sort => {
  const { months } = await testApp.as('auditor').ok('dashboardPortfolio', {})
  const month = months.at(-2)?.month ?? ''
  for (const by of ['valueDate', 'payrollMonth'] as const)
    for (const asked of [sort, `-${sort}`] as const) {
      const { rows, total } = await everyPage(part =>
        testApp.as('auditor').ok('dashboardReceipts', { from: month, to: month, by, sort: asked, ...part }),
      )
      expect(total).toBeGreaterThan(6)
      expect([rows.length, new Set(rows.map(row => row.id)).size]).toEqual([total, total])
      await expectOrder(rows.map(RECEIPT_VALUES[sort]), asked !== sort)
      const input = { from: month, to: month, by, sort: asked, format: 'csv' } as const
      const sheet = await testApp.as('auditor').ok('dashboardReceiptsExport', input)
      expect(namesIn(sheet)).toEqual(rows.map(row => row.loanNumber))
    }
})

test('a page of one order does not go on in another', async () => {
  const { next } = await testApp.as('auditor').ok('dashboardLoans', { cut: 'owed', sort: 'lent', limit: 5 })
  const input = { cut: 'owed', sort: '-lent', limit: 5, cursor: next ?? '' } as const
  await testApp.as('auditor').refused('dashboardLoans', input, 'cursor.invalid')
})
