import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMULAS, type LoanCut } from '../../../contract/dashboard.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import { addMonths, endOfMonth, formatDate, localDate } from '../../../engine/dates.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { businessDate } from '../../kernel/clock.ts'
import { runDaily } from '../loans/daily.ts'
import { readEmployers } from './dashboard.sql.ts'
import { freezeMonths } from './monthEnd.ts'
import { refreshFigures } from './refresh.ts'

/** What a figure says of itself, and that it opens what it says. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ lender: true })
  await freezeMonths(testApp.program)
  await runDaily(testApp.program)
  await refreshFigures(testApp.program)
})
afterAll(() => testApp.close())

const thisMonth = (): string => businessDate(testApp.clock.now()).slice(0, 7)
const monthBefore = (months: number): string => addMonths(localDate(`${thisMonth()}-01`), -months).slice(0, 7)
const now = (input: { employers?: 'all' } = {}) => testApp.as('auditor').ok('dashboardPortfolio', input)

/** What all rows behind a figure come to, page after page, and what the list says they come to. */
async function behind(cut: LoanCut, shape: { key?: string; from?: string; to?: string } = {}) {
  let [sum, rows, cursor] = [0n, 0, undefined as string | undefined]
  for (;;) {
    const page = await testApp
      .as('auditor')
      .ok('dashboardLoans', { cut, ...shape, limit: 200, ...(cursor ? { cursor } : {}) })
    sum += page.rows.reduce((total, row) => total + (row.share ?? 0n), 0n)
    rows += page.rows.length
    if (page.next === null) return { sum, rows, stated: page.sum }
    cursor = page.next
  }
}

const naira = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** The lines of the figures as they leave, by group and figure. */
async function sheet(period: { from?: string; to?: string } = {}) {
  const { bytes } = await testApp.as('auditor').ok('dashboardExport', { ...period, format: 'csv' })
  const lines = Buffer.from(bytes).toString().split('\n')
  return (begins: string): string => lines.find(line => line.startsWith(begins)) ?? `no line ${begins}`
}

test('what is expected in a month of the chart opens exactly that, also what falls due after today', async () => {
  const { months, period } = await now()
  for (const { month, due } of months.slice(-3)) {
    const rows = await behind('expected', { from: month, to: month })
    expect(rows.rows, month).toBeGreaterThan(0)
    expect([month, rows.sum, rows.stated]).toEqual([month, due, due])
  }
  const running = months.at(-1)
  expect(running?.due).toBeGreaterThanOrEqual(period.due)
  const lineOf = await sheet()
  const said = lineOf(`Months,${running?.month}: expected`)
  expect(said).toContain(`,${naira(running?.due ?? 0n)},`)
  expect(said).toContain(FORMULAS.expected)
  expect(lineOf('Period,Due')).toContain(FORMULAS.due)
})

/** A refresh on request recalculates the figures. */
const addUp = () => refreshFigures(testApp.program, testApp.clock.now())

test('customers’ credit opens the loans it lies on, live and overpaid', async () => {
  await sql`update loan set credit = 1_234_56 where number in (
    (select min(number) from loan where status = 'live'), (select max(number) from loan where status = 'closed'))`.execute(
    testApp.program.db,
  )
  await addUp()
  const { outstanding } = await now()
  const rows = await behind('credit')
  expect(rows).toMatchObject({ rows: 2, sum: 2n * 1_234_56n })
  expect(rows).toMatchObject({ sum: outstanding?.credit, stated: outstanding?.credit })
  expect((await sheet())('Outstanding,"Customers’ credit')).toContain(naira(outstanding?.credit ?? 0n))
})

test('the last share of a vintage opens its loans in arrears or written off', async () => {
  const { vintages } = await now()
  expect(vintages.some(({ shares }) => (shares.at(-1) ?? 0) > 0)).toBe(true)
  for (const { month, loans, shares } of vintages) {
    const { rows } = await behind('vintageLate', { key: month })
    expect([month, Math.round((rows * 1_000_000) / loans)]).toEqual([month, shares.at(-1)])
  }
})

test('all employers are shown and leave, each with its rows', async () => {
  await sql`update customer set mda = mda || ', unit ' || ascii(right(id::text, 1)) % 9`.execute(
    testApp.program.db,
  )
  await addUp()
  const { employers, outstanding } = await now({ employers: 'all' })
  expect(employers.length).toBeGreaterThan(8)
  expect(employers.every(row => row.others === 0 && row.title === row.key)).toBe(true)
  expect(employers.reduce((sum, row) => sum + row.principal, 0n)).toBe(outstanding?.principal)
  const lineOf = await sheet()
  for (const { key, title, principal, loans } of employers) {
    expect((await behind('employer', { key })).rows, key).toBe(loans)
    expect(lineOf(`Employers,"${title}: principal"`)).toContain(naira(principal))
  }
})

test('the employers that are not shown by name are one row, and one without a name is none of them', async () => {
  const { db } = testApp.program
  const [largest, ...smaller] = (await now({ employers: 'all' })).employers
  await sql`update customer set mda = '' where mda = ${largest?.key ?? ''}`.execute(db)
  await addUp()
  const { employers } = await now({ employers: 'all' })
  expect(employers[0]).toEqual({ ...largest, key: '', title: 'No employer' })
  expect((await behind('employer', { key: '' })).rows).toBe(largest?.loans)
  const few = await readEmployers(db, null, 3)
  expect(few.map(row => [row.key, row.others])).toEqual([
    ['', 0],
    [smaller[0]?.key, 0],
    [smaller[1]?.key, 0],
    ['', smaller.length - 2],
  ])
  expect(few.reduce((sum, row) => sum + row.principal, 0n)).toBe(
    employers.reduce((sum, row) => sum + row.principal, 0n),
  )
})

test('every figure of the page leaves with its own formula', async () => {
  const shown = await now()
  const { states, before, vintages } = shown
  const lineOf = await sheet()
  const katsina = states.find(state => state.key === 'Katsina')
  expect(lineOf('States,Katsina: principal')).toContain(
    `${naira(katsina?.principal ?? 0n)},${katsina?.loans},`,
  )
  expect(lineOf('States,Katsina: principal')).toContain(FORMULAS.principal)
  expect(lineOf('States,Katsina: in arrears')).toContain(FORMULAS.arrears)
  expect(lineOf('States,Katsina: PAR 30')).toContain('%')
  const north = states.filter(state => state.zone === 'North West')
  expect(lineOf('Zones,North West: principal')).toContain(
    naira(north.reduce((sum, state) => sum + state.principal, 0n)),
  )
  expect(lineOf('As many months before,Deducted or paid by borrowers')).toContain(naira(before.collected))
  expect(lineOf('Retirement,Within 12 months: loans')).toContain(`,${shown.retiring?.at(-1)?.loans},`)
  const vintage = vintages.find(each => each.shares.length > 2)
  expect(lineOf(`Vintages,${vintage?.month}: lent`)).toContain(`,${vintage?.loans},`)
  const first = lineOf(`Vintages,"${vintage?.month}: in arrears or written off, 0 months since"`)
  expect(first).toContain(
    `"${formatDate(endOfMonth(localDate(`${vintage?.month}-01`)))}, month-end snapshot"`,
  )
})

test('a period goes as far back as the first frozen month', async () => {
  const { firstMonth } = await now()
  expect(firstMonth !== null && firstMonth < monthBefore(2), firstMonth ?? 'none').toBe(true)
  const first = await testApp
    .as('auditor')
    .ok('dashboardPortfolio', { from: firstMonth ?? '', to: firstMonth ?? '' })
  expect(first.outstanding).not.toBeNull()
})

/** Nothing has moved since; what another database of this server has under way may count as news for a moment. */
const settle = async (): Promise<void> => {
  await expect.poll(() => refreshFigures(testApp.program)).toBe(false)
}

test('a refresh on request recalculates the figures, changed or not, and serves concurrent requests once', async () => {
  await settle()
  const before = await now()
  testApp.clock.advance({ minutes: 1 })
  const asked = testApp.clock.now()
  await testApp.as('admin').ok('dashboardRefresh', {})
  const { rows } = await sql<{ payload: unknown }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'dashboardRefresh'`.execute(testApp.program.db)
  expect(rows).toEqual([{ payload: { askedAt: asked.toISOString() } }])
  testApp.clock.advance({ seconds: 1 })
  expect(await refreshFigures(testApp.program)).toBe(false)
  expect(await refreshFigures(testApp.program, asked)).toBe(true)
  const after = await now()
  expect(Date.parse(after.refreshedAt ?? '')).toBeGreaterThan(Date.parse(before.refreshedAt ?? ''))
  await expect.poll(() => refreshFigures(testApp.program, asked)).toBe(false)
})

test('other classes are news, and until they are counted the page speaks of those that were', async () => {
  await settle()
  const { classes } = SECTIONS.classes.initial
  const renamed = classes.map((each, at) =>
    at === 0 ? { ...each, name: 'Sound', provisionPpm: 20_000 } : each,
  )
  await sql`
    insert into setting_version (section, version, value, effective_on, changed_at)
    select 'classes', coalesce(max(version), 0) + 1, ${JSON.stringify({ classes: renamed })}::jsonb,
      ${businessDate(testApp.clock.now())}::date, now() from setting_version where section = 'classes'`.execute(
    testApp.program.db,
  )
  const provisionOf = (shown: Awaited<ReturnType<typeof now>>): bigint =>
    shown.classes.reduce((sum, each) => sum + each.provision, 0n)
  const before = await now()
  expect(before.classes[0]).toMatchObject({ name: classes[0]?.name })
  expect((await behind('provision')).sum).toBe(provisionOf(before))
  expect(await refreshFigures(testApp.program)).toBe(true)
  const after = await now()
  expect(after.classes[0]).toMatchObject({ name: 'Sound', loans: before.classes[0]?.loans, ratePpm: 20_000 })
  expect(await behind('provision')).toMatchObject({ sum: provisionOf(after), stated: provisionOf(after) })
  expect(provisionOf(after)).toBeGreaterThan(provisionOf(before))
})

test('rows refused in several batches open those batches, and no others', async () => {
  const { db } = testApp.program
  await sql`
    update repayment_row r set status = 'refused' from (
      select distinct on (batch_id) batch_id, row_number, part from repayment_row order by batch_id limit 2) one
    where (r.batch_id, r.row_number, r.part) = (one.batch_id, one.row_number, one.part)`.execute(db)
  const { exceptions } = await testApp.as('auditor').ok('dashboardWork', {})
  expect(exceptions.find(each => each.name === 'rowsRefused')).toMatchObject({ count: 2, batchId: null })
  const batches = await sql<{ id: string }>`
    select batch_id as id from repayment_row where status = 'refused' order by 1`.execute(db)
  const listed = await testApp.as('auditor').ok('repaymentList', { refused: 'true', limit: 200 })
  expect(listed.rows.map(row => row.id).toSorted()).toEqual(batches.rows.map(row => row.id))
  expect(listed.total).toBe(2)
  const [first, second] = batches.rows
  await sql`update repayment_row set status = 'open' where status = 'refused' and batch_id = ${first?.id}`.execute(
    db,
  )
  const left = await testApp.as('auditor').ok('repaymentList', { refused: 'true' })
  expect([left.total, left.rows.map(row => row.id)]).toEqual([1, [second?.id]])
})
