import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testApp.ts'
import '../app/start.ts'
import { inTransaction } from './db.ts'
import { startTraces, traceJob } from './traces.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  status: { code: number }
}

let collector: Server
let endpoint: string
let received: { path: string; body: string }[] = []
beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then(body => {
      received.push({ path: request.url ?? '', body })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => void collector.close())

const silent = pino({ level: 'silent' })
const loaded = (): string[] =>
  Object.keys(createRequire(import.meta.url).cache).filter(path => path.includes('@opentelemetry/sdk-'))

const spansOf = (bodies: typeof received): Span[] =>
  bodies.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
      resource.scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
const valuesOf = ({ attributes }: Span): Record<string, string | number | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

async function tracing(act: (testApp: TestApp) => Promise<void>): Promise<Span[]> {
  received = []
  const stop = await startTraces(endpoint, 'web', silent)
  const testApp = await createTestApp()
  try {
    await act(testApp)
  } finally {
    await testApp.close()
    await stop()
  }
  return spansOf(received)
}

// first, since what is loaded stays so
test('off, no span is sent and nothing of the SDK is loaded', async () => {
  const testApp = await createTestApp()
  await testApp.as('admin').ok('me', {})
  await traceJob('auditSeal', async () => {})
  await testApp.close()
  expect(received).toEqual([])
  expect(loaded()).toEqual([])
})

test('a request is one span with its route, within that of the caller, and its statements within it', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const caller = 'b7ad6b7169203331'
  const spans = await tracing(async testApp => {
    const auditor = testApp.as('auditor')
    await auditor.ok('me', {})
    await auditor.ok(
      'customerList',
      { search: 'Adewale' },
      {
        headers: { traceparent: `00-${traceId}-${caller}-01` },
      },
    )
  })
  expect(loaded()).not.toEqual([])
  expect(received[0]?.path).toBe('/v1/traces')
  expect(received[0]?.body).toContain('{"key":"service.name","value":{"stringValue":"iroko"}}')
  const request = spans.find(({ parentSpanId }) => parentSpanId === caller)
  expect(request).toMatchObject({ traceId, name: 'POST /api/customers/list' })
  expect(valuesOf(request as Span)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/customers/list',
    'http.response.status_code': 200,
  })
  const within = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(new Set(within.map(({ name }) => name))).toContain('select')
  expect(within.every(span => span.traceId === traceId)).toBe(true)
  expect(received.map(({ body }) => body).join()).not.toMatch(/Adewale|Ibrahim|iroko\.test|search=/)
})

test('a write, whose body is read first, has its transaction within its span', async () => {
  const spans = await tracing(async testApp => {
    await testApp.stranger.call('signIn', { email: 'admin@iroko.test', password: 'not this one' })
  })
  const request = spans.find(({ name }) => name.startsWith('POST '))
  expect(request).toBeDefined()
  const transactions = spans.filter(({ name }) => name === 'transaction')
  expect(transactions.map(({ parentSpanId }) => parentSpanId)).toContain(request?.spanId)
})

test('a job is one span, and of its failure only the kind is sent', async () => {
  const spans = await tracing(async ({ program }) => {
    await traceJob('auditSeal', () => inTransaction(program.db, tx => sql`select 1`.execute(tx)))
    await expect(
      traceJob('proof', async () => {
        throw new RangeError('of Adewale')
      }),
    ).rejects.toThrow('of Adewale')
  })
  const [sealed, failed] = ['job auditSeal', 'job proof'].map(name => spans.find(span => span.name === name))
  expect(spans.find(({ name }) => name === 'transaction')?.parentSpanId).toBe(sealed?.spanId)
  expect(valuesOf(failed as Span)).toEqual({ 'error.type': 'RangeError' })
  expect(failed?.status).toEqual({ code: 2 })
  expect(received.map(({ body }) => body).join()).not.toContain('Adewale')
})

test('a collector that is away disturbs no request, and one line says so', async () => {
  const lines: string[] = []
  const stop = await startTraces(
    'http://127.0.0.1:9',
    'web',
    pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  )
  const testApp = await createTestApp()
  await testApp.as('admin').ok('me', {})
  await testApp.as('admin').ok('customerList', {})
  await testApp.close()
  await stop()
  expect(lines.filter(line => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT'))).toHaveLength(1)
})
