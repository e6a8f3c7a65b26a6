import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../contract/api.ts'
import { type LoanCut, OWED_PARTS, zonesOf } from '../../contract/dashboard.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { loadDemo } from '../../db/demo/demo.ts'
import { addMonths, endOfMonth, type LocalDate, localDate } from '../../engine/dates.ts'
import { type House, openHouse } from '../../test/cast.ts'
import { walk } from '../../test/walk.ts'
import { businessDate } from '../clock.ts'
import { runDaily } from '../loans/loans.ts'
import { proveWithin } from '../prove.ts'
import { dashboardChecks, freezeMonths, refreshFigures } from './dashboard.ts'

/** Every figure opens exactly the rows it was added up from: those of today, and of a month-end those of that day. */

type Line = Reply<Api['dashboardLoans']>['rows'][number]
type Portfolio = Reply<Api['dashboardPortfolio']>

async function behind(house: House, cut: LoanCut, key: string, asOf?: string) {
  const rows: Line[] = []
  for (let cursor: string | undefined; ; ) {
    const input = { cut, key, limit: 200, ...(asOf ? { asOf } : {}), ...(cursor ? { cursor } : {}) }
    const page = await house.as('auditor').ok('dashboardLoans', input)
    rows.push(...page.rows)
    if (page.next === null) return { ...page, rows }
    cursor = page.next
  }
}

/** In which column a loan's part of the figure stands, where it has none of its own. */
const partOf = (cut: LoanCut, row: Line): bigint => {
  if (row.share !== null) return row.share
  if (cut === 'vintage') return row.principal
  return cut === 'arrears' ? row.arrears : row.owedPrincipal
}

type Shown = [cut: LoanCut, key: string, sum: bigint | null, loans: number | null]

/** What the page shows, figure by figure, with the rows that each names. */
function shownBy(shown: Portfolio): Shown[] {
  const { outstanding } = shown
  if (outstanding === null) throw new Error('this month-end is known')
  const cuts = (cut: LoanCut, rows: readonly { key: string; principal: bigint; loans: number }[]): Shown[] =>
    rows.map(row => [cut, row.key, row.principal, row.loans])
  return [
    ['owed', '', outstanding.total, outstanding.loans],
    ...OWED_PARTS.map((part): Shown => ['owed', part, outstanding[part], null]),
    ['credit', '', outstanding.credit, null],
    ['arrears', '', outstanding.arrears, outstanding.lateLoans],
    ...shown.par.map((par): Shown => ['late', String(par.days), par.principal, null]),
    ...cuts('age', shown.ageing),
    ...shown.classes.flatMap((each): Shown[] => [
      ['class', each.name, each.principal, each.loans],
      ['provision', each.name, each.provision, null],
    ]),
    ['provision', '', shown.classes.reduce((sum, each) => sum + each.provision, 0n), null],
    ...cuts('state', shown.states),
    ...cuts(
      'zone',
      zonesOf(shown.states).map(each => ({ ...each, key: each.zone })),
    ),
    ...cuts('employer', shown.employers),
    ...cuts('officer', shown.officers),
    ...cuts('product', shown.products),
    ...shown.vintages.map(({ month, lent, loans }): Shown => ['vintage', month, lent, loans]),
  ]
}

async function expectRows(house: House, asOf?: string): Promise<void> {
  const period = asOf ? { from: asOf, to: asOf } : {}
  const shown = await house.as('auditor').ok('dashboardPortfolio', { ...period, employers: 'all' })
  for (const [cut, key, sum, loans] of shownBy(shown)) {
    const found = await behind(house, cut, key, asOf)
    const added = found.rows.reduce((total, row) => total + partOf(cut, row), 0n)
    const name = `${asOf ?? 'now'} ${cut} ${key}`
    expect([name, found.sum, added, found.rowsKept]).toEqual([name, sum, sum, true])
    expect([name, found.rows.length], name).toEqual([name, loans ?? found.total])
    if (found.loans !== null) expect([name, found.loans]).toEqual([name, found.rows.length])
    expect(found.asOf.frozen?.on ?? null).toBe(asOf ? endOfMonth(localDate(`${asOf}-01`)) : null)
  }
  for (const { month, loans, shares } of shown.vintages) {
    const late = await behind(house, 'vintageLate', month, asOf)
    expect([month, late.sum, late.loans]).toEqual([month, null, late.rows.length])
    const share = Math.round((1_000_000 * late.rows.length) / loans)
    expect([month, shares.at(-1)], `${asOf ?? 'now'} ${month}`).toEqual([month, share])
  }
}

/** Each row against its loan, folded to that day. */
async function expectStood(house: House, asOf: string): Promise<void> {
  const { rows } = await behind(house, 'owed', '', asOf)
  expect(rows.length).toBeGreaterThan(0)
  for (const line of rows) {
    const day = endOfMonth(localDate(`${asOf}-01`))
    const { row } = await house.as('auditor').ok('loanGet', { id: line.id, asOf: day })
    expect([
      line.number,
      line.status,
      line.owedPrincipal,
      line.arrears,
      line.daysPastDue,
      line.share,
    ]).toEqual([
      row.number,
      row.status,
      row.outstanding.principal,
      row.arrears,
      row.daysPastDue,
      row.outstandingTotal,
    ])
  }
}

async function frozenMonths(house: House): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month from dashboard_month_end where dimension = 'all' order by month`.execute(
    house.program.db,
  )
  return rows.map(row => row.month)
}

const today = (house: House): LocalDate => businessDate(house.clock.now())

const bringUpToDate = async (house: House): Promise<void> => {
  await freezeMonths(house.program)
  await runDaily(house.program)
  await refreshFigures(house.program)
}

/** What the proof finds after a change that somebody with the keys of the database makes; undone afterwards. */
async function findingsAfter(house: House, statement: string): Promise<string[]> {
  const undo = new Error('undone')
  let found: string[] = []
  await house.program.db
    .transaction()
    .execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      found = (await proveWithin(tx, dashboardChecks)).checks.flatMap(check => check.problems)
      throw undo
    })
    .catch(error => {
      if (error !== undo) throw error
    })
  return found
}

describe('the sample lender', () => {
  let house: House
  let months: string[]
  beforeAll(async () => {
    house = await openHouse({ staff: false })
    await loadDemo(house.program)
    await bringUpToDate(house)
    months = await frozenMonths(house)
  }, 120_000)
  afterAll(() => house.close())

  test('every figure of today opens rows that add up to it', () => expectRows(house), 60_000)

  test('every figure of every month-end opens rows that add up to it, as they stood', async () => {
    expect(months.length).toBeGreaterThanOrEqual(3)
    for (const month of months) await expectRows(house, month)
    await expectStood(house, months.at(-1) ?? '')
  }, 120_000)

  test('what is booked since, and a customer who moved, change no row of a month-end; an erased name goes', async () => {
    const month = months.at(-1) ?? ''
    const before = (await behind(house, 'owed', '', month)).rows
    const late = before.find(row => row.arrears > 0n) ?? before[0]
    await house.as('admin').ok('loanActDo', {
      loanId: late?.id ?? '',
      id: randomUUID(),
      input: {
        act: 'receipt',
        amount: '1000000',
        on: endOfMonth(addMonths(today(house), -1)),
        channel: 'cash',
        reference: `CASH-${randomUUID()}`,
      },
      reason: 'Brought to the office',
    })
    await sql`update customer set state = 'Yobe', mda = 'Elsewhere', surname = 'Erased', first_name = 'customer'
      where id = ${late?.customerId}`.execute(house.program.db)
    await bringUpToDate(house)
    const after = (await behind(house, 'owed', '', month)).rows
    const expected = before.map(row =>
      row.customerId === late?.customerId ? { ...row, customerName: 'Erased customer' } : row,
    )
    expect(after).toEqual(expected)
    await expectRows(house, month)
    for (const change of [
      'update dashboard_month_end_loan set arrears = 0',
      'delete from dashboard_month_end_loan',
    ])
      await expect(sql.raw(change).execute(house.program.db)).rejects.toThrow(/append-only/)
  })

  test('they are taken away as they stood, and the trail says as of when', async () => {
    const asOf = months.at(-1) ?? ''
    const auditor = house.as('auditor')
    const { total } = await auditor.ok('dashboardLoans', { cut: 'owed', asOf })
    const { bytes, name } = await auditor.ok('dashboardLoansExport', { cut: 'owed', asOf })
    const lines = Buffer.from(bytes).toString().trim().split('\n')
    expect([lines.length, lines[0]]).toEqual([total + 1, expect.stringContaining('In the figure (NGN)')])
    expect(name).toContain(`dashboard-owed-frozen-${asOf}`)
    const { rows } = await auditor.ok('auditList', { action: 'dashboardLoansExport', limit: 1 })
    expect(rows[0]?.after).toMatchObject({ filter: { cut: 'owed', asOf } })
  })

  test.each<[LoanCut, string, string | undefined]>([
    ['late', '7', undefined],
    ['age', 'nonsense', undefined],
    ['zone', 'Atlantis', undefined],
    ['vintage', '2026-13', undefined],
    ['retiring', '5', undefined],
    ['owed', 'everything', undefined],
    ['due', '', '2026-08'],
    ['owed', '', '2099-01'],
  ])('%s %s as of %s is no figure', async (cut, key, asOf) => {
    const input = { cut, key, ...(asOf ? { asOf } : {}) }
    await house.as('auditor').refused('dashboardLoans', input, 'record.unknown')
    await house.as('auditor').refused('dashboardLoansExport', input, 'record.unknown')
  })

  test('what was disbursed, collected and due says its sum', async () => {
    const to = today(house).slice(0, 7)
    const period = { from: addMonths(localDate(`${to}-01`), -5).slice(0, 7), to }
    const auditor = house.as('auditor')
    const shown = (await auditor.ok('dashboardPortfolio', period)).period
    const paidOut = await auditor.ok('dashboardLoans', { cut: 'paidOut', ...period })
    expect([paidOut.sum, paidOut.loans, paidOut.total]).toEqual([
      shown.disbursed,
      shown.disbursedLoans,
      shown.disbursedLoans,
    ])
    expect((await auditor.ok('dashboardReceipts', period)).sum).toBe(shown.collected)
    expect((await auditor.ok('dashboardLoans', { cut: 'due', ...period })).sum).toBe(shown.due)
    const { retiring } = await auditor.ok('dashboardPortfolio', {})
    for (const { months: within, loans, principal } of retiring ?? []) {
      const found = await behind(house, 'retiring', String(within))
      const added = found.rows.reduce((sum, row) => sum + row.owedPrincipal, 0n)
      expect([found.sum, found.loans, added, found.rows.length]).toEqual([principal, loans, principal, loans])
    }
  })

  test('the proof holds, and finds a month-end that is not what its loans come to', async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from dashboard_month_end_loan`.execute(
      house.program.db,
    )
    const verdict = await house.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
    expect(verdict.checks).toMatchObject([
      {
        figure: `${months.length} month-ends, ${rows[0]?.count.toLocaleString('en-NG')} loans in them`,
        problems: [],
      },
    ])
    const last = `month = '${months.at(-1)}-01'`
    expect(
      await findingsAfter(house, `update dashboard_month_end_loan set owed_fee = owed_fee + 1 where ${last}`),
    ).toContain(`${months.at(-1)}, all: not what its loans come to`)
    expect(
      await findingsAfter(
        house,
        `update dashboard_month_end set troubled_loans = troubled_loans + 1 where ${last} and dimension = 'vintage'`,
      ),
    ).not.toEqual([])
    expect(await findingsAfter(house, `delete from dashboard_month_end_loan where ${last}`)).not.toEqual([])
  })

  test('month-ends frozen before rows were kept say so, keep their sum, and give no empty file', async () => {
    const [first = '', second = ''] = months
    await house.program.db.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from dashboard_month_end_loan where month = ${`${first}-01`}::date`.execute(tx)
    })
    const auditor = house.as('auditor')
    const { outstanding, rowsSince } = await auditor.ok('dashboardPortfolio', { from: first, to: first })
    expect(rowsSince).toBe(second)
    expect(await auditor.ok('dashboardLoans', { cut: 'owed', asOf: first })).toMatchObject({
      rows: [],
      sum: outstanding?.total,
      rowsKept: false,
    })
    await auditor.refused('dashboardLoansExport', { cut: 'owed', asOf: first }, 'record.unknown')
    expect((await auditor.ok('dashboardLoans', { cut: 'owed', asOf: '2019-03' })).rowsKept).toBe(false)
    const verdict = await house.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
    expect(verdict.holds).toBe(true)
  })
})

test.each([5, 17])(
  'a book of random acts, seed %i: every figure of every month-end is the sum of its rows',
  async seed => {
    const house = await openHouse({ staff: false })
    try {
      const { problems } = await walk(house.program, { acts: 40, loans: 5, seed, days: 80 })
      expect(problems).toEqual([])
      const { rows } = await sql<{ day: string }>`select max(day) as day from loan_daily_run`.execute(
        house.program.db,
      )
      house.clock.set(`${rows[0]?.day}T10:00:00Z`)
      await bringUpToDate(house)
      await expectRows(house)
      for (const month of await frozenMonths(house)) await expectRows(house, month)
      const verdict = await house.program.db.transaction().execute(tx => proveWithin(tx, dashboardChecks))
      expect(verdict.checks.flatMap(check => check.problems)).toEqual([])
    } finally {
      await house.close()
    }
  },
  120_000,
)
