import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../contract/api.ts'
import { prove } from '../../server/app/prove.ts'
import { runDaily } from '../../server/modules/loans/daily.ts'
import { approvedLoan, disbursed } from '../../test/loans.ts'
import { createTestApp, type TestApp } from '../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Act = z.input<Api['loanActDo']['input']>['input']

async function liveLoan(): Promise<string> {
  const { id } = await approvedLoan(testApp)
  await disbursed(testApp, id)
  return id
}

const receipt = (amount: string, on: string): Act => ({
  act: 'receipt',
  amount,
  on,
  channel: 'bank transfer',
  reference: `TRF-${randomUUID()}`.slice(0, 40),
})

const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

/** A small, repeatable source of choices. */
function seededRandom(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % sides
  }
}

test('I3 a hundred acts over six loans, with reversals and backdated receipts: the proof holds', async () => {
  const roll = seededRandom(20_261_116)
  const loans: string[] = []
  while (loans.length < 6) loans.push(await liveLoan())
  const start = testApp.clock.now()
  for (let step = 0; step < 100; step++) {
    const loanId = loans[roll(loans.length)] ?? ''
    const { row, happenings } = await testApp.as('auditor').ok('loanGet', { id: loanId })
    const today = testApp.clock.now().toISOString().slice(0, 10)
    const reversible = happenings.find(each => each.cannotReverse === null && each.type !== 'disbursement')
    const acts: Act[] = [
      receipt(String(1 + roll(9_000_000)), today),
      receipt(String(1 + roll(9_000_000)), row.disbursedOn ?? today),
      {
        act: 'charge',
        component: roll(2) ? 'fee' : 'penalty',
        amount: String(1 + roll(500_000)),
        on: today,
      },
      { act: 'waiver', component: 'interest', amount: String(1 + roll(100_000)) },
      { act: 'holiday', periods: 1 + roll(2), interest: roll(2) ? 'waived' : 'added' },
      {
        act: 'restructure',
        tenor: 6 + roll(18),
        ratePpm: 20_000 + roll(20_000),
        capitalises: roll(2) ? ['interest'] : [],
      },
      ...(reversible ? [{ act: 'reversal', of: reversible.id } as Act] : []),
    ]
    const input = acts[roll(acts.length)]
    if (!input) continue
    const { status, body } = await testApp
      .as('admin')
      .call('loanActDo', { loanId, id: randomUUID(), input, reason: 'Random walk' })
    expect(
      [200, 409],
      JSON.stringify(body, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)),
    ).toContain(status)
    if (body.approvalId) {
      const decided = await testApp.as('authorizer').call('approvalApprove', { id: body.approvalId })
      expect([200, 409]).toContain(decided.status)
      if (decided.status === 409)
        await testApp.as('authorizer').ok('approvalDecline', { id: body.approvalId, note: 'No longer fits' })
    }
    if (roll(10) === 0) {
      testApp.clock.advance({ hours: 24 * (1 + roll(20)) })
      await runDaily(testApp.program)
    }
    if (step % 20 === 0) await proved()
  }
  await proved()
  expect(testApp.clock.now() > start).toBe(true)
})
