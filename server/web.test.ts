import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openHouse } from '../test/cast.ts'
import { openDoor } from './http.ts'
import { identify } from './users/users.ts'
import { closeDoor } from './web.ts'

test('F24 a door that closes answers whoever is inside and does not wait for the browser to hang up', async () => {
  const house = await openHouse({ staff: false })
  const door = { ...house.program, behindProxy: false, identify }
  const app = await openDoor(door, pino({ level: 'silent' }))
  let answer = (): void => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  let enter = (): void => {}
  const entered = new Promise<void>(resolve => {
    enter = resolve
  })
  app.get('/slow', async () => {
    enter()
    await held
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // as a browser does: the line stays open for the next request
  const agent = new Agent({ keepAlive: true })
  const status = new Promise(resolve =>
    get({ agent, port, path: '/slow' }, reply => reply.resume().on('end', () => resolve(reply.statusCode))),
  )
  await entered
  const closed = closeDoor(app)
  while (app.server.listening) await new Promise(resolve => setImmediate(resolve))
  setTimeout(answer, 300)
  expect(await status).toBe(200)
  await closed
  agent.destroy()
  await house.close()
})

test('what is for the machine itself is not for who only says to be on it', async () => {
  const house = await openHouse({ staff: false, behindProxy: true })
  const status = async (url: string, remoteAddress: string, forwarded?: string) => {
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
    return (await house.app.inject({ url, remoteAddress, headers })).statusCode
  }
  for (const [url, stranger] of [
    ['/metrics', 404],
    ['/api/docs', 401],
    ['/api/openapi.json', 401],
  ] as const) {
    expect(await status(url, '127.0.0.1')).toBe(200)
    expect(await status(url, '203.0.113.9')).toBe(stranger)
    expect(await status(url, '203.0.113.9', '127.0.0.1')).toBe(stranger)
    // a proxy on the same machine brings strangers
    expect(await status(url, '127.0.0.1', '203.0.113.9')).toBe(stranger)
    expect(await status(url, '127.0.0.1', '127.0.0.1')).toBe(stranger)
  }
  await house.close()
})
