import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import type { Bin } from '../../contract/repayments.ts'
import { recommended, type Stated } from '../../test/applicants.ts'
import { type House, openHouse, requestFor } from '../../test/cast.ts'
import { upload } from '../../test/uploads.ts'
import { act, SYSTEM } from '../act.ts'
import { takeBack as reverse } from '../loans/loans.ts'
import { prove } from '../prove.ts'
import { runBatch } from './repayments.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** ₦500,000 over 12 months, flat 4 %: an instalment of ₦61,666.67. */
const INSTALMENT = '61666.67'
let people = 0

type Borrower = { loanId: string; number: string; staff: string; instalment: bigint }

async function borrower(changes: Partial<Stated> = {}): Promise<Borrower> {
  const staff = changes.ippisNumber ?? String(700_000 + ++people)
  const request = await recommended(house, { ...changes, ippisNumber: staff })
  const { loanId } = await house.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  const { approvalId } = await house.as('admin').ok('loanActDo', {
    loanId: loanId ?? '', id: randomUUID(), reason: 'As agreed',
    input: { act: 'disburse', on: '2026-11-16', reference: `PO-${randomUUID().slice(0, 8)}` },
  }) // biome-ignore format: a form
  await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
  const { row: loan } = await house.as('admin').ok('loanGet', { id: loanId ?? '' })
  return { loanId: loanId ?? '', number: loan.number, staff, instalment: loan.instalment }
}

type Line = {
  staff?: string
  loan?: string
  amount: string
  name?: string
  account?: string
  element?: string
}

const file = (lines: readonly Line[]): string =>
  [
    'EMPLOYEE NAME,IPPIS NO,ACCOUNT NUMBER,LOAN ID,AMOUNT,ELEMENT NAME',
    ...lines.map(each =>
      [
        each.name ?? 'OKONKWO ADAEZE',
        each.staff ?? '',
        each.account ?? '',
        each.loan ?? '',
        each.amount,
        each.element ?? 'IROKO LOAN',
      ].join(','),
    ),
    '',
  ].join('\n')

const batchOf = (
  lines: readonly Line[],
  options: { period?: string; correctsId?: string; declared?: { rows: number; total: string } } = {},
) => upload(house, file(lines), { kind: 'repayment', fileName: 'deductions.csv', ...options })

const look = (id: string) => house.as('auditor').ok('repaymentGet', { id })
const rowsOf = async (id: string) => (await house.as('auditor').ok('repaymentRows', { id, limit: 200 })).rows
const binned = async (id: string) => (await rowsOf(id)).map(row => row.bin)

async function handOver(
  id: string,
  form: { bankCredit?: string; gapNote?: string | null; holds?: boolean } = {},
): Promise<string> {
  const { fileTotal } = await look(id)
  const { approvalId } = await house.as('admin').ok('repaymentSubmit', {
    id, valueOn: '2026-11-16', bankCredit: form.bankCredit ?? fileTotal.toString(), bankReference: `BK-${randomUUID().slice(0, 8)}`,
    gapNote: form.gapNote ?? null, holdsMessages: form.holds ?? false, reason: 'Checked against the schedule',
  }) // biome-ignore format: a form
  return approvalId ?? ''
}

async function posted(id: string, form: Parameters<typeof handOver>[1] = {}): Promise<void> {
  await house.as('authorizer').ok('approvalApprove', { id: await handOver(id, form) })
  await runBatch(house.program, id)
}

const balance = async (account: string): Promise<bigint> => {
  const { rows } = await house.as('auditor').ok('ledgerTrialBalance', {})
  return rows.find(row => row.account === account)?.balance ?? 0n
}
const owed = async (loanId: string) =>
  (await house.as('auditor').ok('loanGet', { id: loanId })).row.outstandingTotal
const proved = async () =>
  expect((await prove(house.program.db)).checks.flatMap(each => each.problems)).toEqual([])

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
    const bvn = (
      await house.pool.query(
        `select bvn_sealed from customer c join loan l on l.customer_id = c.id where l.id = $1`,
        [one.loanId],
      )
    ).rows[0].bvn_sealed
    await house.pool.query(
      `update loan set customer_id = (select customer_id from loan where id = $1) where id = $2`,
      [one.loanId, (await borrower()).loanId],
    )
    expect(house.program.keys.open(bvn)).toHaveLength(11)
    const id = await batchOf([{ staff: one.staff, amount: '100000.00' }])
    expect((await rowsOf(id)).map(row => [row.part, row.bin, row.amount])).toEqual([
      [1, 'exact', 6_166_667n],
      [2, 'short', 3_833_333n],
    ])
    expect(await look(id)).toMatchObject({ fileRows: 1, fileTotal: 10_000_000n })
  })

  test('a closed loan, a customer without one, two people with one number, the same line twice', async () => {
    const closed = await borrower()
    const { approvalId } = await house.as('admin').ok('loanActDo', {
      loanId: closed.loanId, id: randomUUID(), reason: 'Paid at the counter',
      input: { act: 'receipt', amount: (await owed(closed.loanId)).toString(), on: '2026-11-16', channel: 'cash', reference: `C-${randomUUID().slice(0, 8)}` },
    }) // biome-ignore format: a form
    if (approvalId) await house.as('authorizer').ok('approvalApprove', { id: approvalId })
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
    await expect(handOver(id, totals)).rejects.toThrow(/fit several loans/)
    await house.as('admin').ok('repaymentRowMatch', {
      id,
      rowNumber: 2,
      part: 1,
      loanId: twin.loanId,
      treatment: 'post',
      note: 'By date of birth',
    })
    expect(await binned(id)).toEqual<Bin[]>(['closedLoan', 'short', 'exact', 'duplicate', 'over'])
    await house
      .as('admin')
      .refused(
        'repaymentRowMatch',
        { id, rowNumber: 1, part: 1, loanId: closed.loanId, treatment: 'post', note: 'Try' },
        'repayment.loan',
      )
  })

  test('a row is split over loans by hand, and the parts make up the whole', async () => {
    const [a, b] = [await borrower(), await borrower()]
    const id = await batchOf([{ staff: '123123', amount: '100' }])
    const parts = (first: string, second: string) => ({
      id, rowNumber: 1, note: 'One cheque for both', parts: [{ loanId: a.loanId, amount: first }, { loanId: b.loanId, amount: second }],
    }) // biome-ignore format: a form
    await house.as('admin').refused('repaymentRowSplit', parts('6000', '5000'), 'repayment.parts')
    const { rows } = await house.as('admin').ok('repaymentRowSplit', parts('6000', '4000'))
    expect(rows.map(row => [row.part, row.amount, row.treatment])).toEqual([
      [1, 6_000n, 'post'],
      [2, 4_000n, 'post'],
    ])
    await posted(id)
    expect(await look(id)).toMatchObject({ status: 'posted', postedTotal: 10_000n })
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
    await expect(handOver(id, { bankCredit: '6000000' })).rejects.toThrow(/Say why they differ/)
    const approvalId = await handOver(id, {
      bankCredit: '6000000',
      gapNote: 'The office sent less and owes the rest',
    })
    for (const part of ['admin', 'reviewer', 'editor', 'auditor'] as const)
      await house.as(part).refused('approvalApprove', { id: approvalId }, 'permission.missing')
    await house.as('authorizer').ok('approvalApprove', { id: approvalId })
    await runBatch(house.program, id)
    await runBatch(house.program, id)
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
    const remit = await house.as('admin').ok('remittanceRecord', {
      id: randomUUID(),
      batchId: id,
      amount: '266667',
      receivedOn: '2026-11-16',
      reference: 'OAGF-77',
      reason: 'Second transfer',
    })
    await house.as('authorizer').ok('approvalApprove', { id: remit.approvalId ?? '' })
    expect((await look(id)).unremitted).toBe(0n)
    await proved()
  })

  test('the same file again has no effect, and a line of an earlier file is known again', async () => {
    const one = await borrower()
    const lines = [{ staff: one.staff, amount: INSTALMENT }]
    await posted(await batchOf(lines))
    const same = await batchOf(lines)
    expect(await house.as('admin').ok('intakeGet', { id: same })).toMatchObject({
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
    await house.as('authorizer').ok('approvalApprove', { id: await handOver(id) })
    await Promise.all(Array.from({ length: 4 }, () => runBatch(house.program, id)))
    const { rows } = await house.pool.query(
      `select count(*)::int as n from loan_event where loan_id = any ($1) and type = 'receipt'`,
      [borrowers.map(each => each.loanId)],
    )
    expect(rows[0].n).toBe(3)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 3 })
    await proved()
  })

  test('what the books refuse is noted on its row, and can be placed elsewhere and tried again', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }])
    const approvalId = await handOver(id)
    await house.as('authorizer').ok('approvalApprove', { id: approvalId })
    await house.pool.query(`update loan set status = 'cancelled' where id = $1`, [one.loanId])
    await runBatch(house.program, id)
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ status: 'refused', problem: expect.stringContaining('cancelled') })
    await house.pool.query(`update loan set status = 'live' where id = $1`, [one.loanId])
    await house.as('admin').ok('repaymentRetry', { id })
    await runBatch(house.program, id)
    expect(await look(id)).toMatchObject({ rowsDone: 1, rowsRefused: 0 })
    await proved()
  })
})

describe('messages', () => {
  const texts = async (id: string) =>
    (
      await house.pool.query(
        `select body, status, status_reason from message where subject_type = 'repayment' and subject_id = $1 order by body`,
        [id],
      )
    ).rows

  test('one a person and batch, in the words of what came; held ones wait to be let go', async () => {
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
    expect(await house.as('admin').ok('repaymentMessagesRelease', { id })).toEqual({ released: 1 })
    expect(await texts(id)).toMatchObject([{ status: 'queued' }])
    await undone(id)
    expect(await texts(id), 'nobody hears of what is no longer true').toMatchObject([{ status: 'cancelled' }])
  })

  test('are seen beforehand, with the allocation and what is owed after', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT }])
    const seen = await house.as('reviewer').ok('repaymentRowPreview', { id, rowNumber: 1, part: 1 })
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
      house.as('auditor').ok('repaymentRowPreview', { id, rowNumber, part: 1 })
    const [first, second] = [await see(1), await see(2)]
    expect(first.balanceBefore - first.balanceAfter).toBe(2_000_000n)
    // the second goes on where the first stopped: to the next instalment
    expect(first.balanceBefore - second.balanceAfter).toBe(2_000_000n + instalment)
    expect(second.allocation.map(each => each.instalment)).toContain(2)
    expect(first.message?.text).toBe(second.message?.text)
    await posted(id)
    const { rows } = await house.as('auditor').ok('messageList', { subjectType: 'repayment', subjectId: id })
    expect(rows.map(row => row.text)).toEqual([second.message?.text])
    expect(rows[0]?.customerName).toContain('Okonkwo')
  })

  test('two rows of one loan that still name two people, since merged, are both posted', async () => {
    const [one, other] = [await borrower(), await borrower()]
    const id = await batchOf([
      { staff: one.staff, amount: '20000' },
      { loan: one.number, amount: '10000', element: 'IROKO LOAN ARREARS' },
    ])
    await house.pool.query(
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
    await house.pool.query(`update message set status = 'failed' where subject_id = $1`, [id])
    const again = () =>
      house.as('admin').ok('repaymentMessagesResend', { id, reason: 'The provider was down' })
    expect(await again()).toEqual({ resent: 2 })
    expect(await again()).toEqual({ resent: 0 })
    expect((await house.as('auditor').ok('messageList', { ...about, status: 'queued' })).total).toBe(2)
    await house
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
    const { approvalId } = await house
      .as('admin')
      .ok('repaymentUndo', { id, reason: 'The wrong month was uploaded' })
    await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
    await runBatch(house.program, id)
    await runBatch(house.program, id)
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
    const [item] = (await house.as('auditor').ok('suspenseList', { batchId: id })).rows
    expect(item).toMatchObject({ remaining: 90_000n, days: 0, bin: 'notOurs', receivedOn: '2026-11-16' })
    const suspenseId = item?.id ?? ''
    await house.as('admin').ok('suspenseAssign', { id: suspenseId, ownerId: await house.idOf('admin') })
    const use = (amount: string, kind: 'loan' | 'returned', reference?: string) => ({
      id: randomUUID(), suspenseId, amount, reason: 'Found by the office',
      use: kind === 'loan' ? { kind, loanId: one.loanId, on: '2026-11-16' } : { kind, reference },
    }) // biome-ignore format: a form
    await house.as('admin').refused('suspenseUse', use('90001', 'loan'), 'suspense.short')
    for (const [amount, kind, reference, says] of [
      ['50000', 'loan', undefined, /to L\d+, .+, counting from 16 Nov 2026, ₦[\d,.]+ then outstanding$/],
      ['30000', 'returned', 'RET-1', /back to the payer, bank reference RET-1$/],
      // not transferred yet, so the bank has given it no reference: it gets ours
      ['10000', 'returned', undefined, /back to the payer, bank reference \S+\/\d+\.1 [\da-f]{8}$/],
    ] as const) {
      const wish = use(amount, kind, reference)
      const { approvalId } = await house.as('admin').ok('suspenseUse', wish)
      const { rows } = await house.pool.query('select summary from approval where id = $1', [approvalId])
      expect(rows[0]?.summary).toMatch(says)
      await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
      const { rows: told } = await house.pool.query('select 1 from message where event = $1', [
        `loan ${wish.id}`,
      ])
      expect(told, 'whose money it is hears of it').toHaveLength(kind === 'loan' ? 1 : 0)
    }
    expect(
      (await house.as('auditor').ok('suspenseList', { batchId: id, state: 'closed' })).rows,
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
          { amount: 10_000n, note: expect.stringMatching(/^Bank reference \S+\/\d+\.1 [\da-f]{8}: Found/) },
        ],
      },
    ])
    await proved()
    await house.as('admin').refused('repaymentUndo', { id, reason: 'Too late' }, 'repayment.suspense_used')
  })
})

test('what did not come is listed, and paying takes it off the list', async () => {
  const { loanId } = await borrower()
  const isMissing = async () => {
    // as if it had been paid out the month before, which every act on the loan puts right again
    await house.pool.query(`update loan set disbursed_on = '2026-10-01' where id = $1`, [loanId])
    const { rows } = await house.as('auditor').ok('repaymentMissing', { source: 'IPPIS', period: '2026-11' })
    return rows.some(row => row.loanId === loanId)
  }
  const act = async (input: z.input<Api['loanActDo']['input']>['input']): Promise<string> => {
    const id = randomUUID()
    const { approvalId } = await house.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As paid' })
    if (approvalId) await house.as('authorizer').ok('approvalApprove', { id: approvalId })
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
  const { token, binding } = await house.signIn('auditor@iroko.test')
  const taken = async <N extends 'repaymentRowsExport' | 'suspenseExport' | 'repaymentMissingExport'>(
    name: N,
    input: z.input<Api[N]['input']>,
  ) => (await house.app.inject(requestFor(name, input, { token, binding }))).body.trim().split('\n')
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
  const { rows: kept } = await house.pool.query<{ after: { filter: { search?: string } } }>(
    `select after from audit_entry where subject_id = $1 and action = 'repaymentRowsExport' order by id desc limit 1`,
    [id],
  )
  expect(kept[0]?.after.filter.search, 'a number that was searched for is somebody’s').toBe('•••••••6781')
})

/** Gives one row another place, as the screen does. */
const place = (
  id: string,
  rowNumber: number,
  treatment: 'post' | 'suspense' | 'skip',
  loanId: string | null = null,
) => ({ id, rowNumber, part: 1, loanId, treatment, note: 'By the covering letter' })

/** As if the loan had been given up between the approval and the posting. */
const standing = (loanId: string, status: 'live' | 'cancelled') =>
  house.pool.query(`update loan set status = $2 where id = $1`, [loanId, status])

async function approvedOnly(id: string, form: Parameters<typeof handOver>[1] = {}): Promise<void> {
  await house.as('authorizer').ok('approvalApprove', { id: await handOver(id, form) })
}

const NOT_SENT = { bankCredit: '0', gapNote: 'Not remitted yet' }

describe('no money counts twice', () => {
  test('a row is not split anew once a part of it is posted', async () => {
    const [a, b] = [await borrower(), await borrower()]
    const id = await batchOf([{ staff: '141414', amount: '50000' }])
    const halves = (first: string, second: string) => ({
      id, rowNumber: 1, note: 'One line for both', parts: [{ loanId: b.loanId, amount: first }, { loanId: a.loanId, amount: second }],
    }) // biome-ignore format: a form
    await house.as('admin').ok('repaymentRowSplit', halves('1000000', '4000000'))
    await approvedOnly(id)
    await standing(b.loanId, 'cancelled')
    await runBatch(house.program, id)
    await standing(b.loanId, 'live')
    expect((await rowsOf(id)).map(row => row.status)).toEqual(['refused', 'posted'])
    const before = await owed(a.loanId)
    await house
      .as('admin')
      .refused('repaymentRowSplit', halves('2500000', '2500000'), 'repayment.part_posted')
    expect(await owed(a.loanId)).toBe(before)
    expect((await rowsOf(id)).map(row => row.amount)).toEqual([1_000_000n, 4_000_000n])
    await proved()
  })

  test.each(['post', 'suspense'] as const)(
    'a second deduction of the month, placed by hand to %s, is posted beside the first',
    async treatment => {
      const one = await borrower()
      const line = { staff: one.staff, amount: '20000' }
      await posted(await batchOf([line]))
      const id = await batchOf([{ ...line, amount: '15000' }])
      expect(await binned(id)).toEqual<Bin[]>(['duplicate'])
      await house
        .as('admin')
        .ok('repaymentRowMatch', place(id, 1, treatment, treatment === 'post' ? one.loanId : null))
      await posted(id)
      expect(await look(id)).toMatchObject({
        status: 'posted',
        rowsDone: 1,
        postedTotal: treatment === 'post' ? 1_500_000n : 0n,
      })
      await proved()
      // a correction of the second knows what the second brought, and nothing of the first
      const correction = await batchOf([{ ...line, amount: '15500' }], { correctsId: id })
      expect((await rowsOf(correction)).map(row => [row.bin, row.earlier])).toEqual([
        ['duplicate', 1_500_000n],
      ])
    },
  )

  test('a line that another file posts meanwhile is refused by itself, and the batch comes to its end', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const first = await batchOf([{ staff: one.staff, amount: '20000' }])
    const id = await batchOf([
      { staff: two.staff, amount: '15000' },
      { staff: '151515', amount: '10' },
    ])
    // as if both had been matched at the same moment, and neither had seen the other
    await house.pool.query(
      `update repayment_row r set row_key = o.row_key from repayment_row o where r.batch_id = $1 and r.row_number = 1 and o.batch_id = $2`,
      [id, first],
    )
    await posted(first)
    await posted(id)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 1, rowsRefused: 1 })
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ bin: 'duplicate', problem: expect.stringContaining('another file') })
    await proved()
  })

  test('a correction that brings nothing new is left out, not kept in suspense', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const lines = [
      { staff: one.staff, amount: '20000' },
      { staff: two.staff, amount: '20000' },
    ]
    const first = await batchOf(lines)
    await posted(first)
    const id = await batchOf(
      [...lines.slice(0, 1), { staff: two.staff, amount: '15000' }, { staff: '161616', amount: '10' }],
      { correctsId: first },
    )
    for (const row of [1, 2])
      await house
        .as('admin')
        .refused('repaymentRowMatch', place(id, row, 'suspense'), 'repayment.nothing_new')
    await house.as('admin').ok('repaymentRowMatch', place(id, 1, 'skip'))
    // asked for before this was refused
    await house.pool.query(
      `update repayment_row set treatment = 'suspense', matched_by = 'hand' where batch_id = $1`,
      [id],
    )
    await posted(id, NOT_SENT)
    expect((await rowsOf(id)).map(row => row.status)).toEqual(['refused', 'refused', 'suspense'])
    expect(await look(id)).toMatchObject({ status: 'posted' })
    await proved()
  })
})

async function agreed(asked: Promise<{ approvalId: string | null }>): Promise<void> {
  const { approvalId } = await asked
  await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
}

const undone = async (id: string): Promise<void> => {
  await agreed(house.as('admin').ok('repaymentUndo', { id, reason: 'The wrong month was uploaded' }))
  await runBatch(house.program, id)
}

const give = (suspenseId: string, loanId: string, amount: string) => {
  const id = randomUUID()
  const use = { kind: 'loan', loanId, on: '2026-11-16' } as const
  return {
    id,
    done: agreed(house.as('admin').ok('suspenseUse', { id, suspenseId, amount, use, reason: 'Found' })),
  }
}

const itemsOf = async (batchId: string, state: 'open' | 'closed' = 'open') =>
  (await house.as('auditor').ok('suspenseList', { batchId, state })).rows

describe('one receipt of a batch went to the wrong loan', () => {
  const reversed = (loanId: string, of: string) => ({
    loanId, id: randomUUID(), input: { act: 'reversal', of } as const, reason: 'The wrong person',
  }) // biome-ignore format: a form

  test('it is not reversed on the loan, but taken back by two people into suspense, and on to the right one', async () => {
    const [wrong, right] = [await borrower(), await borrower()]
    const before = { wrong: await owed(wrong.loanId), right: await owed(right.loanId) }
    const id = await batchOf([
      { staff: wrong.staff, amount: '40000' },
      { staff: '171717', amount: '10' },
    ])
    await posted(id)
    const [row] = await rowsOf(id)
    const receiptId = row?.receiptId ?? ''
    const said = await house
      .as('admin')
      .refused('loanActDo', reversed(wrong.loanId, receiptId), 'loan.refused')
    expect(said).toMatchObject({ message: expect.stringContaining('take it back on its row') })
    await house
      .as('admin')
      .refused(
        'loanActPreview',
        { loanId: wrong.loanId, input: { act: 'reversal', of: receiptId } },
        'loan.refused',
      )
    const { happenings } = await house.as('auditor').ok('loanGet', { id: wrong.loanId })
    expect(happenings.find(each => each.id === receiptId)?.cannotReverse).toContain('Repayment Tracker')

    const takeBack = { id, receiptId, reason: 'It is the other Okonkwo' }
    const { approvalId } = await house.as('admin').ok('repaymentTakeBack', takeBack)
    expect(await owed(wrong.loanId), 'nothing moves before the second person').toBe(before.wrong - 4_000_000n)
    const told = await house.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(told.before, 'the effect is shown first').not.toEqual(told.after)
    expect(JSON.stringify(told), 'what is kept here outlives an erased person').not.toContain('Okonkwo A')
    await house.as('admin').refused('repaymentTakeBack', takeBack, 'repayment.status')
    await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
    expect(await owed(wrong.loanId)).toBe(before.wrong)
    expect(await look(id)).toMatchObject({ status: 'posted', postedTotal: 0n, suspenseTotal: 4_001_000n })
    await proved()
    await house.as('admin').refused('repaymentTakeBack', takeBack, 'repayment.not_taken_back')

    const item = (await itemsOf(id)).find(each => each.amount === 4_000_000n)
    const { id: useId, done } = give(item?.id ?? '', right.loanId, '4000000')
    await done
    expect(await owed(right.loanId)).toBe(before.right - 4_000_000n)
    await proved()

    // that was the wrong one too: back into suspense, and the whole batch can still be undone
    await house.as('admin').refused('loanActDo', reversed(right.loanId, useId), 'loan.refused')
    await agreed(house.as('admin').ok('repaymentTakeBack', { ...takeBack, receiptId: useId }))
    expect(await owed(right.loanId)).toBe(before.right)
    expect((await itemsOf(id)).find(each => each.id === item?.id)).toMatchObject({
      remaining: 4_000_000n, closedAt: null, uses: [{ id: useId, undoneAt: expect.any(String) }],
    }) // biome-ignore format: an item
    await proved()
    await house
      .as('admin')
      .refused('repaymentTakeBack', { ...takeBack, receiptId: useId }, 'repayment.not_taken_back')
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone' })
    await proved()
  })
})

describe('less was deducted than was posted for one row', () => {
  test('it is taken back, its loan gets the right sum from suspense, and nobody owes the rest', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const before = await owed(one.loanId)
    const lines = [{ staff: one.staff, amount: '50000' }, { staff: two.staff, amount: '40000' }] // biome-ignore format: a file
    const id = await batchOf(lines)
    await posted(id, { bankCredit: '8000000', gapNote: 'The office sent ₦10,000 less' })
    expect(await look(id)).toMatchObject({ unremitted: 1_000_000n })
    const [row] = await rowsOf(id)
    const wrong = { id, receiptId: row?.receiptId ?? '', reason: 'Only ₦40,000 was deducted' }
    await agreed(house.as('admin').ok('repaymentTakeBack', wrong))
    const [item] = await itemsOf(id)
    const { id: useId, done } = give(item?.id ?? '', one.loanId, '4000000')
    await done
    expect(await owed(one.loanId)).toBe(before - 4_000_000n)
    await proved()

    const rest = {
      id: randomUUID(), suspenseId: item?.id ?? '', amount: '1000000', use: { kind: 'notDeducted' as const },
      reason: 'Letter of the payroll office',
    } // biome-ignore format: a form
    const { approvalId } = await house.as('admin').ok('suspenseUse', rest)
    expect(await look(id), 'nothing moves before the second person').toMatchObject({ unremitted: 1_000_000n })
    const { summary } = await house.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(summary).toContain('off what the payroll office owes, which is then ₦0.00')
    await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
    expect(await look(id)).toMatchObject({ status: 'posted', unremitted: 0n })
    const { rows: unsent } = await house.as('auditor').ok('repaymentList', { unremitted: 'true', limit: 200 })
    expect(unsent.map(each => each.id)).not.toContain(id)
    expect((await itemsOf(id, 'closed'))[0]).toMatchObject({
      remaining: 0n, uses: [{ kind: 'loan', amount: 4_000_000n }, { kind: 'notDeducted', amount: 1_000_000n }],
    }) // biome-ignore format: an item
    await proved()

    // a corrected schedule names ₦45,000 for her: what counts is what was deducted so far
    const better = await batchOf([{ staff: one.staff, amount: '45000' }, ...lines.slice(1)], {
      correctsId: id,
    })
    expect((await rowsOf(better)).map(each => each.earlier)).toEqual([4_000_000n, 4_000_000n])
    await posted(better, NOT_SENT)
    expect(await owed(one.loanId)).toBe(before - 4_500_000n)
    await proved()

    await undone(better)
    await agreed(house.as('admin').ok('repaymentTakeBack', { ...wrong, receiptId: useId }))
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone' })
    expect(await owed(one.loanId)).toBe(before)
    await proved()
  })
})

describe('an undo comes to its end', () => {
  /** As an older release let it be done on the loan's page: the batch does not hear of it. */
  const reversedOnLoan = async (loanId: string, of: string): Promise<void> => {
    const { rows } = await house.pool.query<{ id: string }>('select id from staff limit 1')
    const actor = { ...SYSTEM, id: rows[0]?.id ?? '' }
    const reversal = { loanId, id: randomUUID(), of, note: 'The wrong person' }
    expect(await act(house.program, 'loanActDo', actor, ctx => reverse(ctx, reversal))).toBe(true)
  }

  test('over rows that an older release let be reversed on their loans, with a note on each', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const before = { one: await owed(one.loanId), two: await owed(two.loanId) }
    const id = await batchOf([
      { staff: one.staff, amount: '30000' },
      { staff: two.staff, amount: '20000' },
    ])
    await posted(id)
    const [first, second] = (await rowsOf(id)).map(row => row.receiptId)
    await reversedOnLoan(one.loanId, first ?? '')
    // a bank alert that somebody had confirmed with the other receipt
    await house.pool.query(
      `insert into message_claim (id, sender, body, amount, at, dedupe, status, loan_id, receipt_id)
       values (gen_random_uuid(), 'GTBank', 'Amt:NGN20,000.00 CR', 2000000, now(), $2, 'confirmed', $1, $3)`,
      [two.loanId, second, second],
    )
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone', rowsDone: 0, rowsPassedOver: 1 })
    expect((await rowsOf(id)).map(row => [row.status, row.problem])).toEqual([
      ['undone', expect.stringContaining('the undo passed over it')],
      ['undone', null],
    ])
    expect({ one: await owed(one.loanId), two: await owed(two.loanId) }).toEqual(before)
    const { rows: open } = await house.as('admin').ok('claimList', { status: 'open' })
    expect(open.map(claim => claim.note)).toEqual([expect.stringMatching(/was reversed: RB-\d+ was undone/)])
    await proved()
  })

  test('after money out of its suspense was reversed on the loan that had it', async () => {
    const one = await borrower()
    const before = await owed(one.loanId)
    const id = await batchOf([{ staff: '202020', amount: '7000' }])
    await posted(id)
    const [item] = await itemsOf(id)
    const { id: useId, done } = give(item?.id ?? '', one.loanId, '700000')
    await done
    await reversedOnLoan(one.loanId, useId)
    await house.as('admin').refused('repaymentUndo', { id, reason: 'Once more' }, 'repayment.suspense_used')
    const takenBack = { id, receiptId: useId, reason: 'It was reversed on the loan' }
    await agreed(house.as('admin').ok('repaymentTakeBack', takenBack))
    await proved()
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone' })
    expect(await owed(one.loanId)).toBe(before)
    await proved()
  })

  test('with rows that were ambiguous, and with rows that could not be taken back at first', async () => {
    const [twin, one] = [await borrower(), await borrower()]
    await borrower({ ippisNumber: `0${twin.staff}` })
    const id = await batchOf([
      { staff: twin.staff, amount: '100' },
      { staff: one.staff, amount: '900000' },
    ])
    await house.as('admin').ok('repaymentRowMatch', place(id, 1, 'suspense'))
    await posted(id)
    const { credit } = (await house.as('auditor').ok('loanGet', { id: one.loanId })).row
    const refund = randomUUID()
    await agreed(house.as('admin').ok('loanActDo', {
      loanId: one.loanId, id: refund, reason: 'Asked for it', input: { act: 'refund', amount: credit.toString(), reference: 'RF-1' },
    })) // biome-ignore format: a form
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsDone: 1 })
    expect((await rowsOf(id))[1]?.problem).toContain('paid back')
    await agreed(house.as('admin').ok('loanActDo', {
      loanId: one.loanId, id: randomUUID(), reason: 'The transfer came back', input: { act: 'reversal', of: refund },
    })) // biome-ignore format: a form
    await undone(id)
    expect(await look(id)).toMatchObject({ status: 'undone', rowsDone: 0 })
    await proved()
  })
})

describe('a row that the books refused', () => {
  test('and that got another place waits for a second person again; as it was it is simply tried again', async () => {
    const [gone, right] = [await borrower(), await borrower()]
    const id = await batchOf([{ staff: gone.staff, amount: '30000' }])
    await approvedOnly(id)
    await standing(gone.loanId, 'cancelled')
    await runBatch(house.program, id)
    await house.as('admin').ok('repaymentRetry', { id })
    await runBatch(house.program, id)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsRefused: 1, approvalId: null })
    await standing(gone.loanId, 'live')

    const before = await owed(right.loanId)
    await house.as('admin').ok('repaymentRowMatch', place(id, 1, 'post', right.loanId))
    await proved()
    expect(await look(id)).toMatchObject({ rowsRefused: 1, rowsMoved: 1 })
    const unsaid = await house.as('admin').refused('repaymentRetry', { id }, 'input.invalid')
    expect(unsaid.fields).toMatchObject({ reason: expect.stringContaining('another place') })
    const reason = 'The letter of the Ministry of Health names her'
    const { approvalId } = await house.as('admin').ok('repaymentRetry', { id, reason })
    expect(await house.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })).toMatchObject({ reason })
    await runBatch(house.program, id)
    expect(await owed(right.loanId), 'one person moves no money').toBe(before)
    await house.as('admin').refused('repaymentRowMatch', place(id, 1, 'suspense'), 'repayment.status')
    await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
    await runBatch(house.program, id)
    expect(await owed(right.loanId)).toBe(before - 3_000_000n)
    expect(await look(id)).toMatchObject({ status: 'posted', rowsRefused: 0, rowsDone: 1 })
    await proved()
  })

  test('does not keep the person from hearing of the other, and is told of once it is posted', async () => {
    const one = await borrower()
    const id = await batchOf([
      { staff: one.staff, amount: '20000' },
      { staff: one.staff, amount: '10000', element: 'IROKO LOAN ARREARS' },
    ])
    await approvedOnly(id)
    const awaiting = await recommended(house, { ippisNumber: '181818' })
    const { loanId } = await house.as('authorizer').ok('requestAuthorize', { id: awaiting.id, version: 1 })
    await house.pool.query(`update repayment_row set loan_id = $2 where batch_id = $1 and row_number = 2`, [
      id,
      loanId,
    ])
    const told = async () =>
      (await house.as('auditor').ok('messageList', { subjectType: 'repayment', subjectId: id })).rows.map(
        row => row.text,
      )
    await runBatch(house.program, id)
    expect((await rowsOf(id)).map(row => row.status)).toEqual(['posted', 'refused'])
    expect(await told()).toEqual([expect.stringContaining('NGN20,000.00')])
    house.clock.advance({ minutes: 5 })
    await house.pool.query(`update repayment_row set loan_id = $2 where batch_id = $1 and row_number = 2`, [
      id,
      one.loanId,
    ])
    await house.as('admin').ok('repaymentRetry', { id })
    await runBatch(house.program, id)
    expect((await told()).toSorted()).toEqual([
      expect.stringContaining('NGN10,000.00'),
      expect.stringContaining('NGN20,000.00'),
    ])
  })
})

test('an upload whose batch waits for a second person is not thrown away under it', async () => {
  const id = await batchOf([{ staff: '191919', amount: '10' }])
  const approvalId = await handOver(id)
  await house.as('admin').refused('intakeCancel', { id }, 'intake.status')
  await house.as('authorizer').ok('approvalApprove', { id: approvalId })
  await runBatch(house.program, id)
  expect(await look(id)).toMatchObject({ status: 'posted' })
})
