import { randomUUID } from 'node:crypto'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Act = z.input<Api['loanActDo']['input']>['input']

async function doAct(loanId: string, input: Act): Promise<string> {
  const id = randomUUID()
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As agreed' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  return id
}
const on = (day: string) => testApp.clock.set(`${day}T08:00:00Z`)
const receipt = (day: string, amount: string): Act => ({
  act: 'receipt',
  amount,
  on: day,
  channel: 'cash',
  reference: `RC-${randomUUID().slice(0, 8)}`,
})

/** ₦500,000 over 12 months, flat 4%: ₦41,666.67 of principal and ₦20,000 of interest fall due on 25 December 2026. */
async function live(): Promise<string> {
  on('2026-11-16')
  const { id } = await approvedLoan(testApp)
  await disbursed(testApp, id)
  return id
}

async function printed(loanId: string, itemId: string): Promise<string> {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const response = await testApp.app.inject(
    requestFor('loanPaper', { id: loanId, paper: 'receipt', itemId }, { token, binding }),
  )
  const pdf = await getDocument({ data: new Uint8Array(response.rawPayload) }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items
    .map(item => ('str' in item ? item.str : ''))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}
const shown = async (loanId: string, id: string) =>
  (await testApp.as('auditor').ok('loanGet', { id: loanId })).happenings.find(each => each.id === id)

test('a receipt shows its allocation as issued, and what it is since another receipt was reversed', async () => {
  const loanId = await live()
  on('2026-12-25')
  const first = await doAct(loanId, receipt('2026-12-25', '2000000'))
  const second = await doAct(loanId, receipt('2026-12-25', '3000000'))
  const issued = await printed(loanId, second)
  expect(issued).toContain('Applied to principal ₦30,000.00 Applied to interest ₦0.00')
  expect(issued).not.toContain('Correction')
  expect((await shown(loanId, second))?.correction).toBeNull()

  on('2026-12-28')
  await doAct(loanId, { act: 'reversal', of: first })
  const corrected = await printed(loanId, second)
  expect(corrected).toContain('Applied to principal ₦30,000.00 Applied to interest ₦0.00')
  expect(corrected).toContain(
    'Correction Since 28 Dec 2026 The repayment of ₦20,000.00 dated 25 Dec 2026 was reversed.',
  )
  expect(corrected).toContain('Applied to principal ₦10,000.00 Applied to interest ₦20,000.00')
  expect(await shown(loanId, second)).toMatchObject({
    parts: { principal: 1_000_000n, interest: 2_000_000n },
    correction: {
      parts: { principal: 3_000_000n, interest: 0n },
      on: '2026-12-28',
      because: 'The repayment of ₦20,000.00 dated 25 Dec 2026 was reversed',
    },
  })
  // an allocation that is again as it was issued is no correction
  await doAct(loanId, receipt('2026-12-24', '2000000'))
  expect((await shown(loanId, second))?.correction).toBeNull()
})

test('a receipt is corrected by an entry of an earlier day, and not by one that follows it', async () => {
  const loanId = await live()
  on('2026-12-25')
  const paid = await doAct(loanId, receipt('2026-12-25', '2000000'))
  on('2026-12-26')
  await doAct(loanId, receipt('2026-12-26', '500000'))
  expect((await shown(loanId, paid))?.correction).toBeNull()
  await doAct(loanId, { act: 'charge', component: 'fee', amount: '100000', on: '2026-12-20' })
  expect((await shown(loanId, paid))?.correction).toMatchObject({
    parts: { interest: 2_000_000n, fee: 0n },
    on: '2026-12-26',
    because: 'A charge of ₦1,000.00 dated 20 Dec 2026 was entered',
  })
})
