import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BINS, CODE_KINDS } from '../../../contract/repayments.ts'
import { batchesIn, INSTALMENT } from '../../../test/batches.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { runBatch } from './run.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const {
  borrower,
  batchOf,
  look,
  rowsOf,
  binned,
  handOver,
  posted,
  undone,
  changeSource,
  balance,
  owed,
  proved,
} = batchesIn(() => testApp)

const NAMED = {
  elements: [
    { match: 'exact', value: 'IROKO LOAN' },
    { match: 'prefix', value: '412-' },
    { match: 'alias', value: 'Iroko Ltd.' },
  ],
  beneficiaries: [],
}
const mark = (id: string, key: string, isOurs: boolean, kind: 'element' | 'beneficiary' = 'element') =>
  testApp.as('admin').ok('repaymentCodeMark', { id, kind, key, isOurs })
/** By two people. */
async function changed(input: {
  source: string
  kind: 'element' | 'beneficiary'
  key: string
  isOurs: boolean
  reason: string
}): Promise<void> {
  const { approvalId } = await testApp.as('admin').ok('sourceCodeChange', input)
  await testApp.as('authorizer').approve(approvalId ?? '')
}
const codesIn = async (id: string) =>
  (await testApp.as('auditor').ok('repaymentCodeList', { id })).rows.map(row => [
    row.key,
    row.rows,
    row.isOurs,
  ])
const NOT_YET = { bankCredit: '0', gapNote: 'Not remitted yet' }

test('the database and the contract have the same match results and code kinds', () => {
  const schema = readFileSync('db/schema.sql', 'utf8')
  const listed = (constraint: string): string[] =>
    [
      ...(
        new RegExp(`${constraint} check \\(\\(\\w+ = any \\(array\\[(.*?)\\]`).exec(schema)?.[1] ?? ''
      ).matchAll(/'(\w+)'/g),
    ].map(([, word = '']) => word)
  expect(listed('repayment_row_bin_check')).toEqual([...BINS])
  expect(listed('repayment_element_kind_check')).toEqual([...CODE_KINDS])
})

describe('a source that names its codes', () => {
  beforeEach(() => changeSource('IPPIS', NAMED))

  test('another lender’s deduction of our customer is not posted to our loan', async () => {
    const one = await borrower()
    const before = { owed: await owed(one.loanId), office: await balance('payrollOfficeReceivable') }
    const id = await batchOf([
      { staff: one.staff, amount: INSTALMENT },
      { staff: one.staff, amount: '25000', element: 'COOP LOAN' },
      { staff: '424242', amount: '900', element: 'COOP LOAN' },
    ])
    expect(await binned(id)).toEqual(['exact', 'unknownElement', 'unknownElement'])
    expect(await codesIn(id)).toEqual([['COOPLOAN', 2, null]])
    await testApp.as('admin').refused('repaymentSubmit', {
      id, valueOn: '2026-11-16', bankCredit: '0', bankReference: null, gapNote: 'None', holdsMessages: false, reason: 'Try',
    }, 'repayment.unknown_codes') // biome-ignore format: a form
    expect(await mark(id, 'COOPLOAN', false)).toEqual({ rows: 2, isQueued: false })
    const batch = await look(id)
    expect(batch).toMatchObject({
      foreign: { rows: 2, total: 2_590_000n },
      undecided: { unknownElement: 0 },
      fileTotal: 6_166_667n + 2_590_000n,
    })
    // the office remits our part alone, so the control totals agree
    await posted(id, { bankCredit: '6166667' })
    expect(await owed(one.loanId)).toBe(before.owed - 6_166_667n)
    expect(await balance('payrollOfficeReceivable')).toBe(before.office)
    expect((await look(id)).unremitted).toBe(0n)
    expect((await rowsOf(id)).map(row => [row.bin, row.status])).toEqual([
      ['exact', 'posted'],
      ['foreign', 'skipped'],
      ['foreign', 'skipped'],
    ])
    await proved()

    // remembered for the next file of the source, and for no other source
    const next = await batchOf([{ staff: one.staff, amount: '25000', element: 'Coop-Loan' }], {
      period: '2026-09',
    })
    expect(await binned(next)).toEqual(['foreign'])
    const other = await batchOf([{ staff: '17', amount: '25000', element: 'COOP LOAN' }], { source: 'STATE' })
    expect(await binned(other)).toEqual(['notOurs'])
  })

  test('our codes are known exactly, by prefix and by alias, whatever their case and signs', async () => {
    const [a, b, c, d] = [await borrower(), await borrower(), await borrower(), await borrower()]
    const id = await batchOf([
      { staff: a.staff, amount: INSTALMENT, element: 'iroko-loan' },
      { staff: b.staff, amount: INSTALMENT, element: '412/07' },
      { staff: c.staff, amount: INSTALMENT, element: 'IROKO LTD' },
      { staff: d.staff, amount: INSTALMENT, element: 'IROKO LOAN 2' },
      { staff: '5', amount: '5', element: ' ' },
    ])
    expect(await binned(id)).toEqual(['exact', 'exact', 'exact', 'unknownElement', 'unknownElement'])
    expect((await codesIn(id)).map(([key]) => key ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      '(blank)',
      'IROKOLOAN2',
    ])
  })

  test('rows that are ours after all are matched as if they had been known', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const id = await batchOf([
      { staff: one.staff, amount: INSTALMENT, element: 'IRK NEW' },
      { staff: one.staff, amount: '10', element: 'IROKO LOAN' },
      { loan: two.number, amount: INSTALMENT, element: 'IROKO LOAN' },
    ])
    expect(await binned(id)).toEqual(['unknownElement', 'short', 'exact'])
    const { rows: before } = await testApp.as('admin').ok('repaymentRows', { id, limit: 10 })
    expect(before[0]).toMatchObject({ loanId: null, treatment: 'skip', element: 'IRK NEW' })
    await testApp
      .as('admin')
      .refused(
        'repaymentRowMatch',
        { id, rowNumber: 1, part: 1, loanId: one.loanId, treatment: 'post', note: 'Try' },
        'repayment.foreign',
      )
    // a decision of a user stays
    await testApp.as('admin').ok('repaymentRowMatch', {
      id, rowNumber: 3, part: 1, loanId: two.loanId, treatment: 'skip', note: 'Paid twice, says the office',
    }) // biome-ignore format: a form
    await mark(id, 'IRKNEW', true)
    // the row before it on the loan has taken the instalment
    expect((await rowsOf(id)).map(row => [row.bin, row.treatment])).toEqual([
      ['exact', 'post'],
      ['over', 'post'],
      ['exact', 'skip'],
    ])
    // the person who answered has decided where money goes
    const approvalId = await handOver(id, NOT_YET)
    await testApp.as('authorizer').approve(approvalId)
    await runBatch(testApp.program, id)
    expect((await look(id)).status).toBe('posted')
    await proved()
  })

  test('who marked a code does not approve its batch, and others who mark it otherwise are told', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT, element: 'IRK OTHER' }])
    await testApp
      .as('superAdmin')
      .ok('repaymentCodeMark', { id, kind: 'element', key: 'IRKOTHER', isOurs: true })
    await testApp
      .as('superAdmin')
      .ok('repaymentCodeMark', { id, kind: 'element', key: 'IRKOTHER', isOurs: true })
    await testApp
      .as('admin')
      .refused(
        'repaymentCodeMark',
        { id, kind: 'element', key: 'IRKOTHER', isOurs: false },
        'repayment.code_answered',
      )
    await testApp
      .as('reviewer')
      .refused(
        'repaymentCodeMark',
        { id, kind: 'element', key: 'IRKOTHER', isOurs: true },
        'permission.missing',
      )
    await testApp
      .as('admin')
      .refused('repaymentCodeMark', { id, kind: 'element', key: 'NEVERSEEN', isOurs: true }, 'record.unknown')
    const approvalId = await handOver(id, NOT_YET)
    await expect(testApp.as('superAdmin').approve(approvalId)).rejects.toThrow()
    // marked otherwise while it waits: what the approver saw is not what would be posted
    const wrong = {
      source: 'IPPIS',
      kind: 'element' as const,
      key: 'IRKOTHER',
      reason: 'It belongs to the other Iroko',
    }
    await testApp
      .as('reviewer')
      .refused('sourceCodeChange', { ...wrong, isOurs: false }, 'permission.missing')
    await testApp
      .as('admin')
      .refused('sourceCodeChange', { ...wrong, isOurs: true }, 'repayment.code_answered')
    await testApp
      .as('admin')
      .refused('sourceCodeChange', { ...wrong, key: 'NEVER', isOurs: false }, 'record.unknown')
    await changed({ ...wrong, isOurs: false })
    await expect(testApp.as('authorizer').approve(approvalId)).rejects.toThrow(/marked differently/)
    const { rows } = await testApp.as('auditor').ok('sourceCodeList', { source: 'IPPIS', isOurs: 'false' })
    expect(rows.find(row => row.key === 'IRKOTHER')).toMatchObject({
      code: 'IRK OTHER',
      note: 'It belongs to the other Iroko',
    })
  })

  test('an answer that changes moves the rows of open batches, whole', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT, element: 'MAYBE' }])
    await mark(id, 'MAYBE', true)
    await testApp.as('admin').ok('repaymentRowSplit', {
      id, rowNumber: 1, note: 'For both', parts: [{ loanId: one.loanId, amount: '6000000' }, { loanId: one.loanId, amount: '166667' }],
    }) // biome-ignore format: a form
    const change = (isOurs: boolean) =>
      changed({
        source: 'IPPIS',
        kind: 'element',
        key: 'MAYBE',
        isOurs,
        reason: 'Asked the office',
      })
    await change(false)
    expect((await rowsOf(id)).map(row => [row.bin, row.amount, row.loanId])).toEqual([
      ['foreign', 6_166_667n, null],
    ])
    await change(true)
    expect((await rowsOf(id)).map(row => [row.bin, row.amount, row.loanId])).toEqual([
      ['exact', 6_166_667n, one.loanId],
    ])
    expect(await look(id)).toMatchObject({ fileRows: 1, fileTotal: 6_166_667n })
  })

  test('two people at once mark a code in two batches, and both are matched', async () => {
    const [one, two] = [await borrower(), await borrower()]
    const first = await batchOf([{ staff: one.staff, amount: INSTALMENT, element: 'AT ONCE' }])
    const second = await batchOf([{ staff: two.staff, amount: INSTALMENT, element: 'AT ONCE' }], {
      period: '2026-09',
    })
    await Promise.all([mark(first, 'ATONCE', true), mark(second, 'ATONCE', true)])
    expect([...(await binned(first)), ...(await binned(second))]).toEqual(['exact', 'exact'])
  })

  test('a code that was not ours may come again once it is', async () => {
    const one = await borrower()
    const id = await batchOf([{ staff: one.staff, amount: INSTALMENT, element: 'LATE ALIAS' }])
    await mark(id, 'LATEALIAS', false)
    await posted(id, { bankCredit: '0' })
    await changed({
      source: 'IPPIS',
      kind: 'element',
      key: 'LATEALIAS',
      isOurs: true,
      reason: 'It is ours',
    })
    expect(await binned(id)).toEqual(['foreign'])
    const again = await batchOf([
      { staff: one.staff, amount: INSTALMENT, element: 'LATE ALIAS' },
      { staff: '99', amount: '7' },
    ])
    expect(await binned(again)).toEqual(['exact', 'notOurs'])
    await undone(id)
  })
})

test('a source that names no codes takes every row', async () => {
  const one = await borrower({ payrollSource: 'STATE' })
  const id = await batchOf([{ loan: one.number, amount: INSTALMENT, element: 'ANYTHING' }], {
    source: 'STATE',
  })
  expect(await binned(id)).toEqual(['exact'])
  expect(await codesIn(id)).toEqual([])
})

test('a beneficiary decides too, and one blank column does not ask', async () => {
  await changeSource('IPPIS', {
    elements: NAMED.elements,
    beneficiaries: [{ match: 'exact', value: 'IROKO MFB' }],
  })
  const [a, b] = [await borrower(), await borrower()]
  const id = await batchOf([
    { staff: a.staff, amount: INSTALMENT, beneficiary: 'IROKO MFB' },
    { staff: a.staff, amount: INSTALMENT, beneficiary: 'OTHER MFB' },
    { staff: b.staff, amount: INSTALMENT, element: ' ', beneficiary: 'Iroko MFB' },
    { staff: b.staff, amount: '10', element: '', beneficiary: '' },
  ])
  expect(await binned(id)).toEqual(['exact', 'unknownElement', 'exact', 'unknownElement'])
  expect((await codesIn(id)).map(([key]) => key ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    '(blank)',
    'OTHERMFB',
  ])
  await mark(id, 'OTHERMFB', false, 'beneficiary')
  await mark(id, '(blank)', true)
  expect(await binned(id)).toEqual(['exact', 'foreign', 'exact', 'over'])
})
