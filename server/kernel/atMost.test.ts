import { expect, test } from 'vitest'
import { atMost } from './atMost.ts'

test('no more than so many run at a time, in the order they came, and a failure frees its place', async () => {
  const serialised = atMost(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const tasks = [0, 1, 2, 3].map(each =>
    serialised(async () => {
      begun.push(each)
      await new Promise<void>(resolve => ends.push(resolve))
      if (each === 0) throw new Error('failed')
    }).catch(() => undefined),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  await tasks[0]
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.()
  await tasks[1]
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  await Promise.all(tasks)
})
