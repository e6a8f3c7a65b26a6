import { loadDemo } from '../../sample/demo.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import { connect, openDb } from '../../server/kernel/db.ts'
import { createTestApp, type TestApp } from '../../test/testApp.ts'
import { TEST_SECRET } from '../../test/testSecret.ts'

/** What `npm run demo` shows: a lender that has lived through everything the product knows. */

/** A pay day after a month of 31 days: what was unpaid then is a month and a day late. `SAMPLE_DAY=2027-02-28` sets another day. */
export const SAMPLE_DAY = process.env.SAMPLE_DAY ?? '2026-11-25'

/** On a machine shared with others. */
export const LOADING_MAX_MS = 600_000

export async function openLender(day: string = SAMPLE_DAY): Promise<TestApp> {
  const opened = await createTestApp({ staff: false })
  opened.clock.set(`${day}T09:00:00Z`)
  const { url } = opened
  const wide = connect(url, { most: 20, name: 'iroko sample', hasty: true })
  await loadDemo({ ...opened.program, db: openDb(wide) }, { whole: { url, secret: TEST_SECRET } })
  await wide.end()
  return opened
}

/** What distinguishes two lenders, whatever ids and times their records have. */
export async function gist({ pool, clock }: TestApp): Promise<unknown> {
  const [books, loans, customers, requests, rows, messages] = await Promise.all(
    [
      `select code, effective_on, count(*)::int, sum(amount) from ledger_line group by 1, 2`,
      `select status, principal, owed_total, arrears, days_past_due, disbursed_on, credit
        from loan_on('${businessDate(clock.now())}')`,
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
