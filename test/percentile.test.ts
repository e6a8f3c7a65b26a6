import { expect, test } from 'vitest'
import { percentile } from './percentile.ts'

test('percentiles are times that were measured', () => {
  const times = Array.from({ length: 200 }, (_, at) => 200 - at)
  expect([0, 0.5, 0.95, 0.99, 1].map(share => percentile(times, share))).toEqual([1, 100, 190, 198, 200])
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.99)).toBe(0)
})
