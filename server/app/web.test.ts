import { EventEmitter, once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestApp } from '../../test/testApp.ts'
import { createHttpApp } from '../kernel/http.ts'
import { knowsBrowser } from '../modules/auth/browsers.ts'
import { identify } from '../modules/auth/signin.ts'
import { closeHttpApp } from './web.ts'

/** Creates an app with a slow handler and one open request. */
async function createSlowApp() {
  const testApp = await createTestApp({ staff: false })
  const app = await createHttpApp(
    { ...testApp.program, behindProxy: false, checksTexts: true, identify, knowsBrowser },
    pino({ level: 'silent' }),
  )
  const signs = new EventEmitter()
  const entered = once(signs, 'entered')
  app.get('/slow', async () => {
    signs.emit('entered')
    await once(signs, 'answer')
    return { done: true }
  })
  app.get('/next', async () => ({ next: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  /** Starts closing once a request is open; returns the end of the close. */
  const close = async () => {
    await entered
    const closed = closeHttpApp(app)
    while (app.server.listening) await new Promise(resolve => setImmediate(resolve))
    return { closed }
  }
  return { testApp, app, port, answer: () => signs.emit('answer'), close }
}

test('F24 closing answers open requests and does not wait for idle browser connections', async () => {
  const { testApp, port, answer, close } = await createSlowApp()
  // as a browser does: the line stays open for the next request
  const agent = new Agent({ keepAlive: true })
  const status = new Promise(resolve =>
    get({ agent, port, path: '/slow' }, reply => reply.resume().on('end', () => resolve(reply.statusCode))),
  )
  const { closed } = await close()
  setTimeout(answer, 300)
  expect(await status).toBe(200)
  await closed
  agent.destroy()
  await testApp.close()
})

test('F24 a request on an open connection during closing is answered, and the connection ends with it', async () => {
  const { testApp, app, port, answer, close } = await createSlowApp()
  const line = connect(port, '127.0.0.1').setEncoding('utf8')
  let heard = ''
  line.on('data', text => {
    heard += String(text)
  })
  const ended = once(line, 'close')
  line.write('GET /slow HTTP/1.1\r\nHost: iroko\r\n\r\n')
  const { closed } = await close()
  const arrived = once(app.server, 'request')
  line.write('GET /next HTTP/1.1\r\nHost: iroko\r\n\r\n')
  await arrived
  answer()
  await ended
  await closed
  expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  const last = heard.slice(heard.lastIndexOf('HTTP/1.1')).toLowerCase()
  expect(last).toContain('{"next":true}')
  expect(last).toContain('connection: close')
  await testApp.close()
})

test('what is for the machine itself is not for who only says to be on it', async () => {
  const testApp = await createTestApp({ staff: false, behindProxy: true })
  const status = async (url: string, remoteAddress: string, forwarded?: string) => {
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
    return (await testApp.app.inject({ url, remoteAddress, headers })).statusCode
  }
  for (const [url, stranger] of [
    ['/metrics', 404],
    ['/api/docs', 401],
    ['/api/openapi.json', 401],
  ] as const) {
    expect(await status(url, '127.0.0.1')).toBe(200)
    expect(await status(url, '203.0.113.9')).toBe(stranger)
    expect(await status(url, '203.0.113.9', '127.0.0.1')).toBe(stranger)
    // a proxy on the same machine forwards public requests
    expect(await status(url, '127.0.0.1', '203.0.113.9')).toBe(stranger)
    expect(await status(url, '127.0.0.1', '127.0.0.1')).toBe(stranger)
  }
  await testApp.close()
})
