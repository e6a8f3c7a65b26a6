import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import { recommended } from '../../../test/applicants.ts'
import { disbursed } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { prove } from '../../app/prove.ts'
import { runDaily } from './daily.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp()
})
afterEach(() => testApp.close())

/** Files are expected on pay day, so that nothing but the freeze holds a penalty up. */
async function expectFilesOnPayDay(): Promise<void> {
  const { sources } = SECTIONS.payroll.schema.parse(SECTIONS.payroll.initial)
  const value = { sources: sources.map(source => ({ ...source, fileDays: 0, toleranceDays: 0 })) }
  await testApp.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_at)
     values ('payroll', 1, $1, '2026-01-01', now())`,
    [JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))],
  )
}

type Act = z.input<Api['loanActDo']['input']>['input']

async function doAct(loanId: string, input: Act): Promise<void> {
  const asked = { loanId, id: randomUUID(), input, reason: 'As agreed' }
  const { approvalId } = await testApp.as('admin').ok('loanActDo', asked)
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
}

/** ₦500,000 over 12 months, disbursed on 16 November: 61,666.67 due on 25 December, and 1 % of it once it is 15 days late. */
async function live(): Promise<string> {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  await disbursed(testApp, loanId ?? '')
  return loanId ?? ''
}

const night = async (day: string): Promise<void> => {
  testApp.clock.set(`${day}T01:00:00Z`)
  await runDaily(testApp.program)
  expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])
}
const row = async (loanId: string) => (await testApp.as('auditor').ok('loanGet', { id: loanId })).row
const penaltyOf = async (loanId: string) => (await row(loanId)).outstanding.penalty

test('penalties pause while a loan is frozen, in the ledger and in the projection, and resume with the rest of the grace', async () => {
  await expectFilesOnPayDay()
  const [frozen, dead, other] = [await live(), await live(), await live()]
  await night('2026-12-30')
  await doAct(frozen, { act: 'freeze', cause: 'dispute' })
  const { customerId } = await row(dead)
  const { revision } = await testApp.as('editor').ok('customerGet', { id: customerId })
  await testApp.as('editor').ok('customerStatusChange', {
    id: customerId,
    basedOn: revision,
    status: 'deceased',
    reason: 'Told by kin',
  })
  await night('2027-02-20')
  expect([await penaltyOf(frozen), await penaltyOf(dead), await penaltyOf(other)]).toEqual([0n, 0n, 123_334n])
  expect((await row(frozen)).daysPastDue).toBe(57)
  await doAct(frozen, { act: 'unfreeze' })
  // five days of fourteen were gone when it was frozen
  await night('2027-03-01')
  expect(await penaltyOf(frozen)).toBe(0n)
  await night('2027-03-02')
  expect([await penaltyOf(frozen), await penaltyOf(dead)]).toEqual([61_667n, 0n])
})

/** Settles on the day; returns what to reverse. */
async function repaid(loanId: string): Promise<string> {
  const id = randomUUID()
  const { outstandingTotal } = await row(loanId)
  const on = testApp.clock.now().toISOString().slice(0, 10)
  const input = {
    act: 'receipt',
    amount: `${outstandingTotal}`,
    on,
    channel: 'cheque',
    reference: `CH-${id}`,
  } as const
  const { approvalId } = await testApp.as('admin').ok('loanActDo', { loanId, id, input, reason: 'Paid off' })
  if (approvalId) await testApp.as('authorizer').approve(approvalId)
  expect((await row(loanId)).status).toBe('closed')
  return id
}

test('a loan that was repaid when its borrower died is frozen when its receipt bounces', async () => {
  const dead = await live()
  await night('2026-12-30')
  const receipt = await repaid(dead)
  const { customerId } = await row(dead)
  const { revision } = await testApp.as('editor').ok('customerGet', { id: customerId })
  const change = { basedOn: revision, status: 'deceased', reason: 'Told by kin' } as const
  expect(await testApp.as('editor').ok('customerStatusChange', { id: customerId, ...change })).toMatchObject({
    frozenLoans: 0,
  })
  await doAct(dead, { act: 'reversal', of: receipt })
  expect((await row(dead)).frozen).toBe('deceased')
  await night('2027-02-20')
  expect(await penaltyOf(dead)).toBe(0n)
})

test('marking a borrower as deceased waits for a concurrent act on the loan and sees what it wrote', async () => {
  const loanId = await live()
  const { customerId } = await row(loanId)
  const { revision } = await testApp.as('editor').ok('customerGet', { id: customerId })
  const holder = await testApp.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`select from loan where id = $1 for no key update`, [loanId])
    const change = { basedOn: revision, status: 'deceased', reason: 'Told by kin' } as const
    const changing = testApp.as('editor').ok('customerStatusChange', { id: customerId, ...change })
    const isWaiting = async () =>
      (
        await testApp.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length
    await expect.poll(isWaiting).toBe(1)
    await holder.query(
      `insert into loan_event (id, loan_id, sequence, type, effective_on, event, note, entered_at, entered_by_name)
       select i, $1, 2, 'unfreeze', '2026-11-16', jsonb_build_object('rules', 2, 'id', i, 'type', 'unfreeze',
         'date', '2026-11-16', 'enteredOn', '2026-11-16', 'sequence', 2), '', now(), 'Iroko' from gen_random_uuid() i`,
      [loanId],
    )
    await holder.query('commit')
    expect(await changing).toMatchObject({ frozenLoans: 1 })
  } finally {
    holder.release()
  }
  const { rows } = await testApp.pool.query<{ type: string }>(
    `select type from loan_event where loan_id = $1 order by sequence`,
    [loanId],
  )
  expect(rows.map(each => each.type)).toEqual(['disbursement', 'unfreeze', 'freeze'])
})

test('freezing for a dispute and every unfreezing need approval where a penalty would be waived', async () => {
  const asked = async (loanId: string, input: Act) => {
    const { secondPerson } = await testApp.as('admin').ok('loanActPreview', { loanId, input })
    const request = { loanId, id: randomUUID(), input, reason: 'Trying' }
    const { approvalId } = await testApp.as('admin').ok('loanActDo', request)
    expect(approvalId !== null).toBe(secondPerson)
    return approvalId
  }
  const loanId = await live()
  const approvalId = await asked(loanId, { act: 'freeze', cause: 'dispute' })
  const { summary, after } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
  expect(summary).toMatch(/, dispute$/)
  expect(after).toMatchObject({ penalties: 'Not charged from today until it is unfrozen' })
  expect((await row(loanId)).frozen).toBeNull()
  await testApp.as('authorizer').approve(approvalId)
  expect((await row(loanId)).frozen).toBe('dispute')
  expect(await asked(loanId, { act: 'unfreeze' })).not.toBeNull()

  const dead = await live()
  expect(await asked(dead, { act: 'freeze', cause: 'deceased' })).toBeNull()
  expect(await asked(dead, { act: 'unfreeze' })).not.toBeNull()

  const free = await live()
  await testApp.pool.query(`update loan set terms = terms || '{"penalty": null}' where id = $1`, [free])
  expect(await asked(free, { act: 'freeze', cause: 'dispute' })).toBeNull()
  expect(await asked(free, { act: 'unfreeze' })).toBeNull()
})

test('a loan frozen since is disbursed and reversed as before', async () => {
  const request = await recommended(testApp)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  const id = loanId ?? ''
  const instalment = (await row(id)).instalment
  await doAct(id, { act: 'freeze', cause: 'dispute' })
  expect(await row(id)).toMatchObject({ status: 'awaiting disbursement', instalment, frozen: 'dispute' })
  await doAct(id, { act: 'unfreeze' })
  await disbursed(testApp, id)
  await doAct(id, { act: 'freeze', cause: 'dispute' })
  const { happenings } = await testApp.as('auditor').ok('loanGet', { id })
  expect(happenings.map(each => [each.type, each.cannotReverse])).toEqual([['disbursement', null]])
})
