import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHART } from '../../../contract/ledger.ts'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { postYearEnd } from '../ledger/ledger.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, posted, agreed, undone, balance, owed, proved } = batchesIn(() => testApp)
const NOT_SENT = { bankCredit: '0', gapNote: 'Not remitted yet' }

async function unremitted(amount: string): Promise<string> {
  const id = await batchOf([{ staff: (await borrower()).staff, amount }])
  await posted(id, NOT_SENT)
  return id
}

type Line = { batchId: string; amount: string; charge: string }
const credit = (amount: string, lines: Line[], changes: object = {}) => ({
  id: randomUUID(), source: 'IPPIS', amount, receivedOn: '2026-11-16', reference: `CBN-${randomUUID()}`, note: '', lines,
  reason: 'On the bank statement', ...changes,
}) // biome-ignore format: a form
const record = (form: ReturnType<typeof credit>) =>
  agreed(testApp.as('admin').ok('officeReceiptRecord', form))
const receipt = (id: string) => testApp.as('auditor').ok('officeReceiptGet', { id })
const office = () => testApp.as('auditor').ok('officeGet', { source: 'IPPIS' })

describe('a receipt of a payroll office', () => {
  test('covers two batches, with the charges kept back, and settles the receivable to the kobo', async () => {
    const [first, second] = [await unremitted('10000'), await unremitted('20000')]
    const before = {
      receivable: await balance('payrollOfficeReceivable'),
      bank: await balance('bank'),
      charges: await balance('payrollCharges'),
      account: await office(),
    }
    const form = credit('2970000', [
      { batchId: first, amount: '990000', charge: '10000' },
      { batchId: second, amount: '1980000', charge: '20000' },
    ])
    const { approvalId } = await testApp.as('admin').ok('officeReceiptRecord', form)
    expect(await balance('bank'), 'nothing moves before approval').toBe(before.bank)
    const shown = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(shown).toMatchObject({
      title: 'Receipt of a payroll office',
      after: { effect: expect.stringContaining('₦300.00 booked as charges') },
    })
    expect(shown.warnings.map(each => each.text)).toEqual([
      expect.stringContaining('charge ₦100.00 differs from the agreed ₦0.00'),
      expect.stringContaining('charge ₦200.00 differs from the agreed ₦0.00'),
    ])
    await testApp.as('admin').refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    expect(await balance('payrollOfficeReceivable')).toBe(before.receivable - 3_000_000n)
    expect(await balance('bank')).toBe(before.bank + 2_970_000n)
    expect(await balance('payrollCharges')).toBe(before.charges + 30_000n)
    for (const id of [first, second]) expect(await look(id)).toMatchObject({ unremitted: 0n })
    expect((await look(first)).remittances).toEqual([
      expect.objectContaining({ id: form.id, amount: 990_000n, charge: 10_000n, receiptAmount: 2_970_000n }),
    ])
    expect((await office()).owed).toBe(before.account.owed - 3_000_000n)
    await proved()
  })

  test('leaves what is not allocated as credit, which is allocated later', async () => {
    const id = await unremitted('10000')
    const form = credit('1500000', [{ batchId: id, amount: '400000', charge: '0' }])
    await record(form)
    expect(await receipt(form.id)).toMatchObject({ allocated: 400_000n, credit: 1_100_000n })
    expect(await balance('remittanceClearing')).toBe(-1_100_000n)
    await proved()
    const more = {
      id: randomUUID(),
      receiptId: form.id,
      lines: [{ batchId: id, amount: '1000000', charge: '0' }],
      reason: 'The rest of the month',
    }
    const tooMuch = { ...more, lines: [{ batchId: id, amount: '1000001', charge: '0' }] }
    await testApp.as('admin').refused('officeReceiptAllocate', tooMuch, 'office.too_much')
    await agreed(testApp.as('admin').ok('officeReceiptAllocate', more))
    expect(await receipt(form.id)).toMatchObject({ allocated: 1_000_000n, credit: 500_000n })
    expect(await look(id)).toMatchObject({ unremitted: 0n, bankCredit: 1_000_000n })
    await proved()
    const none = { ...more, id: randomUUID(), lines: [] }
    await agreed(testApp.as('admin').ok('officeReceiptAllocate', none))
    expect(await look(id)).toMatchObject({ unremitted: 1_000_000n })
    await agreed(
      testApp.as('admin').ok('officeReceiptUndo', { id: form.id, reason: 'Credited to another lender' }),
    )
    expect(await balance('remittanceClearing')).toBe(0n)
    await testApp
      .as('admin')
      .refused('officeReceiptUndo', { id: form.id, reason: 'Once more' }, 'remittance.undone')
    await proved()
  })

  test('is refused beyond what is owed, received or known', async () => {
    const id = await unremitted('1000')
    const line = { batchId: id, amount: '100001', charge: '0' }
    const admin = testApp.as('admin')
    await admin.refused('officeReceiptRecord', credit('200000', [line]), 'office.too_much')
    await admin.refused(
      'officeReceiptRecord',
      credit('5000', [{ ...line, amount: '5001' }]),
      'office.more_than_received',
    )
    await admin.refused('officeReceiptRecord', credit('5000', [], { source: 'NOWHERE' }), 'record.unknown')
    await testApp.as('auditor').refused('officeReceiptRecord', credit('5000', []), 'permission.missing')
    const own = credit('100000', [{ ...line, amount: '100000' }], { reference: 'OAGF/2027/01' })
    await record(own)
    const same = { ...credit('100000', []), reference: 'oagf 2027-01' }
    await admin.refused('officeReceiptRecord', same, 'office.reference_taken')
  })

  test('recorded twice at the same time under one reference is recorded once', async () => {
    const asked = await Promise.all(
      ['gifmis 44/1', 'GIFMIS-441'].map(reference =>
        testApp.as('admin').ok('officeReceiptRecord', { ...credit('70000', []), reference }),
      ),
    )
    const outcomes = await Promise.all(
      asked.map(({ approvalId }) =>
        testApp.as('authorizer').call('approvalApprove', { id: approvalId ?? '' }),
      ),
    )
    expect(outcomes.map(({ body }) => body.code ?? 'done').toSorted()).toEqual([
      'done',
      'office.reference_taken',
    ])
    await proved()
  })

  test('of two approvals that would pay one batch twice, the second is refused', async () => {
    const id = await unremitted('3000')
    const lines = [{ batchId: id, amount: '300000', charge: '0' }]
    const asked = [
      await testApp.as('admin').ok('officeReceiptRecord', credit('300000', lines)),
      await testApp.as('admin').ok('officeReceiptRecord', credit('300000', lines)),
    ]
    const outcomes = await Promise.all(
      asked.map(({ approvalId }) =>
        testApp.as('authorizer').call('approvalApprove', { id: approvalId ?? '' }),
      ),
    )
    expect(outcomes.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['done', 'office.too_much'])
    expect(await look(id)).toMatchObject({ unremitted: 0n })
    await proved()
  })
})

test('a batch that is reversed leaves a shared receipt as credit of the office', async () => {
  const [first, second] = [await unremitted('1000'), await unremitted('2000')]
  const form = credit('300000', [
    { batchId: first, amount: '100000', charge: '0' },
    { batchId: second, amount: '200000', charge: '0' },
  ])
  await record(form)
  await undone(first)
  expect(await receipt(form.id)).toMatchObject({ allocated: 200_000n, credit: 100_000n })
  expect((await receipt(form.id)).allocations.map(each => each.batchId)).toEqual([second])
  const again = { id: randomUUID(), receiptId: form.id, reason: 'Once more' }
  const line = { batchId: first, amount: '100000', charge: '0' }
  await testApp
    .as('admin')
    .refused('officeReceiptAllocate', { ...again, lines: [line] }, 'office.batch_closed')
  await proved()
})

test('what was remitted for a row that was not deducted becomes credit of the office', async () => {
  const id = await batchOf([{ staff: '646464', amount: '5000' }])
  await posted(id)
  expect(await look(id)).toMatchObject({ unremitted: 0n, bankCredit: 500_000n })
  const before = (await office()).credit
  const { rows } = await testApp.as('auditor').ok('suspenseList', { batchId: id, state: 'open' })
  await agreed(
    testApp.as('admin').ok('suspenseUse', {
      id: randomUUID(),
      suspenseId: rows[0]?.id ?? '',
      amount: '500000',
      use: { kind: 'notDeducted' },
      reason: 'The office says so',
    }),
  )
  expect(await look(id)).toMatchObject({ unremitted: 0n, bankCredit: 0n })
  expect((await office()).credit).toBe(before + 500_000n)
  await proved()
})

test('what the office will not pay is written down and reversed, each with approval', async () => {
  const one = await borrower()
  const id = await batchOf([{ staff: one.staff, amount: '4000' }])
  await posted(id, NOT_SENT)
  const owes = await owed(one.loanId)
  const form = { id: randomUUID(), batchId: id, amount: '150000', reason: 'The office closed' }
  await testApp.as('admin').refused('officeWriteDown', { ...form, amount: '400001' }, 'office.too_much')
  await agreed(testApp.as('admin').ok('officeWriteDown', form))
  expect(await look(id)).toMatchObject({ unremitted: 250_000n, writtenDown: 150_000n })
  expect(await balance('officeDebtWrittenDown')).toBe(150_000n)
  expect(await owed(one.loanId), 'the borrower has paid all the same').toBe(owes)
  await proved()
  const back = { id: form.id, reason: 'They found it' }
  await agreed(testApp.as('admin').ok('officeWriteDownUndo', back))
  await testApp.as('admin').refused('officeWriteDownUndo', back, 'office.write_down_undone')
  expect(await look(id)).toMatchObject({ unremitted: 400_000n })
  await proved()
})

test('the statement runs from opening to closing, and closing is owed less credit', async () => {
  const id = await unremitted('6000')
  const form = credit('700000', [{ batchId: id, amount: '590000', charge: '10000' }])
  await record(form)
  const made = await testApp.as('auditor').ok('officeStatement', { source: 'IPPIS', from: '2026-11-01' })
  const moved = made.lines.reduce((total, line) => total + line.amount, 0n)
  expect(made.closing).toBe(made.opening + moved)
  expect(made.closing).toBe(made.owed - made.credit)
  const { owed: due, credit: held } = await office()
  expect([made.owed, made.credit]).toEqual([due, held])
  expect(made.owed).toBe(await balance('payrollOfficeReceivable'))
  expect(made.credit).toBe(-(await balance('remittanceClearing')))
  const later = await testApp
    .as('auditor')
    .ok('officeStatement', { source: 'IPPIS', from: '2026-11-17', to: '2026-11-17' })
  expect(later.opening).toBe(made.closing)
})

test('charges are proved beside journals on their account and the transfer at the end of the year', async () => {
  const id = await unremitted('10000')
  await record(credit('990000', [{ batchId: id, amount: '990000', charge: '10000' }]))
  const lines = [
    { code: CHART.payrollCharges.code, amount: '2500' },
    { code: CHART.bank.code, amount: '-2500' },
  ]
  const journal = { id: randomUUID(), on: '2026-11-16', memo: 'Charge of a letter', lines, reason: 'Receipt' }
  await agreed(testApp.as('admin').ok('journalSubmit', journal))
  await act(testApp.program, 'monthClose', SYSTEM, async ctx => {
    await postYearEnd(ctx, { on: ctx.today, ref: randomUUID(), note: 'Result of the year' })
    ctx.audit({ subject: ['period', ctx.today], after: {} })
  })
  expect(await balance('payrollCharges')).toBe(0n)
  await proved()
})

test('a promise is kept, kept in part or broken by what was received until its day', async () => {
  const form = {
    id: randomUUID(),
    source: 'GIFMIS',
    amount: '100000',
    promisedOn: '2026-11-16',
    note: 'By phone',
  }
  const source = (await testApp.as('auditor').ok('officeList', {})).rows.at(-1)?.source ?? ''
  const made = await testApp.as('admin').ok('officePromiseAdd', { ...form, source })
  expect(made).toMatchObject({ state: 'open', received: 0n })
  await record(credit('40000', [], { source }))
  expect((await testApp.as('auditor').ok('officeGet', { source })).nextPromise).toMatchObject({
    received: 40_000n,
  })
  await record(credit('60000', [], { source }))
  const [kept] = (await testApp.as('auditor').ok('officeGet', { source })).promises
  expect(kept).toMatchObject({ state: 'kept' })
  await testApp.as('admin').ok('officePromiseCancel', { id: made.id, reason: 'Of another office' })
  await testApp
    .as('admin')
    .refused('officePromiseCancel', { id: made.id, reason: 'Of another office' }, 'office.promise_cancelled')
})

test('a promise that is due or was not kept is on the desk until its money has come or a newer one is made', async () => {
  const source = (await testApp.as('auditor').ok('officeList', {})).rows.at(-1)?.source ?? ''
  const onDesk = async () => {
    const { exceptions } = await testApp.as('admin').ok('dashboardWork', {})
    return exceptions.find(each => each.name === 'officePromises')
  }
  const promised = (amount: string, promisedOn: string) =>
    testApp
      .as('admin')
      .ok('officePromiseAdd', { id: randomUUID(), source, amount, promisedOn, note: 'By phone' })
  expect(await onDesk()).toBeUndefined()
  // what this office sent today counts for it
  await promised('900000', '2026-11-17')
  expect(await onDesk(), 'not due yet').toBeUndefined()
  testApp.clock.set('2026-11-17T09:00:00Z')
  expect(await onDesk()).toMatchObject({ count: 1, amount: 800_000n, source })
  testApp.clock.set('2026-11-20T09:00:00Z')
  expect(await onDesk(), 'not kept').toMatchObject({ count: 1, amount: 800_000n, source })
  await record(credit('300000', [], { source, receivedOn: '2026-11-19' }))
  expect(await onDesk(), 'kept in part').toMatchObject({ amount: 500_000n })
  await record(credit('500000', [], { source, receivedOn: '2026-11-20' }))
  expect(await onDesk(), 'late, but here').toBeUndefined()
  await promised('100', '2026-11-20')
  expect(await onDesk()).toBeUndefined()
  testApp.clock.set('2026-11-21T09:00:00Z')
  await promised('99999999', '2026-11-21')
  expect(await onDesk()).toMatchObject({ count: 1 })
  await promised('100', '2026-11-30')
  expect(await onDesk(), 'a newer promise replaces it').toBeUndefined()
})
