import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECTIONS } from '../../../contract/settings.ts'
import { submit } from '../../../test/applicants.ts'
import { approvedLoan, disbursed, PAYING_ACCOUNT, submitted, toTransfer } from '../../../test/loans.ts'
import { createTestApp, MONDAY, type TestApp } from '../../../test/testApp.ts'
import { whileWaiting } from '../../../test/whileWaiting.ts'
import { prove } from '../../app/prove.ts'
import { postPayouts } from './post.ts'

/** One loan or many: approved, transferred at the bank, and only then posted and announced. */

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
beforeEach(async () => {
  testApp.clock.set(MONDAY)
  for (const part of ['admin', 'superAdmin'] as const) await testApp.as(part).ok('me', {})
})
afterAll(() => testApp.close())

const TODAY = '2026-11-16'
type Loan = Awaited<ReturnType<typeof approvedLoan>>

const loanOf = (id: string) => testApp.as('admin').ok('loanGet', { id })
const batchOf = (id: string) => testApp.as('admin').ok('payoutBatchGet', { id })
const linesOf = async (id: string) => (await testApp.as('admin').ok('payoutLineList', { id })).rows
const textsTo = async ({ customerId }: Loan) =>
  (await testApp.as('admin').ok('customerMessages', { id: customerId })).rows.map(each => each.text)
const approval = (id: string) => testApp.as('authorizer').ok('approvalGet', { id })
const approve = (id: string | null | undefined) => testApp.as('authorizer').approve(id)

type Line = { batchId: string; lineId: string }
const markInput = (
  { batchId, lineId }: Line,
  result: 'paid' | 'failed' | 'returned',
  reported: { on?: string; bankReference?: string } = {},
) => ({ id: batchId, lineId, result, on: TODAY, reason: 'Bank statement', ...reported })
const mark = (
  line: Line,
  result: 'paid' | 'failed' | 'returned',
  reported?: { on?: string; bankReference?: string },
) => testApp.as('admin').ok('payoutLineMark', markInput(line, result, reported))
const nip = () => `NIP-${randomUUID()}`

const take = (id: string, more: { exportId?: string; reason?: string } = {}) =>
  testApp.as('admin').ok('payoutBatchExport', { id, exportId: randomUUID(), ...more })

/** Of several loans, approved. */
async function batchOfSeveral(count: number) {
  const loans: Loan[] = []
  while (loans.length < count) loans.push(await approvedLoan(testApp))
  const input = { id: randomUUID(), valueOn: TODAY, payingAccount: PAYING_ACCOUNT, reason: 'Pay day' }
  const batch = await testApp
    .as('admin')
    .ok('payoutBatchMake', { ...input, loanIds: loans.map(each => each.id) })
  return { loans, batch, approvalId: batch.pendingApprovalId ?? '' }
}

describe('one loan', () => {
  test('approved, nothing is posted and no SMS leaves; the loan shows what to transfer', async () => {
    const loan = await approvedLoan(testApp)
    const { batchId, number, lineId } = await toTransfer(testApp, loan.id)
    const { row, happenings, disbursement } = await loanOf(loan.id)
    expect([row.status, row.disbursedOn, happenings]).toEqual(['awaiting disbursement', null, []])
    expect(await textsTo(loan)).toEqual([])
    expect(disbursement).toMatchObject({
      batchId, number, lineId, status: 'approved', lineStatus: 'open', lines: 1, amount: 48_500_000n,
      account: expect.stringMatching(/^•{6}\d{4}$/), reference: `${number}-0001`, changed: null,
      pendingApprovalId: null, results: ['paid', 'failed', 'returned'],
    }) // biome-ignore format: one card
  })

  test('paid by the bank: posted on the bank’s day with its reference, and only then announced', async () => {
    const loan = await approvedLoan(testApp)
    const line = await toTransfer(testApp, loan.id, TODAY)
    testApp.clock.set('2026-11-19T09:00:00Z')
    const bankReference = nip()
    await mark(line, 'paid', { on: '2026-11-18', bankReference })
    expect(await textsTo(loan)).toEqual([])
    await postPayouts(testApp.program, line.batchId)
    const { row, happenings, disbursement } = await loanOf(loan.id)
    expect(row).toMatchObject({ status: 'live', disbursedOn: '2026-11-18' })
    expect(happenings[0]).toMatchObject({ type: 'disbursement', bankReference, reference: line.reference })
    expect(disbursement).toBeNull()
    expect(await textsTo(loan)).toEqual([
      expect.stringContaining('NGN485,000.00 was paid to your account for loan'),
    ])
    expect(await batchOf(line.batchId)).toMatchObject({ status: 'closed', bankFiles: [] })
    expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])
  })

  test('paid needs the bank’s reference', async () => {
    const line = await toTransfer(testApp, (await approvedLoan(testApp)).id)
    for (const bankReference of ['', ' ', 'x']) {
      const input = markInput(line, 'paid', { bankReference })
      const { fields } = await testApp.as('admin').refused('payoutLineMark', input, 'input.invalid')
      expect(fields).toHaveProperty('bankReference')
    }
  })

  test('no act posts a disbursement directly', async () => {
    const { id: loanId } = await approvedLoan(testApp)
    const input = { act: 'disburse', on: TODAY } as never
    for (const name of ['loanActDo', 'loanActPreview'] as const)
      await testApp
        .as('admin')
        .refused(name, { loanId, id: randomUUID(), input, reason: 'As agreed' }, 'input.invalid')
  })

  test('only those who may ask for money submit it, and another person approves it', async () => {
    const loan = await approvedLoan(testApp)
    const input = {
      id: randomUUID(), loanIds: [loan.id], valueOn: TODAY, payingAccount: PAYING_ACCOUNT, reason: 'As agreed',
    } // biome-ignore format: a form
    for (const part of ['reviewer', 'authorizer', 'editor', 'auditor'] as const)
      await testApp.as(part).refused('payoutBatchMake', input, 'permission.missing')
    const batch = await testApp.as('superAdmin').ok('payoutBatchMake', input)
    expect(batch.status).toBe('waiting')
    await testApp
      .as('superAdmin')
      .refused('approvalApprove', { id: batch.pendingApprovalId ?? '' }, 'approval.same_person')
    expect(await testApp.as('superAdmin').ok('payoutBatchMake', input)).toEqual(batch)
  })

  test('reversed while nothing was repaid, it is disbursed again', async () => {
    const loan = await approvedLoan(testApp)
    const of = await disbursed(testApp, loan.id)
    const act = { loanId: loan.id, id: randomUUID(), input: { act: 'reversal', of } as const }
    const { approvalId } = await testApp.as('admin').ok('loanActDo', { ...act, reason: 'Sent twice' })
    await approve(approvalId)
    expect((await loanOf(loan.id)).row.status).toBe('awaiting disbursement')
    const { approvalId: again, number } = await submitted(testApp, loan.id)
    const { after } = await approval(again)
    expect(after).toMatchObject({
      sentBefore: [
        expect.stringMatching(new RegExp(`^${loan.number}: PO-2026-\\d{4}, 16 Nov 2026, ₦485,000.00, paid$`)),
      ],
    })
    expect(JSON.stringify(after)).not.toContain(`${number},`)
  })

  test('a top-up settles the old loan when the bank has paid, at the amount that was approved', async () => {
    const old = await approvedLoan(testApp, { amount: '20000000' })
    await disbursed(testApp, old.id)
    const request = await submit(testApp, { ...old.stated, amount: '50000000' })
    const terms = { id: request.id, version: 1, amount: '50000000', tenor: 12, settles: [old.id] }
    await testApp.as('reviewer').ok('requestRecommend', terms)
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    const line = await toTransfer(testApp, loanId ?? '')
    expect((await loanOf(old.id)).row.status).toBe('live')
    // the bank pays two days later: interest of those days is not charged on the old loan
    testApp.clock.set('2026-11-18T09:00:00Z')
    await mark(line, 'paid', { on: '2026-11-18', bankReference: nip() })
    expect((await textsTo(old)).some(each => each.includes('settled loan'))).toBe(false)
    await postPayouts(testApp.program, line.batchId)
    expect((await loanOf(old.id)).row).toMatchObject({ status: 'closed', outstandingTotal: 0n, credit: 0n })
    expect((await loanOf(loanId ?? '')).row.disbursedOn).toBe('2026-11-18')
    expect((await textsTo(old)).some(each => each.includes(`settled loan ${old.number}`))).toBe(true)
    expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])
  })

  test('what changed since the approval is shown on the loan: do not pay', async () => {
    const loan = await approvedLoan(testApp)
    await toTransfer(testApp, loan.id)
    const { revision } = await testApp.as('admin').ok('customerGet', { id: loan.customerId })
    const change = { accountNumber: '0098765432', reason: 'New salary account' }
    await testApp.as('admin').ok('customerChange', { id: loan.customerId, basedOn: revision, ...change })
    expect((await loanOf(loan.id)).disbursement?.changed).toMatch(/^A change of the bank account/)
  })

  test('the dashboard counts what is to be transferred, for those who record it', async () => {
    const count = async () => (await testApp.as('admin').ok('dashboardWork', {})).toTransfer
    const before = await count()
    const line = await toTransfer(testApp, (await approvedLoan(testApp)).id)
    const now = await count()
    expect([now?.waiting, now?.amount]).toEqual([
      (before?.waiting ?? 0) + 1,
      (before?.amount ?? 0n) + 48_500_000n,
    ])
    expect((await testApp.as('auditor').ok('dashboardWork', {})).toTransfer).toBeNull()
    await mark(line, 'paid', { bankReference: nip() })
    expect((await count())?.waiting).toBe(before?.waiting)
  })

  test('the list of loans awaiting disbursement names the batch that a loan is in', async () => {
    const surname = `Okoro${randomUUID().replace(/[^a-f]/g, '')}`
    const [free, taken] = [await approvedLoan(testApp, { surname }), await approvedLoan(testApp, { surname })]
    const { batchId, number } = await submitted(testApp, taken.id)
    const { rows } = await testApp.as('admin').ok('loanList', { tab: 'awaiting', search: surname })
    expect(new Map(rows.map(row => [row.id, row.payoutBatch]))).toEqual(
      new Map([
        [free.id, null],
        [taken.id, { id: batchId, number }],
      ]),
    )
    const all = await testApp.as('admin').ok('payoutPreview', { filter: { search: surname }, valueOn: TODAY })
    expect([all.fits.map(each => each.loanId), all.unfit.map(each => each.why)]).toEqual([
      [free.id],
      [`Already in ${number}`],
    ])
  })
})

describe('the bank file', () => {
  test('is taken once; a copy needs a reason and is marked on the file, the batch and in the history', async () => {
    const { batch, approvalId } = await batchOfSeveral(2)
    await approve(approvalId)
    const first = await take(batch.id)
    expect(first).toMatchObject({ copy: 1, fileName: `${batch.number}.csv`, reason: null, lines: 2 })
    const again = { id: batch.id, exportId: randomUUID() }
    const { message } = await testApp.as('superAdmin').refused('payoutBatchExport', again, 'payout.taken')
    expect(message).toContain('was already downloaded by Babatunde Adeyemi at 16 Nov 2026')
    const reason = 'The bank’s portal lost the upload'
    const second = await testApp.as('superAdmin').ok('payoutBatchExport', { ...again, reason })
    expect(second).toMatchObject({
      copy: 2,
      fileName: `${batch.number}-copy2.csv`,
      reason,
      content: first.content,
    })
    expect(await take(batch.id, { reason: 'Once more' })).toMatchObject({
      fileName: `${batch.number}-copy3.csv`,
    })
    const { bankFiles } = await batchOf(batch.id)
    expect(bankFiles.map(each => [each.copy, each.takenBy, each.reason])).toEqual([
      [1, 'Babatunde Adeyemi', null],
      [2, 'Ngozi Okafor', reason],
      [3, 'Babatunde Adeyemi', 'Once more'],
    ])
    const { rows } = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'payoutBatch', subjectId: batch.id })
    expect(rows.slice(0, 3)).toMatchObject([
      { action: 'payoutBatchExport', reason: 'Once more', after: { copy: 3 } },
      { action: 'payoutBatchExport', reason, after: { copy: 2 } },
      { action: 'payoutBatchExport', after: { copy: 1, accountNumbersRevealed: 2 } },
    ])
  })

  test('taken by two people at one instant: one first file, the other is asked for a reason', async () => {
    const { batch, approvalId } = await batchOfSeveral(1)
    await approve(approvalId)
    const held: [string, unknown[]] = [`select from payout_batch where id = $1 for update`, [batch.id]]
    const answers = await whileWaiting(
      testApp,
      held,
      () =>
        Promise.all(
          (['admin', 'superAdmin'] as const).map(part =>
            testApp.as(part).call('payoutBatchExport', { id: batch.id, exportId: randomUUID() }),
          ),
        ),
      2,
    )
    expect(answers.map(each => each.body.code ?? 'taken').toSorted()).toEqual(['payout.taken', 'taken'])
    expect((await batchOf(batch.id)).bankFiles).toHaveLength(1)
  })

  test('a request that is repeated gives the same file, and is no copy', async () => {
    const { batch, approvalId } = await batchOfSeveral(2)
    await approve(approvalId)
    const exportId = randomUUID()
    const first = await take(batch.id, { exportId })
    // what the bank said since is not missing from a repeat
    const [line] = await linesOf(batch.id)
    await mark({ batchId: batch.id, lineId: line?.id ?? '' }, 'paid', { bankReference: nip() })
    expect(await take(batch.id, { exportId })).toEqual({ ...first, heldBack: 0 })
    expect((await batchOf(batch.id)).bankFiles).toHaveLength(1)
    const other = await batchOfSeveral(1)
    await approve(other.approvalId)
    await testApp
      .as('admin')
      .refused('payoutBatchExport', { id: other.batch.id, exportId }, 'idempotency.other_body')
  })

  test('control figures are the same in the approval, on the batch and with the file', async () => {
    const { loans, batch, approvalId } = await batchOfSeveral(3)
    const accounts = loans.map(each => BigInt(each.stated.accountNumber))
    const hashTotal = String(accounts.reduce((sum, each) => sum + each, 0n))
    const { after } = await approval(approvalId)
    const before = await batchOf(batch.id)
    await approve(approvalId)
    const file = await take(batch.id)
    const sha256 = createHash('sha256').update(Buffer.from(file.content, 'base64')).digest('hex')
    const figures = { lines: 3, total: 145_500_000n, hashTotal, sha256 }
    expect([before.control, (await batchOf(batch.id)).control]).toEqual([figures, figures])
    expect(file).toMatchObject(figures)
    expect(after).toMatchObject({ netPayOut: '₦1,455,000.00', payments: 3, hashTotal, sha256 })
  })

  test('the hash total of one account does not show its number', async () => {
    const loan = await approvedLoan(testApp)
    const { batchId, approvalId } = await submitted(testApp, loan.id)
    const shown = JSON.stringify([
      (await batchOf(batchId)).control?.hashTotal,
      (await approval(approvalId)).after,
    ])
    expect(shown).not.toContain(loan.stated.accountNumber)
    expect(shown).toContain(loan.stated.accountNumber.slice(-4))
  })
})

describe('failed', () => {
  test('a manual disbursement needs approval; until then the loan stays out of other batches', async () => {
    const loan = await approvedLoan(testApp)
    const line = await toTransfer(testApp, loan.id)
    await take(line.batchId)
    const { approvalId } = await mark(line, 'failed')
    expect(await linesOf(line.batchId)).toMatchObject([
      { status: 'open', pendingApprovalId: approvalId, results: ['paid', 'failed', 'returned'] },
    ])
    const { summary } = await approval(approvalId ?? '')
    expect(summary).toContain(`${line.reference}, ₦485,000.00`)
    const chosen = { loanIds: [loan.id], valueOn: TODAY }
    expect((await testApp.as('admin').ok('payoutPreview', chosen)).unfit).toMatchObject([
      { why: `Already in ${line.number}` },
    ])
    await testApp.as('admin').refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    await approve(approvalId)
    expect(await linesOf(line.batchId)).toMatchObject([{ status: 'failed', toldBy: 'Babatunde Adeyemi' }])
    expect((await batchOf(line.batchId)).status).toBe('closed')

    const second = await submitted(testApp, loan.id)
    expect((await approval(second.approvalId)).after).toMatchObject({
      sentBefore: [`${loan.number}: ${line.number}, 16 Nov 2026, ₦485,000.00, failed`],
    })
  })

  test('declined, the line stays open; a return before it was posted needs approval as well', async () => {
    const line = await toTransfer(testApp, (await approvedLoan(testApp)).id)
    const { approvalId } = await mark(line, 'returned')
    await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Ask the bank first' })
    expect(await linesOf(line.batchId)).toMatchObject([{ status: 'open', pendingApprovalId: null }])
    await mark(line, 'paid', { bankReference: nip() })
  })

  test('in a bank result file it is recorded at once, and what waited for approval is stale', async () => {
    const loan = await approvedLoan(testApp)
    const line = await toTransfer(testApp, loan.id)
    await take(line.batchId)
    const { approvalId } = await mark(line, 'failed')
    const file = ['Reference,Status,Reason', `${line.reference},Failed,Account dormant`].join('\r\n')
    const content = Buffer.from(file).toString('base64')
    await testApp.as('admin').ok('payoutResultImport', { id: line.batchId, fileName: 'result.csv', content })
    expect(await linesOf(line.batchId)).toMatchObject([{ status: 'failed', reason: 'Account dormant' }])
    await testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'approval.stale')
    await submitted(testApp, loan.id)
  })

  test('submitted by two people at once, it waits once', async () => {
    const line = await toTransfer(testApp, (await approvedLoan(testApp)).id)
    const answers = await Promise.all(
      (['admin', 'superAdmin'] as const).map(part =>
        testApp.as(part).call('payoutLineMark', markInput(line, 'failed')),
      ),
    )
    expect(answers.map(each => each.body.code ?? 'waits').toSorted()).toEqual(['approval.pending', 'waits'])
  })
})

describe('the paying account', () => {
  const make = async (payingAccount: string) => ({
    id: randomUUID(),
    loanIds: [(await approvedLoan(testApp)).id],
    valueOn: '2026-11-16',
    payingAccount,
  })

  test('is one of the active bank accounts in Settings once there are any', async () => {
    await testApp.as('admin').ok('payoutBatchMake', await make('Any account'))
    const value = {
      ...SECTIONS.organisation.initial,
      bankAccounts: [
        { name: 'GTBank operations', status: 'active' },
        { name: 'Zenith old', status: 'retired' },
      ],
    }
    const change = {
      section: 'organisation' as const,
      effectiveOn: '2026-11-16',
      reason: 'Our accounts',
      basedOn: 0,
    }
    await testApp.as('admin').ok('settingChange', { ...change, value })
    for (const other of ['Any account', 'Zenith old']) {
      const input = await make(other)
      const { fields } = await testApp.as('admin').refused('payoutBatchMake', input, 'input.invalid')
      expect(fields).toEqual({
        payingAccount: 'Choose a bank account of Settings > Organisation: GTBank operations',
      })
    }
    const { payingAccount } = await testApp.as('admin').ok('payoutBatchMake', await make('GTBank operations'))
    expect(payingAccount).toBe('GTBank operations')
  })
})
