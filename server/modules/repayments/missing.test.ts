import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { batchesIn } from '../../../test/batches.ts'
import { offerIn } from '../../../test/rhythms.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { openLoansOf } from '../loans/foldLoans.ts'
import { monthly } from '../payroll/payroll.ts'

/** What a payroll month should bring of loans that are not due in every month, or more than once in it. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** As a payroll office writes it. */
const nairaOf = (amount: bigint): string => formatNaira(kobo(amount), '').replaceAll(',', '')

const { borrower, batchOf, rowsOf, posted, proved } = batchesIn(() => testApp)

const missingIn = async (period: string, loanId: string) => {
  const asked = { source: 'IPPIS', period, limit: 200 }
  const { rows, total, expectedTotal } = await testApp.as('auditor').ok('repaymentMissing', asked)
  expect(total, 'as many are counted as are listed').toBe(rows.length)
  expect(expectedTotal).toBe(rows.reduce((sum, row) => sum + row.expected, 0n))
  return rows.find(row => row.loanId === loanId)?.expected
}

async function act(loanId: string, input: z.input<Api['loanActDo']['input']>['input']): Promise<void> {
  const asked = { loanId, id: randomUUID(), input, reason: 'As agreed' }
  const { approvalId } = await testApp.as('admin').ok('loanActDo', asked)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}

const of = async (rhythm: Parameters<typeof offerIn>[1], tenor: number, changes: object = {}) =>
  borrower({
    productId: await offerIn(testApp, rhythm, changes),
    amount: '12000000',
    tenor,
    // what one month bears is not the question here
    netPay: '500000000',
  })

describe('who is missing, of loans disbursed on 16 November', () => {
  test('a monthly loan every month from the first deduction on, but not during a payroll holiday', async () => {
    const { loanId, instalment } = await of('monthly', 12)
    expect(await missingIn('2026-12', loanId)).toBe(instalment)
    await act(loanId, { act: 'holiday', periods: 2, interest: 'added' })
    expect(await missingIn('2026-12', loanId)).toBeUndefined()
    expect(await missingIn('2027-01', loanId)).toBeUndefined()
    expect(await missingIn('2027-02', loanId)).toBeGreaterThanOrEqual(instalment)
  })

  test('a quarterly loan only in the month of its instalment', async () => {
    const { loanId, instalment } = await of('quarterly', 4)
    expect(await missingIn('2026-12', loanId)).toBeUndefined()
    expect(await missingIn('2027-01', loanId)).toBeUndefined()
    expect(await missingIn('2027-02', loanId)).toBe(instalment)
  })

  test('a loan of one payment in the month of that', async () => {
    const { loanId, instalment } = await of('one-payment', 3)
    expect(await missingIn('2027-01', loanId)).toBeUndefined()
    expect(await missingIn('2027-02', loanId)).toBe(instalment)
  })

  test('a loan with a moratorium with what falls due in it, which may be nothing', async () => {
    const moratorium = { principalRows: 2, interestRows: 2, interestIs: 'deferred' }
    const { loanId } = await of('monthly', 12, { moratorium })
    expect(await missingIn('2026-12', loanId)).toBeUndefined()
    expect(await missingIn('2027-02', loanId)).toBeGreaterThan(0n)
    const onlyInterest = { principalRows: 2, interestRows: 0, interestIs: 'deferred' }
    const other = await of('monthly', 12, { moratorium: onlyInterest })
    // ₦120,000 at 4% a month, flat
    expect(await missingIn('2026-12', other.loanId)).toBe(480_000n)
  })

  test('a weekly loan with a month’s instalments, not with one', async () => {
    const { loanId, instalment } = await of('weekly', 12)
    expect(instalment).toBeGreaterThan(0n)
    // by the end of December six are unpaid; a month of deductions brings the four of December
    expect(await missingIn('2026-12', loanId)).toBe(instalment * 4n)
  })
})

describe('a file’s rows', () => {
  test('of a weekly loan fit with what is due to the end of the month, which is more than one', async () => {
    const { staff, loanId, instalment } = await of('weekly', 12)
    const id = await batchOf([{ staff, amount: nairaOf(instalment * 2n) }], { period: '2026-11' })
    expect(await rowsOf(id)).toMatchObject([{ bin: 'exact', expected: instalment * 2n }])
    await posted(id)
    expect(await missingIn('2026-11', loanId)).toBeUndefined()
    expect(await missingIn('2026-12', loanId)).toBe(instalment * 4n)
    await proved()
  })

  test('of a quarterly loan are more than was due in a month without an instalment', async () => {
    const { staff, instalment } = await of('quarterly', 4)
    const early = await batchOf([{ staff, amount: nairaOf(instalment) }], { period: '2026-11' })
    expect(await rowsOf(early)).toMatchObject([{ bin: 'over', expected: 0n }])
  })

  const RESTED = { principalRows: 2, interestRows: 0, interestIs: 'deferred' }
  const SPREAD = [{ name: 'Insurance', collected: 'spread', flat: '6000000', sharePpm: 0 }]
  /** ₦120,000 over 12 months at 4% a month, flat: ₦14,800 a month. */
  test.each<[what: string, terms: object, first: bigint, second: bigint]>([
    ['fees spread over the instalments', { fees: SPREAD }, 1_980_000n, 1_980_000n],
    ['equal principal of a reducing balance', { interest: 'reducing', repayment: 'equal-principal' }, 1_480_000n, 1_440_000n],
    ['interest alone during a moratorium', { moratorium: RESTED }, 480_000n, 480_000n],
  ])('of a monthly loan with %s ask for what falls due next', async (_, terms, first, second) => {
    const { staff, loanId } = await of('monthly', 12, terms)
    const early = await batchOf([{ staff, amount: nairaOf(first) }], { period: '2026-10' })
    expect(await rowsOf(early)).toMatchObject([{ bin: 'exact', expected: first }])
    expect(await missingIn('2026-12', loanId)).toBe(first)
    await posted(early)
    const next = await batchOf([{ staff, amount: nairaOf(second) }], { period: '2026-11' })
    expect(await rowsOf(next)).toMatchObject([{ bin: 'exact', expected: second }])
    await proved()
  }) // biome-ignore format: a table

  /** In naira, of equal principal: ₦148,000 first, ₦4,000 less each month; December's falls due on the 25th. */
  test.each<[what: string, next: [on: string, amount: bigint] | null, arrears: [since: string, sum: bigint] | null, expected: bigint]>([
    ['before its day', ['2026-12-25', 144_000n], null, 144_000n],
    ['before its day, November missed', ['2026-12-25', 144_000n], ['2026-11-25', 148_000n], 144_000n],
    ['after its day', ['2027-01-25', 140_000n], ['2026-12-25', 144_000n], 144_000n],
    ['after its day, November missed as well', ['2027-01-25', 140_000n], ['2026-11-25', 292_000n], 140_000n],
    ['paid ahead', ['2027-01-25', 140_000n], null, 140_000n],
    ['the last one late', null, ['2026-12-25', 104_000n], 104_000n],
  ])('of uneven instalments, %s: in December', async (_, next, arrears, expected) => {
    const late = arrears?.[1] ?? 0n
    const { rows } = await sql<{ expected: bigint }>`
      select ${monthly.expected(sql`date '2026-12-01'`)} as expected from (
        select ${(next ? 900_000n : 0n) * 100n + late * 100n}::bigint as owed_total, ${late * 100n}::bigint as arrears, 14800000::bigint as instalment,
          12 as tenor, ${next?.[0] ?? null}::date as next_due_on, ${next ? next[1] * 100n : null}::bigint as next_due_amount,
          date '2027-11-25' as last_due_on, ${arrears?.[0] ?? null}::date as oldest_unpaid_on,
          '{"roundingUnit": "100", "repayment": "equal-principal", "frequency": {"rhythm": "monthly"}}'::jsonb as terms) l`.execute(
      testApp.program.db,
    )
    expect(rows[0]?.expected).toBe(expected * 100n)
  }) // biome-ignore format: a table

  type Loan = { rhythm: string; owed: bigint; arrears: bigint; next: string | null; last: string }
  const weekly = { rhythm: 'weekly', owed: 120_000n, arrears: 0n, last: '2027-05-31' }
  const quarterly = { rhythm: 'quarterly', owed: 40_000n, arrears: 0n, last: '2027-09-14' }
  /** In naira, an instalment of ₦10,000, in steps of ₦1; December 2026 has Mondays on 7, 14, 21 and 28. */
  test.each<[what: string, loan: Loan, expected: bigint]>([
    ['four Mondays to come', { ...weekly, next: '2026-12-07' }, 40_000n],
    ['two of them late, two to come', { ...weekly, arrears: 20_000n, next: '2026-12-21' }, 40_000n],
    ['all late, the next in January', { ...weekly, arrears: 40_000n, next: '2027-01-04' }, 40_000n],
    ['November missed as well', { ...weekly, arrears: 60_000n, next: '2027-01-04' }, 40_000n],
    ['two paid ahead', { ...weekly, next: '2026-12-21' }, 20_000n],
    ['all paid ahead', { ...weekly, next: '2027-01-04' }, 0n],
    ['the last two, with what rounding left', { ...weekly, owed: 20_003n, next: '2026-12-07', last: '2026-12-14' }, 20_003n],
    ['past the last day', { ...weekly, owed: 30_000n, arrears: 30_000n, next: null, last: '2026-11-30' }, 30_000n],
    ['two-weekly', { ...weekly, rhythm: 'two-weekly', next: '2026-12-07' }, 20_000n],
    ['the quarter’s month', { ...quarterly, next: '2026-12-14' }, 10_000n],
    ['a month before it', { ...quarterly, next: '2027-01-14' }, 0n],
    ['the quarter’s instalment missed', { ...quarterly, arrears: 10_000n, next: '2027-01-14' }, 10_000n],
    ['one payment later', { ...quarterly, rhythm: 'one-payment', owed: 10_000n, next: '2027-01-14', last: '2027-01-14' }, 0n],
  ])('%s: in December', async (_, { rhythm, owed, arrears, next, last }, expected) => {
    const { rows } = await sql<{ expected: bigint }>`
      select ${monthly.expected(sql`date '2026-12-01'`)} as expected from (
        select ${owed * 100n}::bigint as owed_total, ${arrears * 100n}::bigint as arrears, 1000000::bigint as instalment, 12 as tenor,
          ${next}::date as next_due_on, case when ${next}::date is not null then 1000000::bigint end as next_due_amount,
          ${last}::date as last_due_on, null::date as oldest_unpaid_on,
          jsonb_build_object('roundingUnit', '100', 'frequency', jsonb_build_object('rhythm', ${rhythm}::text)) as terms) l`.execute(
      testApp.program.db,
    )
    expect(rows[0]?.expected).toBe(expected * 100n)
  }) // biome-ignore format: a table
})

test('what an open loan takes from pay in a month has its spread fee in it', async () => {
  const fees = [{ name: 'Insurance', collected: 'spread', flat: '6000000', sharePpm: 0 }]
  const { loanId, instalment } = await of('monthly', 12, { fees })
  expect(instalment, 'with its part of the fee').toBe(1_980_000n)
  const { row } = await testApp.as('auditor').ok('loanGet', { id: loanId })
  const open = await openLoansOf({ tx: testApp.program.db, today: localDate('2026-11-16') }, row.customerId)
  expect(open.find(each => each.id === loanId)?.inMonth).toBe(1_980_000n)
})

test('the day of the last instalment is stored with the loan, and a holiday moves it', async () => {
  const lastDue = async (loanId: string) =>
    (
      await testApp.pool.query<{ on: string }>(`select last_due_on::text as on from loan where id = $1`, [
        loanId,
      ])
    ).rows[0]?.on
  const { loanId } = await of('quarterly', 4)
  expect(await lastDue(loanId)).toBe('2027-11-16')
  const weekly = await of('weekly', 4)
  expect(await lastDue(weekly.loanId)).toBe('2026-12-14')
  const monthly = await of('monthly', 3)
  expect(await lastDue(monthly.loanId)).toBe('2027-02-16')
  await act(monthly.loanId, { act: 'holiday', periods: 1, interest: 'waived' })
  expect(await lastDue(monthly.loanId)).toBe('2027-03-16')
  await proved()
})
