import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Api } from '../contract/api.ts'
import {
  AGES,
  CUT_PARTS,
  type CutPart,
  firstLateDay,
  type LoanCut,
  OWED_PARTS,
  PAR_DAYS,
  PART_PAR,
  type PartedCut,
} from '../contract/dashboard.ts'
import type { Reply } from '../contract/endpoint.ts'
import { addMonths, daysBetween, endOfMonth, type LocalDate, localDate } from '../engine/dates.ts'
import { ppmOf } from '../engine/fraction.ts'
import { businessDate } from '../server/kernel/clock.ts'
import type { Db } from '../server/kernel/dbTypes.ts'
import type { TestApp } from './testApp.ts'

/** What the dashboard shows against the books, and every figure against the rows it opens: of any lender there is. */

export const today = (testApp: TestApp): LocalDate => businessDate(testApp.clock.now())

export async function one<T>(db: Db, query: ReturnType<typeof sql<T>>): Promise<T> {
  const [row] = (await query.execute(db)).rows
  if (row === undefined) throw new Error('a sum always has a row')
  return row
}

// ── Against the books ──────────────────────────────────────────────────────────────────────────────────────────────

/** An event that nothing has undone. */
const STANDS = sql`not exists (select from loan_event r where r.loan_id = e.loan_id and r.type = 'reversal'
  and r.event->>'of' = e.id::text)`

/** What the loans and the ledger say, added up the plain way, one question at a time. */
export const asked = {
  owed: (db: Db, day: string) =>
    one(
      db,
      sql<Record<'loans' | 'principal' | 'interest' | 'fee' | 'penalty' | 'arrears' | 'late', bigint>>`
        select count(*) as loans, coalesce(sum(owed_principal), 0)::bigint as principal, coalesce(sum(owed_interest), 0)::bigint as interest,
          coalesce(sum(owed_fee), 0)::bigint as fee, coalesce(sum(owed_penalty), 0)::bigint as penalty,
          coalesce(sum(arrears), 0)::bigint as arrears, count(*) filter (where oldest_unpaid_on is not null) as late
        from loan_on(${day}::date) where status = 'live'`,
    ),
  /** Principal by the ledger, up to and including a day. */
  principalOn: (db: Db, day: string) =>
    one(
      db,
      sql<{ amount: bigint }>`
        select coalesce(sum(amount), 0)::bigint as amount from ledger_line where code = 1100 and effective_on <= ${day}::date`,
    ),
  lateBy: (db: Db, day: string, days: number) =>
    one(
      db,
      sql<{ amount: bigint }>`
        select coalesce(sum(owed_principal), 0)::bigint as amount from loan_on(${day}::date) where status = 'live' and days_past_due >= ${days}`,
    ),
  /**
   * Money in by the ledger: what reached the bank, the payroll offices' account or came out of suspense. Which entry was taken
   * back the events know; what a top-up settled is no money; what older books say stands in no entry.
   */
  collected: (db: Db, from: string, to: string) =>
    one(
      db,
      sql<{ amount: bigint }>`
        select coalesce(sum(case when e.cash = 'openingBalances' then e.amount else coalesce(n.amount, 0) end), 0)::bigint as amount
        from loan_event e left join (
          select n.ref, coalesce(n.belongs_on, n.effective_on) as day, sum(i.amount) as amount
          from ledger_entry n join ledger_line i on i.entry_id = n.id
          where n.reason in ('receipt', 'deduction', 'settlement', 'recovery') and i.code in (1010, 1020, 2030)
          group by 1, 2) n on n.ref = e.id::text
        where e.type in ('receipt', 'settlement', 'recovery') and e.channel is distinct from 'top-up'
          and coalesce(n.day, e.effective_on) between ${from}::date and ${to}::date and ${STANDS}`,
    ),
  /** What reached the bank account of the ledger from borrowers and payroll offices, less what was reversed since. */
  cash: (db: Db, from: string, to: string) =>
    one(
      db,
      sql<{ amount: bigint }>`
        select coalesce(sum(i.amount), 0)::bigint as amount
        from ledger_entry n join ledger_line i on i.entry_id = n.id and i.code = 1010
        where n.reason in ('receipt', 'settlement', 'recovery', 'remittance')
          and coalesce(n.belongs_on, n.effective_on) between ${from}::date and ${to}::date
          and not exists (select from ledger_entry u where u.ref = n.ref || ' undone' and u.reason = 'reversal')
          and not exists (select from loan_event r where r.type = 'reversal' and r.event->>'of' = n.ref)`,
    ),
  /** Money in by the payroll month that a batch brought it for, with its row or later out of suspense; else by its value date. */
  received: (db: Db, month: string) =>
    one(
      db,
      sql<{ amount: bigint }>`
        select coalesce(sum(e.amount), 0)::bigint as amount from loan_event e
        left join repayment_row r on r.posting_id = e.id and r.status = 'posted'
        left join repayment_suspense_use u on u.id = e.id
        left join repayment_suspense s on s.id = u.suspense_id
        left join repayment_row p on (p.batch_id, p.row_number, p.part) = (s.batch_id, s.row_number, s.part)
        where e.type in ('receipt', 'settlement', 'recovery') and e.channel is distinct from 'top-up' and ${STANDS}
          and to_char(coalesce(r.period, p.period, e.effective_on), 'YYYY-MM') = ${month}`,
    ),
  /**
   * Principal lent by the ledger. By the loan of older books, which were taken over with what was left of it, and where fees were
   * put on top, which the ledger holds with the principal.
   */
  paidOut: (db: Db, from: string, to: string) =>
    one(
      db,
      sql<{ loans: bigint; amount: bigint }>`
        select count(*) as loans,
          coalesce(sum(case when e.cash = 'openingBalances' or l.terms::jsonb @? '$.**.collected ? (@ == "capitalised")'
            then l.principal else coalesce(n.amount, 0) end), 0)::bigint as amount
        from loan_event e join loan l on l.id = e.loan_id left join (
          select n.ref, o.loan_id, coalesce(n.belongs_on, n.effective_on) as day, sum(i.amount) as amount
          from ledger_entry n join ledger_line i on i.entry_id = n.id and i.code = 1100 join ledger_loan o on o.no = i.loan_no
          where n.reason = 'disbursement' group by 1, 2, 3) n on n.ref = e.id::text and n.loan_id = l.id
        where e.type = 'disbursement' and coalesce(n.day, e.effective_on) between ${from}::date and ${to}::date and ${STANDS}`,
    ),
  balance: (db: Db, code: number) =>
    one(
      db,
      sql<{ amount: bigint }>`
        select coalesce(sum(amount), 0)::bigint as amount from ledger_line where code = ${code}`,
    ),
  /** The same on a day, as the trial balance counts it. */
  balanceOn: (db: Db, code: number, day: string) =>
    one(
      db,
      sql<{ amount: bigint }>`
        select coalesce(sum(amount), 0)::bigint as amount from ledger_line where code = ${code} and effective_on <= ${day}::date`,
    ),
  /** The last day on which older books were taken over: month-ends before it know those loans, the ledger does not. */
  takenOver: (db: Db) =>
    one(db, sql<{ day: string | null }>`select max(effective_on) as day from ledger_line where code = 3010`),
  /** Month-ends loan by loan: what was out, and what of it was more than 30 days late. */
  risks: async (db: Db) =>
    (
      await sql<{ month: string; principal: bigint; late: bigint }>`
        select to_char(month, 'YYYY-MM') as month, sum(owed_principal)::bigint as principal,
          coalesce(sum(owed_principal) filter (where days_past_due > 30), 0)::bigint as late
        from dashboard_month_end_loan where status = 'live' group by 1`.execute(db)
    ).rows,
  /** Requests that had come to a stage when a day of Lagos ended, less those that had left it. */
  requestsIn: (db: Db, stage: string, day: string) =>
    one(
      db,
      sql<{ requests: number }>`
        select coalesce(sum((to_stage = ${stage})::integer - coalesce((from_stage = ${stage})::integer, 0)), 0)::integer as requests
        from request_event where to_stage is not null and (at at time zone 'Africa/Lagos')::date <= ${day}::date`,
    ),
  /** What the ledger's lines hold of every loan, account by account. */
  books: async (db: Db) =>
    (
      await sql<Books>`
        select l.id, coalesce(sum(i.amount) filter (where i.code = 1100), 0)::bigint as principal,
          coalesce(sum(i.amount) filter (where i.code in (1110, 1120, 1130)), 0)::bigint as fallen_due,
          coalesce(-sum(i.amount) filter (where i.code = 2040), 0)::bigint as credit
        from loan l join ledger_loan n on n.loan_id = l.id join ledger_line i on i.loan_no = n.no group by l.id`.execute(
        db,
      )
    ).rows,
  loans: async (db: Db) =>
    (await sql<{ id: string }>`select id from loan where disbursed_on is not null order by id`.execute(db))
      .rows,
}

/** Every figure of the running book against what the loans and the ledger say. */
export async function expectPortfolio(testApp: TestApp): Promise<void> {
  const { db } = testApp.program
  const now = today(testApp)
  const from = addMonths(localDate(`${now.slice(0, 7)}-01`), -5)
  const shown = await testApp
    .as('auditor')
    .ok('dashboardPortfolio', { from: from.slice(0, 7), to: now.slice(0, 7) })
  const owed = await asked.owed(db, now)
  expect(shown.outstanding).toMatchObject({
    loans: Number(owed.loans),
    principal: owed.principal,
    interest: owed.interest,
    fee: owed.fee,
    penalty: owed.penalty,
    total: owed.principal + owed.interest + owed.fee + owed.penalty,
    arrears: owed.arrears,
    lateLoans: Number(owed.late),
  })
  expect(shown.frozen, 'a period up to now is as it stands').toBeNull()
  expect(shown.outstanding?.principal).toBe((await asked.principalOn(db, '2199-12-31')).amount)
  for (const { days, principal, share } of shown.par) {
    const late = (await asked.lateBy(db, now, days === 1 ? 1 : days + 1)).amount
    expect([principal, share], `PAR ${days}`).toEqual([late, shareOf(late, owed.principal)])
  }
  for (const [at, age] of shown.ageing.entries()) {
    const older = AGES[at + 1]
    const within = (await asked.lateBy(db, now, AGES[at]?.fromDays ?? 0)).amount
    expect(age.principal, age.title).toBe(
      within - (older ? (await asked.lateBy(db, now, older.fromDays)).amount : 0n),
    )
  }
  expect((await asked.paidOut(db, from, now)).amount).toBe(shown.period.disbursed)
  expect(Number((await asked.paidOut(db, from, now)).loans)).toBe(shown.period.disbursedLoans)
  const collected = (await asked.collected(db, from, now)).amount
  expect([shown.period.collected, shown.period.efficiency]).toEqual([
    collected,
    shareOf(collected, shown.period.due),
  ])
  expect(shown.period.cash).toBe((await asked.cash(db, from, now)).amount)
  const before = (await asked.collected(db, shown.before.from, shown.before.to)).amount
  expect([shown.before.collected, shown.before.efficiency]).toEqual([
    before,
    shareOf(before, shown.before.due),
  ])
  const risks = await asked.risks(db)
  for (const { month, collected, cash, disbursed, received, par30 } of shown.months) {
    const then = risks.find(each => each.month === month)
    if (then) expect([month, par30]).toEqual([month, shareOf(then.late, then.principal)])
    const last = endOfMonth(localDate(`${month}-01`))
    expect((await asked.collected(db, `${month}-01`, last)).amount, month).toBe(collected)
    expect((await asked.cash(db, `${month}-01`, last)).amount, month).toBe(cash)
    expect((await asked.paidOut(db, `${month}-01`, last)).amount, month).toBe(disbursed)
    expect((await asked.received(db, month)).amount, month).toBe(received)
  }
  expect(shown.suspense?.amount).toBe(-(await asked.balance(db, 2030)).amount)
  expect(shown.unremitted).toBe((await asked.balance(db, 1020)).amount)
  for (const { stage, requests } of shown.requests ?? [])
    expect([stage, requests]).toEqual([stage, (await asked.requestsIn(db, stage, now)).requests])
  await expectCuts(testApp)
}

const shareOf = (part: bigint, whole: bigint): number | null =>
  whole > 0n ? ppmOf(part, whole, 'half-up') : null

type Books = { id: string; principal: bigint; fallen_due: bigint; credit: bigint }
type Instalment = Reply<Api['loanGet']>['current'][number]

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
const chargesOf = ({ outstanding: { interest, fee, penalty } }: Instalment): bigint =>
  interest + fee + penalty

/**
 * Arrears, portfolio at risk, ageing and credit by the ledger's lines and the schedules in force, without any column that lists
 * keep: a loan is live while the lines hold something of it, and what they hold beyond what its schedule makes due later is late.
 * Since when, its own page says.
 */
export async function expectLedger(testApp: TestApp): Promise<void> {
  const now = today(testApp)
  const books = await asked.books(testApp.program.db)
  const loans: { principal: bigint; total: bigint; arrears: bigint; days: number }[] = []
  const live = books.filter(({ principal, fallen_due }) => principal !== 0n || fallen_due !== 0n)
  for (const { id, principal, fallen_due } of live) {
    const { current } = await testApp.as('auditor').ok('loanGet', { id })
    const projection = sumOf(current.filter(row => row.dueOn >= now).map(row => row.due.principal))
    const dueToday = sumOf(current.filter(row => row.dueOn === now).map(chargesOf))
    const oldest = current.find(row => row.dueOn < now && row.outstanding.principal + chargesOf(row) > 0n)
    const days = oldest ? daysBetween(localDate(oldest.dueOn), now) : 0
    const notYetDue = sumOf(current.filter(row => row.dueOn > now).map(chargesOf))
    loans.push({
      principal,
      total: principal + fallen_due + notYetDue,
      // who paid ahead owes less than what falls due later
      arrears: (principal > projection ? principal - projection : 0n) + fallen_due - dueToday,
      days,
    })
  }
  const { outstanding, par, ageing } = await testApp.as('auditor').ok('dashboardPortfolio', {})
  expect(outstanding).toMatchObject({
    loans: loans.length,
    principal: sumOf(loans.map(each => each.principal)),
    total: sumOf(loans.map(each => each.total)),
    arrears: sumOf(loans.map(each => each.arrears)),
    lateLoans: loans.filter(each => each.arrears > 0n).length,
    credit: sumOf(books.map(each => each.credit)),
  })
  const principalFrom = (days: number): bigint =>
    sumOf(loans.filter(each => each.days >= days).map(each => each.principal))
  expect(par.map(each => [each.days, each.principal])).toEqual(
    PAR_DAYS.map(days => [days, principalFrom(firstLateDay(days))]),
  )
  expect(ageing.map(each => each.principal)).toEqual(
    AGES.map(({ fromDays }, at) => {
      const older = AGES[at + 1]
      return principalFrom(fromDays) - (older ? principalFrom(older.fromDays) : 0n)
    }),
  )
}

/** Every cut by place or kind adds up to the whole, and opens as many loans as it counts. */
async function expectCuts(testApp: TestApp): Promise<void> {
  const shown = await testApp.as('auditor').ok('dashboardPortfolio', {})
  const opened = async (cut: LoanCut, key: string) =>
    (await testApp.as('auditor').ok('dashboardLoans', { cut, key, limit: 1 })).total
  const cuts = {
    state: shown.states,
    employer: shown.employers,
    officer: shown.officers,
    product: shown.products,
    age: shown.ageing,
  }
  for (const [cut, rows] of Object.entries(cuts)) {
    const loans = rows.reduce((sum, row) => sum + row.loans, 0)
    const principal = rows.reduce((sum, row) => sum + row.principal, 0n)
    expect([cut, loans, principal]).toEqual([cut, shown.outstanding?.loans, shown.outstanding?.principal])
    for (const row of rows.filter(each => each.loans > 0 && each.key !== ''))
      expect(await opened(cut as LoanCut, row.key), `${cut} ${row.key}`).toBe(row.loans)
  }
  for (const row of shown.vintages) expect(await opened('vintage', row.month), row.month).toBe(row.loans)
  expect(shown.retiring?.length).toBeGreaterThan(0)
  for (const row of shown.retiring ?? []) expect(await opened('retiring', String(row.months))).toBe(row.loans)
  expect(shown.classes.reduce((sum, row) => sum + row.principal, 0n)).toBe(shown.outstanding?.principal)
  for (const { loans, principal, provision, ratePpm } of shown.classes) {
    // half a kobo a loan at most, since each is rounded by itself
    const off = provision - (principal * BigInt(ratePpm)) / 1_000_000n
    expect(off >= -BigInt(loans) && off <= BigInt(loans)).toBe(true)
  }
}

/** What the schedules of all loans make due, as the page of each loan shows it. */
export async function expectDues(testApp: TestApp): Promise<void> {
  const expected = new Map<string, bigint>()
  for (const { id } of await asked.loans(testApp.program.db)) {
    const { months } = await testApp.as('auditor').ok('loanGet', { id })
    for (const { month, expected: due } of months) expected.set(month, (expected.get(month) ?? 0n) + due)
  }
  const { months } = await testApp.as('auditor').ok('dashboardPortfolio', {})
  for (const { month, due } of months) expect(due, month).toBe(expected.get(month) ?? 0n)
  const last = months.at(-2)?.month ?? ''
  const { period } = await testApp.as('auditor').ok('dashboardPortfolio', { from: last, to: last })
  expect([last, period.due, period.efficiency]).toEqual([
    last,
    expected.get(last) ?? 0n,
    shareOf(period.collected, expected.get(last) ?? 0n),
  ])
}

/** What was collected in some months, and received for them, against the receipts that each opens. */
export async function expectReceipts(testApp: TestApp, months: number): Promise<void> {
  const { months: shown } = await testApp.as('auditor').ok('dashboardPortfolio', {})
  for (const { month, collected, received } of shown.slice(-months))
    for (const by of ['valueDate', 'payrollMonth'] as const) {
      let [sum, rows, cursor] = [0n, 0, undefined as string | undefined]
      do {
        const input = { from: month, to: month, by, limit: 200, ...(cursor ? { cursor } : {}) }
        const list = await testApp.as('auditor').ok('dashboardReceipts', input)
        sum += list.rows.reduce((total, row) => total + row.amount, 0n)
        rows += list.rows.length
        cursor = list.next ?? undefined
        const figure = by === 'valueDate' ? collected : received
        expect([month, by, list.sum]).toEqual([month, by, figure])
        if (!cursor) expect([month, by, sum, rows]).toEqual([month, by, figure, list.total])
      } while (cursor)
    }
}

// ── Against its rows ───────────────────────────────────────────────────────────────────────────────────────────────

type Line = Reply<Api['dashboardLoans']>['rows'][number]
type Portfolio = Reply<Api['dashboardPortfolio']>

/** All rows behind a figure, page after page. */
export async function behind(testApp: TestApp, cut: LoanCut, key: string, asOf?: string, part?: CutPart) {
  const rows: Line[] = []
  for (let cursor: string | undefined; ; ) {
    const input = { cut, key, ...(part ? { part } : {}), ...(asOf ? { asOf } : {}) }
    const page = await testApp
      .as('auditor')
      .ok('dashboardLoans', { ...input, limit: 200, ...(cursor ? { cursor } : {}) })
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
    ...cuts('zone', shown.zones),
    ...cuts('employer', shown.employers),
    ...cuts('officer', shown.officers),
    ...cuts('product', shown.products),
    ...shown.vintages.map(({ month, lent, loans }): Shown => ['vintage', month, lent, loans]),
    ...(shown.retiring ?? []).map(
      ({ months, principal, loans }): Shown => ['retiring', String(months), principal, loans],
    ),
  ]
}

/** Every figure of today, or of a month-end, against the rows that it opens. */
export async function expectRows(testApp: TestApp, asOf?: string): Promise<void> {
  const period = asOf ? { from: asOf, to: asOf } : {}
  const shown = await testApp.as('auditor').ok('dashboardPortfolio', { ...period, employers: 'all' })
  for (const [cut, key, sum, loans] of shownBy(shown)) {
    const found = await behind(testApp, cut, key, asOf)
    const added = found.rows.reduce((total, row) => total + partOf(cut, row), 0n)
    const name = `${asOf ?? 'now'} ${cut} ${key}`
    expect([name, found.sum, added, found.rowsKept]).toEqual([name, sum, sum, true])
    expect([name, found.rows.length], name).toEqual([name, loans ?? found.total])
    if (found.loans !== null) expect([name, found.loans]).toEqual([name, found.rows.length])
    expect(found.asOf.frozen?.on ?? null).toBe(asOf ? endOfMonth(localDate(`${asOf}-01`)) : null)
  }
  await expectParts(testApp, shown, asOf)
  for (const { month, loans, shares } of shown.vintages) {
    const late = await behind(testApp, 'vintageLate', month, asOf)
    expect([month, late.sum, late.loans]).toEqual([month, null, late.rows.length])
    const share = Math.round((1_000_000 * late.rows.length) / loans)
    expect([month, shares.at(-1)], `${asOf ?? 'now'} ${month}`).toEqual([month, share])
  }
}

/** The arrears and the portfolio at risk of every place and kind against their late loans. */
async function expectParts(testApp: TestApp, shown: Portfolio, asOf?: string): Promise<void> {
  const cuts: [PartedCut, readonly Parted[]][] = [
    ['state', shown.states],
    ['zone', shown.zones],
    ['employer', shown.employers],
    ['officer', shown.officers],
    ['product', shown.products],
  ]
  for (const [cut, rows] of cuts)
    for (const row of rows.filter(({ loans }) => loans > 0))
      for (const part of CUT_PARTS) {
        const found = await behind(testApp, cut, row.key, asOf, part)
        const added = found.rows.reduce(
          (sum, each) => sum + (part === 'arrears' ? each.arrears : each.owedPrincipal),
          0n,
        )
        const name = `${asOf ?? 'now'} ${cut} ${row.key} ${part}`
        expect([name, found.sum, found.total]).toEqual([name, added, found.rows.length])
        expect(
          found.rows.every(each => each.daysPastDue >= firstLateDay(PART_PAR[part])),
          name,
        ).toBe(true)
        if (part !== 'par30')
          expect([name, found.rows.length, found.loans]).toEqual([name, row.lateLoans, row.lateLoans])
        if (part === 'arrears') expect([name, added]).toEqual([name, row.arrears])
        else
          expect([name, row.principal > 0n ? ppmOf(added, row.principal, 'half-up') : null]).toEqual([
            name,
            row[part],
          ])
        if (part === 'par30' && row.late30 !== undefined) expect([name, added]).toEqual([name, row.late30])
      }
}

type Parted = Portfolio['products'][number] & { late30?: bigint }

export async function frozenMonths(testApp: TestApp): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month from dashboard_month_end where dimension = 'all' order by month`.execute(
    testApp.program.db,
  )
  return rows.map(row => row.month)
}

/** Principal, money in suspense and what was not remitted at the end of a month, against the ledger of that day. */
export async function expectMonthEnd(testApp: TestApp, month: string): Promise<void> {
  const { db } = testApp.program
  const on = endOfMonth(localDate(`${month}-01`))
  const { outstanding, suspense, unremitted } = await testApp
    .as('auditor')
    .ok('dashboardPortfolio', { from: month, to: month })
  expect([month, outstanding?.principal, suspense?.amount, unremitted]).toEqual([
    month,
    (await asked.principalOn(db, on)).amount,
    -(await asked.balanceOn(db, 2030, on)).amount,
    (await asked.balanceOn(db, 1020, on)).amount,
  ])
}
