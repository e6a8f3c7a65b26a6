import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { poolOf } from '../kernel/db.ts'
import { webDirectory } from '../kernel/files.ts'
import { credentialsOf, serveEndpoint } from '../kernel/http.ts'
import type { HttpDeps } from '../kernel/httpDeps.ts'
import { apiPage, apiPageStyle, openApi } from '../kernel/openapi.ts'
import { refuse } from '../kernel/refusal.ts'
import { handlers } from './api.ts'
import { registerGauges, registerPool } from './gauges.ts'
import { metricsOfAll } from './metrics.ts'

/** Everything the web process answers: the contract, its pages, health, figures for the operator, and the console itself. */
export async function serveAll(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  serveMetrics(app, deps)
  for (const [name, endpoint] of Object.entries<Endpoint>(api))
    serveEndpoint(app, deps, name, endpoint, handlers[name as keyof typeof handlers] as never)
  serveApiPages(app, deps)
  serveHealth(app, deps)
  await serveConsole(app)
}

const IDLE_CHECK_MS = 100

/**
 * Answers open requests and closes. Browsers hold a connection for a minute after the last reply, which is not waited
 * for.
 */
export async function closeHttpApp(app: FastifyInstance): Promise<void> {
  const hangUp = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  try {
    await app.close()
  } finally {
    clearInterval(hangUp)
  }
}

/** Served to the local machine and to signed-in programs only, so that outsiders do not learn the endpoints. */
function serveApiPages(app: FastifyInstance, deps: HttpDeps): void {
  // built on first request: it takes longer than the rest of the start
  let document: string | undefined
  const documentOnce = (): string => (document ??= JSON.stringify(openApi()))
  let page: string | undefined
  const pageOnce = (): string => (page ??= apiPage())
  const refuseStrangers = async (request: FastifyRequest): Promise<void> => {
    if (isOnMachine(request)) return
    await deps.identify(deps.db, credentialsOf(deps, request, deps.clock.now()))
  }
  const toKnown = { preHandler: refuseStrangers }
  app.get('/api/openapi.json', toKnown, (_, reply) => reply.type('application/json').send(documentOnce()))
  app.get('/api/docs', toKnown, (_, reply) => reply.type('text/html; charset=utf-8').send(pageOnce()))
  app.get('/api/docs.css', toKnown, (_, reply) => reply.type('text/css').send(apiPageStyle))
}

function serveHealth(app: FastifyInstance, deps: HttpDeps): void {
  const isReady = async (): Promise<boolean> => {
    try {
      await sql`select 1`.execute(deps.db)
      return true
    } catch {
      return false
    }
  }
  app.get('/api/health/live', async () => ({ live: true }))
  for (const url of ['/api/health', '/api/health/ready'])
    app.get(url, async (_, reply) => {
      const ready = await isReady()
      return reply.status(ready ? 200 : 503).send({ live: true, ready })
    })
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Reads the socket address: a forwarded address is only what the sender claims. */
const isOnMachine = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined

function serveMetrics(app: FastifyInstance, { db }: HttpDeps): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'iroko_http_seconds',
    help: 'How long requests took',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { route: request.routeOptions.url ?? 'unknown', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  registerGauges(register, db)
  registerPool(register, poolOf(db))
  const metrics = metricsOfAll(register)
  app.get('/metrics', async (request, reply) => {
    // counts of sign-ins and routes are not shown outside the machine
    if (!isOnMachine(request)) refuse('route.unknown')
    return reply.type(register.contentType).send(await metrics())
  })
}

/** Scans are packed in ways (JBIG2, JPEG 2000) that the reader of PDFs unpacks by WebAssembly; nowhere else may it run. */
const PDF_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

async function serveConsole(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(webDirectory, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: webDirectory,
    preCompressed: true,
    index: ['index.html'],
    cacheControl: false,
    setHeaders(reply, path) {
      // names in assets/ carry a hash of their content; everything else may change with the next release
      const isHashed = /[\\/]assets[\\/]/.test(path)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/[\\/]pdf\.worker[^\\/]*$/.test(path)) reply.header('content-security-policy', PDF_WORKER_POLICY)
    },
  })
}
