import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERDICTS, type Verdict } from '../../../contract/reconciliation.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { calculateMonth } from './calculate.ts'

/** An office with faults planted by hand: each kind many times, each person's verdict known beforehand. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const EACH = 40
const MONTH = '2027-03-01'

type Planted = {
  key: string
  verdict: Verdict
  instructed?: bigint
  kind?: string
  rejected?: true
  deducted?: bigint
  paid?: true
}

/** What the list and the file say of one person of each kind; `paid` is in the batch that the office remitted. */
const KINDS: Record<Exclude<Verdict, 'remittedNotInFile'>, readonly Omit<Planted, 'key' | 'verdict'>[]> = {
  agrees: [{ instructed: 500n, kind: 'continue', deducted: 500n, paid: true }],
  notInstructed: [{ instructed: 0n, kind: 'none' }],
  refusedByOffice: [{ instructed: 700n, kind: 'new', rejected: true }],
  instructedNotDeducted: [{ instructed: 900n, kind: 'continue' }],
  // with a second fault: short and not remitted
  short: [
    { instructed: 1_000n, kind: 'continue', deducted: 600n, paid: true },
    { instructed: 1_000n, kind: 'change', deducted: 999n },
  ],
  over: [
    { instructed: 1_000n, kind: 'continue', deducted: 1_100n, paid: true },
    { instructed: 1_000n, kind: 'continue', deducted: 1_001n },
  ],
  deductedAfterStop: [{ instructed: 0n, kind: 'stop', deducted: 300n, paid: true }],
  deductedNotInstructed: [{ deducted: 400n, paid: true }, { instructed: 0n, kind: 'none', deducted: 400n }],
  deductedNotRemitted: [{ instructed: 800n, kind: 'continue', deducted: 800n }],
} // biome-ignore format: a table

test('found are the faults that were planted, and no others', async () => {
  const planted: Planted[] = Object.entries(KINDS).flatMap(([verdict, kinds]) =>
    kinds.flatMap((kind, at) =>
      Array.from({ length: EACH }, (_, n) => ({
        key: `${verdict.toUpperCase()}${at}${n}`,
        verdict: verdict as Verdict,
        ...kind,
      })),
    ),
  )
  const listed = planted.filter(each => each.instructed !== undefined)
  const filed = planted.filter(each => each.deducted !== undefined)
  const list = randomUUID()
  const [paid, unpaid] = [randomUUID(), randomUUID()]
  const client = await testApp.pool.connect()
  try {
    await client.query('begin')
    // neither the people nor the upload behind these rows are there
    await client.query('alter table reconciliation_line drop constraint reconciliation_line_customer_id_fkey')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into instruction_list (id, number, source, month, round, status, cut_off_on, element, beneficiary, layout, asked_at, asked_by, asked_by_name, sent_at)
       values ($1, 'DI-TEST', 'IPPIS', $2, 1, 'sent', $2, '', '', '{}', now(), $1, 'Test', now())`,
      [list, MONTH],
    )
    await client.query(
      `insert into instruction_line (list_id, no, staff_key, staff_number, customer_id, name, employer, kind, previous, was_instructed, due,
         amount, loan_ids, loan_numbers, loan_due, loan_amounts, owed, in_flight, reasons, exceptions, signals)
       select $1, no, key, key, null, '', 'Police', kind, 0, false, 1000, amount, '{}', '{}', '{}', '{}', 0, 0, '{}', '{}', '{}'
       from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as l (key, kind, amount, no)`.replace(
        'key, key, null,',
        'key, key, gen_random_uuid(),',
      ),
      [
        list,
        listed.map(each => each.key),
        listed.map(each => each.kind),
        listed.map(each => String(each.instructed)),
      ],
    )
    await client.query(
      `insert into instruction_answer (list_id, no, outcome, reason, answered_at, answered_by_name)
       select $1, no, 'rejected', 'No room', now(), 'Test' from instruction_line where list_id = $1 and staff_key = any ($2)`,
      [list, planted.filter(each => each.rejected).map(each => each.key)],
    )
    const batches = [paid, unpaid, ...Array.from({ length: EACH }, () => randomUUID())]
    await client.query(
      `insert into repayment_batch (intake_id, number, source, period, status, file_rows, file_total, opened_at)
       select id, 'RB-T' || no, 'IPPIS', $2, 'posted', 0, 0, now() from unnest($1::uuid[]) with ordinality as b (id, no)`,
      [batches, MONTH],
    )
    await client.query(
      `insert into repayment_row (batch_id, row_number, line, source, period, row_key, staff_number, staff_key, loan_number, name, employer,
         element, narration, reference, amount, bin, treatment, status)
       select batch, no, no, 'IPPIS', $1, key, key, key, '', key, 'Police', '', '', '', amount, 'exact', 'post', 'posted'
       from unnest($2::uuid[], $3::text[], $4::bigint[]) with ordinality as r (batch, key, amount, no)`,
      [
        MONTH,
        filed.map(each => (each.paid ? paid : unpaid)),
        filed.map(each => each.key),
        filed.map(each => String(each.deducted)),
      ],
    )
    const whole = filed.reduce((sum, each) => sum + (each.paid ? (each.deducted ?? 0n) : 0n), 0n)
    // and money for batches of which no row is left
    await client.query(
      `insert into office_allocation (id, receipt_id, batch_id, amount, posted_on, by_id, at)
       select gen_random_uuid(), gen_random_uuid(), batch, amount, $3, gen_random_uuid(), now()
       from unnest($1::uuid[], $2::bigint[]) as a (batch, amount)`,
      [[paid, ...batches.slice(2)], [String(whole), ...batches.slice(2).map(() => '250')], MONTH],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await calculateMonth(testApp.program, { source: 'IPPIS', month: MONTH })
  const { rows } = await testApp.pool.query<{ person_key: string; verdict: Verdict }>(
    `select person_key, verdict from reconciliation_line where month = $1`,
    [MONTH],
  )
  const found = new Map(rows.map(row => [row.person_key, row.verdict]))
  for (const { key, verdict } of planted) expect([key, found.get(key)]).toEqual([key, verdict])
  expect(rows.filter(row => row.verdict === 'remittedNotInFile')).toHaveLength(EACH)
  expect(rows).toHaveLength(planted.length + EACH)
  const { rows: months } = await testApp
    .as('auditor')
    .ok('reconciliationMonths', { source: 'IPPIS', month: '2027-03' })
  const sum = (of: (each: Planted) => bigint | undefined): bigint =>
    planted.reduce((total, each) => total + (of(each) ?? 0n), 0n)
  expect(months[0]).toMatchObject({
    instructed: sum(each => each.instructed),
    deducted: sum(each => each.deducted),
    posted: sum(each => each.deducted),
    remitted: sum(each => (each.paid ? each.deducted : 0n)) + BigInt(EACH) * 250n,
    agreeing: EACH,
  })
  expect(months[0]?.verdicts.map(each => each.verdict)).toEqual(VERDICTS.filter(each => each !== 'agrees'))
})
