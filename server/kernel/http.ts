import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { z } from 'zod/mini'
import { type Endpoint, FileReply, fileReply, pathParameters, UNSTORABLE } from '../../contract/endpoint.ts'
import { may, type Permission } from '../../contract/roles.ts'
import { type AuditNote, appendAudit } from './audit.ts'
import type { Actor, Credentials } from './context.ts'
import * as cookies from './cookies.ts'
import { forRequest, onceMore } from './db.ts'
import type { Db } from './dbTypes.ts'
import { answerBadBytes, answerError } from './errorReply.ts'
import { noteForwarded } from './forwarded.ts'
import type { HttpDeps } from './httpDeps.ts'
import { unstorableIn } from './json.ts'
import { JsonText } from './jsonText.ts'
import {
  networks,
  openRequests,
  PUBLIC_WRITES_PER_MINUTE,
  perAddress,
  refusalOf,
  runningExports,
  strangers,
} from './limits.ts'
import { fieldErrors, Refusal, refuseFields } from './refusal.ts'
import { placeOf, replicasOf } from './replicas.ts'
import { replyWriter, textCheck } from './replySerializer.ts'
import { gatherInput, isPageWanted } from './requestInput.ts'
import { SECURITY_HEADERS } from './securityHeaders.ts'
import { sendFile } from './sendFile.ts'
import { traceRequests } from './traces.ts'
import {
  type AnyHandler,
  type Call,
  type Caller,
  gatheringOf,
  makeContext,
  recordsOfCall,
  write,
} from './writes.ts'

/**
 * The HTTP layer of every request: it parses, authenticates, checks permission, opens the transaction, checks for a
 * repeat, audits, and converts a refusal to a reply, once for all endpoints.
 */

/** A form or an act fits easily; uploads declare their own limit. */
const BODY_MAX_BYTES = 64 * 1024
/** An office of two hundred behind one address, each clicking every two seconds, stays below. */
const REQUESTS_PER_MINUTE = 6_000
export async function createHttpApp(deps: HttpDeps, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // the nearest proxy only: what stands further left in the forwarded addresses is the caller's own word
    trustProxy: deps.behindProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: 30_000,
    // headers have less time than the whole, or Node mistakes one for the other; it checks every two seconds
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: answerBadBytes,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply)
    },
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // a request on an open connection is answered and asked to close; Fastify's own 503 gives neither reason nor
    // delay
    return503OnClosing: false,
  })
  // JSON is the one language here; Fastify would read plain text too
  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  traceRequests(app)
  const count = perAddress(REQUESTS_PER_MINUTE)
  // one plain function for all that every request needs: each further hook and each promise costs as much as all of it
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (isForwarded && !deps.behindProxy && noteForwarded(deps.clock.now()))
      request.log.warn(
        'X-Forwarded-For arrived and is not trusted: behind a reverse proxy set IROKO_PROXY=yes',
      )
    done(refusalOf(() => count(request.ip)))
  })
  app.addHook('onResponse', (request, reply, done) => {
    // the route's pattern, never the address itself: searches and ids of people stay out of the log
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      actor: actorIds.get(request),
    })
    done()
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    isPageWanted(request)
      ? reply.redirect(`/#${request.url}`)
      : answerError(new Refusal('route.unknown'), request, reply),
  )
  return app
}

/** For the log line only: who made the request, by id. */
const actorIds = new WeakMap<FastifyRequest, string>()

export function serveEndpoint(
  app: FastifyInstance,
  deps: HttpDeps,
  name: string,
  endpoint: Endpoint,
  handler: AnyHandler,
): void {
  // unknown fields are refused by name: a misspelt filter must not silently show everything
  const input = z.catchall(endpoint.input, z.never())
  const writeReply = replyWriter(endpoint.reply)
  const checkText = textCheck(endpoint.reply, writeReply)
  const parameters = pathParameters(endpoint.path)
  const gathering = gatheringOf(handler)
  const isWrite = endpoint.method !== 'GET'
  // some questions are too long or too private for an address
  const doesWrite = isWrite && !endpoint.reads
  const room = endpoint.raw ? rawRoom(app) : (add: (app: FastifyInstance) => void) => add(app)
  const isExport = endpoint.reply === fileReply && name.endsWith('Export')
  const isPublicWrite = endpoint.public === true && doesWrite && !endpoint.raw
  const countPublic = perAddress(PUBLIC_WRITES_PER_MINUTE)
  const isKnownBrowser = (request: FastifyRequest): boolean =>
    deps.knowsBrowser(deps.keys, request.cookies[cookies.browserName(deps)])
  const isStranger = (request: FastifyRequest): boolean =>
    isPublicWrite && request.headers.authorization === undefined && !isKnownBrowser(request)
  const answerTo = async (request: FastifyRequest, reply: FastifyReply): Promise<string | FileReply> => {
    const now = deps.clock.now()
    const actor = await admit(deps, endpoint, name, request, now)
    if (actor) actorIds.set(request, actor.id)
    if (actor && isExport) runningExports.take(actor.id, reply)
    const raw = gatherInput(request, parameters, isWrite && !endpoint.raw)
    const parsed = input.safeParse(raw)
    if (!parsed.success) refuseFields(fieldErrors(parsed.error))
    // the last check for all endpoints: a field without a limit must not become a database fault
    const unstorable = unstorableIn(raw)
    if (unstorable !== undefined) refuseFields({ [unstorable]: UNSTORABLE })
    const caller: Caller = { deps, name, actor, request, now }
    const answer = (): Promise<string | FileReply> => answerCall(caller, reply, raw, parsed.data)
    // an unknown token does not make a caller staff
    return isPublicWrite && !actor && !isStranger(request) && !isKnownBrowser(request)
      ? strangers.take(answer)
      : answer()
  }
  const answerCall = (caller: Caller, reply: FastifyReply, raw: Record<string, unknown>, data: unknown) => {
    const call: Call = {
      ...caller,
      endpoint,
      handler,
      writeReply,
      checkText,
      reply,
      raw,
      input: data,
      gathering,
    }
    return (doesWrite ? write(call) : read(call)).catch(error => recordRefusal(call, error))
  }
  room(inside =>
    inside.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? BODY_MAX_BYTES,
      ...(endpoint.public && isWrite && !endpoint.raw
        ? { onRequest: (request, _, done) => done(refusalOf(() => countPublic(request.ip))) }
        : {}),
      handler: async (request, reply) => {
        if (isPublicWrite) networks.count(request.ip, deps.clock.now())
        const answer = isStranger(request)
          ? await strangers.take(() => answerTo(request, reply))
          : await openRequests.take(doesWrite ? 'write' : 'read', () => answerTo(request, reply))
        return answer instanceof FileReply
          ? sendFile(reply, answer)
          : reply.type('application/json').send(answer)
      },
    }),
  )
}

/** A room of its own, in which every body stays the bytes it came as. */
const rawRoom = (app: FastifyInstance) => (add: (app: FastifyInstance) => void) =>
  void app.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    add(inside)
  })

export function credentialsOf(deps: HttpDeps, request: FastifyRequest, now: Date): Credentials {
  const header = request.headers.authorization
  return {
    token: header?.startsWith('Bearer ') ? header.slice(7) : undefined,
    binding: request.cookies[cookies.bindingName(deps)],
    now,
    keys: deps.keys,
  }
}

/** Identifies the caller and checks permission. Runs before the body is read, so an outsider learns nothing from it. */
async function admit(
  deps: HttpDeps,
  endpoint: Endpoint,
  name: string,
  request: FastifyRequest,
  now: Date,
): Promise<Actor | undefined> {
  const given = credentialsOf(deps, request, now)
  const copies = endpoint.method === 'GET' || endpoint.reads ? replicasOf(deps.db) : undefined
  const identify = (more: Partial<Credentials> = {}): Promise<Actor> => {
    const from = (db: Db, isCopy: boolean) => deps.identify(db, { ...given, ...more, isCopy })
    return copies ? copies.orStandIn(deps.db, from) : from(deps.db, false)
  }
  if (endpoint.public) {
    if (!given.token) return undefined
    // staff may use public pages signed in; a stale token there is ignored
    const caller = await identify().catch(error => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    // who owes a second factor is staff nowhere before it
    return caller?.totpRequired ? undefined : caller
  }
  let actor = await identify()
  if (refusalFor(actor, endpoint.permission))
    // what is remembered refuses nobody
    actor = await identify({ isReadAgain: true })
  const refusal = refusalFor(actor, endpoint.permission)
  if (refusal) await recordRefusal({ deps, name, actor, request, now }, new Refusal(refusal))
  return actor
}

function refusalFor(
  { roles, totpRequired }: Actor,
  permission: Permission,
): 'permission.missing' | 'totp.required' | undefined {
  if (!may(roles, permission)) return 'permission.missing'
  return totpRequired && permission !== 'self' ? 'totp.required' : undefined
}

/** Records a refused attempt, also when the act itself was rolled back. */
async function recordRefusal(caller: Caller, error: unknown): Promise<never> {
  // what keeps its writes has said so in its own words
  if (error instanceof Refusal && error.status === 403 && !error.keepsWrites) {
    const note: AuditNote = { subject: ['endpoint', caller.name], outcome: 'refused', reason: error.message }
    await appendAudit(caller.deps.db, recordsOfCall(caller, [note]))
  }
  throw error
}

/** Access to personal data is recorded too: a read writes its notes beside it. */
async function read(call: Call): Promise<string | FileReply> {
  const { deps, name, request } = call
  const replicas = replicasOf(deps.db)
  const copy = replicas?.pick(name, placeOf(request.cookies[cookies.placeName(deps)]))
  if (!replicas || !copy) return onceMore(true, () => readFrom(call, deps.db))
  try {
    return await readFrom(call, copy)
  } catch (error) {
    if (!replicas.failed(name, error)) throw error
    return readFrom(call, deps.db)
  }
}

async function readFrom(call: Call, db: Db): Promise<string | FileReply> {
  const { deps } = call
  const { ctx, notes } = makeContext(call, forRequest(db))
  const result = await call.handler(ctx, call.input)
  await appendAudit(db === deps.db ? ctx.tx : deps.db, recordsOfCall(call, notes))
  if (result instanceof JsonText) {
    if (deps.checksTexts) call.checkText(result.text)
    return result.text
  }
  return result instanceof FileReply ? result : call.writeReply(result)
}
