import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { monthly } from '../payroll/payroll.ts'

/** What one deduction should bring, and which of a person's loans have a part in it. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, rowsOf, posted, owed } = batchesIn(() => testApp)

describe('what a deduction should bring', () => {
  const NAIRA = 100n
  /** In naira: owed in all, falling due next (null: the last day has passed), instalment, step of rounding, instalments. */
  test.each<[what: string, [owed: bigint, next: bigint | null, instalment: bigint, step: bigint], expected: bigint]>([
    ['steps of ₦1,000, four instalments left', [32_000n, 8_000n, 8_000n, 1_000n], 8_000n],
    ['steps of ₦1,000, two left', [16_000n, 8_000n, 8_000n, 1_000n], 8_000n],
    ['steps of ₦1,000, one in arrears and the last to come', [11_000n, 3_000n, 8_000n, 1_000n], 8_000n],
    ['steps of ₦1,000, the last, less than the others', [3_000n, 3_000n, 8_000n, 1_000n], 3_000n],
    ['steps of ₦1,000, the last, with all that rounding left', [19_000n, 19_000n, 8_000n, 1_000n], 19_000n],
    ['steps of ₦1,000, the last one late', [11_000n, null, 8_000n, 1_000n], 11_000n],
    ['steps of ₦1,000, the last two late', [16_000n, null, 8_000n, 1_000n], 8_000n],
    ['steps of ₦1, the last one late', [8_020n, null, 8_000n, 1n], 8_020n],
    ['steps of ₦1, two late', [16_020n, null, 8_000n, 1n], 8_000n],
    ['nothing owed', [0n, null, 8_000n, 1n], 0n],
  ])('%s', async (_, [all, next, instalment, step], expected) => {
    const due = next === null ? null : next * NAIRA
    const { rows } = await sql<{ expected: bigint }>`
      select ${monthly.expected(sql`date '2026-12-01'`)} as expected from (
        select ${all * NAIRA}::bigint as owed_total, ${due}::bigint as next_due_amount, ${instalment * NAIRA}::bigint as instalment,
          case when ${due}::bigint is not null then date '2026-12-25' end as next_due_on, 24 as tenor,
          null::date as last_due_on, null::date as oldest_unpaid_on, 0::bigint as arrears,
          jsonb_build_object('roundingUnit', ${String(step * NAIRA)}::text, 'frequency', '{"rhythm": "monthly"}'::jsonb) as terms) l`.execute(testApp.program.db)
    expect(rows[0]?.expected).toBe(expected * NAIRA)
  }) // biome-ignore format: a table
})

describe('a deduction of a person with an overpaid loan', () => {
  async function overpay(loanId: string): Promise<void> {
    const input = {
      act: 'receipt', amount: ((await owed(loanId)) + 100_000n).toString(), on: '2026-11-16', channel: 'bank transfer', reference: `C-${randomUUID().slice(0, 8)}`,
    } as const // biome-ignore format: a form
    const paid = { loanId, id: randomUUID(), input, reason: 'At the counter' }
    const { approvalId } = await testApp.as('admin').ok('loanActDo', paid)
    await testApp.as('authorizer').approve(approvalId)
  }

  /** Two borrowers made one: the first has the older loan. */
  async function twoLoans() {
    const [older, newer] = [await borrower(), await borrower()]
    await testApp.pool.query(
      `update loan set customer_id = (select customer_id from loan where id = $1) where id = $2`,
      [older.loanId, newer.loanId],
    )
    return { older, newer }
  }
  const placesOf = async (id: string) =>
    (await rowsOf(id)).map(row => [row.part, row.loanId, row.bin, row.amount])

  test('goes to the one that is open', async () => {
    const { older, newer } = await twoLoans()
    await overpay(older.loanId)
    const id = await batchOf([{ staff: older.staff, amount: INSTALMENT }])
    expect(await placesOf(id)).toEqual([[1, newer.loanId, 'exact', 6_166_667n]])
    await posted(id)
    // and so does what a correction adds
    const more = await batchOf([{ staff: older.staff, amount: '62000' }], { correctsId: id })
    expect(await placesOf(more)).toEqual([[1, newer.loanId, 'short', 6_200_000n]])
    await posted(more)
    expect((await rowsOf(more))[0]?.status).toBe('posted')
  })

  test('goes to the newest as credit where nothing is open', async () => {
    const { older, newer } = await twoLoans()
    await overpay(older.loanId)
    await overpay(newer.loanId)
    const id = await batchOf([{ staff: older.staff, amount: '5000' }])
    expect(await placesOf(id)).toEqual([[1, newer.loanId, 'over', 500_000n]])
  })
})
