/** The least that a server on Node can be: `proof/bench/lists.ts` and `reads.ts` start it to see how far above it the program stands. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

const [port, url, text] = process.argv.slice(2)
// its lines are wanted by pgbench while ours is measured
const pool = new pg.Pool({ connectionString: url, max: 16, idleTimeoutMillis: 1_000 })
const key = randomBytes(32)
const sign = session => createHmac('sha256', key).update(session).digest()
const [session, signature] = ['a session', sign('a session')]

async function give(/** @type {import('node:http').ServerResponse} */ answer) {
  if (!timingSafeEqual(sign(session), signature)) return answer.writeHead(401).end()
  const { rows } = await pool.query({ name: 'list', text })
  // one text is JSON that PostgreSQL made
  const json = typeof rows[0]?.text === 'string' ? rows[0].text : JSON.stringify(rows)
  return answer.writeHead(200, { 'content-type': 'application/json' }).end(json)
}

createServer((_request, answer) => void give(answer)).listen(Number(port), '127.0.0.1', () =>
  console.log('ready'),
)
