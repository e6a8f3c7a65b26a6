import { expect, test } from 'vitest'
import { VERDICTS, type Verdict } from '../../contract/reconciliation.ts'
import { type Planted, plantMonth, STRAY } from '../../test/plantedMonth.ts'
import { createTestApp } from '../../test/testApp.ts'
import { Dice } from './dice.ts'

/** An office of which every fault is made a thousand times, alone and in pairs; each person's verdict is known beforehand. */

const EACH = 1_000
const MONTH = '2027-04-01'

type Fault = Omit<Planted, 'key' | 'verdict'>
/** Of an amount `a` that was agreed, and a share `s` of it that is less. */
type Kind = { verdict: Verdict; of: (a: bigint, s: bigint) => Fault }

const KINDS: Record<string, Kind> = {
  nothing: { verdict: 'agrees', of: a => ({ instructed: a, kind: 'continue', deducted: a, paid: 'whole' }) },
  'forgotten by the lender': { verdict: 'notInstructed', of: () => ({ instructed: 0n, kind: 'none' }) },
  refused: { verdict: 'refusedByOffice', of: a => ({ instructed: a, kind: 'new', rejected: true }) },
  'not deducted': { verdict: 'instructedNotDeducted', of: a => ({ instructed: a, kind: 'continue' }) },
  short: { verdict: 'short', of: (a, s) => ({ instructed: a, kind: 'change', deducted: s, paid: 'whole' }) },
  over: { verdict: 'over', of: (a, s) => ({ instructed: a, kind: 'new', deducted: a + s, paid: 'whole' }) },
  'late stop': { verdict: 'deductedAfterStop', of: a => ({ instructed: 0n, kind: 'stop', deducted: a, paid: 'whole' }) },
  'not instructed': { verdict: 'deductedNotInstructed', of: a => ({ deducted: a, paid: 'whole' }) },
  'not remitted': { verdict: 'deductedNotRemitted', of: a => ({ instructed: a, kind: 'continue', deducted: a }) },
  'half remitted': { verdict: 'deductedNotRemitted', of: a => ({ instructed: a, kind: 'continue', deducted: a, paid: 'half' }) },
  // two faults at once: the first of the closed list that fits
  'short and not remitted': { verdict: 'short', of: (a, s) => ({ instructed: a, kind: 'continue', deducted: s }) },
  'short and half remitted': { verdict: 'short', of: (a, s) => ({ instructed: a, kind: 'continue', deducted: s, paid: 'half' }) },
  'short and in suspense': { verdict: 'short', of: (a, s) => ({ instructed: a, kind: 'continue', deducted: s, paid: 'whole', unposted: true }) },
  'in suspense and not remitted': { verdict: 'short', of: a => ({ instructed: a, kind: 'continue', deducted: a, unposted: true }) },
  'over and not remitted': { verdict: 'over', of: (a, s) => ({ instructed: a, kind: 'continue', deducted: a + s }) },
  'over and in suspense': { verdict: 'short', of: (a, s) => ({ instructed: a, kind: 'continue', deducted: a + s, paid: 'whole', unposted: true }) },
  'refused and short': { verdict: 'short', of: (a, s) => ({ instructed: a, kind: 'change', rejected: true, deducted: s, paid: 'whole' }) },
  'refused and over': { verdict: 'over', of: (a, s) => ({ instructed: a, kind: 'change', rejected: true, deducted: a + s, paid: 'whole' }) },
  'late stop and not remitted': { verdict: 'deductedAfterStop', of: a => ({ instructed: 0n, kind: 'stop', deducted: a }) },
  'late stop and in suspense': { verdict: 'deductedAfterStop', of: a => ({ instructed: 0n, kind: 'stop', deducted: a, paid: 'whole', unposted: true }) },
  'not instructed and not remitted': { verdict: 'deductedNotInstructed', of: a => ({ deducted: a }) },
  'forgotten and deducted': { verdict: 'deductedNotInstructed', of: a => ({ instructed: 0n, kind: 'none', deducted: a, paid: 'half' }) },
  'not instructed and in suspense': { verdict: 'deductedNotInstructed', of: a => ({ deducted: a, paid: 'whole', unposted: true }) },
} // biome-ignore format: a table

test('each fault a thousand times, alone and in pairs: found are those that were planted, and no others', async () => {
  const dice = new Dice(1)
  const planted: Planted[] = Object.entries(KINDS).flatMap(([name, { verdict, of }], at) =>
    Array.from({ length: EACH }, (_, no) => {
      const amount = BigInt(100_000 + dice.below(9_900_000, name, no, 'amount'))
      const share = 10n + BigInt(dice.below(80, name, no, 'share'))
      return { key: `K${at}N${no}`, verdict, ...of(amount, (amount * share) / 100n) }
    }),
  )
  const testApp = await createTestApp()
  const found = await plantMonth(testApp, MONTH, planted, EACH)
  const { rows: months } = await testApp
    .as('auditor')
    .ok('reconciliationMonths', { source: 'IPPIS', month: MONTH.slice(0, 7) })
  await testApp.close()
  const verdicts = new Map(found.map(row => [row.person_key, row.verdict]))
  expect(planted.filter(each => verdicts.get(each.key) !== each.verdict)).toEqual([])
  expect(found.filter(row => row.verdict === 'remittedNotInFile')).toHaveLength(EACH)
  expect(found).toHaveLength(planted.length + EACH)
  const count = (verdict: Verdict): number => planted.filter(each => each.verdict === verdict).length
  expect(new Map(months[0]?.verdicts.map(each => [each.verdict, each.persons]))).toEqual(
    new Map(VERDICTS.filter(each => each !== 'agrees').map(each => [each, count(each) || EACH])),
  )
  const sum = (of: (each: Planted) => bigint | undefined): bigint =>
    planted.reduce((total, each) => total + (of(each) ?? 0n), 0n)
  const half = sum(each => (each.paid === 'half' ? each.deducted : 0n)) / 2n
  expect(months[0]).toMatchObject({
    persons: planted.length + EACH,
    agreeing: EACH,
    instructed: sum(each => each.instructed),
    deducted: sum(each => each.deducted),
    posted: sum(each => (each.unposted ? 0n : each.deducted)),
    remitted: sum(each => (each.paid === 'whole' ? each.deducted : 0n)) + half + BigInt(EACH) * STRAY,
  })
})
