import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchesIn } from '../../../test/batches.ts'
import { approvedList, computed, linesOf, sentList } from '../../../test/instructions.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { run, upload } from '../../../test/uploads.ts'
import { prove } from '../../app/prove.ts'
import { runDaily } from '../loans/daily.ts'
import { computeList } from './compute.ts'

/** The life of a list over the real program: Babatunde computes and sends, Emeka approves. */

let testApp: TestApp
const { borrower, batchOf, posted } = batchesIn(() => testApp)
type Borrower = Awaited<ReturnType<typeof borrower>>
/** Disbursed on 16 November 2026; each test has its own. */
const people: Borrower[] = []
const nextPerson = (): Borrower => people.pop() ?? expect.unreachable('more people than were made')
beforeAll(async () => {
  testApp = await createTestApp()
  for (let n = 0; n < 5; n++) people.push(await borrower())
})
const lineOf = async (id: string, { staff }: Pick<Borrower, 'staff'>) =>
  (await linesOf(testApp, id)).find(each => each.staffNumber === staff)
afterAll(() => testApp.close())

const admin = () => testApp.as('admin')
/** The morning of a day, with the loans as that day finds them. */
async function on(day: string): Promise<void> {
  testApp.clock.set(`${day}T09:00:00Z`)
  await runDaily(testApp.program)
}
const proved = async () =>
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])

test('the database knows the lines of a list before anyone decides on them', async () => {
  const id = await computed(testApp, '2026-12')
  // without statistics it takes the lines for a few, and deciding on two hundred thousand never ends
  const { rows } = await testApp.pool.query<{ analysed: number; lines: number }>(
    `select (select reltuples from pg_class where relname = 'instruction_line')::int as analysed,
       (select count(*) from instruction_line)::int as lines`,
  )
  expect(rows[0]?.lines).toBe(5)
  expect(rows[0]?.analysed).toBe(5)
  await admin().ok('instructionCancel', { id, reason: 'Computed to be counted only' })
})

test('a list starts, changes nothing, and stops when the loan is repaid', async () => {
  const person = nextPerson()
  const { loanId, number, staff, instalment } = person
  // disbursed on 16 November, after the cut-off of its product: it starts with December
  const november = await computed(testApp, '2026-11')
  expect(await linesOf(testApp, november)).toEqual([])
  await admin().ok('instructionCancel', { id: november, reason: 'Nothing to send this month' })
  const id = await computed(testApp, '2026-12')
  const line = await lineOf(id, person)
  expect(line).toMatchObject({
    staffNumber: staff,
    kind: 'new',
    previous: 0n,
    amount: instalment,
    loans: [{ number, amount: instalment }],
    reasons: ['firstDeduction'],
  })
  const list = await admin().ok('instructionGet', { id })
  expect(list).toMatchObject({
    number: 'DI-2026-12-IPPIS-2',
    status: 'computed',
    lines: 5,
    total: 5n * instalment,
  })
  expect(await admin().ok('instructionCheck', { id })).toEqual({ isCurrent: true, sha256: list.sha256 })
  await approvedList(testApp, id)
  const fileId = randomUUID()
  const file = await admin().ok('instructionSend', { id, fileId })
  expect(await admin().ok('instructionSend', { id, fileId }), 'a repeat is no copy').toEqual(file)
  await admin().refused('instructionSend', { id, fileId: randomUUID() }, 'instruction.taken')
  const bytes = (await admin().ok('instructionFile', { id, fileId })).bytes
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
  expect(Buffer.from(bytes).toString()).toContain(`${staff},`)
  const held = await admin().ok('instructionOfLoan', { loanId })
  expect(held.standing).toMatchObject({
    amount: instalment,
    ofLoan: instalment,
    since: '2026-12',
    isAcknowledged: false,
  })
  expect(held.coming).toEqual([{ month: '2026-12', amount: instalment }])
  expect(held.stopMonth).toBe('2027-01')
  await admin().ok('instructionAcknowledge', { id, on: '2026-11-16', reference: 'IPPIS/12/001' })
  expect((await admin().ok('instructionOfLoan', { loanId })).standing?.isAcknowledged).toBe(true)
  await proved()

  // settled at the bank while December is in flight: January stops it
  await on('2026-12-05')
  const january = await computed(testApp, '2027-01')
  expect(await lineOf(january, person)).toMatchObject({ kind: 'continue', inFlight: instalment })
  await admin().ok('instructionCancel', { id: january, reason: 'Recomputed after the settlement' })
  const quote = await admin().ok('settlementQuoteMake', { loanId, id: randomUUID(), on: '2026-12-05' })
  expect(quote, 'December is deducted whatever is paid now').toMatchObject({
    inFlight: [{ month: '2026-12', amount: instalment, batchNumber: null }],
    stopMonth: '2027-01',
  })
  const late = await admin().ok('settlementQuoteMake', { loanId, id: randomUUID(), on: '2027-01-20' })
  expect(late, 'paid after the cut-off of January').toMatchObject({
    inFlight: [{ month: '2026-12' }, { month: '2027-01', amount: instalment }],
    stopMonth: '2027-02',
  })
  const { customerId } = (await admin().ok('loanGet', { id: loanId })).row
  const coming = { coming: [{ month: '2026-12', amount: instalment }] }
  expect(await testApp.as('auditor').ok('instructionsOfCustomer', { customerId })).toEqual({
    rows: [{ loanId, loanNumber: number, ...coming }],
    stopMonth: '2027-01',
  })
  const { approvalId } = await admin().ok('loanActDo', {
    loanId,
    id: randomUUID(),
    input: {
      act: 'settle',
      on: '2026-12-05',
      amount: quote.total.toString(),
      channel: 'bank transfer',
      reference: 'NIP-77',
      quoteId: quote.id,
    },
    reason: 'Paid at the bank',
  } as never)
  if (approvalId) {
    const pending = await computed(testApp, '2027-01')
    expect(await lineOf(pending, person)).toMatchObject({ exceptions: ['settlementPending'], isOpen: true })
    await admin().refused('instructionSubmit', { id: pending, reason: 'Too early' }, 'instruction.open')
    await admin().ok('instructionCancel', { id: pending, reason: 'Wait for the settlement' })
    await testApp.as('authorizer').approve(approvalId)
  }
  const stopping = await sentList(testApp, '2027-01')
  expect(await lineOf(stopping, person)).toMatchObject({
    kind: 'stop',
    previous: instalment,
    amount: 0n,
    reasons: ['repaid'],
  })
  expect((await admin().ok('instructionOfLoan', { loanId })).standing).toBeNull()
  await proved()
})

describe('a list that is sent', () => {
  test('never changes, and the office’s answer to a line decides what it holds', async () => {
    const { staff, instalment, loanId } = nextPerson()
    await on('2027-02-05')
    const id = await sentList(testApp, '2027-02')
    const line = (await linesOf(testApp, id)).find(each => each.staffNumber === staff)
    await expect(
      testApp.pool.query('update instruction_line set amount = amount + 1 where list_id = $1', [id]),
    ).rejects.toThrow('does not change')
    await expect(testApp.pool.query('delete from instruction_line where list_id = $1', [id])).rejects.toThrow(
      'does not change',
    )
    await expect(
      testApp.pool.query('update instruction_list set total = 1 where id = $1', [id]),
    ).rejects.toThrow('does not change')
    await admin().refused(
      'instructionAnswer',
      { id, no: line?.no ?? 0, outcome: 'rejected', reason: '' },
      'input.invalid',
    )
    await admin().ok('instructionAnswer', {
      id,
      no: line?.no ?? 0,
      outcome: 'rejected',
      reason: 'Insufficient pay',
    })
    const { standing, rejected } = await admin().ok('instructionOfLoan', { loanId })
    expect([standing, rejected?.reason]).toEqual([null, 'Insufficient pay'])
    const [task] = (await admin().ok('instructionRejections', { state: 'open' })).rows
    expect(task).toMatchObject({ staffNumber: staff, amount: instalment, reason: 'Insufficient pay' })
    await admin().refused(
      'instructionRejectionChange',
      { listId: id, no: task?.no ?? 0, close: true },
      'input.invalid',
    )
    await admin().ok('instructionRejectionChange', {
      listId: id,
      no: task?.no ?? 0,
      ownerId: await testApp.idOf('admin'),
      note: 'Asked for a smaller amount',
      close: true,
    })
    expect((await admin().ok('instructionRejections', { state: 'open' })).total).toBe(0)
    // the office stopped it: the correction of the month resumes it
    const again = await computed(testApp, '2027-02')
    expect((await linesOf(testApp, again)).find(each => each.staffNumber === staff)).toMatchObject({
      kind: 'resume',
    })
    await admin().ok('instructionCancel', { id: again, reason: 'For the next test' })
    await proved()
  })

  test('is answered by a file, person by person', async () => {
    const [one, two] = [nextPerson(), nextPerson()]
    await on('2027-03-05')
    const id = await sentList(testApp, '2027-03')
    const file = `IPPIS NO,STATUS,AMOUNT,REASON\n${one.staff},Accepted,,\n0${two.staff},Rejected,,Not on this payroll\n999999,Accepted,,\n,,,\n${one.staff}X,perhaps,,\n`
    const intakeId = await upload(testApp, file, {
      kind: 'acknowledgement',
      period: '2027-03',
      fileName: 'answers.csv',
    })
    const intake = await admin().ok('intakeGet', { id: intakeId })
    expect(intake).toMatchObject({ status: 'matched', goodRows: 3, matchedRows: 2, refusedRows: 1 })
    expect(await admin().ok('instructionAnswersPreview', { id, intakeId })).toMatchObject({
      accepted: 1,
      rejected: 1,
      unknown: 1,
      rejections: [{ staffNumber: two.staff, reason: 'Not on this payroll' }],
    })
    expect(await admin().ok('instructionAnswersRecord', { id, intakeId })).toEqual({
      accepted: 1,
      rejected: 1,
      unknown: 1,
    })
    await admin().refused('instructionAnswersRecord', { id, intakeId }, 'instruction.file')
    expect((await admin().ok('instructionOfLoan', { loanId: one.loanId })).standing?.isAcknowledged).toBe(
      true,
    )
    expect((await admin().ok('instructionOfLoan', { loanId: two.loanId })).standing).toBeNull()
    await proved()
  })
})

test('a deduction is in flight until its file is posted or its tolerance has passed', async () => {
  const { staff, loanId, instalment } = nextPerson()
  await on('2027-04-05')
  await sentList(testApp, '2027-04')
  const inFlight = async () => {
    const id = await computed(testApp, '2027-05')
    const line = (await linesOf(testApp, id)).find(each => each.staffNumber === staff)
    await admin().ok('instructionCancel', { id, reason: 'Looked at only' })
    return line?.inFlight
  }
  const coming = async () =>
    (await admin().ok('instructionOfLoan', { loanId })).coming.map(({ month }) => month)
  // no file was posted since December; at the cut-off of May the tolerance of March has passed
  expect(await inFlight()).toBe(instalment)
  expect(await coming(), 'of today, March is still awaited').toEqual(['2027-03', '2027-04'])
  await on('2027-05-02')
  expect(await coming()).toEqual(['2027-04'])
  const batch = await batchOf([{ staff, amount: (Number(instalment) / 100).toFixed(2) }], {
    period: '2027-04',
  })
  await posted(batch)
  expect(await inFlight()).toBe(0n)
  await admin().refused(
    'instructionCompute',
    { id: randomUUID(), source: 'IPPIS', month: '2027-04' },
    'instruction.not_now',
  )
  expect(await coming()).toEqual([])
})

test('two people at once compute one list; killed and repeated, the job computes it once', async () => {
  const compute = () =>
    admin().call('instructionCompute', { id: randomUUID(), source: 'IPPIS', month: '2027-05' })
  const answers = await Promise.all(Array.from({ length: 5 }, compute))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  const id = answers.find(({ status }) => status === 200)?.body.id ?? ''
  await Promise.all([computeList(testApp.program, id), computeList(testApp.program, id)])
  const first = await admin().ok('instructionGet', { id })
  await admin().ok('instructionRecompute', { id })
  await computeList(testApp.program, id)
  expect((await admin().ok('instructionGet', { id })).sha256).toBe(first.sha256)
  const approvals = await Promise.all(
    Array.from({ length: 2 }, () => admin().call('instructionSubmit', { id, reason: 'Twice at once' })),
  )
  expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const approvalId = approvals.find(({ status }) => status === 200)?.body.approvalId ?? ''
  await admin().refused('approvalApprove', { id: approvalId }, 'permission.missing')
  await testApp.as('authorizer').approve(approvalId)
  const sent = await Promise.all(
    Array.from({ length: 3 }, () => admin().call('instructionSend', { id, fileId: randomUUID() })),
  )
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await proved()
})

test('only those who may ask for money compute and send; all may read', async () => {
  const asked = { id: randomUUID(), source: 'IPPIS', month: '2027-06' }
  for (const part of ['reviewer', 'authorizer', 'auditor', 'editor'] as const) {
    await testApp.as(part).refused('instructionCompute', asked, 'permission.missing')
    await testApp.as(part).ok('instructionDue', {})
  }
  await admin().refused('instructionCompute', { ...asked, source: 'NOWHERE' }, 'instruction.source')
  await run(testApp, randomUUID())
})
