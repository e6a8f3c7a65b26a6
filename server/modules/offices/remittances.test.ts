import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, posted, agreed, undone, balance, owed, proved } = batchesIn(() => testApp)

const received = (batchId: string, amount: string, reference: string) => ({
  id: randomUUID(), batchId, amount, receivedOn: '2026-11-16', reference, reason: 'On the statement',
}) // biome-ignore format: a form

test('money recorded on the wrong batch is reversed with approval, and recorded on the right one', async () => {
  const [one, two] = [await borrower(), await borrower()]
  const wrong = await batchOf([{ staff: one.staff, amount: '10000' }])
  const right = await batchOf([{ staff: two.staff, amount: '10000' }])
  const notSent = { bankCredit: '0', gapNote: 'Not remitted yet' }
  await posted(wrong, notSent)
  await posted(right, notSent)
  const before = { bank: await balance('bank'), owed: await owed(one.loanId) }
  const sent = received(wrong, '100000000', 'OAGF-88')
  await agreed(testApp.as('admin').ok('remittanceRecord', sent))
  expect(await look(wrong)).toMatchObject({ unremitted: 0n, bankCredit: 1_000_000n })

  const back = { id: sent.id, batchId: wrong, reason: 'It was for the other batch' }
  await testApp.as('auditor').refused('remittanceUndo', back, 'permission.missing')
  await testApp.as('admin').refused('remittanceUndo', { ...back, batchId: right }, 'record.unknown')
  const { approvalId } = await testApp.as('admin').ok('remittanceUndo', back)
  expect(await balance('bank'), 'nothing moves before the second person').toBe(before.bank + 100_000_000n)
  expect(await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })).toMatchObject({
    title: 'Remittance reversal',
    summary: expect.stringContaining('OAGF-88'),
    after: { unremitted: '₦10,000.00' },
  })
  await testApp.as('admin').refused('remittanceUndo', back, 'approval.pending')
  await testApp.as('authorizer').approve(approvalId)
  expect(await balance('bank')).toBe(before.bank)
  expect(await look(wrong)).toMatchObject({ unremitted: 1_000_000n, bankCredit: 0n, remittances: [] })
  expect(await owed(one.loanId), 'the borrowers have paid all the same').toBe(before.owed)
  await proved()
  await testApp.as('admin').refused('remittanceUndo', back, 'remittance.undone')

  await agreed(testApp.as('admin').ok('remittanceRecord', received(right, '1000000', 'OAGF-88')))
  expect(await look(right)).toMatchObject({ unremitted: 0n })
  await undone(wrong)
  await undone(right)
  expect(await balance('bank')).toBe(before.bank)
  await proved()
})

test('one sum of the bank is recorded for one batch, however its reference is typed', async () => {
  const [first, second] = [
    await batchOf([{ staff: '575757', amount: '1000' }]),
    await batchOf([{ staff: '585858', amount: '1000' }]),
  ]
  for (const each of [first, second]) await posted(each, { bankCredit: '0', gapNote: 'Not remitted yet' })
  const early = await testApp.as('admin').ok('remittanceRecord', received(second, '100000', 'oagf 2026-12'))
  await agreed(testApp.as('admin').ok('remittanceRecord', received(first, '100000', 'OAGF/2026/12')))
  const [{ number } = { number: '' }] = (await look(first)).remittances
  const late = await testApp.as('authorizer').call('approvalApprove', { id: early.approvalId ?? '' })
  const again = await testApp.as('admin').call('remittanceRecord', received(second, '100000', 'OAGF 202612'))
  for (const { body } of [late, again])
    expect(body).toMatchObject({ code: 'office.reference_taken', message: expect.stringContaining(number) })
})

test('exports remittances as shown, and records who exported them', async () => {
  const one = await borrower()
  const id = await batchOf([{ staff: one.staff, amount: '10000' }])
  await posted(id, { bankCredit: '0', gapNote: 'Not remitted yet' })
  await agreed(testApp.as('admin').ok('remittanceRecord', received(id, '400000', '=OAGF-91')))
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const { body } = await testApp.app.inject(requestFor('remittanceExport', { id }, { token, binding }))
  expect(body.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(/^2026-11-16,4000\.00,"?'=OAGF-91"?,\w/),
  ])
  const { rows } = await testApp.pool.query(
    `select after from audit_entry where subject_id = $1 and action = 'remittanceExport'`,
    [id],
  )
  expect(rows).toEqual([{ after: { export: 'money received', format: 'csv', rows: 1 } }])
})

test('what was declared at submission is reversed the same way', async () => {
  const one = await borrower()
  const id = await batchOf([{ staff: one.staff, amount: '20000' }])
  await posted(id)
  const [remittance] = (await look(id)).remittances
  const back = { id: remittance?.id ?? '', batchId: id, reason: 'The bank credited another lender' }
  await agreed(testApp.as('admin').ok('remittanceUndo', back))
  expect(await look(id)).toMatchObject({ status: 'posted', unremitted: 2_000_000n })
  await proved()
})

test('what each office owes is added up over all batches, whichever page is shown', async () => {
  const notSent = { bankCredit: '0', gapNote: 'Not remitted yet' }
  for (const amount of ['3000', '4000'])
    await posted(await batchOf([{ staff: (await borrower()).staff, amount }]), notSent)
  const { rows } = await testApp.as('auditor').ok('repaymentList', { unremitted: 'true', limit: 200 })
  const page = await testApp.as('auditor').ok('repaymentList', { unremitted: 'true', limit: 1 })
  expect(page.rows).toHaveLength(1)
  expect(rows.length).toBeGreaterThan(1)
  expect(page.bySource).toEqual([
    {
      source: 'IPPIS',
      sourceName: rows[0]?.sourceName,
      batches: rows.length,
      owed: rows.reduce((sum, row) => sum + row.unremitted, 0n),
    },
  ])
  expect((await testApp.as('auditor').ok('repaymentList', { limit: 1 })).bySource).toBeNull()
})
