import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { localDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed, PAYING_ACCOUNT } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { act as run, SYSTEM } from '../../kernel/act.ts'
import { payOut } from './acts.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Act = z.input<Api['loanActDo']['input']>['input']
const asked = (loanId: string, input: Act) => ({ loanId, id: randomUUID(), input, reason: 'As agreed' })
const ask = async (loanId: string, input: Act) =>
  (await testApp.as('admin').ok('loanActDo', asked(loanId, input))).approvalId ?? ''

async function doAct(loanId: string, input: Act): Promise<void> {
  const approvalId = await ask(loanId, input)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}
const show = async (id: string) => (await testApp.as('auditor').ok('loanGet', { id })).row
const problems = async () => (await prove(testApp.program.db)).checks.flatMap(each => each.problems)
const on = (day: string) => testApp.clock.set(`${day}T08:00:00Z`)
const reference = () => `RF-${randomUUID().slice(0, 8)}`

/**
 * ₦120,000 over 12 months, flat 4%, overpayment held as credit; disbursed on 16 November 2026, ₦50,000 received on the
 * 20th and refunded on the 27th, before anything is due.
 */
async function refunded() {
  on('2026-11-16')
  const loan = await approvedLoan(testApp, { amount: '12000000' })
  const terms = {
    allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'keep-as-credit' },
  }
  await testApp.pool.query('update loan set terms = terms || $2::jsonb where id = $1', [
    loan.id,
    JSON.stringify(terms),
  ])
  await disbursed(testApp, loan.id)
  on('2026-11-20')
  const paid = { amount: '5000000', on: '2026-11-20', channel: 'cash', reference: reference() } as const
  await doAct(loan.id, { act: 'receipt', ...paid })
  on('2026-11-27')
  await doAct(loan.id, { act: 'refund', amount: '5000000', reference: reference() })
  return loan
}

describe('credit that was refunded', () => {
  test.each<[string, Act]>([
    ['new terms', { act: 'restructure', tenor: 18, ratePpm: 40_000, capitalises: [] }],
    ['a write-off', { act: 'writeOff' }],
    ['a payroll holiday', { act: 'holiday', periods: 1, interest: 'added' }],
    ['a charge', { act: 'charge', component: 'fee', amount: '100000', on: '2026-11-27' }],
    ['a waiver', { act: 'waiver', component: 'interest', amount: '100000' }],
  ])('is not used by %s of the same day', async (_, input) => {
    const { id } = await refunded()
    await doAct(id, input)
    expect((await show(id)).credit).toBe(0n)
    expect(await problems()).toEqual([])
  })

  test('is not used by an entry of an earlier day: preview and entry say when it was refunded', async () => {
    const { id } = await refunded()
    const charge: Act = { act: 'charge', component: 'fee', amount: '100000', on: '2026-11-26' }
    const why =
      '₦50,000.00 of the customer’s credit was refunded on 27 Nov 2026 and cannot be used again. Use 27 Nov 2026 or a later date.'
    const admin = testApp.as('admin')
    const previewed = await admin.refused('loanActPreview', { loanId: id, input: charge }, 'loan.refused')
    expect(previewed.message).toContain(why)
    expect((await admin.refused('loanActDo', asked(id, charge), 'loan.refused')).message).toContain(why)
    await doAct(id, { ...charge, on: '2026-11-27' })
    expect(await show(id)).toMatchObject({ credit: 0n, outstanding: { fee: 100_000n } })
    expect(await problems()).toEqual([])
  })

  test('is not used by a settlement of the day before', async () => {
    const { id } = await refunded()
    on('2026-11-26')
    const quote = { loanId: id, id: randomUUID(), on: '2026-11-26' }
    await testApp.as('admin').ok('settlementQuoteMake', quote)
    on('2026-11-27')
    const settle = { act: 'settle', quoteId: quote.id, channel: 'cash', reference: reference() } as const
    const early = asked(id, { ...settle, on: '2026-11-26' })
    const refused = await testApp.as('admin').refused('loanActDo', early, 'loan.refused')
    expect(refused.message).toContain('Use 27 Nov 2026 or a later date.')
    await doAct(id, { ...settle, on: '2026-11-27' })
    expect(await show(id)).toMatchObject({ credit: 0n, status: 'closed' })
    expect(await problems()).toEqual([])
  })

  test('keeps the receipt it came from: the refund is reversed first', async () => {
    const { id } = await refunded()
    const { happenings } = await testApp.as('auditor').ok('loanGet', { id })
    const of = (type: string) => happenings.find(each => each.type === type)
    const why =
      '₦50,000.00 of the customer’s credit was refunded on 27 Nov 2026 and cannot be used again. Reverse that refund first.'
    expect(of('receipt')?.cannotReverse).toBe(why)
    const reversal: Act = { act: 'reversal', of: of('receipt')?.id ?? '' }
    const refused = await testApp.as('admin').refused('loanActDo', asked(id, reversal), 'loan.refused')
    expect(refused.message).toContain(why)
    await doAct(id, { act: 'reversal', of: of('refund')?.id ?? '' })
    await doAct(id, reversal)
    expect((await show(id)).credit).toBe(0n)
    expect(await problems()).toEqual([])
  })
})

describe('a top-up of a loan whose credit was refunded', () => {
  async function toppedUp() {
    on('2026-11-16')
    const old = await refunded()
    const request = await submit(testApp, { ...old.stated, amount: '50000000' })
    const terms = { id: request.id, version: 1, amount: '50000000', tenor: 12, settles: [old.id] }
    await testApp.as('reviewer').ok('requestRecommend', terms)
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    await testApp.pool.query(`update loan set approved_on = '2026-11-20' where id = $1`, [loanId])
    return { old, loanId: loanId ?? '' }
  }

  test('is not disbursed for a day before the refund', async () => {
    const { old, loanId } = await toppedUp()
    const early = {
      id: randomUUID(),
      loanIds: [loanId],
      valueOn: '2026-11-26',
      payingAccount: PAYING_ACCOUNT,
    }
    const refused = await testApp.as('admin').refused('payoutBatchMake', early, 'payout.unfit')
    expect(refused.message).toContain(`${old.number}: ₦50,000.00 of the customer’s credit was refunded`)
  })

  test('is received as it was paid where the bank has paid it already', async () => {
    const { old, loanId } = await toppedUp()
    const admin = await testApp.idOf('admin')
    await run(testApp.program, 'payoutsPost', SYSTEM, ctx =>
      payOut(
        { ...ctx, actor: { ...SYSTEM, id: admin } },
        {
          loanId,
          id: randomUUID(),
          on: localDate('2026-11-26'),
          payingAccount: 'GTBank',
          reference: reference(),
          note: 'Line 1',
          settles: [{ loanId: old.id, amount: kobo(7_200_000n) }],
          settlesOn: localDate('2026-11-26'),
        },
      ),
    )
    expect(await show(old.id)).toMatchObject({ status: 'live', credit: 7_200_000n })
    expect(await problems()).toEqual([])
  })
})

test('a credit below zero is found by the proof', async () => {
  const { id, number } = await refunded()
  await testApp.program.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update loan_event set event = jsonb_set(event, '{amount}', '"4900000n"')
      where loan_id = ${id} and type = 'receipt'`.execute(tx)
  })
  expect(await problems()).toContain(`${number}: its credit is below zero after the refund of 2026-11-27`)
})
