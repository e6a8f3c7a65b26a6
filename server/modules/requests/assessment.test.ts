import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { SECTIONS, type Section } from '../../../contract/settings.ts'
import { type Stated, type Submitted, submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster } from '../../../test/uploads.ts'
import { businessDate } from '../../kernel/clock.ts'

/** What the checklist goes by, and from when on. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const TODAY = '2026-11-16'
const terms = { amount: '50000000', tenor: 12 }
const itemOf = async (id: string, name: string) => {
  const { checklist } = await testApp.as('auditor').ok('requestGet', { id })
  return checklist.find(each => each.name === name)
}

async function setRule(change: Partial<Section<'borrowing'>>): Promise<void> {
  const { rows } = await testApp.as('admin').ok('settingHistory', { section: 'borrowing' })
  const { approvalId } = await testApp.as('admin').ok('settingChange', {
    section: 'borrowing',
    value: { ...SECTIONS.borrowing.initial, ...change },
    effectiveOn: businessDate(testApp.clock.now()),
    basedOn: rows[0]?.version ?? 0,
    reason: 'Board of November',
  })
  await testApp.as('authorizer').approve(approvalId)
}

async function doAct(loanId: string, input: z.input<Api['loanActDo']['input']>['input']): Promise<void> {
  const asked = { loanId, id: randomUUID(), input, reason: 'As agreed' }
  const { approvalId } = await testApp.as('admin').ok('loanActDo', asked)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}

/** A person who borrowed this morning and has repaid all of it by noon. */
async function repaidToday(): Promise<{ stated: Stated; number: string }> {
  const { id: loanId, number, stated } = await approvedLoan(testApp)
  await disbursed(testApp, loanId)
  const quoted = { loanId, id: randomUUID(), on: TODAY }
  const { id: quoteId } = await testApp.as('admin').ok('settlementQuoteMake', quoted)
  await doAct(loanId, { act: 'settle', quoteId, on: TODAY, channel: 'cash', reference: `S-${number}` })
  return { stated, number }
}

test('days between two loans are counted from the day one is repaid to the day the next is asked for', async () => {
  const early = await repaidToday()
  const late = await repaidToday()
  const { id } = await submit(testApp, early.stated)
  expect(await itemOf(id, 'noLiveLoan')).toMatchObject({
    result: 'green',
    evidence: '0 open; at most 1 allowed. 1 in the last 12 months; at most 4.',
  })
  await setRule({ daysBetween: 30 })
  const judged = await itemOf(id, 'noLiveLoan')
  expect(judged).toMatchObject({
    result: 'red',
    evidence:
      '0 open; at most 1 allowed. 1 in the last 12 months; at most 4. ' +
      `Requested 0 days after ${early.number} was repaid on 16 Nov 2026; at least 30 days between.`,
  })
  await testApp.as('reviewer').refused('requestRecommend', { id, version: 1, ...terms }, 'request.red')
  testApp.clock.set('2026-12-16T09:00:00Z')
  // time in the queue does not change the day of the request
  expect(await itemOf(id, 'noLiveLoan')).toEqual(judged)
  const next = await submit(testApp, late.stated)
  expect(await itemOf(next.id, 'noLiveLoan')).toMatchObject({ result: 'green' })
  expect((await itemOf(next.id, 'noLiveLoan'))?.evidence).toContain('Requested 30 days after')
  await setRule({ loansPerYear: 1 })
  expect(await itemOf(next.id, 'noLiveLoan')).toMatchObject({
    result: 'red',
    evidence: '0 open; at most 1 allowed. 1 in the last 12 months; at most 1.',
  })
  await setRule({})
})

/** Pay that does not bear the instalment, of which the reviewer knows better. */
async function overridden(by: Partial<Stated>): Promise<Submitted> {
  const request = await submit(testApp, { netPay: '10000000', ...by }, { documents: ['Work identity card'] })
  const why = { reasonCode: 'POLICY', note: 'Second salary seen' }
  for (const check of ['affordable', 'documents'] as const)
    await testApp.as('reviewer').ok('requestOverride', { id: request.id, version: 1, check, ...why })
  await testApp.as('reviewer').ok('requestRecommend', { id: request.id, version: 1, ...terms })
  return request
}

test('a payroll accepted after an override opens the item again, and only what the payroll is asked about', async () => {
  const people = { waits: 'AB1001', absent: 'AB1002', decided: 'AB1003' }
  const [waits, absent, decided] = [
    await overridden({ ippisNumber: people.waits }),
    await overridden({ ippisNumber: people.absent }),
    await overridden({ ippisNumber: people.decided }),
  ]
  const confirmed = ['affordable' as const, 'documents' as const]
  await testApp.as('authorizer').ok('requestAuthorize', { id: decided.id, version: 1, confirmed })
  testApp.clock.advance({ minutes: 5 })
  const person = { id: people.waits, name: 'OKONKWO ADAEZE', account: waits.stated.accountNumber }
  await accepted(testApp, roster([{ ...person, pay: '100000.00', period: '2026-11' }]), { period: '2026-11' })
  const seen = { id: waits.id, version: 1 }
  const said = await testApp.as('authorizer').refused('requestAuthorize', seen, 'request.reopened')
  expect(said.message).toContain(
    'after these checks were overridden: The instalment fits the pay. Send the request back',
  )
  const item = await itemOf(waits.id, 'affordable')
  expect(item).toMatchObject({ result: 'red', override: null })
  expect(item?.evidence).toContain('of net pay (payroll of Nov 2026)')
  expect(item?.evidence).toContain('Halima Bello overrode it before this payroll was accepted')
  expect(item?.evidence, 'pay itself is not told').not.toContain('100,000.00')
  expect(await itemOf(waits.id, 'documents')).toMatchObject({ override: { by: 'Halima Bello' } })
  // for a person unknown to the new payroll, the pay is still the stated one
  await testApp
    .as('authorizer')
    .refused('requestAuthorize', { id: absent.id, version: 1 }, 'request.reopened')

  const back = { reasonCode: 'RECHECK', note: 'The November payroll is here' }
  await testApp.as('authorizer').ok('requestSendBack', { ...seen, ...back })
  await testApp.as('reviewer').refused('requestRecommend', { ...seen, ...terms }, 'request.red')
  const why = { check: 'affordable' as const, reasonCode: 'POLICY', note: 'Second salary seen again' }
  await testApp.as('reviewer').ok('requestOverride', { ...seen, ...why })
  await testApp.as('reviewer').ok('requestRecommend', { ...seen, ...terms })
  await testApp.as('authorizer').ok('requestAuthorize', { ...seen, confirmed })
})

test('page, queue, export and checklist state one share of pay and whose pay it is of', async () => {
  const ippisNumber = 'AB1004'
  const rows = [{ id: ippisNumber, name: 'OKONKWO ADAEZE', pay: '240000.00', period: '2026-12' }]
  await accepted(testApp, roster(rows), { period: '2026-12' })
  const known = await submit(testApp, { ippisNumber, netPay: '25000000', ...terms })
  const unknown = await submit(testApp, { ippisNumber: 'AB1005', netPay: '25000000', ...terms })
  const shareOf = async (id: string) => {
    const { row, requested } = await testApp.as('auditor').ok('requestGet', { id })
    const queue = await testApp.as('auditor').ok('requestList', { stage: 'reviewer', limit: 200 })
    const share = ({ shareOfPayPpm, payMonth, statedShareOfPayPpm }: typeof row) => [
      shareOfPayPpm,
      payMonth,
      statedShareOfPayPpm,
    ]
    expect(queue.rows.filter(each => each.id === id).map(share)).toEqual([share(row)])
    expect(share({ ...row, ...requested })).toEqual(share(row))
    return share(row)
  }
  // ₦61,666.67 in a month
  expect(await shareOf(known.id)).toEqual([256_945, 'Dec 2026', 246_667])
  expect(await shareOf(unknown.id)).toEqual([246_667, null, 246_667])
  const { bytes } = await testApp.as('auditor').ok('requestExport', { stage: 'reviewer' })
  const sheet = new TextDecoder().decode(bytes)
  const lineOf = (reference: string) => sheet.split('\n').find(line => line.includes(reference))
  expect(lineOf(known.reference)).toContain('25.69%,Payroll of Dec 2026,24.67%')
  expect(lineOf(unknown.reference)).toContain('24.67%,Applicant,24.67%')
  const { evidence } = (await itemOf(known.id, 'affordable')) ?? {}
  expect(evidence).toContain('₦61,666.67 a month is 25.69% of net pay (payroll of Dec 2026)')
  expect(evidence).toContain('Of the stated pay: 24.67%.')
})
