import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { accountNamed } from '../../../contract/ledger.ts'
import type { LoanActName } from '../../../contract/loans.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { recommended, type Stated } from '../../../test/applicants.ts'
import { disbursed, submitted } from '../../../test/loans.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { clearanceCode } from '../letters/clearanceCode.ts'
import { owedFacts } from '../letters/print.ts'
import { runDaily } from './daily.ts'
import { getDossier, stateOn } from './state.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Act = z.input<Api['loanActDo']['input']>['input']

/** A loan of ₦500,000 over 12 months, flat 4%, approved on Monday 16 November 2026. */
async function approved(changes: Partial<Stated> = {}): Promise<string> {
  const request = await recommended(testApp, changes)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  return loanId ?? ''
}

/** Babatunde submits; Emeka approves where approval is needed. */
async function doAct(loanId: string, input: Act): Promise<string> {
  const id = randomUUID()
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'As agreed' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  return id
}

async function live(changes: Partial<Stated> = {}): Promise<string> {
  const loanId = await approved(changes)
  await disbursed(testApp, loanId)
  return loanId
}

const receipt = (amount: string, on = '2026-11-16'): Act => ({
  act: 'receipt',
  amount,
  on,
  channel: 'bank transfer',
  reference: `TRF-${randomUUID()}`.slice(0, 40),
})

const show = (loanId: string, asOf?: string) =>
  testApp.as('auditor').ok('loanGet', { id: loanId, ...(asOf ? { asOf } : {}) })

async function entriesOf(loanId: string): Promise<Record<string, string>> {
  const { entries } = await testApp.as('auditor').ok('ledgerLoanJournal', { loanId })
  const balances: Record<string, bigint> = {}
  for (const entry of entries)
    for (const line of entry.lines) {
      const account = accountNamed(line.code)
      balances[account] = (balances[account] ?? 0n) + line.amount
    }
  return Object.fromEntries(
    Object.entries(balances)
      .filter(([, amount]) => amount !== 0n)
      .map(([account, amount]) => [account, formatNaira(amount as Kobo)]),
  )
}

const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

describe('each act, as a banker reads it', () => {
  test('disbursement: principal owed, fees earned, the rest leaves the bank', async () => {
    const loanId = await live()
    expect(await entriesOf(loanId)).toEqual({
      loanPrincipal: '₦500,000.00',
      premiumsPayable: '−₦5,000.00',
      feeIncome: '−₦10,000.00',
      bank: '−₦485,000.00',
    })
    const { row, current } = await show(loanId)
    expect(row).toMatchObject({ status: 'live', nextDueOn: '2026-12-25', outstandingTotal: 74_000_000n })
    expect(current).toHaveLength(12)
    await proved()
  })

  test('a receipt before anything is due is a prepayment: interest first, then principal', async () => {
    const loanId = await live()
    await doAct(loanId, receipt('6166667'))
    expect(await entriesOf(loanId)).toEqual({
      loanPrincipal: '₦458,333.33',
      interestIncome: '−₦20,000.00',
      premiumsPayable: '−₦5,000.00',
      feeIncome: '−₦10,000.00',
      bank: '−₦423,333.33',
    })
    await proved()
  })

  test('a backdated receipt is replayed; a reversal brings back what was', async () => {
    const loanId = await live()
    const before = await show(loanId)
    const id = await doAct(loanId, receipt('10000000'))
    await doAct(loanId, { act: 'reversal', of: id })
    const after = await show(loanId)
    expect(after.row).toMatchObject({ ...before.row, lastReceiptOn: null })
    expect(after.current).toEqual(before.current)
    expect(after.happenings.map(each => [each.type, each.undone])).toContainEqual(['receipt', true])
    await proved()
  })

  test('more than everything becomes credit, and credit is refunded', async () => {
    const loanId = await live()
    await doAct(loanId, receipt('75000000'))
    expect((await show(loanId)).row).toMatchObject({ status: 'overpaid', credit: 1_000_000n })
    await doAct(loanId, { act: 'refund', amount: '1000000', reference: 'RF-1' })
    expect((await show(loanId)).row).toMatchObject({ status: 'closed', credit: 0n })
    await proved()
  })

  test('a settlement quote paid on its day closes the loan', async () => {
    const loanId = await live()
    const quote = await testApp
      .as('admin')
      .ok('settlementQuoteMake', { loanId, id: randomUUID(), on: '2026-11-16' })
    expect(quote.number).toMatch(/^Q\d+$/)
    await doAct(loanId, {
      act: 'settle',
      quoteId: quote.id,
      on: '2026-11-16',
      channel: 'bank transfer',
      reference: 'SET-1',
    })
    expect((await show(loanId)).row).toMatchObject({
      status: 'closed',
      outstandingTotal: 0n,
      lastReceiptOn: '2026-11-16',
    })
    expect((await show(loanId)).months.map(({ month, expected }) => [month, expected])).toEqual([
      ['2026-11', 0n],
    ])
    await proved()
  })

  test.each<[LoanActName, Act]>([
    ['charge', { act: 'charge', component: 'fee', amount: '250000', on: '2026-11-16' }],
    ['holiday', { act: 'holiday', periods: 2, interest: 'waived' }],
    ['holiday', { act: 'holiday', periods: 1, interest: 'added' }],
    ['restructure', { act: 'restructure', tenor: 18, ratePpm: 30_000, capitalises: ['interest'] }],
    ['writeOff', { act: 'writeOff' }],
    ['waiver', { act: 'waiver', component: 'interest', amount: '500000' }],
  ])('%s keeps the ledger true', async (_, input) => {
    const loanId = await live()
    await doAct(loanId, receipt('6166667'))
    const preview = await testApp.as('admin').ok('loanActPreview', { loanId, input })
    await doAct(loanId, input)
    const after = await show(loanId)
    expect(after.row.outstandingTotal).toBe(preview.after.outstandingTotal)
    await proved()
  })

  test('a charge above what can be lent is refused, and one above the limit needs approval', async () => {
    const loanId = await live()
    const before = await show(loanId)
    const charge = (amount: string): Act => ({ act: 'charge', component: 'fee', amount, on: '2026-11-16' })
    const refusedAtOnce = await testApp.as('admin').call('loanActDo', {
      loanId,
      id: randomUUID(),
      input: charge('999999999999999999'),
      reason: 'All there is',
    })
    expect(refusedAtOnce.body).toMatchObject({
      code: 'input.invalid',
      fields: { 'input.amount': 'At most ₦1,000,000,000.00' },
    })
    const asked = await testApp
      .as('admin')
      .ok('loanActDo', { loanId, id: randomUUID(), input: charge('5000001'), reason: 'Costs of the court' })
    expect((await show(loanId)).row.outstandingTotal).toBe(before.row.outstandingTotal)
    const approval = await testApp.as('authorizer').approve(asked.approvalId)
    expect(approval.summary).toContain('₦50,000.01 as fee')
    expect((await show(loanId)).row.outstandingTotal).toBe(before.row.outstandingTotal + 5_000_001n)
    const small = { id: randomUUID(), input: charge('5000000'), reason: 'Costs of the court' }
    // the limit is for all that one person charges a loan in a day
    const alone = await testApp.as('admin').ok('loanActDo', { loanId: await live(), ...small })
    expect(alone.approvalId).toBeNull()
    await proved()
  })

  test('what is written off comes back as recovery, not as repayment', async () => {
    const loanId = await live()
    await doAct(loanId, { act: 'writeOff' })
    const recovery = await doAct(loanId, {
      act: 'recovery',
      amount: '5000000',
      on: '2026-11-16',
      channel: 'cash',
      reference: `REC-${loanId}`,
    })
    const loss = { writtenOff: 50_000_000n, recovered: 5_000_000n }
    const { row } = await show(loanId)
    expect(row).toMatchObject({ status: 'written off', lastReceiptOn: '2026-11-16', loss })
    expect((await show(loanId)).months, 'nothing falls due on it any more').toEqual([])
    const dossier = await getDossier(testApp.program.db, loanId)
    expect(owedFacts(stateOn(dossier, localDate('2026-11-16'), localDate('2026-11-16')))).toEqual([
      ['Written off', '₦500,000.00'],
      ['Recovered since', '₦50,000.00'],
      ['Outstanding balance', '₦450,000.00'],
    ])
    const { rows } = await testApp.as('auditor').ok('loanList', { tab: 'writtenOff' })
    expect(rows.find(({ id }) => id === loanId)?.loss).toEqual(loss)
    const { bytes } = await testApp.as('auditor').ok('loanExport', { tab: 'writtenOff', search: row.number })
    const [head, line] = parse(Buffer.from(bytes), { bom: true })
    const lost = [head?.indexOf('Written off (NGN)') ?? -1, head?.indexOf('Recovered since (NGN)') ?? -1]
    expect(lost.map(at => line?.[at])).toEqual(['500000.00', '50000.00'])
    expect(await entriesOf(loanId)).toMatchObject({ writeOffExpense: '₦500,000.00' })
    expect((await entriesOf(loanId)).loanPrincipal).toBeUndefined()
    const { entries } = await testApp.as('auditor').ok('ledgerJournal', { ref: recovery })
    expect(entries[0]?.lines.map(line => [accountNamed(line.code), line.amount])).toEqual([
      ['recoveryIncome', -5_000_000n],
      ['bank', 5_000_000n],
    ])
    await proved()
  })

  test('a recovery needs approval, however small', async () => {
    const loanId = await live()
    await doAct(loanId, { act: 'writeOff' })
    const input: Act = {
      act: 'recovery',
      amount: '10000',
      on: '2026-11-16',
      channel: 'cash',
      reference: `REC-${loanId}`,
    }
    const preview = await testApp.as('admin').ok('loanActPreview', { loanId, input })
    expect(preview.secondPerson).toBe(true)
    const asked = { loanId, id: randomUUID(), input, reason: 'Paid at the desk' }
    const { approvalId } = await testApp.as('admin').ok('loanActDo', asked)
    const waiting = await show(loanId)
    expect(waiting.row.lastReceiptOn).toBeNull()
    expect(waiting).toMatchObject({ pendingApprovalId: approvalId })
    await testApp.as('authorizer').approve(approvalId)
    expect((await show(loanId)).row.lastReceiptOn).toBe('2026-11-16')
    await proved()
  })
})

describe('what is refused', () => {
  const refused = async (
    loanId: string,
    input: Act,
    code: 'loan.refused' | 'loan.frozen' | 'loan.reference_taken',
  ) =>
    (
      await testApp
        .as('admin')
        .refused('loanActDo', { loanId, id: randomUUID(), input, reason: 'Trying' }, code)
    ).message

  test('by name, with what is allowed', async () => {
    const waiting = await approved()
    expect(await refused(waiting, receipt('100000'), 'loan.refused')).toContain('not been disbursed')
    const loanId = await live()
    expect(await refused(loanId, receipt('100000', '2026-11-17'), 'loan.refused')).toContain('not come yet')
    expect(await refused(loanId, receipt('100000', '2026-11-15'), 'loan.refused')).toContain(
      'before the disbursement',
    )
    expect(
      await refused(loanId, { act: 'refund', amount: '100', reference: 'RF-9' }, 'loan.refused'),
    ).toContain('credit')
    expect(
      await refused(loanId, { act: 'waiver', component: 'interest', amount: '99000000' }, 'loan.refused'),
    ).toContain('₦240,000.00')
  })

  test('the same reference twice, on any loan', async () => {
    const [one, two] = [await live(), await live()]
    const paid = receipt('100000')
    await doAct(one, paid)
    expect(await refused(two, paid, 'loan.reference_taken')).toContain('already recorded on L')
  })

  test('a frozen loan is neither charged nor put on new terms', async () => {
    const loanId = await live()
    await doAct(loanId, { act: 'freeze', cause: 'dispute' })
    await refused(loanId, { act: 'charge', component: 'fee', amount: '100', on: '2026-11-16' }, 'loan.frozen')
    await doAct(loanId, { act: 'unfreeze' })
    await doAct(loanId, { act: 'charge', component: 'fee', amount: '100', on: '2026-11-16' })
  })

  test('the approver is another user, for superAdmins too', async () => {
    const loanId = await approved()
    const { approvalId } = await testApp.as('superAdmin').ok('loanActDo', {
      loanId,
      id: randomUUID(),
      input: { act: 'freeze', cause: 'dispute' },
      reason: 'Complaint',
    })
    await testApp
      .as('superAdmin')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'approval.same_person')
    await testApp.as('reviewer').refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    expect((await show(loanId)).pendingApprovalId).toBe(approvalId)
    await testApp.as('authorizer').approve(approvalId)
    expect((await show(loanId)).row.frozen).toBe('dispute')
  })

  test('while a reversal is pending approval, no other is offered or accepted', async () => {
    const loanId = await live()
    const of = await doAct(loanId, receipt('100000'))
    const reverse = () => ({
      loanId,
      id: randomUUID(),
      input: { act: 'reversal', of } as const,
      reason: 'Entered on the wrong loan',
    })
    const offers = async () => (await testApp.as('admin').ok('loanGet', { id: loanId })).offers
    expect((await offers()).reversal.allowed).toBe(true)
    const { approvalId } = await testApp.as('admin').ok('loanActDo', reverse())
    expect((await offers()).reversal.why).toBe('Another action is already pending approval.')
    expect((await offers()).receipt, 'what one person may do goes on').toEqual({ allowed: true, why: null })
    const { message } = await testApp.as('superAdmin').refused('loanActDo', reverse(), 'approval.pending')
    expect(message).toContain('already pending approval (submitted by Babatunde')
    await testApp.as('admin').ok('approvalWithdraw', { id: approvalId ?? '' })
    expect((await offers()).reversal.allowed).toBe(true)
  })

  test.each(['reviewer', 'authorizer', 'editor', 'auditor'] as const)('%s moves no money', async part => {
    const loanId = await live()
    await testApp
      .as(part)
      .refused(
        'loanActDo',
        { loanId, id: randomUUID(), input: receipt('100'), reason: 'Trying' },
        'permission.missing',
      )
  })

  test('a double click is one posting', async () => {
    const loanId = await live()
    const call = { loanId, id: randomUUID(), input: receipt('100000'), reason: 'Twice' }
    const key = randomUUID()
    const answers = await Promise.all(
      [1, 2, 3].map(() => testApp.as('admin').call('loanActDo', call, { key })),
    )
    expect(answers.map(each => each.status)).toEqual([200, 200, 200])
    const { happenings } = await show(loanId)
    expect(happenings.filter(each => each.type === 'receipt')).toHaveLength(1)
  })
})

describe('time', () => {
  test('the daily run makes instalments due, counts days late, catches up, and can be run again', async () => {
    const loanId = await live()
    testApp.clock.set('2026-12-28T09:00:00Z')
    const first = await runDaily(testApp.program)
    expect(first.loans).toBeGreaterThan(0)
    expect(await runDaily(testApp.program)).toEqual({ days: 0, loans: 0 })
    const { row } = await show(loanId)
    expect(row).toMatchObject({ daysPastDue: 3, className: 'Pass and watch' })
    expect((await entriesOf(loanId)).interestReceivable).toBe('₦20,000.00')
    await proved()
    expect((await show(loanId, '2026-12-24')).row).toMatchObject({ daysPastDue: 0, arrears: 0n })
    await doAct(loanId, receipt('6166667', '2026-12-25'))
    expect((await show(loanId)).row.daysPastDue).toBe(0)
    expect((await show(loanId, '2026-12-24')).row).toMatchObject({ status: 'live', lastReceiptOn: null })
    await proved()
  })
})

test('the approver of a reversal reads what is reversed', async () => {
  const loanId = await live()
  const today = testApp.clock.now().toISOString().slice(0, 10)
  const of = await doAct(loanId, receipt('6166667', today))
  const { row } = await show(loanId)
  const { approvalId } = await testApp
    .as('admin')
    .ok('loanActDo', { loanId, id: randomUUID(), input: { act: 'reversal', of }, reason: 'Entered twice' })
  const { rows } = await testApp.pool.query('select summary from approval where id = $1', [approvalId])
  expect(rows).toEqual([
    {
      summary: `Reversal: ${row.number}, ${row.customerName}, receipt of ₦61,666.67 of ${formatDate(localDate(today))}`,
    },
  ])
})

test('a loan that awaits its disbursement says what is deducted first, not the largest instalment', async () => {
  const loanId = await approved({ amount: '10000000', tenor: 7 })
  const { row, original } = await show(loanId)
  const [first, last] = [original[0], original.at(-1)]
  expect(last?.total).toBeGreaterThan(first?.total ?? 0n)
  expect(row.firstDue).toEqual({ on: first?.dueOn, amount: first?.total })
  const awaiting = { tab: 'awaiting', search: row.number } as const
  const { rows } = await testApp.as('auditor').ok('loanList', awaiting)
  expect(rows).toMatchObject([{ firstDue: row.firstDue }])
  const paidOut = await live()
  expect((await show(paidOut)).row.firstDue).toBeNull()
})

test('the approver of one disbursement reads how much goes where and when, what was deducted, and what is repaid', async () => {
  const loanId = await approved()
  const on = testApp.clock.now().toISOString().slice(0, 10)
  const { number, approvalId } = await submitted(testApp, loanId)
  const { summary, before, after } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId })
  const { row } = await show(loanId)
  expect(summary).toContain(`${number}: 1 loan, ${row.number}, ₦485,000.00`)
  expect(before).toBeNull()
  expect(after).toMatchObject({
    netPayOut: '₦485,000.00',
    bank: 'Guaranty Trust Bank',
    account: expect.stringMatching(/^•{6}\d{4}$/),
    valueDate: formatDate(localDate(on)),
    references: `${number}-0001`,
    amountOfTheLoans: '₦500,000.00',
    takenOff: ['Processing fee ₦10,000.00', 'Credit life insurance ₦5,000.00'],
    toBeRepaid: '₦740,000.00 in 12 instalments',
    firstDeduction: formatDate(localDate(row.firstDue?.on ?? '')),
  })
})

test.each([
  ['another', `'0123456785'`],
  ['one with the same last digits', `'9' || substr(account_number, 2)`],
])('a disbursement to an account that changed to %s while it was pending is not approved', async (_, to) => {
  const loanId = await approved()
  const { approvalId } = await submitted(testApp, loanId)
  await testApp.pool.query(
    `update customer set account_number = ${to} where id = (select customer_id from loan where id = $1)`,
    [loanId],
  )
  const refused = await testApp
    .as('authorizer')
    .refused('approvalApprove', { id: approvalId }, 'payout.unfit')
  expect(refused.message).toContain('the bank account has changed')
  expect((await show(loanId)).row.status).toBe('awaiting disbursement')
})

test('a refund says to whom and where; other acts say what was typed', async () => {
  const loanId = await live()
  const today = testApp.clock.now().toISOString().slice(0, 10)
  await doAct(loanId, receipt('80000000', today))
  const ask = async (input: Act) => {
    const { approvalId } = await testApp
      .as('admin')
      .ok('loanActDo', { loanId, id: randomUUID(), input, reason: 'As agreed' })
    const reported = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    await testApp.as('admin').ok('approvalWithdraw', { id: reported.id })
    return reported
  }
  // not transferred yet, so the bank has given it no reference: it gets ours
  const refund = await ask({ act: 'refund', amount: '1000000' })
  expect(refund.title).toBe('Refund')
  expect(refund.summary).toMatch(/^(L\d+), Okonkwo Adaeze, ₦10,000.00, reference \1-[\dA-F]{6}$/)
  expect(refund.after).toMatchObject({
    paidBack: '₦10,000.00',
    bank: 'Guaranty Trust Bank',
    creditNow: '₦60,000.00',
  })
  const large = await ask({ ...receipt('30000000', today), reference: 'TRF-77' } as Act)
  expect(large.summary).toContain(
    `₦300,000.00, ${formatDate(localDate(today))}, bank transfer, reference TRF-77`,
  )
  expect(large.before).toMatchObject({ status: 'Overpaid', outstanding: '₦0.00' })
})

test('the approver of a waiver or write-off reads the amount, though it was not typed', async () => {
  const loanId = await live()
  const reported = async (input: Act) => {
    const asked = { loanId, id: randomUUID(), input, reason: 'Agreed with the branch' }
    const { approvalId } = await testApp.as('admin').ok('loanActDo', asked)
    const approval = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    await testApp.as('admin').ok('approvalWithdraw', { id: approval.id })
    return approval
  }
  const waiver = await reported({ act: 'waiver', component: 'interest', amount: '130666' })
  expect(waiver.summary).toMatch(/, Okonkwo Adaeze, ₦1,306\.66 of interest$/)
  // disbursed today: no interest is earned yet, so the principal alone is lost
  const writeOff = await reported({ act: 'writeOff' })
  expect(writeOff.title).toBe('Write-off')
  expect(writeOff.summary).toMatch(/, Okonkwo Adaeze, ₦500,000\.00$/)
  expect(writeOff.before).toMatchObject({ status: 'Active', outstanding: '₦740,000.00' })
  expect(writeOff.after).toMatchObject({
    status: 'Written off',
    writtenOff: '₦500,000.00',
    unearnedInterest: '₦240,000.00',
    outstanding: '₦0.00',
  })
})

describe('concurrent acts', () => {
  test('sixteen people on four loans at once: nothing doubled, nothing lost, no 5xx', async () => {
    const loans: string[] = []
    while (loans.length < 4) loans.push(await live())
    const today = testApp.clock.now().toISOString().slice(0, 10)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) =>
        testApp.as('admin').call('loanActDo', {
          loanId: loans[i % loans.length] ?? '',
          id: randomUUID(),
          input: receipt('10000', today),
          reason: 'Together',
        }),
      ),
    )
    expect(answers.filter(each => each.status !== 200).map(each => each.body)).toEqual([])
    await proved()
  })
})

describe('papers', () => {
  test('each opens as what it claims to be', async () => {
    const loanId = await live()
    const today = testApp.clock.now().toISOString().slice(0, 10)
    const paid = await doAct(loanId, receipt('100000', today))
    const quote = await testApp.as('admin').ok('settlementQuoteMake', { loanId, id: randomUUID(), on: today })
    const starts = { pdf: '%PDF', csv: '\uFEFF', xlsx: 'PK' }
    for (const [paper, start, itemId] of [
      ['statement', starts.pdf],
      ['statement.csv', starts.csv],
      ['statement.xlsx', starts.xlsx],
      ['schedule', starts.pdf],
      ['receipt', starts.pdf, paid],
      ['quote', starts.pdf, quote.id],
    ] as const) {
      const file = await download({ id: loanId, paper, ...(itemId ? { itemId } : {}) })
      expect(file.toString('utf8').startsWith(start), paper).toBe(true)
    }
    const { sheets } = await readXlsx(await download({ id: loanId, paper: 'statement.xlsx' }))
    const amounts = sheets[0]?.rows.slice(1).map(cells => [cells[1], cells[3]])
    expect(amounts).toEqual([
      ['Disbursement', 500_000],
      ['Repayment', 1_000],
    ])
    await testApp.as('admin').refused('loanPaper', { id: loanId, paper: 'clearance' }, 'loan.refused')
  })

  test('a clearance letter can be checked on the public page, and a guessed code is refused', async () => {
    const loanId = await live()
    const today = testApp.clock.now().toISOString().slice(0, 10)
    const { row: owed } = await show(loanId)
    await doAct(loanId, receipt(owed.outstandingTotal.toString(), today))
    const { row } = await show(loanId)
    expect(row.status).toBe('closed')
    expect((await download({ id: loanId, paper: 'clearance' })).subarray(0, 4).toString()).toBe('%PDF')
    const code = clearanceCode(testApp.program.keys, row.number)
    expect(await testApp.stranger.ok('clearanceCheck', { loanNumber: row.number, code })).toEqual({
      genuine: true,
    })
    expect(
      await testApp.stranger.ok('clearanceCheck', { loanNumber: row.number, code: '0000-0000-0000' }),
    ).toEqual({
      genuine: false,
    })
    for (const typed of [code.replaceAll('-', ''), code.replaceAll('-', ' '), code.toLowerCase()])
      expect(
        await testApp.stranger.ok('clearanceCheck', { loanNumber: row.number.toLowerCase(), code: typed }),
      ).toEqual({ genuine: true })
    // payroll is late to stop: now we owe the borrower something, and the letter is as true as before
    await doAct(loanId, receipt('500000', today))
    expect((await show(loanId)).row.status).toBe('overpaid')
    expect(await testApp.stranger.ok('clearanceCheck', { loanNumber: row.number, code })).toEqual({
      genuine: true,
    })
    expect((await download({ id: loanId, paper: 'clearance' })).subarray(0, 4).toString()).toBe('%PDF')
  })
})

test('a loan that was opened again today is not cleared as of yesterday', async () => {
  const loanId = await live()
  const { row: owed } = await show(loanId)
  const today = testApp.clock.now().toISOString().slice(0, 10)
  const all = await doAct(loanId, receipt(owed.outstandingTotal.toString(), today))
  testApp.clock.advance({ hours: 24 })
  expect((await download({ id: loanId, paper: 'clearance', to: today })).subarray(0, 4).toString()).toBe(
    '%PDF',
  )
  await doAct(loanId, { act: 'reversal', of: all })
  await testApp
    .as('admin')
    .refused('loanPaper', { id: loanId, paper: 'clearance', to: today }, 'loan.refused')
})

async function download(input: z.input<Api['loanPaper']['input']>): Promise<Buffer> {
  const { token, binding } = await testApp.signIn('auditor@iroko.test')
  const response = await testApp.app.inject(requestFor('loanPaper', input, { token, binding }))
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200)
  return response.rawPayload
}
