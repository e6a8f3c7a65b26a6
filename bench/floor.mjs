/** The least that a server on Node can be: `bench/lists.ts` starts it to see how far above it the program stands. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

const [port, url, text] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 16 })
const key = randomBytes(32)
const sign = session => createHmac('sha256', key).update(session).digest()
const [session, signature] = ['a session', sign('a session')]

createServer(async (_request, answer) => {
  if (!timingSafeEqual(sign(session), signature)) return answer.writeHead(401).end()
  const { rows } = await pool.query({ name: 'list', text })
  answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
