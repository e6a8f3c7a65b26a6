import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import type { Bin } from '../../../contract/repayments.ts'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster } from '../../../test/uploads.ts'
import { runBatch } from './run.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const { borrower, batchOf, look, rowsOf, binned, handOver, posted, undone, balance, owed, proved } =
  batchesIn(() => testApp)

describe('a row goes into exactly one bin', () => {
  test('by loan number, by IPPIS number without its zeros, by account and name', async () => {
    const [first, second] = [await borrower(), await borrower()]
    const third = await borrower({ accountNumber: '0123456785', surname: 'Danjuma', firstName: 'Musa' })
    const id = await batchOf([
      { loan: first.number, amount: INSTALMENT }, { staff: `000${second.staff}`, amount: '50000' },
      { account: '0123456785', name: 'DANJUMA MUSA', amount: '70000' }, { staff: '999999', amount: '10' }, { staff: 'x y', amount: 'ten' },
    ]) // biome-ignore format: a file
    expect((await rowsOf(id)).map(row => [row.bin, row.matchedBy, row.loanId])).toEqual([
      ['exact', 'loan number', first.loanId], ['short', 'IPPIS number', second.loanId],
      ['over', 'account and name', third.loanId], ['notOurs', null, null],
    ]) // biome-ignore format: rows
    expect(await look(id)).toMatchObject({
      status: 'open',
      fileRows: 4,
      invalidRows: 1,
      fileTotal: 6_166_667n + 5_000_000n + 7_000_000n + 1_000n,
    })
  })

  test('two loans on one payroll number: the oldest first takes its instalment', async () => {
    const one = await borrower()
    const sealed = (
      await testApp.pool.query(
        `select c.id, bvn_sealed from customer c join loan l on l.customer_id = c.id where l.id = $1`,
        [one.loanId],
      )
    ).rows[0]
    await testApp.pool.query(
      `update loan set customer_id = (select customer_id from loan where id = $1) where id = $2`,
      [one.loanId, (await borrower()).loanId],
    )
    expect(testApp.program.keys.open(sealed.bvn_sealed, ['customer.bvn', sealed.id])).toHaveLength(11)
    const id = await batchOf([{ staff: one.staff, amount: '100000.00' }])
    expect((await rowsOf(id)).map(row => [row.part, row.bin, row.amount])).toEqual([
      [1, 'exact', 6_166_667n],
      [2, 'short', 3_833_333n],
    ])
    expect(await look(id)).toMatchObject({ fileRows: 1, fileTotal: 10_000_000n })
  })

  test.each([
    ['8333.33 of principal and 4000.00, and the 4 kobo that rounding left', '12333.37', 'exact'],
    ['only as much as the months before', '12333.33', 'short'],
  ] as const)('the last deduction, %s', async (_, amount, bin) => {
    const { loanId, number } = await borrower({ amount: '10000000' })
    const before = (await owed(loanId)) - 1_233_337n
    const { approvalId } = await testApp.as('admin').ok('loanActDo', {
      loanId, id: randomUUID(), reason: 'At the counter',
      input: { act: 'receipt', amount: before.toString(), on: '2026-11-16', channel: 'bank transfer', reference: `C-${randomUUID().slice(0, 8)}` },
    }) // biome-ignore format: a form
    if (approvalId) await testApp.as('authorizer').approve(approvalId)
    expect(await binned(await batchOf([{ loan: number, amount }]))).toEqual([bin])
  })

  test('a closed loan, a customer without one, two people with one number, the same line twice', async () => {
    const closed = await borrower()
    const { approvalId } = await testApp.as('admin').ok('loanActDo', {
      loanId: closed.loanId, id: randomUUID(), reason: 'Paid at the counter',
      input: { act: 'receipt', amount: (await owed(closed.loanId)).toString(), on: '2026-11-16', channel: 'bank transfer', reference: `C-${randomUUID().slice(0, 8)}` },
    }) // biome-ignore format: a form
    if (approvalId) await testApp.as('authorizer').approve(approvalId)
    const twin = await borrower()
    await borrower({ ippisNumber: `0${twin.staff}` })
    const good = await borrower()
    const id = await batchOf([
      { staff: closed.staff, amount: '100' }, { staff: twin.staff, amount: '100' },
      { staff: good.staff, amount: INSTALMENT }, { staff: good.staff, amount: INSTALMENT }, { staff: good.staff, amount: '5', element: 'ARREARS' },
    ]) // biome-ignore format: a file
    expect(await binned(id)).toEqual<Bin[]>(['closedLoan', 'ambiguous', 'exact', 'duplicate', 'over'])
    const [, ambiguous] = await rowsOf(id)
    expect(ambiguous?.candidates).toHaveLength(2)
    const totals = { bankCredit: '0', gapNote: 'Not remitted yet' }
    await expect(handOver(id, totals)).rejects.toThrow(/match more than one loan/)
    await testApp.as('admin').ok('repaymentRowMatch', {
      id,
      rowNumber: 2,
      part: 1,
      loanId: twin.loanId,
      treatment: 'post',
      note: 'By date of birth',
    })
    expect(await binned(id)).toEqual<Bin[]>(['closedLoan', 'short', 'exact', 'duplicate', 'over'])
    const { loanId: closedId } = closed
    const credited = {
      id,
      rowNumber: 1,
      part: 1,
      loanId: closedId,
      treatment: 'post',
      note: 'Credit',
    } as const
    expect(await testApp.as('admin').ok('repaymentRowMatch', credited)).toMatchObject({ bin: 'closedLoan' })
  })

  test('a row is split manually over loans, and the parts make up the whole', async () => {
    const [a, b] = [await borrower(), await borrower()]
    const id = await batchOf([{ staff: '123123', amount: '100' }])
    const parts = (first: string, second: string) => ({
      id, rowNumber: 1, note: 'One cheque for both', parts: [{ loanId: a.loanId, amount: first }, { loanId: b.loanId, amount: second }],
    }) // biome-ignore format: a form
    await testApp.as('admin').refused('repaymentRowSplit', parts('6000', '5000'), 'repayment.parts')
    const { rows } = await testApp.as('admin').ok('repaymentRowSplit', parts('6000', '4000'))
    expect(rows.map(row => [row.part, row.amount, row.treatment])).toEqual([
      [1, 6_000n, 'post'],
      [2, 4_000n, 'post'],
    ])
    await posted(id)
    const { number, ...batch } = await look(id)
    expect(batch).toMatchObject({ status: 'posted', postedTotal: 10_000n })
    // the header is the first line: what a receipt is called leads to its line in the file
    const references = [a, b].map(async ({ loanId }) => {
      const { happenings } = await testApp.as('auditor').ok('loanGet', { id: loanId })
      return happenings.find(each => each.type === 'receipt')?.reference
    })
    expect(await Promise.all(references)).toEqual([`${number}/L2`, `${number}/L2.2`])
    await proved()
  })
})

describe('posting', () => {
  test('needs another person and totals that agree; then every loan, suspense and the office’s debt show it', async () => {
    const one = await borrower()
    const before = {
      owed: await owed(one.loanId),
      bank: await balance('bank'),
      suspense: await balance('suspense'),
      office: await balance('payrollOfficeReceivable'),
    }
    const id = await batchOf(
      [
        { staff: one.staff, amount: INSTALMENT },
        { staff: '55555', amount: '1000' },
      ],
      { declared: { rows: 2, total: '6266667' } },
    )
    await expect(handOver(id, { bankCredit: '6000000' })).rejects.toThrow(/Explain the difference/)
    const approvalId = await handOver(id, {
      bankCredit: '6000000',
      gapNote: 'The office sent less and owes the rest',
    })
    for (const part of ['admin', 'reviewer', 'editor', 'auditor'] as const)
      await testApp.as(part).refused('approvalApprove', { id: approvalId }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    await runBatch(testApp.program, id)
    await runBatch(testApp.program, id)
    expect(await look(id)).toMatchObject({
      status: 'posted',
      rowsDone: 2,
      postedTotal: 6_166_667n,
      suspenseTotal: 100_000n,
      unremitted: 266_667n,
    })
    expect(await owed(one.loanId)).toBe(before.owed - 6_166_667n)
    expect(await balance('bank')).toBe(before.bank + 6_000_000n)
    expect(await balance('suspense')).toBe(before.suspense - 100_000n)
    expect(await balance('payrollOfficeReceivable')).toBe(before.office + 266_667n)
    await proved()
    // the rest arrives
    const remit = await testApp.as('admin').ok('remittanceRecord', {
      id: randomUUID(),
      batchId: id,
      amount: '266667',
      receivedOn: '2026-11-16',
      reference: 'OAGF-77',
      reason: 'Second transfer',
    })
    await testApp.as('authorizer').approve(remit.approvalId)
    expect((await look(id)).unremitted).toBe(0n)
    await proved()
  })

  test('the same file again has no effect, and a line of an earlier file is known again', async () => {
    const one = await borrower()
    const lines = [{ staff: one.staff, amount: INSTALMENT }]
    await posted(await batchOf(lines))
    const same = await batchOf(lines)
    expect(await testApp.as('admin').ok('intakeGet', { id: same })).toMatchObject({
      status: 'refused',
      problem: expect.stringContaining('same file'),
    })
    const again = await batchOf([...lines, { staff: '42', amount: '1' }])
    expect(await binned(again)).toEqual<Bin[]>(['duplicate', 'notOurs'])
  })

  test('a correction posts only the difference', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const first = await batchOf([
      { staff: one.staff, amount: '50000' },
      { staff: two.staff, amount: INSTALMENT },
    ])
    await posted(first)
    const before = await owed(one.loanId)
    const id = await batchOf(
      [
        { staff: one.staff, amount: INSTALMENT },
        { staff: two.staff, amount: INSTALMENT },
      ],
      { correctsId: first },
    )
    expect((await rowsOf(id)).map(row => [row.bin, row.earlier])).toEqual([
      ['short', 5_000_000n],
      ['duplicate', 6_166_667n],
    ])
    await posted(id, { bankCredit: '1166667', gapNote: 'Only the difference was sent' })
    expect(await owed(one.loanId)).toBe(before - 1_166_667n)
    expect(await look(id)).toMatchObject({ postedTotal: 1_166_667n, unremitted: 0n })
    await proved()
  })

  test('killed between two rows it goes on; run by four workers at once nothing is posted twice', async () => {
    const borrowers = [await borrower(), await borrower(), await borrower()]
    const id = await batchOf(borrowers.map(each => ({ staff: each.staff, amount: INSTALMENT })))
    await testApp.as('authorizer').approve(await handOver(id))
    await Promise.all(Array.from({ length: 4 }, () => runBatch(testApp.program, id)))
    const { rows } = await testApp.pool.query(
      `select count(*)::int as n from loan_event where loan_id = any ($1) and type = 'receipt'`,
      [borrowers.map(each => each.loanId)],
    )
    expect(rows[0].n).toBe(3)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 3 })
    await proved()
  })

  test('what posting refuses is noted on its row, and can be placed elsewhere and tried again', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }])
    const approvalId = await handOver(id)
    await testApp.as('authorizer').approve(approvalId)
    await testApp.pool.query(`update loan set status = 'cancelled' where id = $1`, [one.loanId])
    await runBatch(testApp.program, id)
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ status: 'refused', problem: expect.stringContaining('cancelled') })
    await testApp.pool.query(`update loan set status = 'live' where id = $1`, [one.loanId])
    await testApp.as('admin').ok('repaymentRetry', { id })
    await runBatch(testApp.program, id)
    expect(await look(id)).toMatchObject({ rowsDone: 1, rowsRefused: 0 })
    await proved()
  })
})

describe('messages', () => {
  const texts = async (id: string) =>
    (
      await testApp.pool.query(
        `select body, status, status_reason from message where subject_type = 'repayment' and subject_id = $1 order by body`,
        [id],
      )
    ).rows

  test('one per person and batch, in the words of what arrived; held ones wait for release', async () => {
    const one = await borrower()
    const id = await batchOf([
      { staff: one.staff, amount: '60000' },
      { staff: one.staff, amount: '1000', element: 'ARREARS' },
    ])
    await posted(id, { holds: true })
    const held = await texts(id)
    expect(held).toHaveLength(1)
    expect(held[0].body).toContain('NGN61,000.00')
    // one loan, however many rows it took: its balance and its instalment count once
    expect(held[0].body).toContain('NGN679,000.00')
    expect(held[0].body).toContain('NGN666.67')
    expect(held[0]).toMatchObject({ status: 'held' })
    expect((await look(id)).messages).toEqual({ counts: { held: 1 }, cost: expect.any(BigInt) })
    expect(await testApp.as('admin').ok('repaymentMessagesRelease', { id })).toEqual({ released: 1 })
    expect(await texts(id)).toMatchObject([{ status: 'queued' }])
    await undone(id)
    expect(await texts(id), 'nobody hears of what is no longer true').toMatchObject([{ status: 'cancelled' }])
  })

  test('are seen beforehand, with the allocation and what is owed after', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }])
    const seen = await testApp.as('reviewer').ok('repaymentRowPreview', { id, rowNumber: 1, part: 1 })
    expect(seen.problem).toBeNull()
    expect(seen.balanceBefore - seen.balanceAfter).toBe(6_166_667n)
    expect(seen.message?.text).toContain(one.number)
  })

  test('two rows of one person see each other, and the message speaks of both', async () => {
    const { staff, number, instalment } = await borrower()
    const id = await batchOf([
      { staff, amount: '20000' },
      { loan: number, amount: INSTALMENT, element: 'IROKO LOAN ARREARS' },
    ])
    const see = (rowNumber: number) =>
      testApp.as('auditor').ok('repaymentRowPreview', { id, rowNumber, part: 1 })
    const [first, second] = [await see(1), await see(2)]
    expect(first.balanceBefore - first.balanceAfter).toBe(2_000_000n)
    // the second goes on where the first stopped: to the next instalment
    expect(first.balanceBefore - second.balanceAfter).toBe(2_000_000n + instalment)
    expect(second.allocation.map(each => each.instalment)).toContain(2)
    expect(first.message?.text).toBe(second.message?.text)
    await posted(id)
    const { rows } = await testApp
      .as('auditor')
      .ok('messageList', { subjectType: 'repayment', subjectId: id })
    expect(rows.map(row => row.text)).toEqual([second.message?.text])
    expect(rows[0]?.customerName).toContain('Okonkwo')
  })

  test('two rows of one loan that still name two people, since merged, are both posted', async () => {
    const [one, other] = [await borrower(), await borrower()]
    const id = await batchOf([
      { staff: one.staff, amount: '20000' },
      { loan: one.number, amount: '10000', element: 'IROKO LOAN ARREARS' },
    ])
    await testApp.pool.query(
      `update repayment_row set customer_id = (select customer_id from loan where id = $2)
       where batch_id = $1 and row_number = 2`,
      [id, other.loanId],
    )
    const before = await owed(one.loanId)
    await posted(id)
    expect(before - (await owed(one.loanId))).toBe(3_000_000n)
  })

  test('those that failed are sent again all at once, each once', async () => {
    const [first, second] = [await borrower(), await borrower()]
    const id = await batchOf([
      { staff: first.staff, amount: INSTALMENT },
      { staff: second.staff, amount: INSTALMENT },
    ])
    await posted(id)
    const about = { subjectType: 'repayment', subjectId: id }
    await testApp.pool.query(`update message set status = 'failed' where subject_id = $1`, [id])
    const again = () =>
      testApp.as('admin').ok('repaymentMessagesResend', { id, reason: 'The provider was down' })
    expect(await again()).toEqual({ resent: 2 })
    expect(await again()).toEqual({ resent: 0 })
    expect((await testApp.as('auditor').ok('messageList', { ...about, status: 'queued' })).total).toBe(2)
    await testApp
      .as('auditor')
      .refused('repaymentMessagesResend', { id, reason: 'I only look' }, 'permission.missing')
  })
})

describe('a whole batch is undone by two people', () => {
  test('loans, suspense and bank are as before, and the file may come again', async () => {
    const one = await borrower()
    const before = {
      owed: await owed(one.loanId),
      bank: await balance('bank'),
      suspense: await balance('suspense'),
    }
    const lines = [
      { staff: one.staff, amount: INSTALMENT },
      { staff: '616161', amount: '500' },
    ]
    const id = await batchOf(lines)
    await posted(id)
    const { approvalId } = await testApp
      .as('admin')
      .ok('repaymentUndo', { id, reason: 'The wrong month was uploaded' })
    await testApp.as('authorizer').approve(approvalId)
    await runBatch(testApp.program, id)
    await runBatch(testApp.program, id)
    expect(await look(id)).toMatchObject({ status: 'undone', postedTotal: 0n, bankCredit: 0n })
    expect({
      owed: await owed(one.loanId),
      bank: await balance('bank'),
      suspense: await balance('suspense'),
    }).toEqual(before)
    await proved()
    const again = await batchOf(lines)
    expect(await binned(again)).toEqual<Bin[]>(['exact', 'notOurs'])
  })
})

describe('suspense', () => {
  test('has an owner and an age, and leaves only by an entry that two people agreed on', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: '818181', amount: '900', name: 'UNKNOWN PERSON' }])
    await posted(id)
    const [item] = (await testApp.as('auditor').ok('suspenseList', { batchId: id })).rows
    expect(item).toMatchObject({ remaining: 90_000n, days: 0, bin: 'notOurs', receivedOn: '2026-11-16' })
    const suspenseId = item?.id ?? ''
    await testApp
      .as('admin')
      .refused('suspenseAssign', { id: suspenseId, ownerId: randomUUID() }, 'record.unknown')
    await testApp.as('admin').ok('suspenseAssign', { id: suspenseId, ownerId: await testApp.idOf('admin') })
    const use = (amount: string, kind: 'loan' | 'returned', reference?: string) => ({
      id: randomUUID(), suspenseId, amount, reason: 'Found by the office',
      use: kind === 'loan' ? { kind, loanId: one.loanId, on: '2026-11-16' } : { kind, reference },
    }) // biome-ignore format: a form
    await testApp.as('admin').refused('suspenseUse', use('90001', 'loan'), 'suspense.short')
    for (const [amount, kind, reference, says] of [
      ['50000', 'loan', undefined, /to L\d+, .+, counting from 16 Nov 2026, ₦[\d,.]+ then outstanding$/],
      ['30000', 'returned', 'RET-1', /back to the payer, bank reference RET-1$/],
      // not transferred yet, so the bank has given it no reference: it gets ours
      ['10000', 'returned', undefined, /back to the payer, bank reference \S+\/L\d+ [\da-f]{8}$/],
    ] as const) {
      const wish = use(amount, kind, reference)
      const { approvalId } = await testApp.as('admin').ok('suspenseUse', wish)
      const { rows } = await testApp.pool.query('select summary from approval where id = $1', [approvalId])
      expect(rows[0]?.summary).toMatch(says)
      await testApp.as('authorizer').approve(approvalId)
      const { rows: reported } = await testApp.pool.query('select 1 from message where event = $1', [
        `loan ${wish.id}`,
      ])
      expect(reported, 'whose money it is hears of it').toHaveLength(kind === 'loan' ? 1 : 0)
    }
    expect(
      (await testApp.as('auditor').ok('suspenseList', { batchId: id, state: 'closed' })).rows,
    ).toMatchObject([
      {
        remaining: 0n,
        uses: [
          { kind: 'loan', amount: 50_000n, loanId: one.loanId, loanNumber: expect.stringMatching(/^L\d+$/) },
          {
            kind: 'returned',
            amount: 30_000n,
            loanId: null,
            note: 'Bank reference RET-1: Found by the office',
          },
          { amount: 10_000n, note: expect.stringMatching(/^Bank reference \S+\/L\d+ [\da-f]{8}: Found/) },
        ],
      },
    ])
    await proved()
    await testApp.as('admin').refused('repaymentUndo', { id, reason: 'Too late' }, 'repayment.suspense_used')
  })
})

test('what did not come is listed, and paying takes it off the list', async () => {
  const { loanId } = await borrower()
  // disbursed after the cut-off of November: the first deduction is December's
  const isMissing = async () => {
    const asked = { source: 'IPPIS', period: '2026-12', limit: 200 }
    const { rows } = await testApp.as('auditor').ok('repaymentMissing', asked)
    return rows.some(row => row.loanId === loanId)
  }
  const act = async (input: z.input<Api['loanActDo']['input']>['input']): Promise<string> => {
    const id = randomUUID()
    const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As paid' })
    if (approvalId) await testApp.as('authorizer').approve(approvalId)
    return id
  }
  const pay = (amount: string): Promise<string> =>
    act({ act: 'receipt', amount, on: '2026-11-16', channel: 'bank transfer', reference: randomUUID() })
  expect(await isMissing()).toBe(true)
  await pay('100000')
  expect(await isMissing(), 'a part is not the instalment').toBe(true)
  const rest = await pay(String(BigInt(INSTALMENT.replace('.', '')) - 100_000n))
  expect(await isMissing(), 'paid at the bank: nobody to be chased').toBe(false)
  await act({ act: 'reversal', of: rest })
  expect(await isMissing()).toBe(true)
})

test('rows, suspense and what is missing are taken into a spreadsheet, with formulas quoted away', async () => {
  const { staff } = await borrower()
  const id = await batchOf([
    { staff, amount: INSTALMENT },
    { staff: '999901', name: '=HYPERLINK(1)', amount: '12.50' },
  ])
  await posted(id)
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const taken = async <N extends 'repaymentRowsExport' | 'suspenseExport' | 'repaymentMissingExport'>(
    name: N,
    input: z.input<Api[N]['input']>,
  ) => (await testApp.app.inject(requestFor(name, input, { token, binding }))).body.trim().split('\n')
  const rows = await taken('repaymentRowsExport', { id })
  expect(rows).toHaveLength(3)
  expect(rows[1]).toContain(`${INSTALMENT},0.00,${INSTALMENT},Exact,post,posted`)
  expect(rows[2]).toContain("'=HYPERLINK(1)")
  expect(await taken('repaymentRowsExport', { id, bin: 'exact' })).toHaveLength(2)
  const suspense = await taken('suspenseExport', { batchId: id })
  expect(suspense.slice(1).map(line => line.includes('12.50,12.50'))).toEqual([true])
  expect(
    await taken('suspenseExport', { batchId: id, olderThan: 30 }),
    'as the list is narrowed',
  ).toHaveLength(1)
  expect((await taken('repaymentMissingExport', { source: 'IPPIS', period: '2026-12' }))[0]).toContain(
    'Arrears',
  )
  await taken('repaymentRowsExport', { id, search: '22123456781' })
  const { rows: stored } = await testApp.pool.query<{ after: { filter: { search?: string } } }>(
    `select after from audit_entry where subject_id = $1 and action = 'repaymentRowsExport' order by id desc limit 1`,
    [id],
  )
  expect(stored[0]?.after.filter.search, 'a number that was searched for is somebody’s').toBe('•••••••6781')
})

test('who is missing is on the payroll if the newest file pays them, even if it came before they were customers', async () => {
  const people = [await borrower(), await borrower(), await borrower()]
  await accepted(testApp, roster([{ id: '815001' }, { id: '815002', status: 'Retired' }]))
  for (const [index, { loanId }] of people.entries())
    await testApp.pool.query(
      `update customer set ippis_number = $2 where id = (select customer_id from loan where id = $1)`,
      [loanId, `081500${index + 1}`],
    )
  const { rows } = await testApp
    .as('auditor')
    .ok('repaymentMissing', { source: 'IPPIS', period: '2026-12', limit: 200 })
  const says = people.map(({ loanId }) => rows.find(row => row.loanId === loanId)?.isOnPayroll)
  expect(says, 'paid, retired, not in the file').toEqual([true, false, false])
})
