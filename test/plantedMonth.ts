import { randomUUID } from 'node:crypto'
import type { Verdict } from '../contract/reconciliation.ts'
import { calculateMonth } from '../server/modules/reconciliation/calculate.ts'
import type { TestApp } from './testApp.ts'

/** A payroll month with planted faults, written as sets: what the list, the files and the remittances say of each person. */

export type Planted = {
  key: string
  verdict: Verdict
  /** On the list of the month; absent where the person is not on it. */
  instructed?: bigint
  kind?: string
  rejected?: true
  deducted?: bigint
  /** In suspense: deducted and not posted. */
  unposted?: true
  /** The batch of the row: remitted whole, half or not at all. */
  paid?: 'whole' | 'half'
}

export type FoundLine = { person_key: string; verdict: Verdict }

/** Writes the month, with `strays` payments for batches without rows, and calculates it. */
export async function plantMonth(
  testApp: TestApp,
  month: string,
  planted: readonly Planted[],
  strays: number,
): Promise<FoundLine[]> {
  const listed = planted.filter(each => each.instructed !== undefined)
  const filed = planted.filter(each => each.deducted !== undefined)
  const list = randomUUID()
  const batchOf = { whole: randomUUID(), half: randomUUID(), none: randomUUID() }
  const stray = Array.from({ length: strays }, () => randomUUID())
  const paidOf = (how: Planted['paid']): bigint =>
    filed.reduce((sum, each) => sum + (each.paid === how ? (each.deducted ?? 0n) : 0n), 0n)
  const client = await testApp.pool.connect()
  try {
    await client.query('begin')
    // neither the people nor the upload behind these rows are there
    await client.query(
      'alter table reconciliation_line drop constraint if exists reconciliation_line_customer_id_fkey',
    )
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into instruction_list (id, number, source, month, round, status, cut_off_on, element, beneficiary, layout, asked_at, asked_by, asked_by_name, sent_at)
       values ($1, 'DI-TEST', 'IPPIS', $2, 1, 'sent', $2, '', '', '{}', now(), $1, 'Test', now())`,
      [list, month],
    )
    await client.query(
      `insert into instruction_line (list_id, no, staff_key, staff_number, customer_id, name, employer, kind, previous, was_instructed, due,
         amount, loan_ids, loan_numbers, loan_due, loan_amounts, owed, in_flight, reasons, exceptions, signals)
       select $1, no, key, key, gen_random_uuid(), '', 'Police', kind, 0, false, 1000, amount, '{}', '{}', '{}', '{}', 0, 0, '{}', '{}', '{}'
       from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as l (key, kind, amount, no)`,
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
    await client.query(
      `insert into repayment_batch (intake_id, number, source, period, status, file_rows, file_total, opened_at)
       select id, 'RB-T' || no, 'IPPIS', $2, 'posted', 0, 0, now() from unnest($1::uuid[]) with ordinality as b (id, no)`,
      [[...Object.values(batchOf), ...stray], month],
    )
    await client.query(
      `insert into repayment_row (batch_id, row_number, line, source, period, row_key, staff_number, staff_key, loan_number, name, employer,
         element, narration, reference, amount, bin, treatment, status)
       select batch, no, no, 'IPPIS', $1, key, key, key, '', key, 'Police', '', '', '', amount, 'exact', 'post', status
       from unnest($2::uuid[], $3::text[], $4::bigint[], $5::text[]) with ordinality as r (batch, key, amount, status, no)`,
      [
        month,
        filed.map(each => batchOf[each.paid ?? 'none']),
        filed.map(each => each.key),
        filed.map(each => String(each.deducted)),
        filed.map(each => (each.unposted ? 'suspense' : 'posted')),
      ],
    )
    // and money for batches of which no row is left
    const payments: [batch: string, amount: bigint][] = [
      [batchOf.whole, paidOf('whole')],
      [batchOf.half, paidOf('half') / 2n],
      ...stray.map((batch): [string, bigint] => [batch, STRAY]),
    ]
    await client.query(
      `insert into office_allocation (id, receipt_id, batch_id, amount, posted_on, by_id, at)
       select gen_random_uuid(), gen_random_uuid(), batch, amount, $3, gen_random_uuid(), now()
       from unnest($1::uuid[], $2::bigint[]) as a (batch, amount) where amount > 0`,
      [payments.map(([batch]) => batch), payments.map(([, amount]) => String(amount)), month],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await calculateMonth(testApp.program, { source: 'IPPIS', month })
  const { rows } = await testApp.pool.query<FoundLine>(
    `select person_key, verdict from reconciliation_line where month = $1`,
    [month],
  )
  return rows
}

/** Paid for each batch without rows. */
export const STRAY = 250n
