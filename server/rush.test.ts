import { afterEach, beforeEach, expect, test } from 'vitest'
import { type House, openHouse } from '../test/cast.ts'

let house: House
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

test('in a rush whoever would wait too long is told at once to come back, and the others keep their turn', async () => {
  const caller = await house.signIn('superadmin@iroko.test')
  const holder = await house.pool.connect()
  await holder.query('begin')
  // nobody's session can be read, so that every request stays in hand
  await holder.query('lock table staff_session in access exclusive mode')
  const start = performance.now()
  const rush = Array.from({ length: 650 }, () => caller.call('userList', {}))
  const first = await Promise.race(rush)
  expect(first).toMatchObject({ status: 503, body: { code: 'server.busy' } })
  expect(first.headers['retry-after']).toBe('3')
  expect(performance.now() - start, 'told before anybody is served').toBeLessThan(4_000)
  await holder.query('rollback')
  holder.release()
  const answers = await Promise.all(rush)
  const told = answers.map(({ status, body }) =>
    status === 200 ? 'served' : (body as { code: string }).code,
  )
  expect(told.filter(word => word === 'server.busy')).toHaveLength(400)
  expect(told).toContain('served')
  // a slow machine has no line for the last of them within five seconds, and says that
  expect(told.filter(word => !['served', 'server.busy', 'server.unavailable'].includes(word))).toEqual([])
  expect((await caller.call('userList', {})).status).toBe(200)
})
