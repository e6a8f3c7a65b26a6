import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { localDate } from '../../../engine/dates.ts'
import { decodeEvents, encodeEvent } from '../../../engine/eventText.ts'
import { kobo } from '../../../engine/money.ts'
import { recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { readLine } from '../loanImport/line.ts'
import { offeredProducts } from '../settings/products.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Act = z.input<Api['loanActDo']['input']>['input']

async function doAct(loanId: string, input: Act): Promise<void> {
  const asked = { loanId, id: randomUUID(), input, reason: 'As agreed' }
  const { approvalId } = await testApp.as('admin').ok('loanActDo', asked)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}

/** ₦500,000 over 12 months, flat 4 %, disbursed on 16 November 2026, on terms of its own where some are given. */
async function live(terms: object = {}): Promise<string> {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await testApp.pool.query(`update loan set terms = terms || $2::jsonb where id = $1`, [
    loanId,
    JSON.stringify(terms),
  ])
  await disbursed(testApp, loanId ?? '')
  return loanId ?? ''
}
const paid = (amount: string, more: object = {}): Act => ({
  act: 'receipt',
  amount,
  on: '2026-11-16',
  channel: 'bank transfer',
  reference: `RC-${randomUUID()}`,
  ...more,
})
const charge: Act = { act: 'charge', component: 'fee', amount: '100', on: '2026-11-16' }
const ask = (loanId: string, input: Act) => ({ loanId, id: randomUUID(), input, reason: 'Trying' })
const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])
const row = async (loanId: string) => (await testApp.as('auditor').ok('loanGet', { id: loanId })).row

test('an event is read back as it was stored, to the kobo', () => {
  const amount = kobo(9_007_199_254_740_993n)
  const event = { id: 'a', type: 'receipt', date: localDate('2026-11-16'), amount } as const
  expect(decodeEvents(`[${encodeEvent(event)}]`)).toEqual([event])
})

test('a restructure of a one-payment loan is described as one payment, not as instalments', async () => {
  const frequency = {
    code: 'one',
    name: 'One',
    rhythm: 'one-payment',
    anchorDay: null,
    firstDue: 'one-period',
  }
  const loanId = await live({ frequency })
  const input: Act = { act: 'restructure', tenor: 6, ratePpm: 40_000, capitalises: [] }
  const { approvalId } = await testApp.as('admin').ok('loanActDo', ask(loanId, input))
  const { summary } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
  expect(summary).toMatch(/, 1 instalment after 6 months at 4 ?%$/)
})

describe('one person', () => {
  test('neither opens a settled loan again nor makes its settlement too small', async () => {
    const loanId = await live()
    const quote = await testApp
      .as('admin')
      .ok('settlementQuoteMake', { loanId, id: randomUUID(), on: '2026-11-16' })
    await doAct(loanId, {
      act: 'settle',
      quoteId: quote.id,
      on: '2026-11-16',
      channel: 'bank transfer',
      reference: `SET-${randomUUID()}`,
    })
    const { message } = await testApp.as('admin').refused('loanActDo', ask(loanId, charge), 'loan.refused')
    expect(message).toContain('nothing is owed')
    expect((await row(loanId)).status).toBe('closed')
    await proved()
  })

  test('does not turn a customer’s credit into a fee', async () => {
    const overpaid = await live()
    await doAct(overpaid, paid('75000000'))
    await testApp.as('admin').refused('loanActDo', ask(overpaid, charge), 'loan.refused')
    const order = ['penalty', 'fee', 'interest', 'principal']
    const stored = await live({ allocation: { order, beyondDue: 'keep-as-credit' } })
    await doAct(stored, paid('10000000'))
    expect((await row(stored)).credit).toBe(10_000_000n)
    expect(
      (await testApp.as('admin').ok('loanActPreview', { loanId: stored, input: charge })).secondPerson,
    ).toBe(true)
    const { approvalId } = await testApp.as('admin').ok('loanActDo', ask(stored, charge))
    expect(approvalId).not.toBeNull()
    expect((await row(stored)).credit).toBe(10_000_000n)
  })

  test('a naira above the instalment waives no interest', async () => {
    const loanId = await live()
    const before = await row(loanId)
    await doAct(loanId, paid('6166767', { effect: 'smaller-instalment' }))
    const after = await row(loanId)
    expect(before.outstandingTotal - after.outstandingTotal).toBeLessThan(6_166_767n + 100n)
    await proved()
  })

  test('does not decide what a receipt does to the schedule, unless the product says the same', async () => {
    const loanId = await live({ prepayment: 'in-advance' })
    const [other, same] = [{ effect: 'smaller-instalment' }, { effect: 'in-advance' }]
    const input = paid('100', other)
    expect((await testApp.as('admin').ok('loanActPreview', { loanId, input })).secondPerson).toBe(true)
    const { approvalId } = await testApp.as('admin').ok('loanActDo', ask(loanId, input))
    const { summary } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(summary).toContain('what is above the instalment makes the next ones smaller')
    expect((await row(loanId)).outstandingTotal).toBe(74_000_000n)
    for (const alone of [paid('100', same), paid('100')])
      expect(await testApp.as('admin').ok('loanActDo', ask(loanId, alone))).toEqual({ approvalId: null })
    await proved()
  })

  test('takes no id that a preview, or a reversal of a batch, will need', async () => {
    const loanId = await live()
    const derived = randomUUID().replace(/^(.{14})4/, '$15')
    for (const id of [derived, '00000000-0000-0000-0000-000000000000']) {
      const refused = { ...ask(loanId, paid('100')), id }
      await testApp.as('admin').refused('loanActDo', refused, 'input.invalid')
    }
    for (const n of [0, 1])
      await testApp
        .as('admin')
        .ok('loanActDo', { ...ask(loanId, paid('100')), id: `00000000-0000-4000-8000-00000000000${n}` })
    await testApp.as('admin').ok('loanActPreview', { loanId, input: paid('100') })
  })
})

describe('a moratorium', () => {
  const moratorium = { principalRows: 2, interestRows: 2, interestIs: 'deferred' }

  test('belongs to the start: new terms have none, however short they are', async () => {
    const loanId = await live({ moratorium })
    const input: Act = { act: 'restructure', tenor: 2, ratePpm: 40_000, capitalises: [] }
    await testApp.as('admin').ok('loanActPreview', { loanId, input })
    await doAct(loanId, input)
    const { current } = await testApp.as('auditor').ok('loanGet', { id: loanId })
    expect(current.map(each => each.due.principal)).toEqual([25_000_000n, 25_000_000n])
    await proved()
  })

  test('longer than the tenor of a line refuses that line by its tenor', async () => {
    const [product] = await offeredProducts(testApp.program.db, localDate('2026-11-16'))
    if (!product) throw new Error('a lender offers something')
    const terms = { ...product.terms, moratorium: { ...product.terms.moratorium, principalRows: 3 } }
    const read = (tenor: string) =>
      readLine(
        { product: product.code, tenor },
        { source: 'IPPIS', today: localDate('2026-11-16'), products: [{ ...product, terms }] },
      )
    expect(read('3')).toMatchObject({
      faults: expect.arrayContaining(['tenor.More instalments than the product’s moratorium of 3.']),
    })
    expect(JSON.stringify(read('4'))).not.toContain('moratorium')
  })
})

test('new terms, a holiday and a write-off leave books that are proved where there is credit and a spread fee', async () => {
  const order = ['penalty', 'fee', 'interest', 'principal']
  const fees = [{ name: 'Insurance', collected: 'spread', flat: '6000000', sharePpm: 0 }]
  const terms = { fees, allocation: { order, beyondDue: 'keep-as-credit' } }
  const acts: Act[][] = [
    [
      { act: 'restructure', tenor: 6, ratePpm: 40_000, capitalises: [] },
      { act: 'holiday', periods: 1, interest: 'added' },
    ],
    [
      { act: 'restructure', tenor: 6, ratePpm: 40_000, capitalises: ['fee', 'interest'] },
      { act: 'writeOff' },
    ],
    [{ act: 'writeOff' }],
  ]
  for (const then of acts) {
    const loanId = await live(terms)
    await doAct(loanId, paid('10000000'))
    for (const input of then) await doAct(loanId, input)
    expect((await row(loanId)).credit).toBe(0n)
    await proved()
  }
})
