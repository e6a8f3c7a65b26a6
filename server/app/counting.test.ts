import { expect, test } from 'vitest'
import { countUpTo } from '../kernel/counting.sql.ts'

test('a short list is counted every time, a long one once in a while', async () => {
  let rows = 9
  let asked = 0
  const count = (list: string) =>
    countUpTo(10, list, async limit => {
      asked += 1
      return Math.min(rows, limit)
    })
  expect(await count('live in Kano')).toEqual({ total: 9, exact: true })
  rows = 10
  expect(await count('live in Kano')).toEqual({ total: 10, exact: true })
  rows = 11
  expect(await count('live in Kano')).toEqual({ total: 10, exact: false })
  expect(asked).toBe(3)
  expect(await count('live in Kano')).toEqual({ total: 10, exact: false })
  expect(asked).toBe(3)
  // another list is another question
  rows = 2
  expect(await count('live in Lagos')).toEqual({ total: 2, exact: true })
})
