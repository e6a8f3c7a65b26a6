import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountNamed } from '../../../contract/ledger.ts'
import type { PayoutResult } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { type Stated, submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed, type ApprovedLoan as Loan, submitted } from '../../../test/loans.ts'
import { createTestApp, MONDAY, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { postPayouts } from './post.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
// users sign in again after the clock moved, before the concurrent part
beforeEach(async () => {
  testApp.clock.set(MONDAY)
  for (const part of ['admin', 'superAdmin'] as const) await testApp.as(part).ok('me', {})
})
afterAll(() => testApp.close())

const TODAY = '2026-11-16'
const ACCOUNT = 'GTBank 0123456789, operations'

/** ₦500,000 over 12 months: ₦15,000 of fees are deducted, so ₦485,000 goes to the bank. */
const approved = (changes: Partial<Stated> = {}): Promise<Loan> => approvedLoan(testApp, changes)

async function several(count: number): Promise<[Loan, Loan, ...Loan[]]> {
  const loans: [Loan, Loan, ...Loan[]] = [await approved(), await approved()]
  while (loans.length < count) loans.push(await approved())
  return loans
}

const idsOf = (loans: readonly Loan[]): string[] => loans.map(each => each.id)

async function made(loans: readonly Loan[], valueOn = TODAY): Promise<{ id: string; number: string }> {
  const input = { id: randomUUID(), loanIds: idsOf(loans), valueOn, payingAccount: ACCOUNT }
  return testApp.as('admin').ok('payoutBatchMake', input)
}

async function approvedBatch(
  loans: readonly Loan[],
  valueOn = TODAY,
): Promise<{ id: string; number: string }> {
  const batch = await made(loans, valueOn)
  const asked = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
  await testApp.as('authorizer').approve(asked.approvalId)
  return batch
}

async function sent(loans: readonly Loan[], valueOn = TODAY): Promise<{ id: string; number: string }> {
  const batch = await approvedBatch(loans, valueOn)
  await testApp.as('admin').ok('payoutBatchExport', { id: batch.id, exportId: randomUUID() })
  return batch
}

const batchOf = (id: string) => testApp.as('admin').ok('payoutBatchGet', { id })
const linesOf = async (id: string) =>
  (await testApp.as('auditor').ok('payoutLineList', { id, limit: 200 })).rows
const loanOf = (loan: Loan) => testApp.as('auditor').ok('loanGet', { id: loan.id })

/** The bank's file as it comes back, one row a line. */
const fileOf = (rows: readonly string[], header = 'Reference,Status,Bank Reference,Date,Reason'): string =>
  Buffer.from([header, ...rows].join('\r\n')).toString('base64')

const importFile = (id: string, content: string) =>
  testApp.as('admin').ok('payoutResultImport', { id, fileName: 'result.csv', content })

const mark = async (batchId: string, no: number, result: PayoutResult): Promise<void> => {
  const line = (await linesOf(batchId)).find(each => each.no === no)
  const reported = {
    result,
    on: TODAY,
    bankReference: `NIP-${batchId.slice(0, 8)}-${no}`,
    reason: 'By telephone',
  }
  await testApp.as('admin').ok('payoutLineMark', { id: batchId, lineId: line?.id ?? '', ...reported })
}

const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

async function entriesOf(loan: Loan): Promise<Record<string, string>> {
  const { entries } = await testApp.as('auditor').ok('ledgerLoanJournal', { loanId: loan.id })
  const sums: Record<string, bigint> = {}
  for (const line of entries.flatMap(each => each.lines))
    sums[accountNamed(line.code)] = (sums[accountNamed(line.code)] ?? 0n) + line.amount
  const moved = Object.entries(sums).filter(([, amount]) => amount !== 0n)
  return Object.fromEntries(moved.map(([account, amount]) => [account, formatNaira(amount as never)]))
}

describe('from the selection to the bank and back', () => {
  test('draft → waiting → approved → sent → closed; the ledger moves only when the bank has paid', async () => {
    const loans = await several(3)
    const preview = await testApp.as('admin').ok('payoutPreview', { loanIds: idsOf(loans), valueOn: TODAY })
    expect(preview).toMatchObject({ unfit: [], total: 145_500_000n, leftOut: 0 })
    expect(preview.fits[0]).toMatchObject({ principal: 50_000_000n, fees: 1_500_000n, amount: 48_500_000n })
    expect(preview.fits[0]?.account).toMatch(/^•{6}\d{4}$/)

    const batch = await made(loans)
    expect(batch).toMatchObject({
      number: expect.stringMatching(/^PO-2026-\d{4}$/),
      status: 'draft',
      lines: 3,
    })
    const asked = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
    expect(await batchOf(batch.id)).toMatchObject({ status: 'waiting', pendingApprovalId: asked.approvalId })
    const listed = async (status: 'draft' | 'waiting') =>
      (await testApp.as('admin').ok('payoutBatchList', { status })).rows.map(row => row.id)
    expect(await listed('waiting')).toContain(batch.id)
    expect(await listed('draft')).not.toContain(batch.id)
    const { after } = await testApp.as('authorizer').ok('approvalGet', { id: asked.approvalId ?? '' })
    expect(after).toEqual({
      netPayOut: '₦1,455,000.00',
      payingAccount: ACCOUNT,
      valueDate: '16 Nov 2026',
      amountOfTheLoans: '₦1,500,000.00',
      takenOff: ['Fees ₦45,000.00'],
      references: `${batch.number}-0001 to ${batch.number}-0003`,
      payments: 3,
      hashTotal: expect.stringMatching(/^\d+$/),
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    })
    await testApp.as('authorizer').approve(asked.approvalId)
    expect(await batchOf(batch.id)).toMatchObject({ status: 'approved', approvedBy: 'Emeka Nwosu' })
    expect(await entriesOf(loans[0])).toEqual({})

    await testApp.as('admin').ok('payoutBatchExport', { id: batch.id, exportId: randomUUID() })
    const references = (await linesOf(batch.id)).map(each => each.reference)
    const rows = [
      `${references[0]},PAID,NIP001,16/11/2026,`,
      `${references[1]},Failed,,2026-11-16,Account dormant`,
      `${references[2]},successful,NIP003,16-Nov-2026,`,
    ]
    const reply = await importFile(batch.id, fileOf(rows))
    expect(reply.rows.map(each => [each.line, each.outcome])).toEqual([
      [2, 'paid'],
      [3, 'failed'],
      [4, 'paid'],
    ])
    expect((await batchOf(batch.id)).tallies).toEqual([
      { status: 'posting', lines: 2, total: 97_000_000n },
      { status: 'failed', lines: 1, total: 48_500_000n },
    ])
    expect(await postPayouts(testApp.program, batch.id)).toBe(2)
    expect(await batchOf(batch.id)).toMatchObject({ status: 'closed', paidLines: 2, paidTotal: 97_000_000n })

    expect(await entriesOf(loans[0])).toEqual({
      loanPrincipal: '₦500,000.00',
      premiumsPayable: '−₦5,000.00',
      feeIncome: '−₦10,000.00',
      bank: '−₦485,000.00',
    })
    expect((await loanOf(loans[0])).row).toMatchObject({ status: 'live', disbursedOn: TODAY })
    expect((await loanOf(loans[1])).row.status).toBe('awaiting disbursement')
    const { rows: reported } = await testApp
      .as('admin')
      .ok('customerMessages', { id: loans[0]?.customerId ?? '' })
    expect(reported.some(each => each.text.includes('NGN485,000.00 was paid to your account for loan'))).toBe(
      true,
    )
    await proved()
  })

  test('the bank file has leading zeros, escaped formulas and one reference a line', async () => {
    const loan = await approved({ accountNumber: '0012345678', bankCode: '058' })
    // no form lets such a name in, but an older book may hold one
    await testApp.pool.query(`update customer set surname = '=cmd|calc' where id = $1`, [loan.customerId])
    const batch = await approvedBatch([loan])
    const { content, fileName } = await testApp
      .as('admin')
      .ok('payoutBatchExport', { id: batch.id, exportId: randomUUID() })
    expect(fileName).toBe(`${batch.number}.csv`)
    const csv = Buffer.from(content, 'base64').toString()
    expect(csv).toContain('"0012345678"')
    const rows = parse(csv, { bom: true })
    expect(rows).toEqual([
      [
        'S/N',
        'Beneficiary Name',
        'Account Number',
        'Bank Code',
        'Bank Name',
        'Amount',
        'Narration',
        'Reference',
      ],
      [
        '1', "'=cmd|calc Adaeze", '0012345678', '058', expect.stringContaining('G'), '485000.00',
        `Loan ${loan.number} ${batch.number}`, `${batch.number}-0001`,
      ], // biome-ignore format: one row
    ])
    const trail = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'payoutBatch', subjectId: batch.id })
    expect(trail.rows[0]).toMatchObject({
      action: 'payoutBatchExport',
      after: { accountNumbersRevealed: 1, status: 'sent' },
    })
    expect(JSON.stringify(trail.rows)).not.toContain('0012345678')
  })

  test('a top-up goes in with what is left after the old loan', async () => {
    const old = await approved({ amount: '20000000' })
    await testApp.as('admin').ok('payoutBatchGet', { id: (await sent([old])).id })
    const first = (await loanOf(old)).disbursement?.batchId ?? ''
    await mark(first, 1, 'paid')
    await postPayouts(testApp.program, first)
    const request = await submit(testApp, { ...old.stated, amount: '50000000' })
    const terms = { id: request.id, version: 1, amount: '50000000', tenor: 12, settles: [old.id] }
    await testApp.as('reviewer').ok('requestRecommend', terms)
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    const batch = await sent([{ ...old, id: loanId ?? '' }])
    expect(await linesOf(batch.id)).toMatchObject([
      { principal: 50_000_000n, fees: 1_500_000n, settles: [{ amount: 20_000_000n }], amount: 28_500_000n },
    ])
    await mark(batch.id, 1, 'paid')
    await postPayouts(testApp.program, batch.id)
    expect((await loanOf(old)).row).toMatchObject({ status: 'closed', outstandingTotal: 0n })
    await proved()
  })
})

describe('who cannot go in, and why', () => {
  test.each<[why: string, arrange: (loan: Loan) => Promise<unknown>]>([
    ['Frozen: the customer disputes it', loan => freeze(loan)],
    ['A change of the bank account is pending approval', loan => changeAccount(loan)],
    ['Already in PO-2026-', loan => made([loan])],
    ['An action on the loan is pending approval', loan => act(loan, { act: 'freeze', cause: 'dispute' })],
    ['The loan is live', loan => disbursed(testApp, loan.id)],
    ['The loan is cancelled', loan => act(loan, { act: 'cancel' })],
  ])('%s', async (why, arrange) => {
    const [loan, other] = await several(2)
    await arrange(loan)
    const chosen = { loanIds: [loan.id, other.id], valueOn: TODAY }
    const preview = await testApp.as('admin').ok('payoutPreview', chosen)
    expect(preview.fits.map(each => each.number)).toEqual([other.number])
    expect(preview.unfit).toMatchObject([{ number: loan.number, why: expect.stringContaining(why) }])
    const input = { id: randomUUID(), ...chosen, payingAccount: ACCOUNT }
    const refused = await testApp.as('admin').refused('payoutBatchMake', input, 'payout.unfit')
    expect(refused.message).toContain(loan.number)
  })

  test.each<[why: string, arrange: (loan: Loan) => Promise<unknown>]>([
    ['The customer is blacklisted', loan => blacklist(loan)],
    ['A change of the bank account is pending approval', loan => changeAccount(loan)],
  ])('%s: neither approved nor put into a batch', async (why, arrange) => {
    const loan = await approved()
    const { batchId, approvalId } = await submitted(testApp, loan.id)
    await arrange(loan)
    const chosen = { loanIds: [loan.id], valueOn: TODAY }
    const { message } = await testApp
      .as('authorizer')
      .refused('approvalApprove', { id: approvalId }, 'payout.unfit')
    expect(message.toLowerCase()).toContain(why.toLowerCase())
    await testApp.as('admin').ok('approvalWithdraw', { id: approvalId })
    await testApp.as('admin').ok('payoutBatchCancel', { id: batchId, reason: 'Not now' })
    const { unfit } = await testApp.as('admin').ok('payoutPreview', chosen)
    expect(unfit[0]?.why).toBe(why)
  })

  test('a value date before the approval, or a month in the future', async () => {
    const loan = await approved()
    const early = await testApp.as('admin').ok('payoutPreview', { loanIds: [loan.id], valueOn: '2026-11-13' })
    expect(early.unfit[0]?.why).toBe('Approved on 16 Nov 2026, after the value date')
    const late = { loanIds: [loan.id], valueOn: '2026-12-16' }
    expect((await testApp.as('admin').refused('payoutPreview', late, 'input.invalid')).fields).toHaveProperty(
      'valueOn',
    )
  })

  test('every loan that fits the filter', async () => {
    const surname = `Adeyemi${randomUUID().replace(/[^a-f]/g, '')}`
    const loans = [await approved({ surname }), await approved({ surname })]
    const preview = await testApp
      .as('admin')
      .ok('payoutPreview', { filter: { search: surname }, valueOn: TODAY })
    expect(preview.fits.map(each => each.number).toSorted()).toEqual(
      loans.map(each => each.number).toSorted(),
    )
  })
})

const act = (loan: Loan, input: object) =>
  testApp
    .as('admin')
    .ok('loanActDo', { loanId: loan.id, id: randomUUID(), input: input as never, reason: 'Arranged' })
const byTwo = async (loan: Loan, input: object) =>
  testApp.as('authorizer').approve((await act(loan, input)).approvalId)
const freeze = (loan: Loan) => byTwo(loan, { act: 'freeze', cause: 'dispute' })
const unfreeze = (loan: Loan) => byTwo(loan, { act: 'unfreeze' })

async function blacklist(loan: Loan): Promise<void> {
  const { revision } = await testApp.as('admin').ok('customerGet', { id: loan.customerId })
  const change = { status: 'blacklisted', reason: 'Forged payslip' } as const
  await testApp.as('admin').ok('customerStatusChange', { id: loan.customerId, basedOn: revision, ...change })
}

async function changeAccount(loan: Loan): Promise<string> {
  const { revision } = await testApp.as('admin').ok('customerGet', { id: loan.customerId })
  const { approvalId } = await testApp.as('admin').ok('customerChange', {
    id: loan.customerId,
    basedOn: revision,
    accountNumber: '0098765432',
    reason: 'New salary account',
  })
  return approvalId ?? ''
}

describe('two people', () => {
  test('who asks does not approve, whatever their role; who may not ask is refused', async () => {
    const loan = await approved()
    const input = { id: randomUUID(), loanIds: [loan.id], valueOn: TODAY, payingAccount: ACCOUNT }
    for (const part of ['reviewer', 'authorizer', 'editor', 'auditor'] as const)
      await testApp.as(part).refused('payoutBatchMake', input, 'permission.missing')
    const batch = await testApp.as('superAdmin').ok('payoutBatchMake', input)
    const { approvalId } = await testApp
      .as('superAdmin')
      .ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
    const item = { id: approvalId ?? '' }
    await testApp.as('superAdmin').refused('approvalApprove', item, 'approval.same_person')
    await testApp.as('admin').refused('approvalApprove', item, 'permission.missing')
    const taking = { id: batch.id, exportId: randomUUID() }
    await testApp.as('admin').refused('payoutBatchExport', taking, 'payout.state')
    await testApp.as('authorizer').ok('approvalApprove', item)
    await testApp.as('auditor').refused('payoutBatchExport', taking, 'permission.missing')
  })

  test('the creator of a batch does not approve it, even if another user submits it', async () => {
    const input = {
      id: randomUUID(),
      loanIds: [(await approved()).id],
      valueOn: TODAY,
      payingAccount: ACCOUNT,
    }
    const batch = await testApp.as('superAdmin').ok('payoutBatchMake', input)
    const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
    const item = { id: approvalId ?? '' }
    await testApp.as('superAdmin').refused('approvalApprove', item, 'approval.involved')
    await testApp.as('authorizer').ok('approvalApprove', item)
  })

  test('declined, it is a draft again and can be cancelled', async () => {
    const loan = await approved()
    const batch = await made([loan])
    const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
    await testApp
      .as('admin')
      .refused('payoutBatchCancel', { id: batch.id, reason: 'Too soon' }, 'payout.state')
    await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Wrong day' })
    expect(await batchOf(batch.id)).toMatchObject({ status: 'draft', offers: { ask: { allowed: true } } })
    await testApp.as('admin').ok('payoutBatchCancel', { id: batch.id, reason: 'Wrong day' })
    expect((await batchOf(batch.id)).status).toBe('cancelled')
    await made([loan])
  })

  test('what changed since it was asked for is not approved, and not sent', async () => {
    const [one, two] = await several(2)
    const batch = await made([one, two])
    const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id: batch.id, reason: 'Pay day' })
    await freeze(one)
    const refused = await testApp
      .as('authorizer')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'payout.unfit')
    expect(refused.message).toContain(`${one.number}: frozen`)
    await unfreeze(one)
    await testApp.as('authorizer').approve(approvalId)
    await freeze(one)
    const file = await testApp.as('admin').ok('payoutBatchExport', { id: batch.id, exportId: randomUUID() })
    expect(file).toMatchObject({ lines: 1, heldBack: 1 })
    expect(Buffer.from(file.content, 'base64').toString()).not.toContain(one.number)
    expect((await linesOf(batch.id))[0]).toMatchObject({
      status: 'cancelled',
      results: [],
      reason: expect.stringContaining('Held back'),
    })
  })

  test('a loan in a batch is not cancelled beside it', async () => {
    const loan = await approved()
    const batch = await made([loan])
    const call = { loanId: loan.id, id: randomUUID(), input: { act: 'cancel' }, reason: 'Beside' } as const
    const refused = await testApp.as('admin').refused('loanActDo', call, 'loan.refused')
    expect(refused.message).toContain(batch.number)
    expect((await loanOf(loan)).offers.disburse).toMatchObject({ allowed: false })
  })
})

describe('the bank’s answers', () => {
  test('every row is explained', async () => {
    const loans = await several(6)
    const [batch, other] = [await sent(loans.slice(0, 5)), await sent(loans.slice(5))]
    const references = (await linesOf(batch.id)).map(each => each.reference)
    const elsewhere = (await linesOf(other.id))[0]?.reference
    const rows = [
      `${references[0]},paid,,,485000.00`,
      `${references[0]},paid,,,485000.00`,
      `${references[1]},paid,,,"485,000.01"`,
      `${references[2]},maybe,,,`,
      `${references[3]},paid,31/02/2026,,`,
      `${references[4]},processing,,,`,
      `PO-1999-0001-0001,paid,,,`,
      `${elsewhere},paid,,,`,
      `,paid,,,`,
    ]
    const file = fileOf(
      rows,
      'Transaction Reference;Payment Status'.replace(';', ',').concat(',Value Date,Remarks,Amount'),
    )
    const reply = await testApp
      .as('admin')
      .ok('payoutResultPreview', { id: batch.id, fileName: 'result.csv', content: file })
    expect(reply.rows.map(each => [each.outcome, each.explanation])).toEqual([
      ['paid', `${loans[0]?.number} is disbursed`],
      ['problem', 'Line 2 speaks of the same reference'],
      ['problem', 'The bank says ₦485,000.01, the line ₦485,000.00'],
      ['problem', '“maybe” is none of paid, failed and returned'],
      ['problem', '“31/02/2026” is not a date'],
      ['unchanged', 'The bank has not decided yet'],
      ['problem', 'No line of this batch has this reference'],
      ['problem', `Belongs to ${other.number}`],
      ['problem', 'The reference is missing'],
    ])
    expect(reply.unheard).toBe(4)
    expect((await batchOf(batch.id)).tallies).toEqual([{ status: 'open', lines: 5, total: 242_500_000n }])
  })

  test('the same file again has no effect; a killed job goes on where it was', async () => {
    const loans = await several(3)
    const batch = await sent(loans)
    const rows = (await linesOf(batch.id)).map(each => `${each.reference},paid,NIP,${TODAY},`)
    const file = fileOf(rows)
    await importFile(batch.id, file)
    // two workers take the batch at once, and it is taken again
    await Promise.all([1, 2].map(() => postPayouts(testApp.program, batch.id)))
    expect(await postPayouts(testApp.program, batch.id)).toBe(0)
    const again = await importFile(batch.id, file)
    expect(again.counts).toMatchObject({ paid: 0, unchanged: 3 })
    for (const loan of loans) {
      const { happenings } = await loanOf(loan)
      expect(happenings.filter(each => each.type === 'disbursement')).toHaveLength(1)
    }
    expect(await batchOf(batch.id)).toMatchObject({ status: 'closed', paidLines: 3 })
    await proved()
  })

  test('a reference of the bank that another payment has is explained on its row, and taken by none', async () => {
    const [alone, inBatch, first, second] = await several(4)
    const NIP = '000013261116101522000099887766'
    await disbursed(testApp, alone.id, { bankReference: NIP })
    const earlier = await sent([inBatch])
    await mark(earlier.id, 1, 'paid')
    const [{ bankReference: posting } = { bankReference: null }] = await linesOf(earlier.id)

    const batch = await sent([first, second].flatMap(each => each ?? []))
    const lines = await linesOf(batch.id)
    const rows = lines.map((each, at) => `${each.reference},paid,${[NIP, posting][at]},${TODAY},`)
    const reply = await importFile(batch.id, fileOf(rows))
    expect(reply.rows.map(each => [each.outcome, each.explanation])).toEqual([
      ['problem', `${alone.number} was already disbursed under the bank reference ${NIP}`],
      ['problem', `${inBatch.number} was already disbursed under the bank reference ${posting}`],
    ])
    const lineId = lines[0]?.id ?? ''
    const marked = { id: batch.id, lineId, result: 'paid' as const, on: TODAY, reason: 'By telephone' }
    await testApp.as('admin').refused('payoutLineMark', { ...marked, bankReference: NIP }, 'payout.line')
    expect((await batchOf(batch.id)).tallies).toEqual([{ status: 'open', lines: 2, total: 97_000_000n }])

    // one number for the debit of the whole batch is taken
    const debit = lines.map(each => `${each.reference},paid,BULK-77120,${TODAY},`)
    expect((await importFile(batch.id, fileOf(debit))).counts).toMatchObject({ paid: 2, problem: 0 })
    await postPayouts(testApp.program, batch.id)
    await proved()
  })

  test('a file that is none', async () => {
    const batch = await sent([await approved()])
    for (const content of [
      fileOf([], 'Hello'),
      fileOf(['x'], 'Reference'),
      Buffer.from('"').toString('base64'),
    ])
      await testApp
        .as('admin')
        .refused('payoutResultPreview', { id: batch.id, fileName: 'x.csv', content }, 'payout.file')
  })

  test('returned after paid: reversed with approval, and the loan can be disbursed again', async () => {
    const loan = await approved()
    const batch = await sent([loan])
    await mark(batch.id, 1, 'paid')
    await postPayouts(testApp.program, batch.id)
    await mark(batch.id, 1, 'returned')
    const [line] = await linesOf(batch.id)
    expect(line).toMatchObject({ status: 'returned', isUndone: false, results: [] })
    expect((await loanOf(loan)).row.status).toBe('live')
    await testApp
      .as('admin')
      .refused('approvalApprove', { id: line?.pendingApprovalId ?? '' }, 'permission.missing')
    await testApp.as('authorizer').approve(line?.pendingApprovalId)
    expect(await linesOf(batch.id)).toMatchObject([{ status: 'returned', isUndone: true, results: [] }])
    expect((await loanOf(loan)).row.status).toBe('awaiting disbursement')
    expect(await entriesOf(loan)).toEqual({})
    await made([loan])
    await proved()
  })

  test('money that was repaid since is not undone', async () => {
    const loan = await approved()
    const batch = await sent([loan])
    await mark(batch.id, 1, 'paid')
    await postPayouts(testApp.program, batch.id)
    const reference = `TRF-${randomUUID()}`.slice(0, 40)
    await act(loan, { act: 'receipt', amount: '100000', on: TODAY, channel: 'bank transfer', reference })
    const lineId = (await linesOf(batch.id))[0]?.id ?? ''
    const reported = { id: batch.id, lineId, result: 'returned', on: TODAY, reason: 'Came back' } as const
    const refused = await testApp.as('admin').refused('payoutLineMark', reported, 'payout.line')
    expect(refused.message).toContain('money has been received since the disbursement')
  })

  test('what posting refuses stays on its line with the reason, and is posted once that is settled', async () => {
    const [one, two] = await several(2)
    const batch = await sent([one, two])
    await freeze(one)
    await mark(batch.id, 1, 'paid')
    await mark(batch.id, 2, 'paid')
    expect(await postPayouts(testApp.program, batch.id)).toBe(1)
    expect(await batchOf(batch.id)).toMatchObject({
      status: 'sent',
      problems: 1,
      offers: { retry: { allowed: true } },
    })
    expect((await linesOf(batch.id))[0]?.problem).toContain('frozen')
    const refused = await testApp.as('admin').ok('payoutBatchList', { refused: 'true' })
    expect([refused.total, refused.rows.map(row => row.id)]).toEqual([1, [batch.id]])
    const stuck = await testApp.as('admin').ok('payoutLineList', { id: batch.id, refused: 'true' })
    expect([stuck.total, stuck.rows.map(row => row.no)], 'the figure opens exactly its lines').toEqual([
      1,
      [1],
    ])
    const paid = await testApp
      .as('admin')
      .ok('payoutLineList', { id: batch.id, refused: 'true', status: 'paid' })
    expect([paid.total, paid.rows]).toEqual([0, []])
    await unfreeze(one)
    await testApp.as('admin').ok('payoutBatchRetry', { id: batch.id })
    expect(await postPayouts(testApp.program, batch.id)).toBe(1)
    expect(await batchOf(batch.id)).toMatchObject({ status: 'closed', problems: 0 })
  })

  test('a file without a date is of the batch’s value date, which must have come; a date of the bank is the value date', async () => {
    const [dated, undated] = await several(2)
    const batch = await sent([dated, undated], '2026-11-18')
    const [first, second] = (await linesOf(batch.id)).map(each => each.reference)
    const rows = [`${first},paid,NIP-${first},${TODAY},`, `${second},paid,NIP-${second},,`]
    const { rows: explained } = await importFile(batch.id, fileOf(rows))
    expect(explained.map(each => each.outcome)).toEqual(['paid', 'problem'])
    expect(explained[1]?.explanation).toContain('18 Nov 2026')
    testApp.clock.set('2026-11-19T09:00:00Z')
    await importFile(batch.id, fileOf(rows.slice(1)))
    await postPayouts(testApp.program, batch.id)
    expect((await loanOf(dated)).row).toMatchObject({ status: 'live', disbursedOn: TODAY })
    expect((await loanOf(undated)).row).toMatchObject({ status: 'live', disbursedOn: '2026-11-18' })
    await proved()
  })
})

describe('at the same time', () => {
  test('a double click makes one batch; two people with the same loans make one, too', async () => {
    const loans = await several(2)
    const input = { id: randomUUID(), loanIds: idsOf(loans), valueOn: TODAY, payingAccount: ACCOUNT }
    const key = randomUUID()
    const clicks = await Promise.all(
      [1, 2].map(() => testApp.as('admin').call('payoutBatchMake', input, { key })),
    )
    expect(clicks.map(each => each.status)).toEqual([200, 200])
    expect(new Set(clicks.map(each => each.body.number)).size).toBe(1)
    const fresh = await several(2)
    const answers = await Promise.all(
      (['admin', 'superAdmin'] as const).map(part =>
        testApp.as(part).call('payoutBatchMake', { ...input, id: randomUUID(), loanIds: idsOf(fresh) }),
      ),
    )
    expect(answers.map(each => String(each.status)).toSorted()).toEqual(['200', '409'])
  })

  test('two users record the same result: one succeeds, the other gets a conflict', async () => {
    const batch = await sent([await approved()])
    const lineId = (await linesOf(batch.id))[0]?.id ?? ''
    const reported = {
      id: batch.id, lineId, result: 'paid', on: TODAY, bankReference: 'NIP-TWICE', reason: 'By telephone',
    } as const // biome-ignore format: a form
    const answers = await Promise.all(
      (['admin', 'superAdmin'] as const).map(part => testApp.as(part).call('payoutLineMark', reported)),
    )
    expect(answers.map(each => String(each.status)).toSorted()).toEqual(['200', '409'])
  })

  test('what is at the bank cannot be cancelled: its lines are recorded as failed, and may still turn out paid', async () => {
    const [loan] = await several(1)
    const batch = await sent([loan])
    const why = 'Sent to the bank. Mark lines the bank did not pay as failed.'
    expect((await batchOf(batch.id)).offers.cancel).toEqual({ allowed: false, why })
    const refused = await testApp
      .as('admin')
      .refused('payoutBatchCancel', { id: batch.id, reason: 'Sent too soon' }, 'payout.sent')
    expect(refused.message).toContain('Mark lines the bank did not pay as failed')
    await mark(batch.id, 1, 'failed')
    const [failed] = await linesOf(batch.id)
    await testApp.as('authorizer').approve(failed?.pendingApprovalId)
    const second = await made([loan])
    await testApp.as('admin').ok('payoutBatchCancel', { id: second.id, reason: 'The bank paid the first' })
    await mark(batch.id, 1, 'paid')
    await postPayouts(testApp.program, batch.id)
    expect((await loanOf(loan)).row.status).toBe('live')
  })
})
