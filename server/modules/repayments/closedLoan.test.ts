import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

/** A deduction after the loan was repaid is the customer's money: it becomes their credit, not an unidentified payment. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, posted, undone, balance, owed, proved, agreed } = batchesIn(
  () => testApp,
)

const loan = async (id: string) => (await testApp.as('auditor').ok('loanGet', { id })).row

async function closed(changes: Parameters<typeof borrower>[0] = {}) {
  const one = await borrower(changes)
  await agreed(
    testApp.as('admin').ok('loanActDo', {
      loanId: one.loanId, id: randomUUID(), reason: 'Paid at the counter',
      input: { act: 'receipt', amount: (await owed(one.loanId)).toString(), on: '2026-11-16', channel: 'bank transfer', reference: `C-${randomUUID().slice(0, 8)}` },
    }), // biome-ignore format: a form
  )
  return one
}

async function writtenOff() {
  const one = await borrower()
  await agreed(
    testApp.as('admin').ok('loanActDo', {
      loanId: one.loanId, id: randomUUID(), reason: 'Not to be found', input: { act: 'writeOff' },
    }), // biome-ignore format: a form
  )
  return one
}

describe('a deduction on a closed loan', () => {
  test('of a known customer becomes the credit of that customer', async () => {
    const one = await closed()
    const before = { credit: await balance('customerCredit'), suspense: await balance('suspense') }
    const id = await batchOf([{ staff: one.staff, amount: '61666.67' }])
    expect(await rowsOf(id)).toMatchObject([{ bin: 'closedLoan', treatment: 'post', loanId: one.loanId }])
    await posted(id)
    expect(await loan(one.loanId)).toMatchObject({ status: 'overpaid', credit: 6_166_667n })
    expect(await balance('customerCredit')).toBe(before.credit - 6_166_667n)
    expect(await balance('suspense')).toBe(before.suspense)
    const { rows } = await testApp.as('auditor').ok('messageList', { event: 'refundDue' })
    expect(rows[0]?.text).toContain(`Loan ${one.number} is fully repaid. You have overpaid NGN61,666.67.`)
    await proved()
  })

  test('with its loan number in the file becomes credit as well', async () => {
    const one = await closed()
    const id = await batchOf([{ loan: one.number, amount: '1000' }])
    await posted(id)
    expect(await loan(one.loanId)).toMatchObject({ status: 'overpaid', credit: 100_000n })
  })

  test('is taken off again when its batch is reversed', async () => {
    const one = await closed()
    const id = await batchOf([{ staff: one.staff, amount: '1000' }])
    await posted(id)
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone' })
    expect(await loan(one.loanId)).toMatchObject({ status: 'closed', credit: 0n })
    await proved()
  })

  test('is reversed to suspense by its row, and applied again from there', async () => {
    const one = await closed()
    const id = await batchOf([{ staff: one.staff, amount: '1000' }])
    await posted(id)
    const receiptId = (await rowsOf(id))[0]?.receiptId ?? ''
    await agreed(testApp.as('admin').ok('repaymentTakeBack', { id, receiptId, reason: 'Another person' }))
    expect(await loan(one.loanId)).toMatchObject({ status: 'closed', credit: 0n })
    await proved()
  })

  test('is raised by a correction of its file', async () => {
    const one = await closed()
    const first = await batchOf([{ staff: one.staff, amount: '1000' }])
    await posted(first)
    const second = await batchOf([{ staff: one.staff, amount: '1500' }], { correctsId: first })
    expect(await rowsOf(second)).toMatchObject([{ bin: 'over', treatment: 'post', earlier: 100_000n }])
    await posted(second)
    expect(await loan(one.loanId)).toMatchObject({ credit: 150_000n })
    await proved()
  })

  test('in another name is decided by a user', async () => {
    const one = await closed()
    const id = await batchOf([{ staff: one.staff, amount: '1000', name: 'MUSA IBRAHIM' }])
    expect(await rowsOf(id)).toMatchObject([{ bin: 'nameDiffers', treatment: 'suspense' }])
    const matched = { id, rowNumber: 1, part: 1, loanId: one.loanId, note: 'Married name' } as const
    await testApp.as('admin').ok('repaymentRowMatch', { ...matched, treatment: 'post' })
    await posted(id)
    expect(await loan(one.loanId)).toMatchObject({ credit: 100_000n })
  })

  test('pays an active loan of the customer first, and leaves the closed one alone', async () => {
    const [old, active] = [await closed(), await borrower()]
    await testApp.pool.query(
      `update loan set customer_id = (select customer_id from loan where id = $1) where id = $2`,
      [old.loanId, active.loanId],
    )
    const id = await batchOf([{ staff: old.staff, amount: '61666.67' }])
    expect(await rowsOf(id)).toMatchObject([{ bin: 'exact', loanId: active.loanId }])
    await posted(id)
    expect(await loan(old.loanId)).toMatchObject({ status: 'closed', credit: 0n })
  })
})

test('a deduction on a written-off loan is its recovery, and the message says what is still owed', async () => {
  const one = await writtenOff()
  const before = await balance('recoveryIncome')
  testApp.clock.set('2026-11-17T09:00:00Z')
  const id = await batchOf([{ staff: one.staff, amount: '1000' }])
  expect(await rowsOf(id)).toMatchObject([{ bin: 'closedLoan', treatment: 'post', loanId: one.loanId }])
  await posted(id, { valueOn: '2026-11-17' })
  expect(await loan(one.loanId)).toMatchObject({ status: 'written off', credit: 0n })
  expect(await balance('recoveryIncome')).toBe(before - 100_000n)
  const { rows } = await testApp.as('auditor').ok('messageList', { event: 'receiptExact' })
  expect(rows.find(each => each.text.includes(one.number))?.text).toContain('balance: NGN499,000.00')
  await proved()
})
