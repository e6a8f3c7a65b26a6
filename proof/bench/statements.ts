/** The statements that an endpoint sends, caught on their way, so that they can be explained and run without us. */

import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { z } from 'zod/mini'
import { api, type EndpointName } from '../../contract/api.ts'
import { actorOf } from '../../sample/staff.ts'
import { handlers } from '../../server/app/api.ts'
import type { Program } from '../../server/kernel/act.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import type { Context } from '../../server/kernel/context.ts'

export type Statement = { text: string; values: readonly unknown[] }
export type Case = { name: string; endpoint: EndpointName; input: Record<string, unknown> }

export async function statementsOf(program: Program, pool: pg.Pool, asked: Case): Promise<Statement[]> {
  const caught: Statement[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void caught.push({ text: query.sql, values: query.parameters }),
  })
  const now = program.clock.now()
  const ctx: Context = {
    tx: db,
    actor: await actorOf(program, 'admin@iroko.test'),
    now,
    today: businessDate(now),
    requestId: randomUUID(),
    address: 'local',
    userAgent: 'bench',
    keys: program.keys,
    dataDirectory: program.dataDirectory,
    audit: () => {},
    queue: async () => {},
    binding: undefined,
    bindCookie: () => {},
    browser: undefined,
    browserCookie: () => {},
  }
  const input = z.decode(api[asked.endpoint].input, asked.input)
  await handlers[asked.endpoint](ctx as never, input as never)
  return caught
}

/** With its values written in, for tools that take only text. */
export const written = ({ text, values }: Statement): string =>
  text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`
}
