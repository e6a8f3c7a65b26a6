import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_STATUSES } from '../contract/bankAlerts.ts'
import { MESSAGE_STATUSES } from '../contract/messaging.ts'
import { SIGNAL_KINDS } from '../contract/payroll.ts'
import { BINS } from '../contract/repayments.ts'
import { ROLES } from '../contract/roles.ts'
import { SECTIONS } from '../contract/settings.ts'
import { STAGES } from '../contract/vocabulary.ts'
import { addMonths, payMonthOf } from '../engine/dates.ts'
import { loadDemo } from '../sample/demo.ts'
import { movingDayOf } from '../sample/lender.ts'
import { prove } from '../server/app/prove.ts'
import { businessDate } from '../server/kernel/clock.ts'
import { connect, openDb } from '../server/kernel/db.ts'
import { refreshFigures } from '../server/modules/dashboard/refresh.ts'
import { HOUSE_SECRET, type House, openHouse } from './cast.ts'
import {
  asked,
  expectDues,
  expectLedger,
  expectMonthEnd,
  expectPortfolio,
  expectReceipts,
  expectRows,
  frozenMonths,
} from './portfolio.ts'

/** What `npm run demo` shows: a lender that has lived through everything the product knows. SAMPLE_DAY=2027-02-28 asks on another day. */

async function openLender(): Promise<House> {
  const opened = await openHouse({ staff: false })
  if (process.env.SAMPLE_DAY) opened.clock.set(`${process.env.SAMPLE_DAY}T09:00:00Z`)
  const { url } = opened
  const wide = connect(url, { most: 20, name: 'iroko sample', hasty: true })
  await loadDemo({ ...opened.program, db: openDb(wide) }, { whole: { url, secret: HOUSE_SECRET } })
  await wide.end()
  return opened
}

let house: House
beforeAll(async () => {
  house = await openLender()
}, 300_000)
afterAll(() => house.close())

/** The different values of one column, in order. */
const values = async (column: string, rows: string): Promise<unknown[]> =>
  (await house.pool.query(`select distinct ${column} as value from ${rows} order by 1`)).rows.map(
    row => row.value,
  )
const count = async (rows: string): Promise<number> =>
  (await house.pool.query(`select count(*)::int as n from ${rows}`)).rows[0].n
const sorted = (names: readonly string[]): string[] => [...names].sort()

/** What two lenders are told apart by, whatever ids and moments their records were given. */
async function gist({ pool }: House): Promise<unknown> {
  const [books, loans, customers, requests, rows, messages] = await Promise.all(
    [
      `select code, effective_on, count(*)::int, sum(amount) from ledger_line group by 1, 2`,
      `select status, principal, owed_total, arrears, days_past_due, disbursed_on, credit from loan`,
      `select name_key, state, mda, status, phone, ippis_number from customer`,
      `select stage, count(*)::int from loan_request group by 1`,
      `select bin, status, amount from repayment_row`,
      `select status, count(*)::int from message group by 1`,
    ].map(
      async query =>
        (await pool.query(`select array_agg(row::text order by row::text) as all from (${query}) row`))
          .rows[0].all,
    ),
  )
  return { books, loans, customers, requests, rows, messages }
}

describe('the sample lender', () => {
  test('its books are proved', async () => {
    const { holds, checks } = await prove(house.program.db)
    expect(checks.filter(check => check.problems.length > 0)).toEqual([])
    expect(holds).toBe(true)
  })

  test('every figure of its dashboard is what the books say, and opens exactly its rows', async () => {
    await refreshFigures(house.program)
    await expectPortfolio(house)
    await expectLedger(house)
    await expectDues(house)
    await expectReceipts(house, 3)
    await expectRows(house)
    const months = await frozenMonths(house)
    expect(months.length).toBeGreaterThanOrEqual(12)
    const { day } = await asked.takenOver(house.program.db)
    const inTheLedger = months.filter(month => month >= (day ?? '').slice(0, 7))
    expect(inTheLedger.length).toBeGreaterThan(0)
    for (const month of inTheLedger) await expectMonthEnd(house, month)
    const { outstanding, period, par } = await house.as('auditor').ok('dashboardPortfolio', {})
    const worst = par.at(-1)?.principal ?? 0n
    for (const amount of [outstanding?.credit, outstanding?.arrears, period.collected, worst])
      expect(amount).toBeGreaterThan(0n)
    await expectRows(house, months.at(-1))
  }, 300_000)

  test('is the same lender whenever it is loaded', async () => {
    const again = await openLender()
    try {
      expect(await gist(again)).toEqual(await gist(house))
    } finally {
      await again.close()
    }
  }, 300_000)

  test('has somebody in each role', async () => {
    expect(await values('unnest(roles)', `staff where status = 'active'`)).toEqual(sorted(ROLES))
  })

  test('shows the Admin, an officer too, their own customers in arrears', async () => {
    const { arrears } = await house.as('admin').ok('dashboardWork', {})
    expect(arrears?.customers).toBeGreaterThan(0)
    expect(arrears?.worst.length).toBeGreaterThan(0)
  })

  test('has about 2,000 customers, in 37 states and 30 employers or more', async () => {
    const customers = `customer where status <> 'merged'`
    expect(Math.abs((await count(customers)) - 2_000)).toBeLessThanOrEqual(50)
    expect(await values('state', customers)).toHaveLength(37)
    expect((await values('mda', customers)).length).toBeGreaterThanOrEqual(30)
  })

  test('has 24 months of rosters without a gap, and a month that was corrected', async () => {
    const { rows } = await house.as('auditor').ok('payrollMonths', { source: 'IPPIS', limit: 50 })
    expect(rows).toHaveLength(24)
    const newest = movingDayOf(businessDate(house.clock.now()))
    expect(rows[23]?.month).toBe(payMonthOf(addMonths(newest, -23)))
    expect(rows[0]?.month).toBe(payMonthOf(newest))
    expect(rows[12]?.customersFound, 'who borrows today is found a year ago').toBeGreaterThan(120)
    expect(await values('status', `intake where corrects_id is not null`)).toEqual(['accepted'])
  })

  test('has requests in every stage, and loans in every standing and class', async () => {
    expect(await values('stage', 'loan_request')).toEqual(sorted(STAGES))
    expect(await values('status', 'loan')).toEqual(
      expect.arrayContaining(['awaiting disbursement', 'closed', 'live', 'overpaid', 'written off']),
    )
    const { classes } = await house.as('auditor').ok('dashboardPortfolio', {})
    expect(classes.map(each => each.name)).toEqual(SECTIONS.classes.initial.classes.map(each => each.name))
    for (const each of classes) expect(each.loans, each.name).toBeGreaterThan(0)
  })

  test('has rows in every bin, and batches open, waiting, posted and undone', async () => {
    expect(await values('bin', 'repayment_row')).toEqual(sorted(BINS))
    expect(await count(`intake where kind = 'repayment' and refused_rows > 0`)).toBeGreaterThan(0)
    expect(await values('status', 'repayment_batch')).toEqual(['open', 'posted', 'undone', 'waiting'])
  })

  test('has a receipt that was reversed', async () => {
    const byHand = `loan_event r join loan_event o on o.id = (r.event->>'of')::uuid where r.type = 'reversal'
      and o.type = 'receipt' and o.channel = 'cheque'`
    expect(await count(byHand)).toBe(1)
  })

  test('has messages in every state that lasts', async () => {
    // queued and sending last for moments while the program runs; only a real gateway delivers
    const passing = ['queued', 'sending', 'delivered']
    const lasting = MESSAGE_STATUSES.filter(status => !passing.includes(status))
    expect(await values('status', 'message')).toEqual(sorted(lasting))
  })

  test('has claims open, confirmed and rejected, money in suspense, and every signal', async () => {
    expect(await values('status', 'message_claim')).toEqual(sorted(CLAIM_STATUSES))
    expect((await house.as('auditor').ok('suspenseList', {})).openTotal).toBeGreaterThan(0n)
    expect(await values('kind', 'loan_signal where closed_at is null')).toEqual(sorted(SIGNAL_KINDS))
  })
})
