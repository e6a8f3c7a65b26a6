import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type AuditNote, type AuditRecord, appendAudit, recordsOf } from './audit.ts'
import { businessDate, stopwatch } from './clock.ts'
import type { Actor, Context, PublicContext, RawBody } from './context.ts'
import * as cookies from './cookies.ts'
import { AT_ONCE_MS, forRequest, inTransaction, isUnavailable, onceMore, retried, type Tx } from './db.ts'
import { Gathering } from './gathering.ts'
import type { HttpDeps } from './httpDeps.ts'
import {
  AnsweredBefore,
  fillSlot,
  fillSlots,
  hashInput,
  type Slot,
  storedAnswer,
  takeSlot,
} from './idempotency.sql.ts'
import { enqueue } from './jobs.ts'
import { placeNow } from './logPlace.sql.ts'
import { Refusal, refuse } from './refusal.ts'
import { hearOwnChanges } from './remembered.ts'
import { replicasOf } from './replicas.ts'
import { readIdempotencyKey } from './requestInput.ts'

/** What every write does beside its act: the transaction, the check for a repeat, the audit trail. */

type Run = (ctx: Context & PublicContext & RawBody) => Promise<unknown>
export type AnyHandler = ((ctx: Context & PublicContext & RawBody, input: unknown) => Promise<unknown>) & {
  before?: (outside: Context & PublicContext, input: unknown) => Promise<Run>
  together?: {
    keyOf(input: unknown): string | undefined
    run(calls: readonly { ctx: Context; input: unknown }[]): Promise<unknown[]>
  }
}

export type Call = {
  deps: HttpDeps
  name: string
  endpoint: Endpoint
  handler: AnyHandler
  writeReply: (result: unknown) => string
  checkText: (text: string) => void
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor | undefined
  now: Date
  raw: Record<string, unknown>
  input: unknown
  /** Where the endpoint's calls are done together. */
  gathering: Gathering<Keyed, string> | undefined
}

/** A write that is done once, however often it is sent. */
export type Keyed = Call & { slot: Slot }

export type Caller = Pick<Call, 'deps' | 'name' | 'actor' | 'request' | 'now'>

/** One transaction: the first answer's slot, the act, its audit rows. A clash with another writer is simply run again. */
export async function write(call: Call): Promise<string> {
  call.deps.clockGuard?.refuseFast()
  const slot = slotOf(call)
  const key = slot && call.handler.together?.keyOf(call.input)
  const answer =
    slot && call.gathering && key !== undefined
      ? await call.gathering.join(key, { ...call, slot })
      : await writeAlone({ ...call, slot })
  if (replicasOf(call.deps.db)) cookies.setPlaceCookie(call.deps, call.reply, await placeNow(call.deps.db))
  return answer
}

async function writeAlone(call: Call & { slot: Slot | undefined }): Promise<string> {
  const { slot } = call
  const { before } = call.handler
  const run: Run = before
    ? await before(makeContext(call, forRequest(call.deps.db)).ctx, call.input)
    : ctx => call.handler(ctx, call.input)
  try {
    return await onceMore(slot !== undefined, () => retried(() => writeOnce(call, slot, run)))
  } catch (error) {
    if (!(slot && error instanceof AnsweredBefore)) throw error
    const first = await storedAnswer(call.deps.db, slot)
    if (!first.bodyHash.equals(slot.bodyHash)) refuse('idempotency.other_body')
    return first.reply
  }
}

function slotOf({ endpoint, name, request, actor, raw }: Call): Slot | undefined {
  const key = endpoint.replay === false ? undefined : readIdempotencyKey(request)
  return key === undefined
    ? undefined
    : { scope: actor?.id ?? 'public', endpoint: name, key, bodyHash: hashInput(raw) }
}

async function writeOnce(call: Call, slot: Slot | undefined, run: Run): Promise<string> {
  const { deps, endpoint, name, now } = call
  let refusal: Refusal | undefined
  let cookieSetters: (() => void)[] = []
  let changesRemembered = false
  const answer = await inTransaction(deps.db, async tx => {
    if (slot) await takeSlot(tx, slot, now)
    const { ctx, notes, ...made } = makeContext(call, tx)
    let encoded = ''
    try {
      encoded = call.writeReply(await run(ctx))
    } catch (error) {
      if (!(error instanceof Refusal && error.keepsWrites)) throw error
      if (slot) throw new Error(`${name} keeps writes of a refusal, so it cannot keep first answers`)
      refusal = error
    }
    // a refusal that keeps its writes has counted them; not each is a line of the trail
    if (notes.length === 0 && !refusal && !endpoint.unaudited)
      throw new Error(`${name} wrote without saying what it changed`)
    await appendAudit(tx, recordsOfCall(call, notes))
    if (slot && !refusal) await fillSlot(tx, slot, encoded)
    cookieSetters = made.cookieSetters
    changesRemembered = notes.some(({ subject: [type] }) => type === 'user' || type === 'setting')
    return encoded
  })
  if (changesRemembered) await hearOwnChanges(deps.db)
  // only once it is committed: a sign-in that was lost must not cost the browser the session it has
  for (const set of cookieSetters) set()
  if (refusal) throw refusal
  return answer
}

/**
 * Writes of one kind that came at the same time, in one transaction (decision 66). A call without an answer is done alone, of which
 * nothing was written; so is each, where the transaction failed: then it gets its own answer, or its own refusal.
 */
async function writeTogether(calls: readonly Keyed[]): Promise<(string | undefined)[]> {
  const [first] = calls
  const together = first?.handler.together
  if (!together) return []
  const elapsed = stopwatch()
  try {
    return await inTransaction(first.deps.db, async tx => {
      const made = calls.map(call => ({ call, ...makeContext(call, tx) }))
      const results = await together.run(made.map(({ ctx, call: { input } }) => ({ ctx, input })))
      const answers = calls.map(({ writeReply }, n) =>
        results[n] === undefined ? undefined : writeReply(results[n]),
      )
      const done = made.flatMap(({ call, notes }, n) => {
        const reply = answers[n]
        return reply === undefined
          ? []
          : [{ ...call.slot, at: call.now, reply, records: recordsOfCall(call, notes) }]
      })
      if (done.some(({ records }) => records.length === 0))
        throw new Error(`${first.name} wrote without saying what it changed`)
      await appendAudit(
        tx,
        done.flatMap(({ records }) => records),
      )
      await fillSlots(tx, done)
      return answers
    })
  } catch (error) {
    // who waited so long for the database does not wait as long again: each caller asks again, under its key
    if (isUnavailable(error) && elapsed() > AT_ONCE_MS) throw error
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'refused'
    first.request.log.info(`${calls.length} calls of ${first.name} are done one by one: ${why}`)
    return calls.map(() => undefined)
  }
}

/** Where calls of one endpoint are done together that come at the same time. */
export const gatheringOf = (handler: AnyHandler): Gathering<Keyed, string> | undefined =>
  handler.together && new Gathering<Keyed, string>({ alone: writeAlone, together: writeTogether })

export function makeContext(call: Call, tx: Tx) {
  const { deps, request, now } = call
  const notes: AuditNote[] = []
  const cookieSetters: (() => void)[] = []
  const ctx = {
    tx,
    actor: call.actor as Actor,
    now,
    today: businessDate(now),
    requestId: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 300),
    keys: deps.keys,
    dataDirectory: deps.dataDirectory,
    audit: (note: AuditNote) => void notes.push(note),
    queue: (task, payload) => enqueue(tx, task, payload),
    binding: request.cookies[cookies.bindingName(deps)],
    bindCookie: (value: string | null) =>
      void cookieSetters.push(() => cookies.setBindingCookie(deps, call.reply, value)),
    browser: request.cookies[cookies.browserName(deps)],
    browserCookie: (value: string) =>
      void cookieSetters.push(() => cookies.setBrowserCookie(deps, call.reply, value)),
    bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    header(name) {
      const value = request.headers[name]
      return typeof value === 'string' ? value : undefined
    },
  } satisfies Context & RawBody
  return { ctx, notes, cookieSetters }
}

/** What was noted during a call, as records of the trail. */
export const recordsOfCall = (
  { name, request, actor, now }: Caller,
  notes: readonly AuditNote[],
): AuditRecord[] =>
  recordsOf(notes, {
    action: name,
    at: now,
    by: actor ?? { id: null, name: 'Public' },
    address: request.ip,
    requestId: request.id,
  })
