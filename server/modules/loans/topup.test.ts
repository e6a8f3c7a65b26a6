import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { accountNamed } from '../../../contract/ledger.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { type Stated, submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed, toTransfer } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { postPayouts } from '../payouts/post.ts'
import { runDaily } from './daily.ts'

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

const today = (): string => testApp.clock.now().toISOString().slice(0, 10)
const show = (id: string) => testApp.as('auditor').ok('loanGet', { id })

type Old = { loanId: string; number: string; stated: Stated }

/** ₦200,000 over 12 months, flat 4 %, disbursed on 16 November 2026. */
async function oldLoan(changes: Partial<Stated> = {}): Promise<Old> {
  const { id, number, stated } = await approvedLoan(testApp, { amount: '20000000', ...changes })
  await disbursed(testApp, id)
  return { loanId: id, number, stated }
}

/** The same customer asks for ₦500,000; Halima marks the old loan to be settled. */
async function topUpOf(
  old: Old,
  changes: Partial<Stated> = {},
): Promise<{ requestId: string; loanId: string }> {
  const request = await submit(testApp, { ...old.stated, amount: '50000000', ...changes })
  await testApp.as('reviewer').ok('requestRecommend', {
    id: request.id,
    version: 1,
    amount: request.stated.amount,
    tenor: request.stated.tenor,
    settles: [old.loanId],
  })
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  return { requestId: request.id, loanId: loanId ?? '' }
}

/** The premium first, then income, then the old loan, then what leaves the bank. */
const ORDER = ['premiumsPayable', 'feeIncome', 'interestIncome', 'loanPrincipal', 'bank']

type Row = [account: string, loan: string, amount: string]

/** The entry of one fact, as a banker reads it; a debit is positive. */
async function entryOf(ref: string, names: Record<string, string>): Promise<Row[]> {
  const { entries } = await testApp.as('auditor').ok('ledgerJournal', { ref })
  expect(entries).toHaveLength(1)
  const lines = (entries[0]?.lines ?? []).toSorted(
    (a, b) => ORDER.indexOf(accountNamed(a.code)) - ORDER.indexOf(accountNamed(b.code)),
  )
  const rows = lines.map(
    (line): Row => [
      accountNamed(line.code),
      line.loanId ? (names[line.loanId] ?? '?') : '',
      formatNaira(line.amount),
    ],
  )
  return [...rows.filter(([, loan]) => loan === 'new'), ...rows.filter(([, loan]) => loan !== 'new')]
}

const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

describe('a top-up', () => {
  test('settles the old loan out of the new disbursement, in one entry', async () => {
    const old = await oldLoan()
    const { loanId } = await topUpOf(old)
    const names = { [old.loanId]: 'old', [loanId]: 'new' }

    expect((await show(loanId)).topUp).toEqual({
      settles: [{ loanId: old.loanId, number: old.number, amount: 20_000_000n }],
      isPaidOut: false,
      by: null,
    })
    const preview = await testApp.as('admin').ok('payoutPreview', { loanIds: [loanId], valueOn: today() })
    expect(preview.fits).toMatchObject([
      { settles: [{ number: old.number, amount: 20_000_000n }], amount: 28_500_000n },
    ])

    const paidOut = await disbursed(testApp, loanId)
    expect(await entryOf(paidOut, names)).toEqual([
      ['loanPrincipal', 'new', '₦500,000.00'],
      ['premiumsPayable', '', '−₦5,000.00'],
      ['feeIncome', '', '−₦10,000.00'],
      ['loanPrincipal', 'old', '−₦200,000.00'],
      ['bank', '', '−₦285,000.00'],
    ])
    const [before, after] = [await show(old.loanId), await show(loanId)]
    expect(before.row).toMatchObject({ status: 'closed', outstandingTotal: 0n })
    expect(before.topUp.by).toEqual({ loanId, number: after.row.number, amount: 20_000_000n })
    expect(before.happenings[0]).toMatchObject({
      type: 'settlement',
      note: `Topped up by ${after.row.number}`,
    })
    expect(after.row).toMatchObject({ status: 'live', outstandingTotal: 74_000_000n })
    expect(after.topUp).toMatchObject({ isPaidOut: true, settles: [{ amount: 20_000_000n }] })
    await proved()
  })

  test('interest runs to the day of the disbursement and no further', async () => {
    testApp.clock.set('2026-11-16T09:00:00Z')
    const old = await oldLoan()
    const { loanId } = await topUpOf(old)
    testApp.clock.set('2026-11-26T09:00:00Z')
    await runDaily(testApp.program)
    const { topUp } = await show(loanId)
    const settlement = topUp.settles[0]?.amount ?? kobo(0n)
    const quote = await testApp
      .as('admin')
      .ok('settlementQuoteMake', { loanId: old.loanId, id: randomUUID(), on: today() })
    expect(settlement).toBe(quote.total)
    expect(quote.interest > 0n && quote.rebate > 0n).toBe(true)
    const names = { [old.loanId]: 'old', [loanId]: 'new' }
    const entry = await entryOf(await disbursed(testApp, loanId), names)
    expect(entry).toContainEqual(['loanPrincipal', 'old', '−₦200,000.00'])
    expect(entry).toContainEqual(['interestIncome', '', formatNaira(kobo(-quote.interest))])
    expect(entry).toContainEqual(['bank', '', formatNaira(kobo(settlement - 48_500_000n))])
    await proved()
  })

  test('reversing the disbursement undoes both, and it can be disbursed again', async () => {
    const old = await oldLoan()
    const owed = (await show(old.loanId)).row
    const { loanId } = await topUpOf(old)
    const paidOut = await disbursed(testApp, loanId)
    const settlement = (await show(old.loanId)).happenings[0]
    expect(settlement?.cannotReverse).toContain('Reverse the disbursement of the new loan instead')
    const alone = await testApp.as('admin').refused(
      'loanActDo',
      {
        loanId: old.loanId,
        id: randomUUID(),
        input: { act: 'reversal', of: settlement?.id ?? '' },
        reason: 'Not alone',
      },
      'loan.refused',
    )
    expect(alone.message).toContain('reverse its disbursement or refund instead')

    await doAct(loanId, { act: 'reversal', of: paidOut })
    expect((await show(old.loanId)).row).toMatchObject({
      status: 'live',
      outstandingTotal: owed.outstandingTotal,
    })
    expect((await show(old.loanId)).topUp.by).toMatchObject({ amount: null })
    expect((await show(loanId)).row.status).toBe('awaiting disbursement')
    await proved()
    await disbursed(testApp, loanId)
    expect((await show(old.loanId)).row.status).toBe('closed')
    await proved()
  })

  test('a customer gets one message on what was disbursed and what was settled', async () => {
    const old = await oldLoan()
    const { loanId } = await topUpOf(old)
    await disbursed(testApp, loanId)
    const { customerId } = (await show(loanId)).row
    const { rows } = await testApp.as('admin').ok('customerMessages', { id: customerId })
    const number = (await show(loanId)).row.number
    expect(rows.filter(each => each.text.includes(`for loan ${number}`)).map(each => each.text)).toEqual([
      `Iroko: NGN285,000.00 was paid to your account for loan ${number}. NGN200,000.00 settled loan ${old.number}. First salary deduction: ${firstDeduction()}.`,
    ])
  })

  test('a repayment before disbursement makes it larger; a repaid loan settles nothing', async () => {
    const old = await oldLoan()
    const { loanId } = await topUpOf(old)
    const receipt: Act = {
      act: 'receipt',
      amount: '24000000',
      on: today(),
      channel: 'bank transfer',
      reference: `TRF-${randomUUID()}`.slice(0, 40),
    }
    await doAct(old.loanId, { ...receipt, amount: (await show(old.loanId)).row.outstandingTotal.toString() })
    const names = { [old.loanId]: 'old', [loanId]: 'new' }
    expect(await entryOf(await disbursed(testApp, loanId), names)).toContainEqual([
      'bank',
      '',
      '−₦485,000.00',
    ])
    await proved()
  })
})

const firstDeduction = (): string => (testApp.clock.now().getUTCMonth() === 10 ? '25 Dec 2026' : '')

describe('the checklist and the letter', () => {
  const liveLoanCheck = async (requestId: string) =>
    (await testApp.as('reviewer').ok('requestGet', { id: requestId })).checklist.find(
      each => each.name === 'noLiveLoan',
    )

  test('a live loan is red unless the new one settles it', async () => {
    const old = await oldLoan()
    const request = await submit(testApp, { ...old.stated, amount: '50000000' })
    expect(await liveLoanCheck(request.id)).toMatchObject({ result: 'red' })
    const terms = { id: request.id, version: 1, amount: '50000000', tenor: 12 }
    await testApp.as('reviewer').refused('requestRecommend', terms, 'request.red')
    const shown = await testApp.as('reviewer').ok('requestGet', { id: request.id })
    expect(shown.topUp).toMatchObject([{ loanId: old.loanId, number: old.number, isChosen: false }])
    await testApp.as('reviewer').ok('requestRecommend', { ...terms, settles: [old.loanId] })
    expect(await liveLoanCheck(request.id)).toMatchObject({
      result: 'green',
      evidence: expect.stringContaining(`A top-up: settles ${old.number}.`),
    })
  })

  test.each<[what: string, amount: string, settles: (old: Old) => Promise<string[]>, why: string]>([
    [
      'the loan of another customer',
      '50000000',
      async () => [(await oldLoan()).loanId],
      'not a live loan of this applicant',
    ],
    [
      'more than the net disbursement',
      '20000000',
      async old => [old.loanId],
      'leaves nothing of the net disbursement',
    ],
  ])('it does not settle %s', async (_, amount, settles, why) => {
    const old = await oldLoan()
    const request = await submit(testApp, { ...old.stated, amount })
    const chosen = await settles(old)
    const overridden = {
      id: request.id,
      version: 1,
      check: 'noLiveLoan',
      reasonCode: 'POLICY',
      note: 'Tested',
    }
    if (!chosen.includes(old.loanId)) {
      const { status } = await testApp.as('reviewer').call('requestOverride', overridden as never)
      expect(status).toBe(200)
    }
    const refused = await testApp
      .as('reviewer')
      .refused(
        'requestRecommend',
        { id: request.id, version: 1, amount, tenor: 12, settles: chosen },
        'request.terms',
      )
    expect(refused.message).toContain(why)
  })

  test('one old loan is settled by one new one', async () => {
    const old = await oldLoan({ netPay: '90000000' })
    await topUpOf(old)
    const second = await submit(testApp, { ...old.stated, amount: '50000000' })
    const terms = { id: second.id, version: 1, amount: '50000000', tenor: 12, settles: [old.loanId] }
    const check = { id: second.id, version: 1, check: 'noLiveLoan', reasonCode: 'POLICY', note: 'Tested' }
    await testApp.as('reviewer').call('requestOverride', check as never)
    await testApp.as('reviewer').ok('requestRecommend', terms)
    const refused = await testApp
      .as('authorizer')
      .refused('requestAuthorize', { id: second.id, version: 1, confirmed: ['noLiveLoan'] }, 'loan.refused')
    expect(refused.message).toContain('settles the same loan')
  })
})

describe('what is refused', () => {
  test('a disbursement dated before the approval', async () => {
    const { id: loanId } = await approvedLoan(testApp)
    const { batchId, lineId } = await toTransfer(testApp, loanId)
    const reported = {
      result: 'paid',
      on: '2026-11-01',
      bankReference: 'NIP-TOO-EARLY',
      reason: 'Statement',
    } as const
    await testApp.as('admin').ok('payoutLineMark', { id: batchId, lineId, ...reported })
    await postPayouts(testApp.program, batchId)
    const { rows } = await testApp.as('admin').ok('payoutLineList', { id: batchId })
    expect(rows[0]?.problem).toContain('approved only on')
  })

  test('two people recording the same top-up at once: one disbursement, one settlement', async () => {
    const old = await oldLoan()
    const { loanId } = await topUpOf(old)
    const { batchId, lineId } = await toTransfer(testApp, loanId)
    const reported = {
      result: 'paid',
      on: today(),
      bankReference: `NIP-${loanId}`,
      reason: 'Statement',
    } as const
    const answers = await Promise.all(
      (['admin', 'superAdmin'] as const).map(part =>
        testApp.as(part).call('payoutLineMark', { id: batchId, lineId, ...reported }),
      ),
    )
    expect(answers.map(each => String(each.status)).toSorted()).toEqual(['200', '409'])
    await Promise.all([1, 2].map(() => postPayouts(testApp.program, batchId)))
    const { happenings } = await show(old.loanId)
    expect(happenings.filter(each => each.type === 'settlement')).toHaveLength(1)
    await proved()
  })
})
