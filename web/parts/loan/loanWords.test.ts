import { expect, test } from 'vitest'
import { loanStatusLabel } from '../../../contract/labels.ts'
import { kobo } from '../../../engine/money.ts'
import { pixels } from '../../ui/Chart.tsx'
import { classTone, daysLateText, type Instalment, partsOver, partsTotal, standingOf } from './loanWords.ts'

const parts = (principal: bigint, interest = 0n, penalty = 0n) => ({
  principal: kobo(principal),
  interest: kobo(interest),
  fee: kobo(0n),
  penalty: kobo(penalty),
})

const instalment = (dueOn: string, paid: bigint, left: bigint): Instalment => ({
  n: 1,
  dueOn,
  due: parts(paid + left),
  paid: parts(paid),
  outstanding: parts(left),
  total: kobo(paid + left),
  balance: kobo(0n),
  paidOn: null,
})

test.each([
  ['2026-10-25', 100n, 0n, 'paid'],
  ['2026-10-25', 40n, 60n, 'late'],
  ['2026-11-16', 0n, 100n, 'due'],
  ['2026-11-25', 40n, 60n, 'part'],
  ['2026-11-25', 0n, 100n, 'coming'],
  ['2026-11-25', 100n, 0n, 'paid'],
] as const)('due %s, %d paid, %d left, on 16 Nov 2026: %s', (dueOn, paid, left, standing) => {
  expect(standingOf(instalment(dueOn, paid, left), '2026-11-16')).toBe(standing)
})

test('colours classes by their order in the settings', () => {
  const classes = [
    { name: 'Performing' },
    { name: 'Pass and watch' },
    { name: 'Substandard' },
    { name: 'Lost' },
  ]
  expect(classes.map(each => classTone(each.name, classes))).toEqual([
    'positive',
    'caution',
    'negative',
    'negative',
  ])
})

test('adds components over loans', () => {
  const over = partsOver([{ outstanding: parts(1n, 2n) }, { outstanding: parts(10n, 20n, 30n) }])
  expect(over).toEqual(parts(11n, 22n, 30n))
  expect(partsTotal(over)).toBe(63n)
})

test('labels a status in either spelling, and days past due', () => {
  expect([loanStatusLabel('written-off'), loanStatusLabel('awaiting disbursement')]).toEqual([
    'Written off',
    'Awaiting disbursement',
  ])
  expect([0, 1, 82].map(daysLateText)).toEqual(['On time', '1 day past due', '82 days past due'])
})

test('scales a bar without floats and keeps the smallest visible', () => {
  const most = 900_000_000_000_000_000n
  expect([most, most / 2n, 1n, 0n].map(value => pixels(value, most, 160))).toEqual([160, 80, 1.5, 0])
})
