import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageingClass, agreedCharge, fillReceipt } from '../../../contract/offices.ts'
import { kobo } from '../../../engine/money.ts'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { batchOf, posted, undone, balance, proved } = batchesIn(() => testApp)

const NONE = { kind: 'none' as const, ppm: 0, each: 0n }
const SHARE = { kind: 'share' as const, ppm: 10_000, each: 0n }

test('a receipt fills the oldest batches first, each less its agreed charge', () => {
  const batches = [
    { batchId: 'a', owed: 1_000_000n, due: 1_000_000n, deductions: 10 },
    { batchId: 'b', owed: 2_000_000n, due: 2_000_000n, deductions: 20 },
  ]
  expect(fillReceipt(1_990_000n, batches, SHARE)).toEqual([
    { batchId: 'a', amount: 990_000n, charge: 10_000n },
    { batchId: 'b', amount: 1_000_000n, charge: 10_101n },
  ])
  expect(fillReceipt(5_000_000n, batches, NONE).map(line => line.amount)).toEqual([1_000_000n, 2_000_000n])
  expect(
    agreedCharge({ kind: 'each', ppm: 0, each: 5_000n }, 1_000_000n, { due: 1_000_000n, deductions: 10 }),
  ).toBe(kobo(50_000n))
  expect([0, 30, 31, 90, 180, 181].map(ageingClass)).toEqual([0, 0, 1, 2, 3, 4])
})

/** A small generator with a seed, so that a failure can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % sides
  }
}

test('after random files, receipts, allocations and reversals the account is the ledger', async () => {
  const roll = dice(28)
  const admin = testApp.as('admin')
  const batches: string[] = []
  const receipts: string[] = []
  const approved = async (asked: Promise<{ approvalId: string | null }>): Promise<void> => {
    await testApp.as('authorizer').approve((await asked).approvalId)
  }
  const lines = async (amount: bigint) => {
    const { rows } = await testApp.as('auditor').ok('officeBatchList', { source: 'IPPIS', limit: 50 })
    let left = amount
    return rows
      .filter(row => row.owed > 0n && roll(3) > 0)
      .flatMap(row => {
        const charge = roll(2) === 0 ? 0n : row.owed / 50n
        const paid = row.owed - charge < left ? row.owed - charge : left
        left -= paid
        return paid > 0n ? [{ batchId: row.batchId, amount: paid.toString(), charge: charge.toString() }] : []
      })
  }
  for (let step = 0; step < 16; step++) {
    const act = step < 4 ? 0 : roll(5)
    if (act <= 1) {
      const id = await batchOf([{ staff: `8${100_000 + step}`, amount: String(1_000 + roll(9_000)) }])
      await posted(id, roll(2) === 0 ? { bankCredit: '0', gapNote: 'Not remitted yet' } : {})
      batches.push(id)
    } else if (act === 2) {
      const amount = BigInt(100_000 + roll(900_000))
      const id = randomUUID()
      await approved(
        admin.ok('officeReceiptRecord', {
          id, source: 'IPPIS', amount: amount.toString(), receivedOn: '2026-11-16', reference: `R-${id}`, note: '',
          lines: await lines(amount), reason: 'Random receipt',
        }),
      ) // biome-ignore format: a form
      receipts.push(id)
    } else if (act === 3 && receipts.length > 0) {
      const receiptId = receipts[roll(receipts.length)] ?? ''
      await admin.call('officeReceiptAllocate', {
        id: randomUUID(),
        receiptId,
        lines: [],
        reason: 'Released',
      })
      const { approvalId } = await testApp.as('auditor').ok('officeReceiptGet', { id: receiptId })
      if (approvalId) await testApp.as('authorizer').approve(approvalId)
    } else if (batches.length > 0) {
      const [id = ''] = batches.splice(roll(batches.length), 1)
      await undone(id)
    }
    const account = await testApp.as('auditor').ok('officeGet', { source: 'IPPIS' })
    expect(account.owed, `step ${step}`).toBe(await balance('payrollOfficeReceivable'))
    expect(account.credit, `step ${step}`).toBe(-(await balance('remittanceClearing')))
    expect(account.ageing.reduce((total, amount) => total + amount, 0n)).toBe(account.owed)
  }
  await proved()
})
