import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../../contract/api.ts'
import {
  AGES,
  type ExceptionName,
  firstLateDay,
  type LoanCut,
  NOT_STORED,
  RETIRING_MONTHS,
  SUSPENSE_OLD_DAYS,
} from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { SECTIONS, type Section } from '../../../contract/settings.ts'
import { STAGES } from '../../../contract/vocabulary.ts'
import { addMonths, endOfMonth, formatDate, type LocalDate, localDate } from '../../../engine/dates.ts'
import { walk } from '../../../proof/walk/walk.ts'
import {
  asked,
  expectDues,
  expectLedger,
  expectPortfolio,
  expectReceipts,
  one,
  today,
} from '../../../test/portfolio.ts'
import { createTestApp, type Part, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster, upload } from '../../../test/uploads.ts'
import { runDaily } from '../loans/daily.ts'
import { freezeMonths } from './monthEnd.ts'
import { refreshFigures } from './refresh.ts'

/** All rows behind a figure, page after page, and what they come to. */
async function sharesOf(testApp: TestApp, cut: LoanCut, period: { from?: string; to?: string } = {}) {
  let [rows, sum, cursor] = [0, 0n, undefined as string | undefined]
  for (;;) {
    const page = await testApp
      .as('auditor')
      .ok('dashboardLoans', { cut, ...period, limit: 200, ...(cursor ? { cursor } : {}) })
    rows += page.rows.length
    sum += page.rows.reduce((total, row) => total + (row.share ?? 0n), 0n)
    if (page.next === null) return { rows, sum, stated: page.sum, total: page.total }
    cursor = page.next
  }
}

type Portfolio = Reply<Api['dashboardPortfolio']>
type Stood = Reply<Api['loanGet']>['row'] & { state: string; product: string }

const addUp = (rows: readonly Stood[], of: (row: Stood) => bigint): bigint =>
  rows.reduce((sum, row) => sum + of(row), 0n)
const principalOf = (rows: readonly Stood[]): bigint => addUp(rows, row => row.outstanding.principal)

/** What the page of a month that is over shows, against every live loan folded to its last day. */
function expectFrozen(shown: Portfolio, stood: readonly Stood[]): void {
  const late = (days: number): Stood[] => stood.filter(row => row.daysPastDue >= days)
  expect(shown.outstanding).toMatchObject({
    loans: stood.length,
    principal: principalOf(stood),
    interest: addUp(stood, row => row.outstanding.interest),
    fee: addUp(stood, row => row.outstanding.fee),
    penalty: addUp(stood, row => row.outstanding.penalty),
    total: addUp(stood, row => row.outstandingTotal),
    arrears: addUp(stood, row => row.arrears),
    lateLoans: late(1).length,
  })
  expect(shown.par.map(par => par.principal)).toEqual(
    shown.par.map(par => principalOf(late(firstLateDay(par.days)))),
  )
  const within = (fromDays: number, older: number | undefined): Stood[] =>
    late(fromDays).filter(row => older === undefined || row.daysPastDue < older)
  expect(shown.ageing.map(age => [age.loans, age.principal])).toEqual(
    AGES.map(({ fromDays }, at) => within(fromDays, AGES[at + 1]?.fromDays)).map(rows => [
      rows.length,
      principalOf(rows),
    ]),
  )
  expect(shown.classes.length).toBeGreaterThan(1)
  for (const [at, { name, fromDays, ratePpm, ...reported }] of shown.classes.entries()) {
    const rows = within(fromDays, shown.classes[at + 1]?.fromDays)
    expect(reported, name).toEqual({
      loans: rows.length,
      principal: principalOf(rows),
      provision: addUp(rows, row => (row.outstanding.principal * BigInt(ratePpm) + 500_000n) / 1_000_000n),
    })
  }
  const cuts = [
    [shown.states, row => row.state],
    [shown.employers, row => row.mda],
    [shown.officers, row => row.officerCode],
    [shown.products, row => row.product],
  ] satisfies [Portfolio['products'], (row: Stood) => string][]
  for (const [rows, keyOf] of cuts) {
    expect(rows.reduce((sum, row) => sum + row.principal, 0n)).toBe(principalOf(stood))
    // the smaller employers are one row without a key
    for (const row of rows.filter(each => each.key !== '' || keyOf === cuts[2]?.[1])) {
      const own = stood.filter(each => keyOf(each) === row.key)
      const sums = [own.length, principalOf(own), addUp(own, each => each.arrears)]
      expect([row.key, row.loans, row.principal, row.arrears]).toEqual([row.key, ...sums])
    }
  }
}

/** What was open at the end of a month: requests by their moves, money by the ledger, who retires by each customer's page. */
async function expectOpen(
  testApp: TestApp,
  shown: Portfolio,
  stood: readonly Stood[],
  day: LocalDate,
): Promise<void> {
  const { db } = testApp.program
  for (const [at, stage] of STAGES.entries())
    expect([day, shown.requests?.[at]]).toEqual([
      day,
      { stage, requests: (await asked.requestsIn(db, stage, day)).requests },
    ])
  expect([day, shown.suspense]).toEqual([
    day,
    { items: null, amount: -(await asked.balanceOn(db, 2030, day)).amount, oldestAt: null },
  ])
  expect([day, shown.unremitted]).toEqual([day, (await asked.balanceOn(db, 1020, day)).amount])
  const leaves = new Map<string, string>()
  for (const { customerId: id } of stood)
    if (!leaves.has(id)) leaves.set(id, (await testApp.as('auditor').ok('customerGet', { id })).retirement.on)
  for (const [at, months] of RETIRING_MONTHS.entries()) {
    const near = stood.filter(row => (leaves.get(row.customerId) ?? '') <= addMonths(day, months))
    expect([day, shown.retiring?.[at]]).toEqual([
      day,
      {
        months,
        customers: new Set(near.map(row => row.customerId)).size,
        loans: near.length,
        principal: principalOf(near),
      },
    ])
  }
}

/** Each frozen month against the ledger, and against every loan as of that day. */
async function expectMonthEnds(testApp: TestApp): Promise<number> {
  const { db } = testApp.program
  const ends = await sql<{
    month: string
    principal: bigint
    arrears: bigint
    late_30: bigint
    loans: number
  }>`
    select month, principal, arrears, late_30, loans from dashboard_month_end where dimension = 'all' order by month`.execute(
    db,
  )
  // a loan whose disbursement was reversed later was lent on that day too
  const loans = (
    await sql<{ id: string; state: string; product: string }>`
      select l.id, c.state, l.product_id::text as product from loan l join customer c on c.id = l.customer_id`.execute(
      db,
    )
  ).rows
  for (const end of ends.rows) {
    const day = endOfMonth(localDate(end.month))
    const stood: Stood[] = []
    for (const { id, ...of } of loans) {
      const { row } = await testApp.as('auditor').ok('loanGet', { id, asOf: day })
      if (row.status === 'live') stood.push({ ...row, ...of })
    }
    const late30 = principalOf(stood.filter(row => row.daysPastDue > 30))
    const arrears = addUp(stood, row => row.arrears)
    expect([end.month, end.loans, end.arrears, end.late_30]).toEqual([
      end.month,
      stood.length,
      arrears,
      late30,
    ])
    const month = end.month.slice(0, 7)
    const shown = await testApp.as('auditor').ok('dashboardPortfolio', { from: month, to: month })
    expect(shown).toMatchObject({ frozen: { on: day } })
    expectFrozen(shown, stood)
    await expectOpen(testApp, shown, stood, day)
  }
  return ends.rows.length
}

const bringUpToDate = async (testApp: TestApp): Promise<void> => {
  await freezeMonths(testApp.program)
  await runDaily(testApp.program)
  await refreshFigures(testApp.program)
}

describe('the sample lender', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await createTestApp({ lender: true })
    await bringUpToDate(testApp)
  })
  afterAll(() => testApp.close())

  test('every figure equals what the loans and the ledger say', async () => {
    await expectPortfolio(testApp)
    await expectLedger(testApp)
    await expectReceipts(testApp, 12)
    await expectDues(testApp)
  })

  test.each([2, 6])('what fell due in %i months opens the loans it fell due on', async months => {
    const to = today(testApp).slice(0, 7)
    const from = addMonths(localDate(`${to}-01`), 1 - months).slice(0, 7)
    const { period } = await testApp.as('auditor').ok('dashboardPortfolio', { from, to })
    const behind = await sharesOf(testApp, 'due', { from, to })
    expect(behind.rows).toBeGreaterThan(0)
    expect(behind).toEqual({ rows: behind.total, sum: period.due, stated: period.due, total: behind.total })
  })

  test('provisions open the loans they are made for', async () => {
    const { classes } = await testApp.as('auditor').ok('dashboardPortfolio', {})
    const provision = classes.reduce((sum, each) => sum + each.provision, 0n)
    const behind = await sharesOf(testApp, 'provision')
    expect(behind.rows).toBeGreaterThan(0)
    expect(behind).toEqual({ rows: behind.total, sum: provision, stated: provision, total: behind.total })
  })

  test('old suspense opens exactly the sums it counts', async () => {
    const { exceptions } = await testApp.as('auditor').ok('dashboardWork', {})
    const old = exceptions.find(each => each.name === 'suspenseOld')
    const listed = await testApp
      .as('auditor')
      .ok('suspenseList', { olderThan: SUSPENSE_OLD_DAYS, limit: 200 })
    expect([listed.total, listed.openTotal]).toEqual([old?.count ?? 0, old?.amount ?? 0n])
    expect(listed.rows.every(row => row.days >= SUSPENSE_OLD_DAYS)).toBe(true)
  })

  test('failed messages of the period open exactly those messages', async () => {
    const now = today(testApp)
    const { messages, from, to } = await testApp.as('auditor').ok('dashboardPortfolio', {})
    for (const status of ['failed', 'unknown'] as const) {
      const listed = await testApp.as('auditor').ok('messageList', {
        status,
        from: `${from}-01`,
        to: endOfMonth(localDate(`${to}-01`)),
      })
      expect(listed.total, status).toBe(messages[status])
    }
    expect(now.slice(0, 7)).toBe(to)
  })

  test('month-ends equal the ledger of that day', async () => {
    expect(await expectMonthEnds(testApp)).toBeGreaterThanOrEqual(3)
    const ends = await sql<{ month: string; principal: bigint }>`
      select month, principal from dashboard_month_end where dimension = 'all'`.execute(testApp.program.db)
    for (const { month, principal } of ends.rows)
      expect((await asked.principalOn(testApp.program.db, endOfMonth(localDate(month)))).amount).toBe(
        principal,
      )
  })

  test('vintages of a month that is over end with that month', async () => {
    const to = addMonths(localDate(`${today(testApp).slice(0, 7)}-01`), -2).slice(0, 7)
    const { vintages } = await testApp.as('auditor').ok('dashboardPortfolio', { from: to, to })
    expect(vintages.length).toBeGreaterThan(0)
    expect(vintages.every(({ month }) => month <= to)).toBe(true)
    for (const { month, loans, shares } of vintages) {
      const lent = await asked.paidOut(
        testApp.program.db,
        `${month}-01`,
        endOfMonth(localDate(`${month}-01`)),
      )
      const late = await one(
        testApp.program.db,
        sql<{ share: string }>`select round(1000000.0 * troubled_loans / lent_loans)::text as share
          from dashboard_month_end where dimension = 'vintage' and key = ${month} and month = ${`${to}-01`}::date`,
      )
      expect([month, loans, String(shares.at(-1))]).toEqual([month, Number(lent.loans), late.share])
    }
  })

  test('a month-end without a snapshot is not shown as the portfolio of today', async () => {
    const period = { from: '2019-03', to: '2019-03' }
    const shown = await testApp.as('auditor').ok('dashboardPortfolio', period)
    expect(shown).toMatchObject({ frozen: { on: '2019-03-31', at: null }, outstanding: null, states: [] })
    const { bytes } = await testApp.as('auditor').ok('dashboardExport', { ...period, format: 'csv' })
    expect(Buffer.from(bytes).toString()).toContain('No month-end snapshot for Mar 2019')
  })

  test('the figures of a month that is over leave with the day they are of', async () => {
    const on = endOfMonth(addMonths(today(testApp), -1))
    const period = { from: on.slice(0, 7), to: on.slice(0, 7) }
    const shown = await testApp.as('auditor').ok('dashboardPortfolio', period)
    const { bytes } = await testApp.as('auditor').ok('dashboardExport', { ...period, format: 'csv' })
    const lines = Buffer.from(bytes).toString().split('\n')
    const lineOf = (begins: string): string => lines.find(line => line.startsWith(begins)) ?? ''
    const naira = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
    const frozen = `"${formatDate(on)}, month-end snapshot"`
    expect(lineOf('Outstanding,Total')).toContain(
      `,${naira(shown.outstanding?.total ?? 0n)},${shown.outstanding?.loans},${frozen},`,
    )
    for (const begins of ['Portfolio at risk,PAR 30', 'Ageing,Not past due', 'States,', 'Products,'])
      expect(lineOf(begins), begins).toContain(frozen)
    expect(lineOf(`Months,${on.slice(0, 7)}: principal outstanding`)).toContain(frozen)
    expect(lineOf('Period,Deducted or paid by borrowers')).not.toContain('month-end snapshot')
    for (const begins of [
      'Requests,',
      'Open,Suspense',
      'Open,"Deducted, not remitted',
      'Retirement,Within 3',
    ]) {
      expect(lineOf(begins), begins).toContain(frozen)
      expect(lineOf(begins), begins).not.toContain(NOT_STORED)
    }
    const [zone] = shown.zones.toSorted((a, b) => (a.late30 > b.late30 ? -1 : 1))
    expect(lineOf(`Zones,${zone?.title}: PAR 30`)).toContain(`,${naira(zone?.late30 ?? 0n)},`)
  })

  test.each<[Part, string[], boolean]>([
    ['superAdmin', ['rejected'], true],
    ['admin', [], false],
    ['reviewer', ['reviewer'], false],
    ['authorizer', ['authorizer'], true],
    ['editor', ['rejected'], false],
    ['auditor', [], false],
  ])('%s sees the queues %j and what they may decide', async (part, stages, decides) => {
    const { queues, toDecide } = await testApp.as(part).ok('dashboardWork', {})
    expect(queues.map(queue => queue.stage)).toEqual(stages)
    expect(toDecide !== null).toBe(decides)
    for (const { stage, waiting } of queues)
      expect((await testApp.as(part).ok('requestList', { stage })).total).toBe(waiting)
  })

  test('the figures are taken away as CSV, XLSX and PDF, and the trail says so', async () => {
    for (const format of ['csv', 'xlsx', 'pdf'] as const) {
      const { bytes, name } = await testApp.as('auditor').ok('dashboardExport', { format })
      expect(name.endsWith(`.${format}`)).toBe(true)
      expect(bytes.length).toBeGreaterThan(1_000)
    }
    const { rows } = await testApp.as('auditor').ok('auditList', { action: 'dashboardExport', limit: 3 })
    expect(rows.map(row => row.after)).toMatchObject([
      { format: 'pdf', frozenAt: null },
      { format: 'xlsx' },
      { format: 'csv' },
    ])
  })

  test('the rows behind a figure are taken away whole, and the trail says so', async () => {
    const auditor = testApp.as('auditor')
    const period = { from: '2026-01', to: '2026-12' }
    const [loans, receipts] = [
      await auditor.ok('dashboardLoans', { cut: 'state', key: 'Katsina' }),
      await auditor.ok('dashboardReceipts', period),
    ]
    const lines = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString().trim().split('\n')
    const sheet = lines(await auditor.ok('dashboardLoansExport', { cut: 'state', key: 'Katsina' }))
    expect(sheet).toHaveLength(loans.total + 1)
    expect(sheet[1]).toContain(`${loans.rows[0]?.number},`)
    expect(sheet.slice(1).every(line => line.includes(',Katsina,'))).toBe(true)
    expect(lines(await auditor.ok('dashboardReceiptsExport', period))).toHaveLength(receipts.total + 1)
    const due = lines(await auditor.ok('dashboardLoansExport', { cut: 'due', ...period }))
    expect(due[0]).toContain('In the figure (NGN)')
    const { rows } = await auditor.ok('auditList', { action: 'dashboardLoansExport' })
    expect(rows.map(row => row.after)).toMatchObject([
      { filter: { cut: 'due' } },
      { filter: { cut: 'state', key: 'Katsina' } },
    ])
  })

  test('what came in late changes the running figures, never a frozen month', async () => {
    const frozen = async () =>
      (
        await sql<{
          row: string
        }>`select row_to_json(m)::text as row from dashboard_month_end m order by month, dimension, key`.execute(
          testApp.program.db,
        )
      ).rows
    const before = await frozen()
    const { rows } = await testApp.as('admin').ok('loanList', { tab: 'arrears' })
    const [late] = rows
    const on = endOfMonth(addMonths(today(testApp), -1))
    const shownThen = async () => {
      const month = on.slice(0, 7)
      const shown = await testApp.as('auditor').ok('dashboardPortfolio', { from: month, to: month })
      const open = [shown.requests, shown.suspense, shown.unremitted, shown.retiring]
      return [
        shown.outstanding,
        shown.par,
        shown.ageing,
        shown.classes,
        shown.employers,
        shown.vintages,
        open,
        shown.frozenFlows,
      ]
    }
    const shownBefore = await shownThen()
    expect(shownBefore.at(-1), 'months that the sample lender froze have kept their sums').not.toBeNull()
    await testApp.as('admin').ok('loanActDo', {
      loanId: late?.id ?? '',
      id: randomUUID(),
      input: {
        act: 'receipt',
        amount: '1000000',
        on,
        channel: 'bank transfer',
        reference: `CASH-${randomUUID()}`,
      },
      reason: 'Brought to the office',
    })
    await bringUpToDate(testApp)
    await expectPortfolio(testApp)
    expect(await frozen()).toEqual(before)
    expect(await shownThen()).toEqual(shownBefore)
    await expect(
      sql`update dashboard_month_end set principal = 0`.execute(testApp.program.db),
    ).rejects.toThrow()
    await expect(sql`delete from dashboard_month_end`.execute(testApp.program.db)).rejects.toThrow()
  })

  test.each([
    ['the first time', 'refreshed_at = null'],
    ['once more, since a release counts otherwise', 'whole_again = true'],
  ])('updated or recalculated, %s, the days are the same', async (_, state) => {
    const days = async () =>
      (
        await sql`select * from dashboard_day where (paid_out, collected, due) <> (0, 0, 0) order by day`.execute(
          testApp.program.db,
        )
      ).rows
    const stored = await days()
    await sql`delete from dashboard_day`.execute(testApp.program.db)
    await sql`delete from dashboard_loan`.execute(testApp.program.db)
    await sql`update dashboard_refresh set ${sql.raw(state)}`.execute(testApp.program.db)
    const { refreshedAt } = await testApp.as('auditor').ok('dashboardPortfolio', {})
    expect(refreshedAt !== null, 'old figures are still said to be of their moment').toBe(
      state.includes('whole'),
    )
    await refreshFigures(testApp.program)
    expect(await days()).toEqual(stored)
    // nothing has moved since; what another database of this server has under way may count as news for a moment
    await expect.poll(() => refreshFigures(testApp.program)).toBe(false)
  })
})

test('a book of random acts: every figure and month-end holds', async () => {
  const testApp = await createTestApp({ staff: false })
  try {
    const { problems } = await walk(testApp.program, { acts: 45, loans: 8, seed: 3, days: 80 })
    expect(problems).toEqual([])
    const last = await one(
      testApp.program.db,
      sql<{ day: string }>`select max(day) as day from loan_daily_run`,
    )
    testApp.clock.set(`${last.day}T10:00:00Z`)
    await bringUpToDate(testApp)
    await expectPortfolio(testApp)
    await expectLedger(testApp)
    await expectDues(testApp)
    await expectMonthEnds(testApp)
  } finally {
    await testApp.close()
  }
})

test('a new lender is shown what to do first, and only its superAdmin', async () => {
  const testApp = await createTestApp()
  await refreshFigures(testApp.program)
  const { firstSteps } = await testApp.as('superAdmin').ok('dashboardWork', {})
  const done = firstSteps?.steps.filter(({ isDone }) => isDone).map(({ name }) => name)
  expect(done, 'an open link that nobody opened is nobody’s work').toEqual(['colleagues'])
  expect((await testApp.as('admin').ok('dashboardWork', {})).firstSteps).toBeNull()
  const nameIt = async (value: Partial<Section<'organisation'>>) => {
    const lender = { ...SECTIONS.organisation.initial, ...value }
    const { rows } = await testApp.as('admin').ok('settingHistory', { section: 'organisation' })
    await testApp.as('admin').ok('settingChange', {
      section: 'organisation',
      value: lender,
      effectiveOn: today(testApp),
      basedOn: rows[0]?.version ?? 0,
      reason: 'Set up',
    })
    const { firstSteps: now } = await testApp.as('superAdmin').ok('dashboardWork', {})
    return now?.steps.find(({ name }) => name === 'organisation')?.isDone
  }
  expect(await nameIt({ operatingCompany: 'Zuma Credit Ltd' }), 'letters need an address').toBe(false)
  expect(await nameIt({ operatingCompany: 'Zuma Credit Ltd', address: '4 Ahmadu Bello Way, Kaduna' })).toBe(
    true,
  )
  const { outstanding, par, period, vintages } = await testApp.as('admin').ok('dashboardPortfolio', {})
  expect([outstanding?.loans, par.map(each => each.share), period.efficiency, vintages]).toEqual([
    0,
    [null, null, null, null],
    null,
    [],
  ])
  await testApp.close()
})

test('the guide ticks colleagues once one can review what another authorizes', async () => {
  const testApp = await createTestApp({ staff: false })
  const { caller } = await testApp.hire('superAdmin')
  const isEnough = async () => {
    const { firstSteps } = await caller.ok('dashboardWork', {})
    return firstSteps?.steps.find(({ name }) => name === 'colleagues')?.isDone
  }
  await testApp.hire('Admin')
  const both = await testApp.hire('Reviewer', 'Authorizer')
  expect(await isEnough(), 'three people, of whom one would decide twice').toBe(false)
  const reviewer = await testApp.hire('Reviewer')
  expect(await isEnough()).toBe(true)
  await sql`update staff set status = 'suspended' where id = ${reviewer.id}`.execute(testApp.program.db)
  expect(await isEnough(), 'who is suspended reviews nothing').toBe(false)
  await testApp.hire('Authorizer')
  expect(await isEnough(), 'who may do both does the other half').toBe(true)
  await sql`update staff set roles = '{Auditor}' where id = ${both.id}`.execute(testApp.program.db)
  expect(await isEnough()).toBe(false)
  await testApp.close()
})

test('the guide ticks a payroll once it was accepted', async () => {
  const testApp = await createTestApp()
  const hasPayroll = async () => {
    const { firstSteps } = await testApp.as('superAdmin').ok('dashboardWork', {})
    return firstSteps?.steps.find(({ name }) => name === 'payroll')?.isDone
  }
  await upload(testApp, roster([{ id: '1' }]), { period: '2026-09' })
  const files = await one(
    testApp.program.db,
    sql<{ files: bigint }>`select count(*) as files from payroll_file`,
  )
  expect([files.files, await hasPayroll()], 'a preview is read by no checklist').toEqual([1n, false])
  await accepted(testApp, roster([{ id: '2' }]))
  expect(await hasPayroll()).toBe(true)
  await testApp.close()
})

test('sign-ups and bank alerts need attention until they are handled', async () => {
  const testApp = await createTestApp()
  const found = async (part: Part, name: ExceptionName) => {
    const { exceptions } = await testApp.as(part).ok('dashboardWork', {})
    return exceptions.find(each => each.name === name)
  }
  expect(await found('superAdmin', 'signUpsWaiting')).toBeUndefined()
  expect(await found('superAdmin', 'claimsOpen')).toBeUndefined()

  const since = testApp.clock.now().toISOString()
  const { id } = await testApp.signUp()
  testApp.clock.advance({ hours: 2 })
  await testApp.signUp()
  expect(await found('superAdmin', 'signUpsWaiting')).toMatchObject({ count: 2, amount: null, since })
  for (const part of ['admin', 'auditor'] as const)
    expect(await found(part, 'signUpsWaiting'), 'told to whoever can let them in').toBeUndefined()
  await testApp.as('superAdmin').ok('userDecline', { id, reason: 'Nobody knows them' })
  expect(await found('superAdmin', 'signUpsWaiting')).toMatchObject({ count: 1 })

  for (const [at, amount] of [
    [since, 6_166_667n],
    [testApp.clock.now().toISOString(), 100n],
  ] as const)
    await sql`
      insert into message_claim (id, at, sender, body, amount, dedupe)
      values (${randomUUID()}, ${at}, 'GTBank', 'Acct:******4321 CR', ${amount}, ${randomUUID()})`.execute(
      testApp.program.db,
    )
  expect(await found('auditor', 'claimsOpen')).toMatchObject({ count: 2, amount: 6_166_767n, since })
  const { rows, total } = await testApp.as('admin').ok('claimList', { status: 'open' })
  expect(total).toBe(2)
  for (const claim of rows) await testApp.as('admin').ok('claimReject', { id: claim.id, note: 'Not ours' })
  expect(await found('admin', 'claimsOpen')).toBeUndefined()
  await testApp.close()
})

test('a step is confirmed and reopened; one user dismisses the guide and restores it', async () => {
  const testApp = await createTestApp()
  const superAdmin = testApp.as('superAdmin')
  const guide = async (caller = superAdmin) => (await caller.ok('dashboardWork', {})).firstSteps
  const products = async () => (await guide())?.steps.find(({ name }) => name === 'products')
  const confirm = (isConfirmed: boolean) =>
    superAdmin.ok('firstStepConfirm', { name: 'products', isConfirmed })
  await confirm(true)
  await confirm(true)
  expect(await products()).toEqual({ name: 'products', isDone: false, confirmedBy: 'Ngozi Okafor' })
  await confirm(false)
  expect(await products()).toEqual({ name: 'products', isDone: false, confirmedBy: null })
  await testApp
    .as('admin')
    .refused('firstStepConfirm', { name: 'products', isConfirmed: true }, 'permission.missing')

  const colleague = await testApp.hire('superAdmin')
  await superAdmin.ok('firstStepsPutAway', { isAway: true })
  expect([(await guide())?.isAway, (await guide(colleague.caller))?.isAway]).toEqual([true, false])
  await superAdmin.ok('firstStepsPutAway', { isAway: false })
  expect((await guide())?.isAway).toBe(false)
  await testApp.close()
})
