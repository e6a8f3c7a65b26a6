import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localDate } from '../../../engine/dates.ts'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runDaily } from '../loans/daily.ts'
import { runSourceEvent } from './run.ts'

/** Events of a payroll source from the first form to the reversal. */

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp()
})
afterEach(() => testApp.close())
const { borrower, batchOf, posted, agreed, proved } = batchesIn(() => testApp)

const admin = () => testApp.as('admin')
const auditor = () => testApp.as('auditor')
const form = {
  kind: 'skipped' as const,
  source: 'IPPIS',
  from: '2026-12',
  to: '2026-12',
  treatment: 'move' as const,
  interest: 'waived' as 'waived' | 'added' | null,
  reason: 'The December payroll was not run',
}
const EXCUSE = { treatment: 'excuse' as const, interest: null }

async function night(day: string): Promise<void> {
  testApp.clock.set(`${localDate(day)}T06:00:00Z`)
  await runDaily(testApp.program)
}
async function computed(change: object = {}): Promise<string> {
  const { id } = await admin().ok('sourceEventCompute', { ...form, id: randomUUID(), ...change })
  await runSourceEvent(testApp.program, id)
  return id
}
async function applied(change: object = {}): Promise<string> {
  const id = await computed(change)
  await agreed(admin().ok('sourceEventSubmit', { id }))
  await runSourceEvent(testApp.program, id)
  return id
}
async function reversed(id: string): Promise<void> {
  await agreed(admin().ok('sourceEventUndo', { id, reason: 'The payroll was run after all' }))
  await runSourceEvent(testApp.program, id)
}
const look = (id: string) => auditor().ok('sourceEventGet', { id })
const conduct = (id: string) => auditor().ok('loanConduct', { id })
const loanOf = async (id: string) => (await auditor().ok('loanGet', { id })).row

/** Everything that lists and the ledger hold of a loan, but not when it was written. */
async function stateOf(loanId: string): Promise<unknown> {
  const { rows } = await testApp.pool.query(
    `select to_jsonb(l) - array['booked_through', 'next_change_on'] as loan,
       (select jsonb_object_agg(code, balance) from (
         select n.code, sum(n.amount)::text as balance from ledger_line n join ledger_loan k on k.no = n.loan_no
         where k.loan_id = l.id group by n.code having sum(n.amount) <> 0) b) as ledger
     from loan l where id = $1`,
    [loanId],
  )
  return rows[0]
}

test('a skipped month moves the instalments of all loans of the source, and its reversal moves them back to the kobo', async () => {
  const [one, two] = [await borrower(), await borrower({ surname: 'Bello', bvn: '22212345678' })]
  await night('2026-12-10')
  const before = [await stateOf(one.loanId), await stateOf(two.loanId)]
  const id = await computed()
  expect(await look(id)).toMatchObject({ status: 'computed', loans: 2, interestChange: 0n, excluded: 0 })
  expect((await look(id)).amount).toBe(one.instalment + two.instalment)
  const asked = await admin().ok('sourceEventSubmit', { id })
  expect((await look(id)).status).toBe('waiting')
  expect(await stateOf(one.loanId)).toEqual(before[0])
  await agreed(Promise.resolve(asked))
  await runSourceEvent(testApp.program, id)
  expect(await look(id)).toMatchObject({ status: 'applied', progress: [{ status: 'done', loans: 2 }] })
  expect(await loanOf(one.loanId)).toMatchObject({ nextDueOn: '2027-01-25' })
  await night('2026-12-28')
  expect(await conduct(one.loanId)).toMatchObject({ daysPastDue: 0, conductDays: 0 })
  await proved()
  testApp.clock.set('2026-12-28T07:00:00Z')
  await reversed(id)
  expect(await look(id)).toMatchObject({ status: 'undone', progress: [{ status: 'undone', loans: 2 }] })
  await proved()
  // of the same day as if the event had never been
  expect(await loanOf(one.loanId)).toMatchObject({ daysPastDue: 3, arrears: one.instalment })
})

test.each([{ interest: 'added' as const }, { interest: 'waived' as const }, EXCUSE])(
  'a loan is what it was, to the kobo, after an event and its reversal: %o',
  async change => {
    const { loanId } = await borrower()
    await night('2026-12-10')
    const before = await stateOf(loanId)
    const id = await applied({ to: '2027-02', kind: 'strike', ...change })
    if (change.interest === 'added') expect((await look(id)).interestChange).toBeGreaterThan(0n)
    await reversed(id)
    expect(await stateOf(loanId)).toEqual(before)
    await proved()
  },
)

test('an excused month is late by contract, not by conduct, until after the last instalment', async () => {
  const { loanId, staff, instalment } = await borrower()
  await night('2026-12-10')
  const id = await applied(EXCUSE)
  expect(await loanOf(loanId)).toMatchObject({ nextDueOn: '2026-12-25' })
  await night('2027-01-23')
  expect(await conduct(loanId)).toMatchObject({ daysPastDue: 29, conductDays: 0, conductArrears: 0n })
  // the deduction of January pays December, so January is what is unpaid, and nobody is late
  const file = await batchOf([{ staff, amount: INSTALMENT }], { period: '2027-01' })
  await night('2027-02-10')
  await posted(file, { valueOn: '2027-01-25' })
  await night('2027-02-20')
  expect(await conduct(loanId)).toMatchObject({ daysPastDue: 26, conductDays: 0, conductArrears: 0n })
  // February was deducted short of ₦100: that is late by conduct
  const short = await batchOf([{ staff, amount: (Number(INSTALMENT) - 100).toFixed(2) }], {
    period: '2027-02',
  })
  await night('2027-03-12')
  await posted(short, { valueOn: '2027-02-25' })
  expect(await conduct(loanId)).toMatchObject({ conductArrears: 10_000n })
  expect((await conduct(loanId)).conductDays).toBeGreaterThan(0)
  await proved()
  // from the day after its reversal the whole of it is late
  await reversed(id)
  await night('2027-03-13')
  expect((await conduct(loanId)).conductArrears).toBe(instalment + 10_000n)
  await proved()
})

test('an excused month hides no older arrears while its file would be awaited', async () => {
  const { loanId, instalment } = await borrower()
  const other = await borrower({ surname: 'Bello', bvn: '22212345678' })
  await night('2027-01-10')
  const file = await batchOf([{ staff: other.staff, name: 'BELLO ADAEZE', amount: INSTALMENT }], {
    period: '2026-12',
  })
  await posted(file, { valueOn: '2026-12-25' })
  await applied({ ...EXCUSE, from: '2027-01', to: '2027-01' })
  const spared = async (id: string) => {
    const { arrears, conductArrears } = await conduct(id)
    return { arrears: arrears > instalment * 2n, spared: arrears - conductArrears }
  }
  await night('2027-01-28')
  expect(await spared(loanId)).toEqual({ arrears: true, spared: instalment })
  expect(await conduct(other.loanId)).toMatchObject({ arrears: instalment, conductArrears: 0n })
  await night('2027-03-01')
  // the file of February is awaited
  expect(await spared(loanId)).toEqual({ arrears: true, spared: instalment * 2n })
  await proved()
})

test('loans that the event leaves out are named with the reason, also when they change after the computation', async () => {
  const paid = await borrower()
  const frozen = await borrower({ surname: 'Bello', bvn: '22212345678' })
  const later = await borrower({ surname: 'Musa', bvn: '22212345679' })
  await night('2026-12-10')
  const pay = async (loanId: string, amount: bigint) =>
    agreed(
      admin().ok('loanActDo', {
        loanId,
        id: randomUUID(),
        input: { act: 'receipt', amount: amount.toString(), on: '2026-12-10', channel: 'bank transfer', reference: randomUUID() },
        reason: 'Paid at the bank',
      } as never),
    ) // biome-ignore format: a form
  await pay(paid.loanId, paid.instalment * 12n)
  await agreed(
    admin().ok('loanActDo', {
      loanId: frozen.loanId,
      id: randomUUID(),
      input: { act: 'freeze', cause: 'dispute' },
      reason: 'The borrower disputes it',
    } as never),
  )
  const id = await computed()
  const { exclusions, loans } = await look(id)
  expect({ exclusions, loans }).toMatchObject({ loans: 1, exclusions: [{ reason: 'frozen', loans: 1 }] })
  const asked = admin().ok('sourceEventSubmit', { id })
  await asked
  await pay(later.loanId, later.instalment)
  await agreed(asked)
  await runSourceEvent(testApp.program, id)
  const { rows } = await auditor().ok('sourceEventLoanList', { id, status: 'excluded' })
  expect(rows.map(row => row.reason ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual(['frozen', 'paid'])
  await proved()
})

test('its months have no list, are shown as skipped and expect nothing; of a ban everything stops and resumes', async () => {
  const { loanId } = await borrower()
  await night('2026-12-01')
  const id = await applied({ kind: 'ban', to: '2027-01', ...EXCUSE })
  const { rows } = await auditor().ok('payMonthList', { source: 'IPPIS', limit: 100 })
  expect(rows.find(row => row.period === '2026-12')).toMatchObject({ state: 'skipped', skippedBy: id })
  const banned = await auditor().ok('instructionDue', { month: '2026-12' })
  expect(banned.rows.find(row => row.source === 'IPPIS')?.whyNot).toBeNull()
  await reversed(id)
  await applied(EXCUSE)
  const due = await auditor().ok('instructionDue', { month: '2026-12' })
  expect(due.rows.find(row => row.source === 'IPPIS')?.whyNot).toMatch(/^Nothing is deducted in Dec 2026/)
  expect((await auditor().ok('payMonthWaiting', {})).rows).toEqual([])
  expect(await loanOf(loanId)).toMatchObject({ status: 'live' })
})

test('bad input, wrong roles, overlapping events and months that are posted are refused by name', async () => {
  const { staff } = await borrower()
  await night('2026-12-10')
  const asked = { ...form, id: randomUUID() }
  for (const role of ['auditor', 'authorizer', 'editor', 'reviewer'] as const)
    await testApp.as(role).refused('sourceEventCompute', asked, 'permission.missing')
  await admin().refused('sourceEventCompute', { ...asked, source: 'NOWHERE' }, 'instruction.source')
  await admin().refused('sourceEventCompute', { ...asked, to: '2026-11' }, 'input.invalid')
  await admin().refused('sourceEventCompute', { ...asked, interest: null }, 'input.invalid')
  await admin().refused('sourceEventCompute', { ...asked, from: '2026-01', to: '2026-01' }, 'input.invalid')
  const id = await computed()
  await admin().refused('sourceEventCompute', asked, 'source_event.overlap')
  const owner = testApp.as('superAdmin')
  const { approvalId } = await owner.ok('sourceEventSubmit', { id })
  await admin().refused('sourceEventSubmit', { id }, 'source_event.state')
  await owner.refused('approvalApprove', { id: approvalId } as never, 'approval.same_person')
  await owner.ok('approvalWithdraw', { id: approvalId } as never)
  await admin().ok('sourceEventCancel', { id })
  await night('2027-01-10')
  const file = await batchOf([{ staff, amount: INSTALMENT }], { period: '2026-12' })
  await posted(file, { valueOn: '2026-12-25' })
  await admin().refused('sourceEventCompute', { ...asked, id: randomUUID() }, 'source_event.posted')
})

test('two workers at once, and one killed between two chunks, apply an event once', async () => {
  const { loanId } = await borrower()
  await night('2026-12-10')
  const id = await computed()
  await agreed(admin().ok('sourceEventSubmit', { id }))
  await Promise.all([runSourceEvent(testApp.program, id), runSourceEvent(testApp.program, id)])
  await runSourceEvent(testApp.program, id)
  const { rows } = await testApp.pool.query(
    `select count(*)::int as n from loan_event where loan_id = $1 and type = 'holiday'`,
    [loanId],
  )
  expect(rows[0].n).toBe(1)
  expect((await look(id)).status).toBe('applied')
  await proved()
})

test('a holiday that something rests on is not reversed, and the preview says so', async () => {
  const { loanId } = await borrower()
  const byHand = await borrower({ surname: 'Bello', bvn: '22212345678' })
  await night('2026-12-10')
  const id = await applied()
  await agreed(
    admin().ok('loanActDo', {
      loanId,
      id: randomUUID(),
      input: { act: 'holiday', periods: 1, interest: 'waived' },
      reason: 'The borrower is ill',
    } as never),
  )
  expect((await look(id)).irreversible).toEqual([{ reason: 'builtUpon', loans: 1 }])
  const { rows: holidays } = await testApp.pool.query(
    `select id from loan_event where loan_id = $1 and type = 'holiday'`,
    [byHand.loanId],
  )
  await agreed(
    admin().ok('loanActDo', {
      loanId: byHand.loanId,
      id: randomUUID(),
      input: { act: 'reversal', of: holidays[0].id },
      reason: 'This borrower was deducted',
    } as never),
  )
  await reversed(id)
  await admin().refused('sourceEventUndo', { id, reason: 'Once more' }, 'source_event.state')
  const { rows } = await auditor().ok('sourceEventLoanList', { id })
  expect(rows.find(row => row.loanId === loanId)).toMatchObject({ status: 'kept', reason: 'builtUpon' })
  expect(rows.find(row => row.loanId === byHand.loanId)).toMatchObject({ status: 'undone', reason: null })
  await proved()
})

test('moved dates of a month: conduct, calendar, cut-off and what the office owes follow them, and go back', async () => {
  const { loanId } = await borrower()
  await night('2026-12-10')
  const dates = {
    instructionOn: '2026-12-12',
    payOn: '2027-01-05',
    fileOn: '2027-01-30',
    remittanceOn: '2027-02-10',
  }
  const move = { id: randomUUID(), source: 'IPPIS', period: '2026-12', dates, reason: 'Salaries are late' }
  await testApp.as('auditor').refused('payMonthMove', move, 'permission.missing')
  const early = { ...dates, fileOn: '2027-01-01' }
  await admin().refused('payMonthMove', { ...move, dates: early }, 'input.invalid')
  await agreed(admin().ok('payMonthMove', move))
  const month = async () =>
    (await auditor().ok('payMonthList', { source: 'IPPIS', limit: 100 })).rows.find(
      row => row.period === '2026-12',
    )
  expect(await month()).toMatchObject({ ...dates, awaitedUntil: '2027-02-13' })
  const due = await auditor().ok('instructionDue', { month: '2026-12' })
  expect(due.rows.find(row => row.source === 'IPPIS')).toMatchObject({
    cutOffOn: '2026-12-12',
    payDay: '2027-01-05',
  })
  await night('2027-02-10')
  expect(await month()).toMatchObject(dates)
  expect((await conduct(loanId)).months).toContainEqual({ month: '2026-12', state: 'awaited' })
  await agreed(admin().ok('sourceEventUndo', { id: move.id, reason: 'The office paid after all' }))
  expect(await month()).toMatchObject({ payOn: '2026-12-25', awaitedUntil: '2027-01-22' })
  expect((await conduct(loanId)).months.find(each => each.month === '2026-12')).toBeUndefined()
  await proved()
})
