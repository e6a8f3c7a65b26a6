import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Score } from './score.ts'
import type { Target } from './target.ts'

/** B44: bytes that no honest client would send, past any client that would tidy them up. */

type Sending = { head: string; body?: string | Buffer; drip?: boolean; wait: number }

const head = (line: string, headers: Record<string, string | number>): string =>
  `${line} HTTP/1.1\r\nHost: iroko\r\nConnection: close\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const LOGIN = 'POST /api/auth/login'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const bomb = (): Buffer => gzipSync(Buffer.alloc(50_000_000, '{'))

const SENDINGS: readonly [what: string, statuses: readonly number[], sending: () => Sending][] = [
  ['a byte a second', [408], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Content-Length': 500 }), drip: true, wait: 40_000 })],
  ['headers that never end', [408], () => ({ head: 'GET /api/me HTTP/1.1\r\nHost: iroko\r\nX-A: b', wait: 20_000 })],
  ['100 MB announced', [413], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Content-Length': 100_000_000 }), wait: 5_000 })],
  ['more bytes than said', [400, 422], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Content-Length': 5 }), body: '{"email":"a@iroko.test"}', wait: 5_000 })],
  ['a negative length', [400], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Content-Length': -1 }), wait: 5_000 })],
  ['two lengths', [400], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Content-Length': '5\r\nContent-Length: 6' }), body: '{"a":1}', wait: 5_000 })],
  ['a length and chunks', [400], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }), body: '0\r\n\r\n', wait: 5_000 })],
  ['a gzip bomb', [400, 413, 415, 422], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Content-Encoding': 'gzip', 'Content-Length': bomb().length }), body: bomb(), wait: 5_000 })],
  ['chunks without end', [413], () => ({ head: head(LOGIN, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }), body: `${(80_000).toString(16)}\r\n${' '.repeat(80_000)}\r\n`, wait: 5_000 })],
  ['a NUL in a header', [400], () => ({ head: head('GET /api/me', { 'X-A': 'a\0b' }), wait: 5_000 })],
  ['a line break in a header', [400], () => ({ head: 'GET /api/me HTTP/1.1\r\nHost: iroko\r\nX-A: b\nX-B\r: c\r\n\r\n', wait: 5_000 })],
  ['2,000 headers', [431], () => ({ head: head('GET /api/me', Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`x-${at}`, 'aaaaaaaa']))), wait: 5_000 })],
  ['no HTTP at all', [400], () => ({ head: 'what is this\r\n\r\n', wait: 5_000 })],
  ['an unknown method', [400], () => ({ head: head('BREW /api/me', {}), wait: 5_000 })],
  ['an address of 100 kB', [414, 431], () => ({ head: head(`GET /api/${'a'.repeat(100_000)}`, {}), wait: 5_000 })],
  ['a whole address', [400, 401, 404], () => ({ head: head('GET http://169.254.169.254/api/users', {}), wait: 5_000 })],
] // biome-ignore format: a table

export async function attackWithBytes(target: Target, score: Score): Promise<void> {
  const { url } = target
  if (!url) return
  await Promise.all(
    SENDINGS.map(async ([what, statuses, make]) => {
      const answer = await send(url, make())
      const status = Number(answer.split(' ')[1])
      const isClear = statuses.includes(status) && /"code":"[a-z_.]+"/.test(answer)
      const leaks = /node_modules|\.js:\d|SELECT|Error:/.test(answer)
      score.note('B44', isClear && !leaks ? [] : [`answered ${answer.slice(0, 200) || 'nothing'}`], what)
    }),
  )
}

function send(url: string, { head: first, body, drip, wait }: Sending): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    const drops = drip ? setInterval(() => socket.writable && socket.write(' '), 1_000) : undefined
    const patience = setTimeout(() => socket.destroy(), wait)
    socket.on('data', chunk => {
      answer += String(chunk)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drops)
      clearTimeout(patience)
      resolve(answer)
    })
    socket.write(first)
    if (body !== undefined) socket.write(body)
  })
}
