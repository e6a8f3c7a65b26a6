import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { addDays, formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { type Stated, submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed, toTransfer } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { postPayouts } from '../payouts/post.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Act = z.input<Api['loanActDo']['input']>['input']
const TODAY = '2026-11-16'

const ask = async (loanId: string, input: Act, id: string = randomUUID()) =>
  (await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As agreed' })).approvalId ?? ''
const approve = (id: string) => testApp.as('authorizer').approve(id)

/** Babatunde submits; Emeka approves where approval is needed. */
async function doAct(loanId: string, input: Act): Promise<string> {
  const id = randomUUID()
  const approvalId = await ask(loanId, input, id)
  if (approvalId) await approve(approvalId)
  return id
}

const receipt = (amount: string, reference = `TRF-${randomUUID().slice(0, 8)}`): Act => ({
  act: 'receipt',
  amount,
  on: TODAY,
  channel: 'bank transfer',
  reference,
})

/** ₦500,000 over 12 months, flat 4 %, disbursed on 16 November 2026: ₦740,000 is owed in all. */
async function live(changes: Partial<Stated> = {}) {
  const loan = await approvedLoan(testApp, changes)
  return { ...loan, payout: await disbursed(testApp, loan.id) }
}

const show = (id: string) => testApp.as('auditor').ok('loanGet', { id })
const refused = async (loanId: string, input: Act) =>
  (
    await testApp
      .as('admin')
      .refused('loanActDo', { loanId, id: randomUUID(), input, reason: 'Trying' }, 'loan.refused')
  ).message
const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

test('a transaction names the user who entered it and the one who approved it', async () => {
  const { id } = await live()
  await doAct(id, receipt('4500000'))
  await doAct(id, receipt('6000000'))
  const [large, small, disbursement] = (await show(id)).happenings
  expect(large).toMatchObject({ by: 'Babatunde Adeyemi', approvedBy: 'Emeka Nwosu' })
  expect(small).toMatchObject({ by: 'Babatunde Adeyemi', approvedBy: null })
  expect(disbursement?.approvedBy).toBe(null)
})

describe('a disbursement that was undone', () => {
  test('does not come back by reversing the reversal: the old loan of a top-up would stay open', async () => {
    const old = await live({ amount: '20000000' })
    const request = await submit(testApp, { ...old.stated, amount: '50000000' })
    const terms = { id: request.id, version: 1, amount: '50000000', tenor: 12, settles: [old.id] }
    await testApp.as('reviewer').ok('requestRecommend', terms)
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    const topUp = loanId ?? ''
    const undo = await doAct(topUp, { act: 'reversal', of: await disbursed(testApp, topUp) })
    expect(await refused(topUp, { act: 'reversal', of: undo })).toContain('a reversal is not reversed')
    expect((await show(topUp)).row.status).toBe('awaiting disbursement')
    expect((await show(old.id)).row.status).toBe('live')
    await proved()
  })

  test('had nothing else on it', async () => {
    const { id, payout } = await live()
    const charge = await doAct(id, { act: 'charge', component: 'fee', amount: '250000', on: TODAY })
    expect(await refused(id, { act: 'reversal', of: payout })).toContain('something else was recorded since')
    await doAct(id, { act: 'reversal', of: charge })
    await doAct(id, { act: 'reversal', of: payout })
    await disbursed(testApp, id)
    expect((await show(id)).row).toMatchObject({ status: 'live', outstandingTotal: 74_000_000n })
    await proved()
  })
})

describe('a payment on the wrong loan', () => {
  test('is reversed and recorded again on the right one, once', async () => {
    const [wrong, right, third] = [await live(), await live(), await live()]
    const paid = receipt('1000000')
    const taken = { loanId: third.id, input: paid, reason: 'Again' }
    const again = async () => {
      const call = { ...taken, id: randomUUID() }
      return (await testApp.as('admin').refused('loanActDo', call, 'loan.reference_taken')).message
    }
    const first = await doAct(wrong.id, paid)
    expect(await again()).toContain(wrong.number)
    await doAct(wrong.id, { act: 'reversal', of: first })
    const second = await doAct(right.id, paid)
    expect(await again()).toContain(right.number)
    // and back again: it was the first loan after all
    await doAct(right.id, { act: 'reversal', of: second })
    await doAct(wrong.id, paid)
    expect(await again()).toContain(wrong.number)
    expect((await show(wrong.id)).row.outstandingTotal).toBe(73_000_000n)
    expect((await show(right.id)).row.outstandingTotal).toBe(74_000_000n)
    await proved()
  })

  test('two people who record it again at once: one is taken', async () => {
    const [wrong, ...loans] = [await live(), await live(), await live()]
    const paid = receipt('1000000')
    await doAct(wrong.id, { act: 'reversal', of: await doAct(wrong.id, paid) })
    const answers = await Promise.all(
      loans.map(loan =>
        testApp
          .as('admin')
          .call('loanActDo', { loanId: loan.id, id: randomUUID(), input: paid, reason: 'Found its loan' }),
      ),
    )
    expect(answers.map(each => String(each.status)).toSorted()).toEqual(['200', '409'])
  })

  /** ₦10,000.00 that GTBank said came in. */
  async function alerted() {
    const id = randomUUID()
    await testApp.pool.query(
      `insert into message_claim (id, sender, body, amount, at, dedupe)
       values ($1, 'GTBank', 'Amt:NGN10,000.00 CR', 1000000, now(), $2)`,
      [id, id],
    )
    const seen = { id, paidOn: TODAY, reference: `NIP-${id}`, note: 'On the statement' }
    const confirm = (loanId: string) => testApp.as('admin').ok('claimConfirm', { ...seen, loanId })
    return { id, confirm, look: () => testApp.as('admin').ok('claimGet', { id }) }
  }
  const receiptsOn = async (loanId: string) =>
    (await show(loanId)).happenings.filter(each => each.type === 'receipt' && !each.undone)

  test('the bank alert it was confirmed by is open again, and is confirmed on the right one', async () => {
    const [wrong, right] = [await live(), await live()]
    const claim = await alerted()
    for (const [now, later] of [[wrong, right], [right, wrong]] as const) {
      await claim.confirm(now.id)
      expect(await claim.look()).toMatchObject({ status: 'confirmed', loanId: now.id })
      const [receipt] = await receiptsOn(now.id)
      const reversal = { act: 'reversal', of: receipt?.id ?? '' } as const
      await testApp.as('admin').ok('approvalWithdraw', { id: await ask(now.id, reversal) })
      expect(await claim.look(), 'nobody agreed to that').toMatchObject({ status: 'confirmed' })
      await doAct(now.id, reversal)
      expect(await claim.look()).toMatchObject({
        status: 'open', loanId: null, decidedBy: null, note: `Its receipt on ${now.number} was reversed: As agreed`,
      })
      expect(await receiptsOn(later.id)).toEqual([])
    } // biome-ignore format: pairs and a claim
    await claim.confirm(right.id)
    expect(await claim.look()).toMatchObject({ status: 'confirmed', loanId: right.id })
    expect((await show(right.id)).row.outstandingTotal).toBe(73_000_000n)
    expect((await show(wrong.id)).row.outstandingTotal).toBe(74_000_000n)
    const { rows } = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'claim', subjectId: claim.id })
    expect(rows.filter(each => JSON.stringify(each.after).includes('"open"'))).toHaveLength(2)
    await proved()
  })

  test('an act of another loan that was withdrawn does not open the payment of a bank alert again', async () => {
    const [loan, other] = [await live(), await live()]
    const { id: claim, confirm } = await alerted()
    await confirm(loan.id)
    const [receipt] = await receiptsOn(loan.id)
    for (const id of [claim, receipt?.id]) {
      const waits = await ask(other.id, { act: 'writeOff' }, id)
      await testApp.as('admin').ok('approvalWithdraw', { id: waits })
      expect(await testApp.as('admin').ok('claimGet', { id: claim })).toMatchObject({ status: 'confirmed' })
    }
  })

  test('a naira recorded under the id of a bank alert does not block its confirmation', async () => {
    const [loan, other] = [await live(), await live()]
    const { id, confirm, look } = await alerted()
    expect(await ask(other.id, receipt('100'), id), 'done at once').toBe('')
    await confirm(loan.id)
    expect(await look()).toMatchObject({ status: 'confirmed', loanId: loan.id })
    expect((await show(loan.id)).row.outstandingTotal).toBe(73_000_000n)
    // and its reversal says nothing of the payment
    await doAct(other.id, { act: 'reversal', of: id })
    expect(await look()).toMatchObject({ status: 'confirmed' })
    await proved()
  })

  test('money that left keeps its reference while it is out', async () => {
    const [one, two] = [await approvedLoan(testApp), await approvedLoan(testApp)]
    const bankReference = `NIP-${randomUUID()}`
    const payout = await disbursed(testApp, one.id, { bankReference })
    const { batchId: id, lineId } = await toTransfer(testApp, two.id)
    const reported = {
      id,
      lineId,
      result: 'paid',
      on: TODAY,
      bankReference,
      reason: 'Bank statement',
    } as const
    const { message } = await testApp.as('admin').refused('payoutLineMark', reported, 'payout.line')
    expect(message).toContain(one.number)
    await doAct(one.id, { act: 'reversal', of: payout })
    await testApp.as('admin').ok('payoutLineMark', reported)
    await postPayouts(testApp.program, id)
    expect((await show(two.id)).row.status).toBe('live')
    await proved()
  })

  test('what the bank calls a disbursement is added afterwards, once, and no other payment is called so', async () => {
    const untold = async () => {
      const loan = await approvedLoan(testApp)
      return { ...loan, payout: await disbursed(testApp, loan.id, { bankReference: null }) }
    }
    const [one, two, three] = [await untold(), await untold(), await approvedLoan(testApp)]
    const BANK = '000013261116101522000034567890'
    const reported = (loan: { id: string; payout: string }, reference = BANK) => ({
      loanId: loan.id, eventId: loan.payout, reference,
    }) // biome-ignore format: a form
    const known = async (loanId: string) =>
      (await show(loanId)).happenings.find(each => each.type === 'disbursement')?.bankReference
    await testApp.as('editor').refused('payoutReferenceAdd', reported(one), 'permission.missing')
    const key = randomUUID()
    for (const _ of ['once', 'sent again'])
      await testApp.as('admin').ok('payoutReferenceAdd', reported(one), { key })
    expect(await known(one.id)).toBe(BANK)
    const other = await testApp
      .as('admin')
      .refused('payoutReferenceAdd', reported(one, 'S-1234'), 'loan.refused')
    expect(other.message).toContain(`known already: ${BANK}`)
    const twice = await testApp
      .as('admin')
      .refused('payoutReferenceAdd', reported(two), 'loan.reference_taken')
    expect(twice.message).toContain(one.number)
    const paid = { id: two.id, payout: await doAct(two.id, receipt('1000000')) }
    await testApp.as('admin').refused('payoutReferenceAdd', reported(paid, 'S-1234'), 'record.unknown')
    const { batchId: id, lineId } = await toTransfer(testApp, three.id)
    const same = { id, lineId, result: 'paid', on: TODAY, bankReference: BANK, reason: 'Statement' } as const
    await testApp.as('admin').refused('payoutLineMark', same, 'payout.line')
    const { rows } = await testApp.as('auditor').ok('auditList', { action: 'payoutReferenceAdd' })
    expect(rows.find(row => row.subjectId === one.id && row.outcome === 'done')?.actorName).toBe(
      'Babatunde Adeyemi',
    )
    await doAct(one.id, { act: 'reversal', of: one.payout })
    await testApp.as('admin').refused('payoutReferenceAdd', reported(one, 'S-1234'), 'loan.refused')
    await testApp.as('admin').ok('payoutReferenceAdd', reported(two))
    expect(await known(two.id)).toBe(BANK)
    await proved()
  })
})

describe('what changed while it waited is not approved unseen', () => {
  test.each<[string, Act]>([
    ['a write-off', { act: 'writeOff' }],
    ['new terms', { act: 'restructure', tenor: 18, ratePpm: 30_000, capitalises: [] }],
    ['a holiday', { act: 'holiday', periods: 2, interest: 'added' }],
  ])('%s', async (_, act) => {
    const { id } = await live()
    const paid = await doAct(id, receipt('1000000'))
    const waits = await ask(id, act)
    expect(waits).not.toBe('')
    testApp.clock.advance({ seconds: 1 })
    await doAct(id, receipt('2000000'))
    await testApp.as('authorizer').refused('approvalApprove', { id: waits }, 'approval.stale')
    await testApp.as('admin').ok('approvalWithdraw', { id: waits })
    await doAct(id, { act: 'reversal', of: paid })
    await approve(await ask(id, act))
    await proved()
  })

  test('a settlement with a quoted figure', async () => {
    const { id } = await live()
    const quote = await testApp
      .as('admin')
      .ok('settlementQuoteMake', { loanId: id, id: randomUUID(), on: TODAY })
    const settle: Act = { act: 'settle', quoteId: quote.id, on: TODAY, channel: 'cash', reference: `S-${id}` }
    const waits = await ask(id, settle)
    const { after } = await testApp.as('authorizer').ok('approvalGet', { id: waits })
    expect(after).toMatchObject({ settledWith: '₦500,000.00' })
    await doAct(id, receipt('2000000'))
    await testApp.as('authorizer').refused('approvalApprove', { id: waits }, 'approval.stale')
  })
})

describe('messages to the customer', () => {
  const reported = async (customerId: string) =>
    (await testApp.as('admin').ok('customerMessages', { id: customerId })).rows.map(each => each.text)

  test('a settlement figure is of its day: by how much the next one adds to it, and for how long', async () => {
    const { id, customerId } = await live()
    const on = testApp.clock.now().toISOString().slice(0, 10)
    const quote = await testApp.as('admin').ok('settlementQuoteMake', { loanId: id, id: randomUUID(), on })
    expect(quote.perDay).toBeGreaterThan(0n)
    const [day, last] = [formatDate(localDate(on)), formatDate(addDays(localDate(on), 5))]
    const { number } = (await testApp.as('admin').ok('loanGet', { id })).row
    expect((await reported(customerId)).join('\n')).toContain(
      `by ${day} to settle loan ${number} in full. Each later day adds about ${formatNaira(quote.perDay, 'NGN')}. Quote valid until ${last}.`,
    )
  })

  test('a receipt on a loan that was written off names what is still owed of it', async () => {
    const { id, customerId } = await live()
    await doAct(id, { act: 'writeOff' })
    await doAct(id, receipt('1000000'))
    expect((await reported(customerId)).join('\n')).toContain('Outstanding balance: NGN490,000.00.')
  })
})

test('money on a loan that was written off takes two people however small it is, and whatever it is called', async () => {
  const { id } = await live()
  expect(await ask(id, receipt('1000'))).toBe('')
  await doAct(id, { act: 'writeOff' })
  const { secondPerson } = await testApp
    .as('admin')
    .ok('loanActPreview', { loanId: id, input: receipt('1000') })
  expect(secondPerson).toBe(true)
  const waits = await ask(id, receipt('1000'))
  expect(waits).not.toBe('')
  await approve(waits)
  await proved()
})

test('an id that another loan’s act has is refused by name', async () => {
  const [one, two] = [await live(), await live()]
  const id = await doAct(one.id, receipt('1000'))
  const again = { loanId: two.id, id, input: receipt('1000'), reason: 'As agreed' }
  await testApp.as('admin').refused('loanActDo', again, 'idempotency.other_body')
  await proved()
})

test('a day that only passes does not make what was shown another', async () => {
  const { id } = await live()
  const waits = await ask(id, { act: 'writeOff' })
  testApp.clock.set('2026-11-17T09:00:00Z')
  await approve(waits)
  expect((await show(id)).row.status).toBe('written off')
})
