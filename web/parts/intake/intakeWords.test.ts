import { expect, it } from 'vitest'
import { paceOf, stepOf, timeLeftText } from './intakeWords.ts'
import { fieldAt, missingTitles, withColumn } from './mapping.ts'
import { paceMeter } from './useSending.ts'

it.each([
  [3, 'a few seconds left'],
  [42, 'about 45 seconds left'],
  [61, 'about 2 minutes left'],
  [3_720, 'about 1 h 2 min left'],
])('%d seconds are %s', (seconds, words) => {
  expect(timeLeftText(seconds)).toBe(words)
})

it('calculates the rate of a step and the remaining time', () => {
  const at = '2026-11-03T09:00:10.000Z'
  const progress = { step: 'checking', startedAt: '2026-11-03T09:00:00.000Z', at } as const
  expect(paceOf({ ...progress, done: 100_000, total: 400_000 })).toEqual({
    rate: '10,000 rows per second',
    left: 'about 30 seconds left',
  })
  expect(paceOf({ ...progress, done: 0, total: 400_000 }).left).toBeUndefined()
})

it('measures the transfer rate over the last seconds', () => {
  const pace = paceMeter()
  expect(pace(0, 0)).toBeUndefined()
  expect(pace(1_000, 1_000)).toBe(1_000)
  expect(pace(11_000, 20_000)).toBeUndefined()
  expect(pace(12_000, 20_500)).toBe(2_000)
})

it('is at the columns step only after the layout is read', () => {
  expect(stepOf({ status: 'received', layout: null })).toBe(0)
  expect(stepOf({ status: 'matched', layout: null })).toBe(3)
})

it('maps a field to one column and a column to one field', () => {
  const mapping = { staffNumber: 0, fullName: 1, netPay: 2 }
  expect(withColumn(mapping, 4, 'netPay')).toEqual({ staffNumber: 0, fullName: 1, netPay: 4 })
  expect(withColumn(mapping, 1, 'netPay')).toEqual({ staffNumber: 0, netPay: 1 })
  const without = withColumn(mapping, 2, '')
  expect(fieldAt(without, 2)).toBe('')
  expect(missingTitles('payroll', without)).toEqual(['Net pay'])
})
