import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERDICTS, type Verdict } from '../../../contract/reconciliation.ts'
import { type Planted, plantMonth, STRAY } from '../../../test/plantedMonth.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** An office with faults planted by hand: each kind many times, each person's verdict known beforehand. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const EACH = 40
const MONTH = '2027-03-01'

/** What the list and the file say of one person of each kind; `paid` is in the batch that the office remitted. */
const KINDS: Record<Exclude<Verdict, 'remittedNotInFile'>, readonly Omit<Planted, 'key' | 'verdict'>[]> = {
  agrees: [{ instructed: 500n, kind: 'continue', deducted: 500n, paid: 'whole' }],
  notInstructed: [{ instructed: 0n, kind: 'none' }],
  refusedByOffice: [{ instructed: 700n, kind: 'new', rejected: true }],
  instructedNotDeducted: [{ instructed: 900n, kind: 'continue' }],
  // with a second fault: short and not remitted
  short: [
    { instructed: 1_000n, kind: 'continue', deducted: 600n, paid: 'whole' },
    { instructed: 1_000n, kind: 'change', deducted: 999n },
  ],
  over: [
    { instructed: 1_000n, kind: 'continue', deducted: 1_100n, paid: 'whole' },
    { instructed: 1_000n, kind: 'continue', deducted: 1_001n },
  ],
  deductedAfterStop: [{ instructed: 0n, kind: 'stop', deducted: 300n, paid: 'whole' }],
  deductedNotInstructed: [{ deducted: 400n, paid: 'whole' }, { instructed: 0n, kind: 'none', deducted: 400n }],
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
  const rows = await plantMonth(testApp, MONTH, planted, EACH)
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
    remitted: sum(each => (each.paid ? each.deducted : 0n)) + BigInt(EACH) * STRAY,
    agreeing: EACH,
  })
  expect(months[0]?.verdicts.map(each => each.verdict)).toEqual(VERDICTS.filter(each => each !== 'agrees'))
})
