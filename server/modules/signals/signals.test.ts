import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stated } from '../../../test/applicants.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { offerIn } from '../../../test/rhythms.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster } from '../../../test/uploads.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { raiseSignals } from './list.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const openSignals = async () =>
  (await testApp.as('admin').ok('signalList', { state: 'open' })).rows.map(row => row.kind)

async function inForce(
  file: string,
  options: { correctsId?: string; period?: string } = {},
): Promise<string> {
  const id = await accepted(testApp, file, options)
  await act(testApp.program, 'test', SYSTEM, ctx => raiseSignals(ctx, id))
  return id
}

async function paidOut(changes: Partial<Stated> = {}): Promise<{ loanId: string; staff: string }> {
  const { id: loanId, stated } = await approvedLoan(testApp, changes)
  await disbursed(testApp, loanId)
  return { loanId, staff: stated.ippisNumber }
}

test('a corrected file keeps the signals that it shows too, and closes those it does not', async () => {
  const { staff } = await paidOut()
  const suspended = { id: staff, status: 'Suspended Without Pay', pay: '5000.00' }
  const bad = { id: '77', pay: 'N/A' }
  const first = await inForce(roster([suspended, bad]))
  expect((await openSignals()).sort()).toEqual(['payBelowInstalment', 'suspended'])
  const { rows } = await testApp.as('reviewer').ok('signalList', { state: 'open' })
  const low = rows.find(each => each.kind === 'payBelowInstalment')
  expect(low?.detail, 'what they are paid shows only to who reveals it, and that is kept').toMatch(
    /^Net pay is below the instalment of ₦[1-9][\d,]+\.\d\d$/,
  )
  const second = await inForce(roster([{ ...bad, pay: '98000.00' }]), { correctsId: first })
  expect((await openSignals()).sort()).toEqual(['payBelowInstalment', 'suspended'])
  const third = await inForce(roster([{ ...suspended, pay: '250000.00' }]), { correctsId: second })
  expect(await openSignals()).toEqual(['suspended'])
  const fourth = await inForce(roster([{ ...suspended, status: 'Active', pay: '260000.00' }]), {
    correctsId: third,
  })
  expect(await openSignals()).toEqual([])
  await inForce(roster([{ ...suspended, pay: '270000.00' }]), { correctsId: fourth })
  expect(await openSignals(), 'the file in force shows it again').toEqual(['suspended'])
})

test('what a month says again it says in the place of the month before; another change is another signal', async () => {
  const { loanId, staff } = await paidOut()
  const file = (period: string, account: string) =>
    roster([{ id: staff, status: 'Suspended Without Pay', pay: '250000.00', period, account }])
  await inForce(file('2026-07', '0123456785'), { period: '2026-07' })
  await inForce(file('2026-08', '0223456784'), { period: '2026-08' })
  await inForce(file('2026-09', '0123456785'), { period: '2026-09' })
  const { rows } = await testApp.as('admin').ok('signalList', { loanId, limit: 200 })
  expect(rows.map(row => `${row.kind} ${row.month} ${row.note ?? 'open'}`).toSorted()).toEqual([
    'bankChanged 2026-08 open',
    'bankChanged 2026-09 open',
    'suspended 2026-07 The file of Aug 2026 shows it again',
    'suspended 2026-08 The file of Sep 2026 shows it again',
    'suspended 2026-09 open',
  ])
})

test('retirement is measured against the day of the last instalment, whatever the tenor is counted in', async () => {
  const nearing = async (rhythm: Parameters<typeof offerIn>[1], tenor: number) => {
    const productId = await offerIn(testApp, rhythm)
    const { loanId, staff } = await paidOut({ productId, tenor, amount: '30000000' })
    await testApp.pool.query(
      `update customer set retires_on = '2028-06-30' where id = (select customer_id from loan where id = $1)`,
      [loanId],
    )
    await inForce(roster([{ id: staff, pay: '9000000.00', period: '2026-11' }]), { period: '2026-11' })
    const { rows } = await testApp.as('admin').ok('signalList', { loanId, state: 'open', limit: 50 })
    return rows.some(row => row.kind === 'nearRetirement')
  }
  // 16 November 2028 is after it; 24 weeks end in May 2027, as months they would not
  expect(await nearing('quarterly', 8)).toBe(true)
  expect(await nearing('weekly', 24)).toBe(false)
})
