import { expect, test } from 'vitest'
import { REASON_USES, SECTIONS, writingProblems } from './settings.ts'

test('every use that a reason can be kept for is one that somebody asks for', () => {
  const { initial, schema } = SECTIONS.reasonCodes
  expect(new Set(initial.codes.map(each => each.use))).toEqual(new Set(REASON_USES))
  // applicants withdraw without a reason; one that was kept for it before is still read
  expect(REASON_USES).not.toContain('withdraw')
  const old = { code: 'APPLICANT', label: 'The applicant asked for it', use: 'withdraw', status: 'active' }
  expect(schema.safeParse({ codes: [...initial.codes, old] }).success).toBe(true)
})

test.each([
  ['outbox', '', undefined],
  ['africasTalking', '', undefined],
  ['termii', '', 'Termii requires a sender ID'],
  ['termii', 'Iroko', undefined],
  ['termii', '   ', '3 to 11 letters and digits, no spaces'],
  ['outbox', 'Iroko MFB', '3 to 11 letters and digits, no spaces'],
  ['outbox', 'IK', '3 to 11 letters and digits, no spaces'],
])('with %s the sender id %j: %s', (gateway, senderId, problem) => {
  const value = { ...SECTIONS.sms.initial, gateway, senderId }
  expect(writingProblems('sms', value).senderId).toBe(problem)
})

test('a sender id with a blank that was kept before is still read', () => {
  const { initial, schema } = SECTIONS.sms
  expect(schema.safeParse({ ...initial, senderId: 'Iroko MFB' }).success).toBe(true)
})

test('a limit above all that is entered at once is not written, and one that was is still read', () => {
  const { initial, schema } = SECTIONS.approvalLimits
  const endless = schema.parse({ ...initial, manualReceipt: '999999999999999999' })
  expect(writingProblems('approvalLimits', endless)).toEqual({ manualReceipt: 'At most ₦1,000,000,000.00' })
  expect(writingProblems('approvalLimits', schema.parse(initial))).toEqual({})
})

test('two classes of one name are not written, and those that were are still read', () => {
  const { initial, schema } = SECTIONS.classes
  const alike = { classes: [...initial.classes, { name: 'lost', fromDays: 181, provisionPpm: 1_000_000 }] }
  expect(writingProblems('classes', alike)).toEqual({ classes: 'Class names must be different' })
  expect(writingProblems('classes', initial)).toEqual({})
  expect(schema.safeParse(alike).success).toBe(true)
})

const layout = (...contents: string[]) => ({
  layoutOut: {
    format: 'csv',
    scope: 'delta',
    columns: contents.map((content, n) => ({ heading: `C${n}`, content })),
  },
})
const codes = (...elements: [string, string][]) => ({
  elements: elements.map(([match, value]) => ({ match, value })),
})
test.each([
  [{}, {}],
  [layout('staffNumber', 'amount'), {}],
  [layout('amount'), { 'sources.0.layoutOut.columns': 'Add a column for the staff number' }],
  [
    { ...layout('staffNumber', 'amount'), kind: 'collections' },
    { 'sources.0.layoutOut.columns': 'A collections source has no instruction file. Remove its columns.' },
  ],
  [
    codes(['exact', 'Iroko Loan'], ['alias', 'IROKO-LOAN']),
    { 'sources.0.elements.1.value': 'Already in the list' },
  ],
  [codes(['prefix', '41']), { 'sources.0.elements.0.value': 'At least 3 letters or digits' }],
  [
    codes(['exact', '412-07'], ['prefix', '412']),
    { 'sources.0.elements.0.value': 'Already covered by codes beginning with 412' },
  ],
  [codes(['exact', '--']), { 'sources.0.elements.0.value': 'Enter letters or digits' }],
  [{ charge: { kind: 'share', ppm: 0, each: '0' } }, { 'sources.0.charge.ppm': 'Enter a share above zero' }],
  [
    { charge: { kind: 'each', ppm: 0, each: '0' } },
    { 'sources.0.charge.each': 'Enter an amount above zero' },
  ],
])('a payroll source with %o', (change, problems) => {
  const { schema, initial } = SECTIONS.payroll
  const value = schema.parse({ ...initial, sources: [{ ...initial.sources[0], ...change }] })
  expect(writingProblems('payroll', value)).toEqual(problems)
})
