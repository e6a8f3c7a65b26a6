import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  INSTRUCTION_STATES,
  type InstructionState,
  VERDICTS,
  type Verdict,
} from '../../../contract/reconciliation.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** The verdict, once more and by itself: a table of conditions of which exactly one holds. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Amounts = {
  expected: bigint
  instructed: bigint
  deducted: bigint
  remitted: bigint
  posted: bigint
  state: InstructionState
}

/** What the office was to deduct: where no list was sent, what was expected. */
const askedOf = ({ state, expected, instructed }: Amounts): bigint =>
  state === 'unused' ? expected : state === 'none' || state === 'stopped' ? 0n : instructed

const HOLDS: Record<Verdict, (of: Amounts) => boolean> = {
  remittedNotInFile: of => of.deducted === 0n && of.remitted > 0n,
  deductedAfterStop: of => of.deducted > 0n && of.state === 'stopped',
  deductedNotInstructed: of => of.deducted > 0n && of.state !== 'stopped' && askedOf(of) === 0n,
  short: of => of.deducted > 0n && askedOf(of) > 0n && (of.deducted < askedOf(of) || of.posted < of.deducted),
  over: of =>
    (of.deducted === 0n && of.remitted === 0n && of.posted > 0n) ||
    (of.deducted > 0n &&
      askedOf(of) > 0n &&
      of.deducted >= askedOf(of) &&
      of.posted >= of.deducted &&
      (of.deducted > askedOf(of) || of.posted > of.deducted || of.remitted > of.deducted)),
  deductedNotRemitted: of =>
    of.deducted > 0n && of.deducted === askedOf(of) && of.posted === of.deducted && of.remitted < of.deducted,
  refusedByOffice: of => isSilent(of) && of.state === 'refused',
  instructedNotDeducted: of => isSilent(of) && of.state === 'instructed',
  notInstructed: of =>
    isSilent(of) && of.expected > 0n && of.state !== 'instructed' && of.state !== 'refused',
  agrees: of =>
    of.deducted === 0n
      ? isSilent(of) && of.state !== 'refused' && askedOf(of) === 0n && of.expected === 0n
      : askedOf(of) === of.deducted && of.posted === of.deducted && of.remitted === of.deducted,
}
const isSilent = (of: Amounts): boolean => of.deducted === 0n && of.remitted === 0n && of.posted === 0n

const some = fc.constantFrom(0n, 0n, 1n, 100n, 101n, 5_000_00n, 9_000_000_000_00n)
const amounts: fc.Arbitrary<Amounts> = fc
  .record({
    expected: some,
    instructed: some,
    deducted: some,
    remitted: some,
    posted: some,
    state: fc.constantFrom(...INSTRUCTION_STATES),
  })
  // what cannot be: an amount instructed where nothing is, nothing instructed where something is
  .map(of => ({
    ...of,
    instructed: of.state === 'instructed' || of.state === 'refused' ? of.instructed || 100n : 0n,
  }))

test('each input has exactly one verdict, and the database gives the same', async () => {
  const inputs = fc.sample(amounts, 20_000)
  const { rows } = await sql<{ verdict: Verdict; difference: bigint }>`
    select v.verdict, reconciliation_difference(v.verdict, a.expected, a.instructed, a.deducted, a.remitted, a.posted, a.state) as difference
    from unnest(${inputs.map(each => String(each.expected))}::bigint[], ${inputs.map(each => String(each.instructed))}::bigint[],
      ${inputs.map(each => String(each.deducted))}::bigint[], ${inputs.map(each => String(each.remitted))}::bigint[],
      ${inputs.map(each => String(each.posted))}::bigint[], ${inputs.map(each => each.state)}::text[])
      with ordinality as a (expected, instructed, deducted, remitted, posted, state, no)
    cross join lateral (select reconciliation_verdict(expected, instructed, deducted, remitted, posted, state) as verdict) v
    order by a.no`.execute(testApp.program.db)
  const found = new Map<Verdict, number>()
  for (const [at, input] of inputs.entries()) {
    const holding = VERDICTS.filter(verdict => HOLDS[verdict](input))
    const said = JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(holding, said).toHaveLength(1)
    expect(rows[at]?.verdict, said).toBe(holding[0])
    expect((rows[at]?.difference ?? 0n) > 0n, `${said} differs`).toBe(holding[0] !== 'agrees')
    if (holding[0]) found.set(holding[0], (found.get(holding[0]) ?? 0) + 1)
  }
  expect([...found.keys()].toSorted()).toEqual([...VERDICTS].toSorted())
})
