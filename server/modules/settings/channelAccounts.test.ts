import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import { batchesIn } from '../../../test/batches.ts'
import { approvedLoan, disbursed, PAYING_ACCOUNT, toTransfer } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { postPayouts } from '../payouts/post.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, undone, rowsOf, agreed, changeSource, proved } = batchesIn(() => testApp)
const INITIAL = SECTIONS.channelAccounts.initial
const everywhere = (code: string) => ({
  receipts: Object.fromEntries(Object.keys(INITIAL.receipts).map(channel => [channel, code])),
  payouts: code,
  remittances: code,
})
type Act = z.input<Api['loanActDo']['input']>['input']

const account = (code: number, change: object = {}) => ({
  code,
  title: `Bank ${code}`,
  kind: 'asset' as const,
  bank: { type: 'cash' as const, bankCode: '', accountNumber: '', accountName: `Safe ${code}` },
  reason: 'New account',
  ...change,
})
const saved = (code: number, change: object = {}) =>
  agreed(testApp.as('admin').ok('ledgerAccountSave', account(code, change)))

async function wish(value: object, effectiveOn: string) {
  const { rows } = await testApp.as('admin').ok('settingHistory', { section: 'channelAccounts' })
  const basedOn = rows[0]?.version ?? 0
  return {
    section: 'channelAccounts' as const,
    value: value as never,
    effectiveOn,
    reason: 'New bank',
    basedOn,
  }
}
const choose = async (value: object, effectiveOn: string) =>
  agreed(testApp.as('admin').ok('settingChange', await wish(value, effectiveOn)))

async function act(loanId: string, input: Act): Promise<string> {
  const id = randomUUID()
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As agreed' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  return id
}

const held = async (): Promise<Map<number, bigint>> =>
  new Map(
    (await testApp.as('auditor').ok('bankAccountList', {})).rows.map(({ code, balance }) => [code, balance]),
  )

/** What moved on each account while something was done. */
async function moved(doing: () => Promise<unknown>): Promise<Record<number, bigint>> {
  const before = await held()
  await doing()
  const changed = [...(await held())].map(
    ([code, balance]) => [code, balance - (before.get(code) ?? 0n)] as const,
  )
  return Object.fromEntries(changed.filter(([, amount]) => amount !== 0n))
}

const receipt = (amount: string, on: string, channel: 'cash' | 'card' = 'cash'): Act => ({
  act: 'receipt', amount, on, channel, reference: `R-${randomUUID().slice(0, 8)}`,
}) // biome-ignore format: a form

test('money is posted where it moved, and goes back there after the accounts changed', async () => {
  await saved(1011)
  await saved(1012)
  await changeSource('BANKED', { name: 'Banked', kind: 'collections', cashAccount: 'bank', channel: 'card' })
  const one = await borrower()
  const early = await act(one.loanId, receipt('100000', '2026-11-16'))
  await choose(everywhere('1011'), '2026-11-17')
  testApp.clock.set('2026-11-17T09:00:00Z')

  const receivedId = await moved(async () => act(one.loanId, receipt('200000', '2026-11-17')))
  expect(receivedId).toEqual({ 1011: 200_000n })
  let later = ''
  expect(
    await moved(async () => {
      later = await act(one.loanId, receipt('300000', '2026-11-17', 'card'))
    }),
  ).toEqual({ 1011: 300_000n })
  expect(
    await moved(() => act(one.loanId, receipt('400000', '2026-11-16'))),
    'a payment of an earlier day is on the account of that day',
  ).toEqual({ 1010: 400_000n })

  const paid = await approvedLoan(testApp)
  let payout = ''
  const paidOut = await moved(async () => {
    payout = await disbursed(testApp, paid.id)
  })
  expect(Object.keys(paidOut)).toEqual(['1011'])

  let batch = ''
  const banked = await moved(async () => {
    batch = await batchOf(
      [
        { staff: one.staff, amount: '5000', reference: 'CARD-1' },
        { amount: '70', reference: 'CARD-2', name: 'NO ONE KNOWN' },
        { amount: '30', reference: 'CARD-3', name: 'NO ONE EITHER' },
      ],
      { source: 'BANKED', period: '2026-11' },
    )
    await posted(batch, { bankCredit: '0', valueOn: '2026-11-17' })
  })
  expect(banked).toEqual({ 1011: 510_000n })

  const remitted = { id: randomUUID(), reference: `CBN-${randomUUID()}` }
  const office = { source: 'IPPIS', amount: '900000', receivedOn: '2026-11-17', note: '', lines: [] }
  expect(
    await moved(() =>
      agreed(
        testApp.as('admin').ok('officeReceiptRecord', { ...office, ...remitted, reason: 'On the statement' }),
      ),
    ),
  ).toEqual({ 1011: 900_000n })
  await proved()

  await choose(everywhere('1012'), '2026-11-18')
  testApp.clock.set('2026-11-18T09:00:00Z')

  const reversal = { act: 'reversal', of: later } as const
  const { lines } = await testApp.as('admin').ok('loanActPreview', { loanId: one.loanId, input: reversal })
  expect(lines).toContainEqual({ code: 1011, title: 'Bank 1011', amount: -300_000n })
  expect(await moved(() => act(one.loanId, reversal))).toEqual({ 1011: -300_000n })
  expect(await moved(() => act(one.loanId, { act: 'reversal', of: early }))).toEqual({ 1010: -100_000n })
  const back = await moved(() => act(paid.id, { act: 'reversal', of: payout }))
  expect(back).toEqual({ 1011: -(paidOut[1011] ?? 0n) })
  expect(
    await moved(() =>
      agreed(testApp.as('admin').ok('officeReceiptUndo', { id: remitted.id, reason: 'Another lender' })),
    ),
  ).toEqual({ 1011: -900_000n })

  const { rows: open } = await testApp.as('auditor').ok('suspenseList', { batchId: batch, state: 'open' })
  const owed = open.find(({ remaining }) => remaining === 7_000n)?.id ?? ''
  const use = { id: randomUUID(), suspenseId: owed, amount: '7000', reason: 'Not ours' }
  expect(
    await moved(() =>
      agreed(
        testApp.as('admin').ok('suspenseUse', { ...use, use: { kind: 'returned', reference: 'RET-1' } }),
      ),
    ),
    'paid back from where money is paid now',
  ).toEqual({ 1012: -7_000n })
  await proved()
})

test('a batch that is undone, and a receipt that moves to suspense, stay on the account of the batch', async () => {
  const one = await borrower({}, '2026-11-18')
  let batch = ''
  const banked = await moved(async () => {
    batch = await batchOf(
      [
        { staff: one.staff, amount: '5000', reference: 'CARD-11' },
        { amount: '70', reference: 'CARD-12', name: 'NO ONE KNOWN' },
      ],
      { source: 'BANKED', period: '2026-11' },
    )
    await posted(batch, { bankCredit: '0', valueOn: '2026-11-18' })
  })
  expect(banked).toEqual({ 1012: 507_000n })
  await choose(everywhere('1010'), '2026-11-19')
  testApp.clock.set('2026-11-19T09:00:00Z')
  const [row] = (await rowsOf(batch)).filter(each => each.loanId === one.loanId)
  const taken = { id: batch, receiptId: row?.receiptId ?? '', reason: 'The wrong loan' }
  expect(await moved(() => agreed(testApp.as('admin').ok('repaymentTakeBack', taken)))).toEqual({})
  expect(await moved(() => undone(batch))).toEqual({ 1012: -507_000n })
  await proved()
})

test('a payment that no loan can take comes back to the account that paid it', async () => {
  await choose(everywhere('1011'), '2026-11-20')
  testApp.clock.set('2026-11-20T09:00:00Z')
  const { id: loanId } = await approvedLoan(testApp)
  const { batchId: id, lineId } = await toTransfer(testApp, loanId)
  const mark = async (result: 'failed' | 'paid') => {
    const { approvalId } = await testApp.as('admin').ok('payoutLineMark', {
      id, lineId, result, on: '2026-11-20', bankReference: `NIP-${randomUUID().slice(0, 8)}`, reason: 'By telephone',
    }) // biome-ignore format: a form
    if (approvalId) await testApp.as('authorizer').approve(approvalId)
  }
  const clear = (to: 'claimed' | 'cameBack') =>
    agreed(
      testApp
        .as('admin')
        .ok('payoutLineClear', { id, lineId, clearId: randomUUID(), to, reason: 'By letter' }),
    )
  await mark('failed')
  await act(loanId, { act: 'cancel' })
  await mark('paid')
  await postPayouts(testApp.program, id)
  const claimed = await moved(() => clear('claimed'))
  expect(Object.keys(claimed)).toEqual(['1011'])
  await choose(everywhere('1012'), '2026-11-21')
  testApp.clock.set('2026-11-21T09:00:00Z')
  expect(await moved(() => clear('cameBack'))).toEqual({ 1011: -(claimed[1011] ?? 0n) })
  await proved()
})

test('only open accounts that hold money are chosen, from tomorrow, by two people', async () => {
  const admin = testApp.as('admin')
  await admin.refused('settingChange', await wish(everywhere('1011'), '2026-11-21'), 'input.invalid')
  await admin.refused(
    'settingChange',
    await wish(everywhere('4010'), '2026-11-22'),
    'ledger.account_holds_none',
  )
  await admin.refused(
    'settingChange',
    await wish(everywhere('1999'), '2026-11-22'),
    'ledger.account_holds_none',
  )
  await saved(1013)
  const { approvalId } = await admin.ok('settingChange', await wish(everywhere('1013'), '2026-11-22'))
  await admin.refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
  await saved(1013, { isClosed: true })
  await testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'ledger.account_closed')
  await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'It is closed' })
})

test('an account is not closed while it is chosen; what belongs on a closed one is refused by name', async () => {
  const one = await borrower({}, '2026-11-21')
  await saved(1014)
  await choose(everywhere('1014'), '2026-11-22')
  const closed = { ...account(1014), isClosed: true }
  const { body } = await testApp.as('admin').call('ledgerAccountSave', closed)
  expect(body.message).toBe('Account 1014 cannot be closed: Settings > Bank accounts by channel names it.')
  testApp.clock.set('2026-11-22T09:00:00Z')
  await choose(everywhere('1010'), '2026-11-23')
  await testApp.as('admin').refused('ledgerAccountSave', closed, 'ledger.account_used')
  testApp.clock.set('2026-11-23T09:00:00Z')
  await saved(1014, { isClosed: true })
  const late = { loanId: one.loanId, id: randomUUID(), input: receipt('1000', '2026-11-22'), reason: 'Late' }
  const { approvalId } = await testApp.as('admin').ok('loanActDo', late)
  await testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'ledger.bank_closed')
  await saved(1014, { isClosed: false })
  expect(await moved(() => testApp.as('authorizer').approve(approvalId))).toEqual({ 1014: 1_000n })
  await proved()
})

test('a paying account and a payroll source have an account of their own, and a reversal finds it', async () => {
  const admin = testApp.as('admin')
  const { rows: settings } = await admin.ok('settingList', {})
  const organisation = settings.find(({ section }) => section === 'organisation')
  await admin.ok('settingChange', {
    section: 'organisation',
    value: {
      ...(organisation?.value as object),
      bankAccounts: [{ name: PAYING_ACCOUNT, status: 'active' }],
    },
    effectiveOn: '2026-11-23',
    reason: 'Our bank',
    basedOn: organisation?.version ?? 0,
  })
  await saved(1015)
  await saved(1016)
  const own = (of: string, account: string) => ({ of, account })
  const bad = await wish({ ...INITIAL, others: [own('disbursement Nobody', '1015')] }, '2026-11-24')
  const refused = await admin.refused('settingChange', bad, 'input.invalid')
  expect(refused.fields).toEqual({ 'others.0.of': 'Choose a paying account or a payroll source' })
  const others = [own(`disbursement ${PAYING_ACCOUNT}`, '1015'), own('remittance IPPIS', '1016')]
  await choose({ ...INITIAL, others }, '2026-11-24')
  const { body } = await admin.call('ledgerAccountSave', { ...account(1016), isClosed: true })
  expect(body.message).toBe('Account 1016 cannot be closed: Settings > Bank accounts by channel names it.')
  testApp.clock.set('2026-11-24T09:00:00Z')

  const paid = await approvedLoan(testApp)
  let payout = ''
  const out = await moved(async () => {
    payout = await disbursed(testApp, paid.id)
  })
  expect(Object.keys(out)).toEqual(['1015'])
  const office = {
    amount: '900000',
    receivedOn: '2026-11-24',
    note: '',
    lines: [],
    reason: 'On the statement',
  }
  const remit = (source: string) => {
    const receipt = { ...office, id: randomUUID(), source, reference: `CBN-${randomUUID()}` }
    return moved(() => agreed(admin.ok('officeReceiptRecord', receipt)))
  }
  expect(await remit('IPPIS')).toEqual({ 1016: 900_000n })
  expect(await remit('GIFMIS')).toEqual({ 1010: 900_000n })
  expect(await moved(() => act(paid.id, { act: 'reversal', of: payout }))).toEqual({
    1015: -(out[1015] ?? 0n),
  })
  await proved()
})
