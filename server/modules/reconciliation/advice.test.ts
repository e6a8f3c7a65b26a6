import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { eraseAdvised } from './advice.sql.ts'
import { calculateMonth, calculateStale } from './calculate.ts'

/** A receipt of which the payroll office says for whom it is: remitted is per person instead of a share. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, posted, agreed, undone, proved } = batchesIn(() => testApp)
const OCTOBER = { source: 'IPPIS', month: '2026-10' }
const admin = () => testApp.as('admin')

const encoded = (text: string): string => Buffer.from(text).toString('base64')
const fileOf = (rows: readonly (readonly string[])[], head = 'Staff No,Name,Amount'): string =>
  encoded([head, ...rows.map(row => row.join(','))].join('\n'))

async function calculated(month = '2026-10-01') {
  testApp.clock.advance({ seconds: 1 })
  await calculateMonth(testApp.program, { source: 'IPPIS', month })
  await testApp.pool.query('delete from graphile_worker._private_jobs')
}
const remittedOf = async (month = '2026-10') => {
  const { rows } = await testApp.as('auditor').ok('reconciliationLines', { ...OCTOBER, month, limit: 200 })
  return Object.fromEntries(rows.map(row => [row.staffNumber, [row.remitted, row.verdict]]))
}

/** Two persons in a file of October, each 1,000 naira, and a receipt for half of it. */
async function received(amount = '100000', charge = '0') {
  const people = [await borrower(), await borrower()]
  const batchId = await batchOf(
    people.map(({ staff }) => ({ staff, amount: '1000' })),
    { period: '2026-10' },
  )
  await posted(batchId, { bankCredit: '0', gapNote: 'Not remitted yet' })
  const id = randomUUID()
  await agreed(
    admin().ok('officeReceiptRecord', {
      id, source: 'IPPIS', amount, receivedOn: '2026-11-16', reference: `CBN-${id}`, note: '',
      lines: [{ batchId, amount, charge }], reason: 'On the statement',
    }),
  ) // biome-ignore format: a form
  return { id, batchId, first: people[0]?.staff ?? '', second: people[1]?.staff ?? '' }
}

const form = (receiptId: string, content: string, changes: object = {}) => ({
  id: randomUUID(),
  receiptId,
  fileName: 'advice.csv',
  content,
  reason: 'Sent by the office',
  ...changes,
})

describe('an advice of a receipt', () => {
  test('says for whom it is, and one who is in no file is remitted, not in file', async () => {
    const { id, first, second } = await received('95000', '5000')
    await calculated()
    expect((await remittedOf())[first]).toEqual([50_000n, 'deductedNotInstructed'])
    const content = fileOf([
      [`0${first}`, 'OKONKWO ADAEZE', '800.00'],
      ['880011', 'BELLO MUSA', '200'],
      ['TOTAL', '', '1000'],
    ])
    expect(await admin().ok('advicePreview', { receiptId: id, content })).toMatchObject({
      mapping: { staffNumber: 0, name: 1, amount: 2 },
      persons: 2,
      total: 100_000n,
      allocated: 100_000n,
      notInFile: 1,
      problem: null,
    })
    const { approvalId } = await admin().ok('adviceSubmit', form(id, content))
    await calculated()
    expect((await remittedOf())[first], 'nothing changes before approval').toEqual([
      50_000n,
      'deductedNotInstructed',
    ])
    const asked = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(asked.title).toBe('Remittance advice')
    await admin().refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    await calculated()
    const found = await remittedOf()
    expect(found[first]?.[0]).toBe(80_000n)
    expect(found[second]?.[0]).toBe(0n)
    expect(found['880011']).toEqual([20_000n, 'remittedNotInFile'])
    const { rows } = await testApp.as('auditor').ok('reconciliationLines', { ...OCTOBER, search: '880011' })
    expect(rows[0]).toMatchObject({ name: 'BELLO MUSA', deducted: 0n, difference: 20_000n })
    expect(
      (await testApp.as('auditor').ok('reconciliationLine', { id: rows[0]?.id ?? '' })).advised,
    ).toMatchObject([{ receiptId: id, amount: 20_000n }])
    await testApp.as('auditor').refused('adviceGet', { receiptId: randomUUID() }, 'record.unknown')
    expect((await testApp.as('auditor').ok('adviceGet', { receiptId: id })).advice).toMatchObject({
      persons: 2,
      total: 100_000n,
      agrees: true,
    })
    await proved()
  })

  test('is refused where its total is not what is allocated with charges, and says the difference', async () => {
    const { id, first } = await received()
    const cases: [content: string, said: string][] = [
      [fileOf([[first, '', '999.99']]), '₦0.01 less than the ₦1,000.00 allocated'],
      [fileOf([[first, '', '1,000.50'].map(cell => `"${cell}"`)]), '₦0.50 more than'],
      [fileOf([[first, '', '-1000']]), 'Line 2: enter an amount above zero.'],
      [fileOf([['', '', '1000']]), 'Line 2: enter the staff number.'],
      [
        fileOf([[first, '1000', '2026-13']], 'Staff No,Amount,Month'),
        'Line 2: enter the month as 2026-10 or Oct 2026.',
      ],
      [fileOf([[first, '1000', '2026-09']], 'Staff No,Amount,Month'), 'Sep 2026: the advice is ₦1,000.00'],
      [fileOf([]), 'The file has no persons.'],
      [fileOf([[first, '1000']], 'A,B'), 'Choose the column of staff number and amount.'],
    ]
    for (const [content, said] of cases) {
      const body = await admin().refused('adviceSubmit', form(id, content), 'input.invalid')
      expect(JSON.stringify(body)).toContain(said)
    }
    const given = { mapping: { staffNumber: 0, amount: 1 } }
    expect(
      await admin().ok('advicePreview', {
        receiptId: id,
        content: fileOf([[first, '1000']], 'A,B'),
        ...given,
      }),
    ).toMatchObject({ problem: null, total: 100_000n })
    const content = fileOf([[first, '', '1000']])
    await testApp.as('auditor').refused('adviceSubmit', form(id, content), 'permission.missing')
    await testApp.as('auditor').refused('advicePreview', { receiptId: id, content }, 'permission.missing')
    await admin().refused('adviceSubmit', form(randomUUID(), content), 'record.unknown')
    await admin().refused('adviceRemove', { receiptId: id, reason: 'There is none' }, 'record.unknown')
  })

  test('is replaced and removed by two people; removed, remitted is a share again', async () => {
    const { id, first, second } = await received()
    await agreed(admin().ok('adviceSubmit', form(id, fileOf([[first, '', '1000']]))))
    const content = fileOf([
      [first, '', '300'],
      [second, '', '700'],
    ])
    await agreed(admin().ok('adviceSubmit', form(id, content)))
    await calculated()
    expect([(await remittedOf())[first]?.[0], (await remittedOf())[second]?.[0]]).toEqual([30_000n, 70_000n])
    const { approvalId } = await admin().ok('adviceRemove', { receiptId: id, reason: 'Of another lender' })
    await testApp.as('authorizer').approve(approvalId)
    await calculated()
    expect([(await remittedOf())[first]?.[0], (await remittedOf())[second]?.[0]]).toEqual([50_000n, 50_000n])
    const { rows: trail } = await testApp.pool.query(
      `select before->>'advice' as before, after->>'advice' as after from audit_entry
       where action <> 'approvalAsk' and subject_id = $1 and after ? 'advice' order by id`,
      [id],
    )
    expect(trail).toMatchObject([
      { before: 'None', after: 'advice.csv' },
      { before: 'advice.csv', after: 'advice.csv' },
      { before: 'advice.csv', after: 'None' },
    ])
    await proved()
  })

  test('over two months is per month', async () => {
    const one = await received()
    const november = await batchOf([{ staff: one.first, amount: '500' }], { period: '2026-11' })
    await posted(november, { bankCredit: '0', gapNote: 'Not remitted yet' })
    const id = randomUUID()
    await agreed(
      admin().ok('officeReceiptRecord', {
        id, source: 'IPPIS', amount: '90000', receivedOn: '2026-11-16', reference: `CBN-${id}`, note: '', reason: 'On the statement',
        lines: [{ batchId: one.batchId, amount: '60000', charge: '0' }, { batchId: november, amount: '30000', charge: '0' }],
      }),
    ) // biome-ignore format: a form
    const without = fileOf([[one.first, '', '900']])
    const { problem } = await admin().ok('advicePreview', { receiptId: id, content: without })
    expect(problem).toBe('Line 2: the receipt covers several months. Enter the month of each person.')
    const named = fileOf(
      [
        [one.first, '600', 'Oct 2026'],
        [one.first, '300', '2026-11'],
      ],
      'IPPIS Number,Amount,Period',
    )
    await agreed(admin().ok('adviceSubmit', form(id, named)))
    await calculated()
    await calculated('2026-11-01')
    // half of the first receipt of October, and by name of this one
    expect((await remittedOf())[one.first]?.[0]).toBe(50_000n + 60_000n)
    expect((await remittedOf('2026-11'))[one.first]?.[0]).toBe(30_000n)
    await proved()
  })

  test('that is no longer what is allocated does not count until it is', async () => {
    const { id, batchId, first, second } = await received()
    await agreed(admin().ok('adviceSubmit', form(id, fileOf([[first, '', '1000']]))))
    const change = (amount: string) =>
      agreed(
        admin().ok('officeReceiptAllocate', {
          id: randomUUID(),
          receiptId: id,
          lines: [{ batchId, amount, charge: '0' }],
          reason: 'Corrected',
        }),
      )
    await change('60000')
    expect((await testApp.as('auditor').ok('adviceGet', { receiptId: id })).advice?.agrees).toBe(false)
    testApp.clock.advance({ seconds: 1 })
    await calculateStale(testApp.program)
    expect([(await remittedOf())[first]?.[0], (await remittedOf())[second]?.[0]]).toEqual([30_000n, 30_000n])
    await proved()
    await change('100000')
    await calculated()
    expect([(await remittedOf())[first]?.[0], (await remittedOf())[second]?.[0]]).toEqual([100_000n, 0n])
    await undone(batchId)
    await calculated()
    await proved()
  })

  test('of two that are submitted at once, one is pending; approved after another allocation, it is refused', async () => {
    const { id, batchId, first } = await received()
    const content = fileOf([[first, '', '1000']])
    const answers = await Promise.all([
      admin().call('adviceSubmit', form(id, content)),
      admin().call('adviceSubmit', form(id, content)),
    ])
    expect(answers.map(({ body }) => body.code ?? 'done').toSorted()).toEqual(['approval.pending', 'done'])
    const approvalId = answers.find(({ body }) => body.approvalId)?.body.approvalId ?? ''
    await agreed(
      admin().ok('officeReceiptAllocate', {
        id: randomUUID(),
        receiptId: id,
        lines: [{ batchId, amount: '40000', charge: '0' }],
        reason: 'Corrected',
      }),
    )
    await testApp.as('authorizer').refused('approvalApprove', { id: approvalId }, 'advice.other_allocation')
  })

  test('names nobody once the person is erased', async () => {
    const { id } = await received()
    await agreed(admin().ok('adviceSubmit', form(id, fileOf([['990099', 'CANARY PERSON', '1000']]))))
    await act(testApp.program, 'customerErase', SYSTEM, ctx =>
      eraseAdvised(ctx.tx, [{ source: 'IPPIS', staffNumber: '0990099' }]),
    )
    const { rows } = await testApp.pool.query(
      `select from reconciliation_advice_line where name like 'CANARY%' or staff_number like '%990099'`,
    )
    expect(rows).toHaveLength(0)
    await calculated()
    await proved()
  })
})
