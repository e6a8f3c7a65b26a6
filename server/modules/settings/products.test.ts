import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod/mini'
import { productTerms } from '../../../contract/products.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { whileWaiting } from '../../../test/whileWaiting.ts'
import { offeredProducts } from './products.ts'

const TODAY = '2026-11-16'
const PSL = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
const ADVANCE = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Given = { terms?: object; name?: string; code?: string; effectiveOn?: string; basedOn?: number }

const versionsOf = async (id: string) => (await testApp.as('auditor').ok('productVersions', { id })).rows
const listed = async (id: string) =>
  (await testApp.as('editor').ok('productList', {})).rows.find(row => row.id === id)
const offered = async (day: string) =>
  (await offeredProducts(testApp.program.db, day)).map(product => [product.code, product.version])

/** What the editor sends: the newest version with something else in it. */
async function edited(id: string, { terms, ...given }: Given = {}) {
  const [newest] = await versionsOf(id)
  const [model] = await versionsOf(PSL)
  const present = newest ?? model
  if (!present) throw new Error('the first product is gone')
  return {
    id,
    code: present.code,
    name: present.name,
    description: present.description,
    effectiveOn: TODAY,
    basedOn: newest?.version ?? 0,
    reason: 'Agreed by the board',
    ...given,
    terms: { ...z.encode(productTerms, present.terms), ...terms },
  }
}

const ask = async (id: string, given?: Given) =>
  testApp.as('admin').call('productChange', await edited(id, given))

async function askAndApprove(id: string, given?: Given): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('productChange', await edited(id, given))
  await testApp.as('authorizer').approve(approvalId)
}

describe('a product', () => {
  it('two are there on the first day', async () => {
    expect(await offered(TODAY)).toEqual([
      ['PSL', 1],
      ['SAL-ADV', 1],
    ])
  })

  it('changes only after approval', async () => {
    const { approvalId } = await testApp
      .as('admin')
      .ok('productChange', await edited(PSL, { terms: { ratePpm: 35_000 } }))
    expect(await listed(PSL)).toMatchObject({ version: 1, pendingApprovalId: approvalId })
    expect((await ask(PSL, { terms: { ratePpm: 30_000 } })).body.code).toBe('approval.pending')

    await testApp.as('admin').refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    const present = await listed(PSL)
    expect(present).toMatchObject({ version: 2, changedBy: 'Babatunde Adeyemi', pendingApprovalId: null })
    expect(present?.terms.ratePpm).toBe(35_000)
    expect((await versionsOf(PSL)).map(row => [row.version, row.terms.ratePpm, row.approvedBy])).toEqual([
      [2, 35_000, 'Emeka Nwosu'],
      [1, 40_000, null],
    ])
  })

  it('shows the approver the values before and after', async () => {
    const { rows } = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'product', subjectId: PSL })
    const change = rows.find(row => row.action === 'productChange')
    expect(change).toMatchObject({
      reason: 'Agreed by the board',
      before: { version: 1, terms: { ratePpm: 40_000 } },
      after: { version: 2, terms: { ratePpm: 35_000 } },
    })
  })

  it('submitted by the superAdmin needs approval by another user', async () => {
    const { approvalId } = await testApp.as('superAdmin').ok('productChange', await edited(PSL))
    await testApp
      .as('superAdmin')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'approval.same_person')
    await testApp.as('superAdmin').ok('approvalWithdraw', { id: approvalId ?? '' })
  })

  it('runs in its new version from its day on', async () => {
    await askAndApprove(ADVANCE, { terms: { mostTenor: 6 }, effectiveOn: '2026-12-01' })
    expect(await listed(ADVANCE)).toMatchObject({ version: 1 })
    expect(await offered('2026-11-30')).toContainEqual(['SAL-ADV', 1])
    expect(await offered('2026-12-01')).toContainEqual(['SAL-ADV', 2])
  })

  it('is listed, though not offered, before its first day', async () => {
    const id = randomUUID()
    await askAndApprove(id, { code: 'RENT', name: 'Rent Loan', effectiveOn: '2027-01-01' })
    expect(await listed(id)).toMatchObject({ name: 'Rent Loan', version: 1, effectiveOn: '2027-01-01' })
    expect(await offered(TODAY)).not.toContainEqual(['RENT', 1])
    expect(await offered('2027-01-01')).toContainEqual(['RENT', 1])
  })

  it('whose next version uses a frequency keeps that frequency from being retired', async () => {
    const [present] = await versionsOf(PSL)
    const quarterly = {
      code: 'quarterly',
      name: 'Quarterly',
      rhythm: 'quarterly',
      anchorDay: 25,
      firstDue: 'payroll',
    }
    await askAndApprove(PSL, {
      terms: { ...present?.terms, ...encoded(present), frequency: quarterly, firstPeriod: 'by-days' },
      effectiveOn: '2027-02-01',
    })
    const said = await testApp
      .as('admin')
      .refused('frequencyRetire', { code: 'quarterly' }, 'frequency.in_use')
    expect(said.message).toContain('Public Servant Loan')
  })
})

const encoded = (row: { terms: z.output<typeof productTerms> } | undefined): object =>
  row ? z.encode(productTerms, row.terms) : {}

describe('what is refused', () => {
  it('a change on top of a version that is no longer the newest, asked or approved', async () => {
    const stale = await edited(PSL, { basedOn: 1 })
    const said = await testApp.as('admin').refused('productChange', stale, 'product.stale')
    expect(said.message).toContain('Reload')
    await testApp.as('admin').refused('productChange', await edited(PSL, { basedOn: 0 }), 'product.stale')
  })

  it('a code that another product has', async () => {
    const { status, body } = await ask(randomUUID(), { code: 'psl', name: 'Another' })
    expect([status, body.fields]).toEqual([422, { code: 'Another product already has this code.' }])
  })

  it('a code that another product was given at the same instant', async () => {
    const { body } = await ask(randomUUID(), { code: 'TWIN', name: 'Twin' })
    const taking = `update product set code = $1 where id = $2`
    await whileWaiting(testApp, [taking, ['TWIN', ADVANCE]], () =>
      testApp
        .as('authorizer')
        .refused('approvalApprove', { id: body.approvalId ?? '' }, 'product.code_taken'),
    )
    await testApp.pool.query(taking, ['SAL-ADV', ADVANCE])
  })

  it('a day that is past', async () => {
    expect((await ask(PSL, { effectiveOn: '2026-11-15' })).body.code).toBe('setting.past_date')
  })

  const DAILY = { interest: 'reducing', accrual: 'actual/365', interestBasis: 'daily-balance' }
  const fee = { name: 'Fee', collected: 'deducted', flat: '5000000', sharePpm: 0 }
  test.each`
    what                                     | terms                                                                                                                                     | field                              | message
    ${'a rate beyond reason'}                | ${{ ratePpm: 300_001 }}                                                                                                                   | ${'terms.ratePpm'}                 | ${'At most 30% a month'}
    ${'a smallest amount above the largest'} | ${{ leastAmount: '500000000' }}                                                                                                           | ${'terms.mostAmount'}              | ${/not be below/}
    ${'a loan of all the money there is'}    | ${{ mostAmount: '999999999999999999' }}                                                                                                   | ${'terms.mostAmount'}              | ${'At most ₦1,000,000,000.00'}
    ${'a shortest tenor above the longest'}  | ${{ leastTenor: 36 }}                                                                                                                     | ${'terms.mostTenor'}               | ${/not be below/}
    ${'a moratorium as long as the loan'}    | ${{ moratorium: { principalRows: 3, interestRows: 0, interestIs: 'deferred' } }}                                                          | ${'terms.moratorium'}              | ${/shorter than/}
    ${'fees that eat the pay-out'}           | ${{ fees: [fee] }}                                                                                                                        | ${'terms.fees'}                    | ${/leave nothing/}
    ${'a frequency nobody offers'}           | ${{ frequency: { code: 'daily', name: 'Daily', rhythm: 'weekly', anchorDay: null, firstDue: 'one-period' } }}                             | ${'terms.frequency'}               | ${/from the list/}
    ${'a frequency under another’s code'}    | ${{ frequency: { code: 'weekly', name: 'Weekly', rhythm: 'monthly', anchorDay: 1, firstDue: 'one-period' } }}                             | ${'terms.frequency'}               | ${/from the list/}
    ${'a quarter’s interest for some days'}  | ${{ frequency: { code: 'quarterly', name: 'Quarterly', rhythm: 'quarterly', anchorDay: 25, firstDue: 'payroll' }, firstPeriod: 'whole' }} | ${'terms.firstPeriod'}             | ${/by its days/}
    ${'a step that leaves a balloon'}        | ${{ roundingUnit: '2500000' }}                                                                                                            | ${'terms.roundingUnit'}            | ${'The smallest amount over the longest tenor would have empty rows or a last instalment above two others. Use ₦100.00 or less'}
    ${'a yearly rate beyond reason'}         | ${{ ratePer: 'year', ratePpm: 3_600_001 }}                                                                                                | ${'terms.ratePpm'}                 | ${'At most 360% a year'}
    ${'weeks that leave their day'}          | ${{ frequency: { code: 'weekly', name: 'Weekly', rhythm: 'weekly', anchorDay: null, firstDue: 'one-period' }, weekend: 'next' }}          | ${'terms.weekend'}                 | ${/keep their day of the week/}
    ${'a last instalment of a flat loan'}    | ${{ interest: 'flat', lastInstalment: 'not-above' }}                                                                                      | ${'terms.lastInstalment'}          | ${/take the rest/}
    ${'a share of interest beforehand'}      | ${{ fees: [{ ...fee, flat: null, sharePpm: 10_000, of: 'interest' }] }}                                                                   | ${'terms.fees.0.of'}               | ${/with the instalments/}
    ${'a flat daily balance'}                | ${{ ...DAILY, interest: 'flat' }}                                                                                                         | ${'terms.interestBasis'}           | ${/Choose reducing interest/}
    ${'a daily balance without days'}        | ${{ ...DAILY, accrual: 'nominal' }}                                                                                                       | ${'terms.accrual'}                 | ${/Choose a day count/}
    ${'a daily balance without interest'}    | ${{ ...DAILY, moratorium: { principalRows: 0, interestRows: 1, interestIs: 'waived' } }}                                                  | ${'terms.moratorium.interestRows'} | ${/Enter 0/}
    ${'a daily balance with a capped end'}   | ${{ ...DAILY, lastInstalment: 'not-above' }}                                                                                              | ${'terms.lastInstalment'}          | ${/take the rest/}
    ${'a daily balance beside credit'}       | ${{ ...DAILY, allocation: { order: ['fee', 'penalty', 'interest', 'principal'], beyondDue: 'keep-as-credit' } }}                          | ${'terms.allocation.beyondDue'}    | ${/pay instalments ahead/}
    ${'a component twice'}                   | ${{ allocation: { order: ['fee', 'fee', 'interest', 'principal'], beyondDue: 'pay-ahead' } }}                                             | ${'terms.allocation.order'}        | ${'Each component once'}
    ${'a field nobody knows'}                | ${{ colour: 'red' }}                                                                                                                      | ${'terms.colour'}                  | ${'Not a field of this request'}
  `('$what: $field', async ({ terms, field, message }) => {
    const { status, body } = await ask(PSL, { terms })
    expect([status, body.code]).toEqual([422, 'input.invalid'])
    expect(body.fields?.[field]).toMatch(message)
  })

  it('all roles except Admin and superAdmin', async () => {
    for (const part of ['reviewer', 'authorizer', 'editor', 'auditor'] as const)
      await testApp.as(part).refused('productChange', await edited(PSL), 'permission.missing')
  })
})

describe('retiring', () => {
  it('retires a product after approval; its versions stay', async () => {
    const reason = 'Nobody asks for it'
    const { approvalId } = await testApp.as('admin').ok('productRetire', { id: ADVANCE, reason })
    expect(await listed(ADVANCE)).toMatchObject({ status: 'active', pendingApprovalId: approvalId })
    const { approvalId: change } = await testApp.as('admin').ok('productChange', await edited(ADVANCE))
    await testApp.as('authorizer').approve(approvalId)
    expect(await listed(ADVANCE)).toMatchObject({ status: 'retired' })
    expect((await offered('2027-03-01')).map(([code]) => code)).not.toContain('SAL-ADV')
    expect(await versionsOf(ADVANCE)).toHaveLength(2)

    // what was asked for before finds a product that is gone
    await testApp.as('authorizer').refused('approvalApprove', { id: change ?? '' }, 'product.retired')
    await testApp.as('admin').refused('productRetire', { id: ADVANCE, reason }, 'product.retired')
    await testApp.as('admin').refused('productChange', await edited(ADVANCE), 'product.retired')
  })

  it('needs a product', async () => {
    await testApp.as('admin').refused('productRetire', { id: randomUUID(), reason: 'Gone' }, 'record.unknown')
  })
})
