import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Span } from '@opentelemetry/api'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { stopwatch } from './clock.ts'

/**
 * Spans of requests, jobs and what they ask of the database, for an OpenTelemetry collector (decision 56). They hold routes, names and
 * results, never a value. Off, nothing of OpenTelemetry's SDK is loaded.
 */
type Api = typeof import('@opentelemetry/api')
type Traces = { api: Api; tracer: ReturnType<Api['trace']['getTracer']> }
let traces: Traces | undefined

/** A collector that is away delays no request, and the stop of the program a little. */
const COLLECTOR_MS = 2_000
const STOP_MS = 3_000
const COMPLAINT_MS = 60_000

/** Sends spans to this collector by OTLP over HTTP, until the function that it returns is called. */
export async function startTraces(
  collector: string,
  role: string,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  complainSeldom(api, log)
  const url = `${collector.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: COLLECTOR_MS })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'iroko', 'iroko.role': role }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  traces = { api, tracer: provider.getTracer('iroko') }
  return async () => {
    traces = undefined
    const sent = provider.shutdown().catch(error => api.diag.error(String(error)))
    await Promise.race([sent, sleep(STOP_MS, undefined, { ref: false })])
    for (const part of [api.trace, api.context, api.propagation, api.diag]) part.disable()
  }
}

/** Every batch that is lost would say so. */
function complainSeldom({ diag, DiagLogLevel }: Api, log: FastifyBaseLogger): void {
  let quiet: (() => number) | undefined
  const complain = (reason: string): void => {
    if (quiet && quiet() < COMPLAINT_MS) return
    quiet = stopwatch()
    log.warn({ reason: reason.slice(0, 200) }, 'Traces do not reach OTEL_EXPORTER_OTLP_ENDPOINT')
  }
  const silent = (): void => {}
  diag.setLogger(
    { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** One span for each request, within that of the caller if a `traceparent` names one. */
export function traceRequests(app: FastifyInstance): void {
  if (!traces) return
  const { api, tracer } = traces
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _, done) => {
    const caller = api.propagation.extract(api.ROOT_CONTEXT, request.headers)
    const span = tracer.startSpan(nameOf(request), { kind: api.SpanKind.SERVER }, caller)
    contexts.set(request, api.trace.setSpan(caller, span))
    done()
  })
  // once the body is there: reading it runs on behalf of the connection, which serves other requests too
  app.addHook('preHandler', (request, _, done) => {
    api.context.with(contexts.get(request) ?? api.ROOT_CONTEXT, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = api.trace.getSpan(contexts.get(request) ?? api.ROOT_CONTEXT)
    span?.setAttributes({
      'http.request.method': request.method,
      'http.route': routeOf(request),
      'http.response.status_code': reply.statusCode,
    })
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** The route's pattern, never the address itself: searches and ids of people stay out. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'
const nameOf = (request: FastifyRequest): string => `${request.method} ${routeOf(request)}`

export function traceJob<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (!traces) return run()
  const { api, tracer } = traces
  return tracer.startActiveSpan(`job ${name}`, { root: true, kind: api.SpanKind.CONSUMER }, span =>
    ending(span, api, run),
  )
}

/** Only within a request or a job: a heartbeat each second would bury them. */
export function traceTransaction<T>(run: () => Promise<T>): Promise<T> {
  return traces ? within(traces, 'transaction', run) : run()
}

/** By its first word alone. */
export function traceStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  return traces ? within(traces, /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement', run) : run()
}

function within<T>({ api, tracer }: Traces, name: string, run: () => Promise<T>): Promise<T> {
  if (!api.trace.getActiveSpan()) return run()
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name }
  return tracer.startActiveSpan(name, { kind: api.SpanKind.CLIENT, attributes }, span =>
    ending(span, api, run),
  )
}

/** Of a failure only its kind: its message can name what was asked. */
async function ending<T>(span: Span, { SpanStatusCode }: Api, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.constructor.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}
