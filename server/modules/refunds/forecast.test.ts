import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { linesOf, sentList } from '../../../test/instructions.ts'
import { approvedLoan, PAYING_ACCOUNT } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'
import { postPayouts } from '../payouts/post.ts'

/** Over-deductions before they happen: what the office was told, beyond what the loans still owe. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { batchOf, posted, changeSource, owed } = batchesIn(() => testApp)
const forecast = () => testApp.as('auditor').ok('refundForecast', { limit: 100 })
async function on(day: string): Promise<void> {
  testApp.clock.set(`${day}T09:00:00Z`)
  await runDaily(testApp.program)
}

/** In one batch, as the file of the bank reports it. */
async function disbursedTogether(loanIds: string[]): Promise<void> {
  const admin = testApp.as('admin')
  const { id, pendingApprovalId } = await admin.ok('payoutBatchMake', {
    id: randomUUID(), loanIds, valueOn: '2027-02-16', payingAccount: PAYING_ACCOUNT, reason: 'As agreed',
  }) // biome-ignore format: a form
  await testApp.as('authorizer').approve(pendingApprovalId ?? '')
  await admin.ok('payoutBatchExport', { id, exportId: randomUUID() })
  const { rows } = await admin.ok('payoutLineList', { id, limit: 100 })
  const results = ['Reference,Status,Date', ...rows.map(row => `${row.reference},Paid,2027-02-16`)].join(
    '\r\n',
  )
  await admin.ok('payoutResultImport', {
    id,
    fileName: 'result.csv',
    content: Buffer.from(results).toString('base64'),
  })
  await postPayouts(testApp.program, id)
}

test('18 people, ₦612,400: the March list was sent before they repaid', async () => {
  await changeSource('STATEMENT', { name: 'Bank statement', kind: 'collections', cashAccount: 'bank' })
  await on('2027-02-16')
  const loans: { id: string; number: string; staff: string }[] = []
  // ₦300,000 over 12 months, flat 4%: ₦37,000 a month
  for (let n = 0; n < 19; n++) {
    const staff = String(810_000 + n)
    const { id, number } = await approvedLoan(testApp, { ippisNumber: staff, amount: '30000000', tenor: 12 })
    loans.push({ id, number, staff })
  }
  await disbursedTogether(loans.map(({ id }) => id))
  await on('2027-03-05')
  expect(await forecast(), 'nothing is instructed yet').toMatchObject({ total: 0, amount: 0n })
  const march = await sentList(testApp, '2027-03')
  expect(new Set((await linesOf(testApp, march)).map(line => line.amount))).toEqual(new Set([3_700_000n]))
  expect(await forecast(), 'every loan owes more than March').toMatchObject({ total: 0 })

  // the next day 16 repay at the bank, and 2 pay all but ₦26,800; the 19th goes on
  const naira = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
  const lines: { loan: string; amount: string; reference: string; paidOn: string }[] = []
  const whole = await owed(loans[0]?.id ?? '')
  for (const [n, { number }] of loans.slice(0, 18).entries())
    lines.push({
      loan: number,
      amount: naira(whole - (n < 16 ? 0n : 2_680_000n)),
      reference: `FT-${n}`,
      paidOn: '2027-03-05',
    })
  const paid = await batchOf(lines, { source: 'STATEMENT', period: '2027-03' })
  await posted(paid, { bankCredit: '0', valueOn: '2027-03-05' })
  const found = await forecast()
  expect(found).toMatchObject({ total: 18, amount: 61_240_000n })
  expect(found.rows.filter(row => row.isRepaid).map(row => row.over)).toEqual(Array(16).fill(3_700_000n))
  expect(found.rows.filter(row => !row.isRepaid).map(row => [row.owed, row.over])).toEqual(
    Array(2).fill([2_680_000n, 1_020_000n]),
  )
  expect(new Set(found.rows.flatMap(row => row.months))).toEqual(new Set(['2027-03']))

  // the office answers that it deducts nothing from one of them
  const first = (await linesOf(testApp, march)).find(line => line.staffNumber === loans[0]?.staff)
  await testApp
    .as('admin')
    .ok('instructionAnswer', { id: march, no: first?.no ?? 0, outcome: 'rejected', reason: 'Left' })
  expect(await forecast()).toMatchObject({ total: 17, amount: 57_540_000n })

  // the stop of April ends it; what March brings is still to come
  await on('2027-04-05')
  await sentList(testApp, '2027-04')
  expect((await forecast()).rows.flatMap(row => row.months)).not.toContain('2027-04')
  expect(await forecast()).toMatchObject({ total: 17, amount: 57_540_000n })

  // once its file is posted, the credits are on the refund desk and no longer expected
  const file = await batchOf(
    loans.slice(1).map(({ staff }) => ({ staff, amount: '37000.00' })),
    { period: '2027-03' },
  )
  await posted(file, { valueOn: '2027-04-05' })
  expect(await forecast()).toMatchObject({ total: 0, amount: 0n })
})
