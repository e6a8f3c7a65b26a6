import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_STATUSES, MESSAGE_STATUSES } from '../../contract/messaging.ts'
import { SIGNAL_KINDS } from '../../contract/payroll.ts'
import { VERDICTS } from '../../contract/reconciliation.ts'
import { BINS } from '../../contract/repayments.ts'
import { ROLES } from '../../contract/roles.ts'
import { SECTIONS } from '../../contract/settings.ts'
import { STAGES } from '../../contract/vocabulary.ts'
import { addDays, addMonths, localDate, payMonthOf } from '../../engine/dates.ts'
import { movingDayOf } from '../../sample/lender.ts'
import { prove } from '../../server/app/prove.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import { expectStatements } from '../../test/financialStatements.ts'
import type { TestApp } from '../../test/testApp.ts'
import { LOADING_MAX_MS, openLender } from './lender.ts'

/** What the sample lender shows, on whatever day it is loaded. */
export function checkLender(day: string): void {
  describe(`the sample lender on ${day}`, () => {
    let testApp: TestApp
    beforeAll(async () => {
      testApp = await openLender(day)
    }, LOADING_MAX_MS)
    afterAll(() => testApp.close())

    /** The different values of one column, in order. */
    const values = async (column: string, rows: string): Promise<unknown[]> =>
      (await testApp.pool.query(`select distinct ${column} as value from ${rows} order by 1`)).rows.map(
        row => row.value,
      )
    const count = async (rows: string): Promise<number> =>
      (await testApp.pool.query(`select count(*)::int as n from ${rows}`)).rows[0].n
    const sorted = (names: readonly string[]): string[] => [...names].sort()

    test('its books are proved', async () => {
      const { holds, checks } = await prove(testApp.program.db)
      expect(checks.filter(check => check.problems.length > 0)).toEqual([])
      expect(holds).toBe(true)
    })

    test('its statements agree with a second calculation', async () => {
      const today = businessDate(testApp.clock.now())
      await expectStatements(testApp, [
        [addMonths(today, -24), today],
        [addMonths(today, -2), addMonths(today, -1)],
      ])
    })

    test('has twelve closed months in a row, and the months since to be closed', async () => {
      const { rows, next } = await testApp.as('auditor').ok('monthCloseList', {})
      const open = localDate(`${next}-01`)
      expect(rows.map(({ month, state }) => [month, state])).toEqual(
        Array.from({ length: 12 }, (_, back) => [payMonthOf(addMonths(open, -1 - back)), 'closed']),
      )
      const today = businessDate(testApp.clock.now())
      expect([payMonthOf(movingDayOf(today)), payMonthOf(addMonths(movingDayOf(today), -1))]).toContain(next)
      for (const reason of ['accrual', 'provision', 'suspension', 'yearEnd'])
        expect(await count(`ledger_entry where reason = '${reason}'`), reason).toBeGreaterThan(0)
    })

    test('has a bank account that is reconciled through the closed months, and a statement to go through', async () => {
      const [bank] = (await testApp.as('auditor').ok('bankAccountList', {})).rows
      const code = bank?.code ?? 0
      const { next } = await testApp.as('auditor').ok('monthCloseList', {})
      const made = await testApp.as('auditor').ok('bankReconciliationGet', { code })
      expect(made.reconciledThrough).toBe(addDays(localDate(`${next}-01`), -1))
      expect(made.notInLedger.count).toBeGreaterThan(0)
      const closed = await testApp
        .as('auditor')
        .ok('bankReconciliationGet', { code, asOf: made.reconciledThrough ?? undefined })
      expect(closed.ledgerBalance).toBe(closed.statementBalance)
      expect(await values('status', 'bank_statement')).toEqual(['imported'])
      expect(await values('kind', 'bank_match')).toEqual(['automatic', 'manual', 'posted'])
    })

    test('has a user in each role', async () => {
      expect(await values('unnest(roles)', `staff where status = 'active'`)).toEqual(sorted(ROLES))
    })

    test('shows the Admin, an officer too, their own customers in arrears', async () => {
      const { arrears } = await testApp.as('admin').ok('dashboardWork', {})
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
      const { rows } = await testApp.as('auditor').ok('payrollMonths', { source: 'IPPIS', limit: 50 })
      expect(rows).toHaveLength(24)
      const newest = movingDayOf(businessDate(testApp.clock.now()))
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
      const { classes } = await testApp.as('auditor').ok('dashboardPortfolio', {})
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

    test('has lived through 24 payroll months with one office, with every verdict', async () => {
      const months = await values('month', `reconciliation_month where source = 'TEACHERS' and file_in`)
      expect(months).toHaveLength(23)
      expect(await values('verdict', `reconciliation_line where verdict is not null`)).toEqual(
        sorted(VERDICTS),
      )
    })

    test('compares the files of offices without lists with the schedule', async () => {
      const persons = `reconciliation_line where state = 'unused' and customer_id is not null`
      const unexpected = await count(`${persons} and expected = 0`)
      expect(unexpected).toBeLessThan((await count(persons)) / 10)
    })

    test('has a list for every month, one waiting for approval and one to be checked', async () => {
      const lists = `instruction_list where source = 'TEACHERS'`
      expect(await count(lists)).toBe(25)
      const { rows } = await testApp.as('auditor').ok('instructionList', { limit: 50 })
      expect(new Set(rows.map(row => row.status))).toEqual(
        new Set(['computed', 'waiting', 'acknowledged', 'superseded']),
      )
      const rejected = await testApp.as('auditor').ok('instructionRejections', { limit: 50 })
      expect(new Set(rejected.rows.map(row => row.closedAt !== null))).toEqual(new Set([true, false]))
      expect(rejected.rows.every(row => row.ownerName !== null)).toBe(true)
    })

    test('has refunds in every state but the passing one', async () => {
      const { counts } = await testApp.as('auditor').ok('refundCounts', {})
      for (const status of ['detected', 'proposed', 'approved', 'paid', 'returned', 'unclaimed', 'forecast'])
        expect(counts.find(each => each.status === status)?.total, status).toBeGreaterThan(0)
    })

    test('has a refund that went back to the payroll office, and a receipt whose advice names persons', async () => {
      expect(await count(`refund_case where office is not null and status = 'paid'`)).toBe(1)
      const [advised] = await values('receipt_id', `reconciliation_advice where attached_at is not null`)
      const { advice } = await testApp.as('auditor').ok('adviceGet', { receiptId: String(advised) })
      expect(advice?.agrees).toBe(true)
      expect(advice?.persons).toBeGreaterThan(3)
    })

    test('has an office with overdue remittance and a demand letter, and a month that is awaited', async () => {
      const reader = testApp.as('auditor')
      const office = await reader.ok('officeGet', { source: 'TEACHERS' })
      expect(office.ageing.slice(1).some(owed => owed > 0n)).toBe(true)
      expect((await reader.ok('officeLetterList', { source: 'TEACHERS', limit: 5 })).rows).toHaveLength(1)
      const statement = await reader.ok('officeStatement', { source: 'TEACHERS' })
      expect(statement.totals.charges).toBeLessThan(0n)
      const { rows } = await reader.ok('payMonthWaiting', {})
      expect(rows.find(row => row.source === 'TEACHERS')?.loans.total).toBeGreaterThan(0)
    })

    test('has claims open, confirmed and rejected, money in suspense, and every signal', async () => {
      expect(await values('status', 'message_claim')).toEqual(sorted(CLAIM_STATUSES))
      expect((await testApp.as('auditor').ok('suspenseList', {})).openTotal).toBeGreaterThan(0n)
      expect(await values('kind', 'loan_signal where closed_at is null')).toEqual(sorted(SIGNAL_KINDS))
    })
  })
}
