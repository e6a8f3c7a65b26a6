import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn, INSTALMENT } from '../../test/batches.ts'
import { type House, openHouse, requestFor } from '../../test/cast.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const { borrower, batchOf, look, posted } = batchesIn(() => house)

const quoted = (loanId: string, on: string) =>
  house.as('admin').ok('settlementQuoteMake', { loanId, id: randomUUID(), on })

test('a quote lists what is on its way: rows of batches not posted yet, and the deduction still expected', async () => {
  const { loanId, number } = await borrower()
  const batch = await batchOf([{ loan: number, amount: INSTALMENT }])
  const { number: batchNumber } = await look(batch)
  const row = { amount: 6_166_667n, month: '2026-10', batchId: batch, batchNumber }
  const now = await quoted(loanId, '2026-11-16')
  expect(now.inFlight, 'the first deduction is due in December').toEqual([row])
  const later = await quoted(loanId, '2026-12-20')
  expect(later.inFlight).toEqual([
    row,
    { amount: 6_166_667n, month: '2026-12', batchId: null, batchNumber: null },
  ])
  await posted(batch)
  const after = await quoted(loanId, '2026-12-20')
  expect(after.inFlight, 'what came paid December ahead').toEqual([])
  const { rows } = await house.as('auditor').ok('settlementQuoteList', { loanId })
  expect(
    rows.map(each => each.inFlight.length),
    'each is kept as it was given',
  ).toEqual([0, 2, 1])
})

test('its paper is longer by what is on its way', async () => {
  const { loanId, number } = await borrower()
  const { token, binding } = await house.signIn('auditor@iroko.test')
  const bytes = async (itemId: string) => {
    const answer = await house.app.inject(
      requestFor('loanPaper', { id: loanId, paper: 'quote', itemId }, { token, binding }),
    )
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    return answer.rawPayload.length
  }
  const without = await quoted(loanId, '2026-11-16')
  await batchOf([{ loan: number, amount: INSTALMENT }], { period: '2026-09' })
  const having = await quoted(loanId, '2026-11-16')
  expect(await bytes(having.id)).toBeGreaterThan(await bytes(without.id))
})
