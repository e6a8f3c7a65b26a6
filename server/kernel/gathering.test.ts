import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Gathering } from './gathering.ts'

/** Does calls when it is told to, and notes which went alone and which together. */
function slowWork(cannotJoin: readonly string[] = []) {
  const done: string[][] = []
  const held: (() => void)[] = []
  const allowed = () => new Promise<void>(resolve => void held.push(resolve))
  const gathering = new Gathering<string, string>({
    async alone(call) {
      done.push([call])
      await allowed()
      if (call.startsWith('refused')) throw new Error(call)
      return `${call} alone`
    },
    async together(calls) {
      done.push([...calls])
      await allowed()
      if (calls.includes('away')) throw new Error('away')
      return calls.map(call => (cannotJoin.includes(call) ? undefined : `${call} together`))
    },
  })
  const finish = async (): Promise<void> => {
    for (const go of held.splice(0)) go()
    await sleep(0)
  }
  return { gathering, done, finish }
}

test('calls that come while others are under way are done together after them', async () => {
  const { gathering, done, finish } = slowWork()
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(call => gathering.join(call, call)))
  expect(done).toEqual([['a'], ['b']])
  await finish()
  expect(done).toEqual([['a'], ['b'], ['c', 'd', 'e']])
  await finish()
  expect(await answers).toEqual(['a alone', 'b alone', 'c together', 'd together', 'e together'])
})

test('two calls with one key are not in one group', async () => {
  const { gathering, done, finish } = slowWork()
  const answers = Promise.all(
    [
      ['x', 'a'],
      ['y', 'b'],
      ['z', 'c'],
      ['z', 'd'],
      ['w', 'e'],
    ].map(([key = '', call = '']) => gathering.join(key, call)),
  )
  await finish()
  expect(done.slice(2)).toEqual([['c', 'e'], ['d']])
  await finish()
  expect(await answers).toEqual(['a alone', 'b alone', 'c together', 'd alone', 'e together'])
})

test('a call that cannot be done together is done alone, and its failure is its own', async () => {
  const { gathering, finish } = slowWork(['d', 'refused e'])
  const answers = Promise.allSettled(
    ['a', 'b', 'c', 'd', 'refused e'].map(call => gathering.join(call, call)),
  )
  for (let round = 0; round < 3; round++) await finish()
  expect(await answers).toMatchObject([
    { value: 'a alone' },
    { value: 'b alone' },
    { value: 'c together' },
    { value: 'd alone' },
    { reason: new Error('refused e') },
  ])
})

test('a failure of all is the failure of each', async () => {
  const { gathering, finish } = slowWork()
  const answers = Promise.allSettled(['a', 'b', 'c', 'away', 'd'].map(call => gathering.join(call, call)))
  for (let round = 0; round < 2; round++) await finish()
  const failed = { reason: new Error('away') }
  expect(await answers).toMatchObject([{ value: 'a alone' }, { value: 'b alone' }, failed, failed, failed])
})

test('nothing waits long for what is under way', async () => {
  const { gathering, done, finish } = slowWork()
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(call => gathering.join(call, call)))
  await expect.poll(() => done).toEqual([['a'], ['b'], ['c', 'd']])
  await finish()
  expect(await answers).toEqual(['a alone', 'b alone', 'c together', 'd together'])
})
