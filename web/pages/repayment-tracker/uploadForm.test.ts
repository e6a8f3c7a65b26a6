import { expect, test } from 'vitest'
import { declaredOf, problemsOf, type Typed } from './uploadForm.ts'

const typed = (changes: Partial<Typed>): Typed => ({
  source: 'IPPIS',
  period: '2026-10',
  rows: '',
  total: '',
  correctsId: '',
  file: new File(['IPPIS NO,AMOUNT'], 'october.csv'),
  ...changes,
})

test.each([
  ['nothing declared', {}, []],
  ['both declared', { rows: '1,204', total: '₦61,250,000.00' }, []],
  ['rows without a total', { rows: '1204' }, ['total']],
  ['a total without rows', { total: '61250000' }, ['rows']],
  ['no rows at all', { rows: '0', total: '1' }, ['rows']],
  ['not an amount', { rows: '3', total: 'about a million' }, ['total']],
  ['nothing chosen', { source: '', period: '', file: undefined }, ['source', 'period', 'file']],
  ['an empty file', { file: new File([], 'october.csv') }, ['file']],
] as [string, Partial<Typed>, string[]][])('%s', (_, changes, wrong) => {
  expect(Object.keys(problemsOf(typed(changes)))).toEqual(wrong)
})

test('declared totals are sent as rows and kobo', () => {
  expect(declaredOf(typed({ rows: '1,204', total: '61,250,000.50' }))).toEqual({
    rows: 1204,
    total: 6_125_000_050n,
  })
  expect(declaredOf(typed({}))).toBeUndefined()
})
