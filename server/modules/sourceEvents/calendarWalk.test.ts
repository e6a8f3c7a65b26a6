import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, addMonths, type LocalDate, localDate, payMonthOf } from '../../../engine/dates.ts'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { makeReminders } from '../campaigns/reminders.ts'
import { runDaily } from '../loans/daily.ts'

/** Payroll months of a small lender, with files that are late, partial or reversed. */

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp()
})
afterEach(() => testApp.close())
const { borrower, batchOf, posted, undone, proved } = batchesIn(() => testApp)

async function night(day: LocalDate): Promise<void> {
  testApp.clock.set(`${day}T06:00:00Z`)
  await runDaily(testApp.program)
  await makeReminders(testApp.program)
}
const remindersTo = async (loanId: string): Promise<number> => {
  const { rows } = await testApp.pool.query<{ count: string }>(
    `select count(*) from message where told_by = 'reminderOverdue' and subject_id = $1`,
    [loanId],
  )
  return Number(rows[0]?.count)
}
const conduct = (id: string) => testApp.as('auditor').ok('loanConduct', { id })
const month = async (period: string) => {
  const { rows } = await testApp.as('auditor').ok('payMonthList', { source: 'IPPIS', limit: 100 })
  return rows.find(row => row.period === period)
}

test('a file that has not arrived is not default: pay day, no file, late, reversed, posted again', async () => {
  const paid = await borrower()
  await night(localDate('2026-11-30'))
  await night(localDate('2026-12-28'))
  expect(await conduct(paid.loanId)).toMatchObject({
    daysPastDue: 3,
    conductDays: 0,
    conductArrears: 0n,
    months: [{ month: '2026-12', state: 'awaited' }],
  })
  expect(await remindersTo(paid.loanId)).toBe(0)
  expect(await month('2026-12')).toMatchObject({
    state: 'awaiting',
    fileOn: '2027-01-08',
    awaitedUntil: '2027-01-22',
    waitingLoans: { total: 1, exact: true },
  })
  const { rows } = await testApp.as('auditor').ok('payMonthWaiting', {})
  expect(rows).toMatchObject([{ period: '2026-12', loans: { total: 1 } }])

  await night(localDate('2027-01-12'))
  expect(await month('2026-12')).toMatchObject({ state: 'overdue', isAwaited: true })
  // without the file the tolerance ends
  await night(localDate('2027-01-23'))
  expect(await conduct(paid.loanId)).toMatchObject({ daysPastDue: 29, conductDays: 29, months: [] })

  const id = await batchOf([{ staff: paid.staff, amount: INSTALMENT }], { period: '2026-12' })
  await posted(id, { valueOn: '2026-12-25' })
  expect(await month('2026-12')).toMatchObject({ postedOn: '2027-01-23', batch: { id } })
  expect(await conduct(paid.loanId)).toMatchObject({ daysPastDue: 0, lastHeard: '2026-12' })
  await undone(id)
  // awaited again, for the tolerance
  expect(await month('2026-12')).toMatchObject({
    postedOn: null,
    isAwaited: true,
    awaitedUntil: '2027-02-06',
  })
  await night(localDate('2027-01-26'))
  expect(await conduct(paid.loanId)).toMatchObject({ daysPastDue: 32, conductDays: 0 })
  await proved()
})

test('a file that is posted before its loans are due ends the tolerance: the penalty is charged on its day', async () => {
  // the calendar has the month before anyone borrows
  await night(localDate('2026-11-16'))
  const [paid, unpaid] = [await borrower(), await borrower({ surname: 'Bello', bvn: '22212345678' })]
  await night(localDate('2026-12-20'))
  const early = await batchOf([{ staff: paid.staff, amount: INSTALMENT }], { period: '2026-12' })
  await posted(early, { valueOn: '2026-12-20' })
  await night(localDate('2027-01-09'))
  const { row } = await testApp.as('auditor').ok('loanGet', { id: unpaid.loanId })
  expect(row.outstanding.penalty).toBeGreaterThan(0n)
  await proved()
})

const DAYS_TO_FILE = [14, 24, 6, 20]

test.each([0, 2])(
  'nobody who was deducted gets a recovery message in twelve months: year %i',
  async shift => {
    const [paid, unpaid] = [await borrower(), await borrower({ surname: 'Bello', bvn: '22212345678' })]
    await night(localDate('2026-11-30'))
    for (let n = 0; n < 12; n += 1) {
      const payDay = addMonths(localDate('2026-12-25'), n, 25)
      const arrives = addDays(payDay, DAYS_TO_FILE[(n + shift) % DAYS_TO_FILE.length] ?? 14)
      await night(addDays(payDay, 1))
      await night(addDays(payDay, 3))
      await night(arrives)
      const lines = [
        { staff: paid.staff, amount: INSTALMENT },
        // a part of what is due, in some months
        ...(n % 3 === 1 ? [{ staff: unpaid.staff, amount: '1000.00', name: 'BELLO ADAEZE' }] : []),
      ]
      const file = () => batchOf(lines, { period: payMonthOf(payDay) })
      const first = await file()
      await posted(first, { valueOn: payDay })
      if (n % 4 === 3) {
        await undone(first)
        await night(addDays(arrives, 1))
        await posted(await file(), { valueOn: payDay })
      }
      await night(addDays(arrives, 2))
      expect((await conduct(paid.loanId)).conductDays).toBe(0)
    }
    expect(await remindersTo(paid.loanId)).toBe(0)
    expect(await remindersTo(unpaid.loanId)).toBeGreaterThan(0)
    await proved()
  },
  300_000,
)
