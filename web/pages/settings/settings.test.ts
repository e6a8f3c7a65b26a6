import { describe, expect, it, test } from 'vitest'
import { SECTION_NAMES, SECTIONS } from '../../../contract/settings.ts'
import type { Json } from '../../../contract/trail.ts'
import { GROUPS } from '../../parts/settings/entries.ts'
import type { FieldSpec } from '../../parts/settings/fieldSpec.ts'
import { sectionChanges } from '../../parts/settings/sectionChanges.ts'
import { SECTION_SPECS } from '../../parts/settings/sectionFields.ts'
import { shown } from '../../parts/settings/sectionWords.ts'
import { type Draft, draftOf, wireOf } from './draft.ts'

const initial = (name: (typeof SECTION_NAMES)[number]): Json =>
  structuredClone(SECTIONS[name].initial) as never
const typing = (draft: Draft, fields: Draft['fields']): Draft => ({
  ...draft,
  fields: { ...draft.fields, ...fields },
})

describe('a section goes into the form and comes out the same', () => {
  test.each(SECTION_NAMES)('%s', name => {
    expect(wireOf(name, draftOf(name, initial(name)))).toEqual({ value: initial(name), problems: {} })
  })
})

test('no card of the overview is alone in a row of three', () => {
  expect(GROUPS.filter(({ entries }) => entries.length % 3 === 1)).toEqual([])
})

describe('errors by field', () => {
  test.each`
    name                | fields                           | problems
    ${'sla'}            | ${{ reviewerHours: 'soon' }}     | ${{ reviewerHours: 'Enter a whole number' }}
    ${'sla'}            | ${{ reviewerHours: '' }}         | ${{ reviewerHours: 'Please fill this in' }}
    ${'sla'}            | ${{ reviewerHours: '1000' }}     | ${{ reviewerHours: 'At most 720' }}
    ${'approvalLimits'} | ${{ manualReceipt: 'a lot' }}    | ${{ manualReceipt: 'Enter an amount, for example 50,000' }}
    ${'affordability'}  | ${{ shareOfPayPpm: '33,3' }}     | ${{ shareOfPayPpm: 'Enter a percentage, for example 2.5' }}
    ${'affordability'}  | ${{ nameScoreWarn: '99' }}       | ${{ nameScoreWarn: 'Must not be above the score that passes' }}
    ${'publicLink'}     | ${{ opensOn: '', closesOn: '' }} | ${{}}
    ${'organisation'}   | ${{ operatingCompany: ' ' }}     | ${{ operatingCompany: 'Please fill this in' }}
  `('$name $fields', ({ name, fields, problems }) => {
    expect(wireOf(name, typing(draftOf(name, initial(name)), fields)).problems).toEqual(problems)
  })

  it('in a row too, and money travels as kobo', () => {
    const holidays = draftOf('holidays', { days: [{ on: '2027-10-01', name: 'Independence Day' }] })
    const added = { key: 9, isStored: false, values: { on: '', name: '' } }
    expect(wireOf('holidays', { ...holidays, rows: [...holidays.rows, added] }).problems).toEqual({
      'days.1.on': 'Please fill this in',
      'days.1.name': 'Please fill this in',
    })
    const limits = typing(draftOf('approvalLimits', initial('approvalLimits')), {
      manualReceipt: '₦75,000.50',
    })
    expect(wireOf('approvalLimits', limits).value).toMatchObject({ manualReceipt: '7500050' })
  })
})

describe('display of a value', () => {
  const whole = (unit?: string): FieldSpec => ({
    name: 'any',
    label: 'Any',
    kind: 'whole',
    ...(unit ? { unit } : {}),
  })
  test.each([
    [whole('days'), 1, '1 day'],
    [whole('days'), 14, '14 days'],
    [whole('messages per second'), 1, '1 message per second'],
    [whole('at most'), 1, '1 at most'],
    [whole('of 100'), 90, '90 of 100'],
    [whole(), 1200, '1,200'],
    [whole('hour'), 8, '08:00'],
    [whole('hour'), 20, '20:00'],
    [{ name: 'any', label: 'Any', kind: 'text' }, '', 'None'],
    [{ name: 'any', label: 'Any', kind: 'day' }, null, 'None'],
  ] satisfies [FieldSpec, Json, string][])('%o, %o: %s', (spec, value, words) => {
    expect(shown(spec, value)).toBe(words)
  })

  test.each(SECTION_NAMES)('no two columns of %s have one title', name => {
    const titles = SECTION_SPECS[name].rows?.columns.map(column => column.label) ?? []
    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe('display of changes', () => {
  test.each`
    name                   | before                                                                  | after                                                                    | told
    ${'approvalLimits'}    | ${{ manualReceipt: '5000000', campaignRecipients: 100 }}                | ${{ manualReceipt: '7500000', campaignRecipients: 100 }}                 | ${[{ what: 'Manual repayment or charge above', before: '₦50,000.00', after: '₦75,000.00' }]}
    ${'requiredDocuments'} | ${{ documents: [{ title: 'Payslip', status: 'active' }] }}              | ${{ documents: [{ title: 'Payslip', status: 'retired' }] }}              | ${[{ what: 'Payslip', before: 'active', after: 'inactive' }]}
    ${'holidays'}          | ${{ days: [] }}                                                         | ${{ days: [{ on: '2027-10-01', name: 'Independence Day' }] }}            | ${[{ what: '1 Oct 2027', before: undefined, after: 'Independence Day' }]}
    ${'classes'}           | ${{ classes: [{ name: 'Lost', fromDays: 91, provisionPpm: 1000000 }] }} | ${{ classes: [{ name: 'Lost', fromDays: 181, provisionPpm: 1000000 }] }} | ${[{ what: 'Lost', before: 'From days past due 91 · Provision 100%', after: 'From days past due 181 · Provision 100%' }]}
  `('$name', ({ name, before, after, told: reported }) => {
    expect(sectionChanges(name, before, after)).toEqual(reported)
    expect(sectionChanges(name, after, after)).toEqual([])
  })
})

describe('a payroll source', () => {
  const stored = { code: 'IPPIS', name: 'IPPIS', service: 'Civil service', payDay: 25, status: 'active' }
  const changed = {
    ...stored,
    fileDays: 20,
    elements: [{ match: 'prefix', value: '412' }],
    layoutOut: { format: 'xlsx', scope: 'full', columns: [{ heading: 'STAFF', content: 'staffNumber' }] },
    charge: { kind: 'share', ppm: 20_000, each: '0' },
  }

  test('of release 0.2 has the standard details, and each change reads as words', () => {
    expect(sectionChanges('payroll', { sources: [stored] }, { sources: [changed] })).toEqual([
      { what: 'IPPIS: File expected after pay day', before: '14 days', after: '20 days' },
      {
        what: 'IPPIS: Our deduction elements',
        before: 'None: every row is ours',
        after: 'beginning with 412',
      },
      { what: 'IPPIS: Instruction file', before: 'CSV', after: 'Excel (XLSX)' },
      { what: 'IPPIS: Lines in the file', before: 'Changes only', after: 'All deductions' },
      {
        what: 'IPPIS: Columns of the instruction file',
        before: 'Standard columns',
        after: 'STAFF: IPPIS / staff number',
      },
      { what: 'IPPIS: Agreed charge', before: 'None', after: 'Share of the amount deducted' },
      { what: 'IPPIS: Share withheld by the office', before: undefined, after: '2%' },
    ])
  })

  test('keeps what it has through the form, and errors name their row and field', () => {
    const { value, problems } = wireOf('payroll', draftOf('payroll', { sources: [changed] }))
    expect(value).toMatchObject({ sources: [changed] })
    expect(problems).toEqual({ 'sources.0.layoutOut.columns': 'Add a column for the amount' })
  })
})
