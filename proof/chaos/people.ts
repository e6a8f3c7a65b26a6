import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod/mini'
import { type Api, api, type EndpointName } from '../../contract/api.ts'
import { type Endpoint, fillPath, type Reply } from '../../contract/endpoint.ts'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import type { Site } from './stage.ts'
import type { Tally } from './tally.ts'

/** People at their browsers: what got no answer is sent again under the same key, as the console does. */

export type Sent<N extends EndpointName> = z.input<Api[N]['input']>
type Manner = {
  bytes?: Uint8Array<ArrayBuffer> | undefined
  /** Of the act: what is sent under the same key is the same act. */
  key?: string
}
export type Person = <N extends EndpointName>(
  name: N,
  input: Sent<N>,
  manner?: Manner,
) => Promise<Reply<Api[N]>>

/** What another user submitted may be seen so much later: reads come from replicas (decision 45). */
const LAG_MAX_MS = 10_000

/** Opens an item, confirms its warnings and approves it. */
export async function approve(who: Person, id: string | null): Promise<void> {
  const { warnings } = await opened(who, id ?? '')
  await who('approvalApprove', { id: id ?? '', confirmed: warnings.map(warning => warning.id) })
}

async function opened(who: Person, id: string): Promise<Reply<Api['approvalGet']>> {
  for (let waited = 0; ; waited += 100)
    try {
      return await who('approvalGet', { id })
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404) || waited >= LAG_MAX_MS) throw error
      await sleep(100)
    }
}

/** The program said no, for a reason a person can read. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(name: string, status: number, code: string, message: string) {
    super(`${name}: ${status} ${code} ${message}`)
    this.status = status
    this.code = code
  }
}

const PATIENCE_MAX_MS = 180_000
export type Pass = { token: string; cookie: string }
type Answer = { status: number; body: unknown; cookie: string; retryAfter: string | null }
/** Where the next request goes: any of the site's programs by default. */
type NodeChoice = () => string | undefined

export function person(site: Site, email: string, tally: Tally, node?: NodeChoice): Person {
  let pass: Promise<Pass> | undefined
  return async (name, input, manner) => {
    pass ??= signIn(site, email, tally, node)
    let answer = await insist({ site, tally, node }, name, input, { ...manner, pass: await pass })
    if (errorOf(answer).code.startsWith('session.')) {
      if (!site.hasClock) site.signedOut.push(`${name}: ${errorOf(answer).code}`)
      pass = signIn(site, email, tally, node)
      answer = await insist({ site, tally, node }, name, input, { ...manner, pass: await pass })
    }
    return heard(name, answer)
  }
}

/** An unknown caller of the public page. */
export const stranger =
  (site: Site, tally: Tally, node?: NodeChoice): Person =>
  async (name, input, manner) =>
    heard(name, await insist({ site, tally, node }, name, input, manner))

export async function signIn(site: Site, email: string, tally: Tally, node?: NodeChoice): Promise<Pass> {
  const answer = await insist({ site, tally, node }, 'signIn', { email, password: DEMO_PASSWORD })
  return { token: String((answer.body as { token?: unknown }).token), cookie: answer.cookie }
}

function heard<N extends EndpointName>(name: N, answer: Answer): Reply<Api[N]> {
  const reply: z.ZodMiniType = api[name].reply
  if (answer.status === 200) return z.decode(reply, answer.body) as Reply<Api[N]>
  const { code, message } = errorOf(answer)
  throw new Refused(name, answer.status, code, message)
}

const errorOf = ({ status, body }: Answer): { code: string; message: string } =>
  status === 200 ? { code: '', message: '' } : { code: '', message: '', ...(body as object) }

type Visit = { site: Site; tally: Tally; node: NodeChoice | undefined }

/** Until there is an answer that is not "come back later". */
async function insist(
  { site, tally, node = () => pickNode(site, tally) }: Visit,
  name: EndpointName,
  input: object,
  { key = randomUUID(), ...manner }: Manner & { pass?: Pass } = {},
): Promise<Answer> {
  for (let waited = 0; ; waited += 150) {
    const url = node()
    const start = performance.now()
    const answer = url ? await ask(url, name, input, { ...manner, key }) : undefined
    site.slowestMs = Math.max(site.slowestMs, performance.now() - start)
    if (!answer || answer.status >= 500)
      site.unanswered.push(`${name} ${answer?.status ?? 'no answer'} ${reasonIn(site, answer?.status)}`)
    if (answer && answer.status >= 500 && answer.status !== 503)
      tally.check('no 5xx', [`${name} answered ${answer.status}: ${await whatTheLogSays(site)}`])
    if (answer?.status === 503)
      tally.check('F09 a 503 says when to come back', answer.retryAfter ? [] : [`${name} did not`])
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    if (site.isClosed) throw new Error(`${name}: nobody is there any more`)
    if (site.deaths.length > 0) throw new Error(`A program ended by itself: ${site.deaths.join('\n')}`)
    if (waited > PATIENCE_MAX_MS) throw new Error(`${name}: no answer for minutes`)
    await sleep(150)
  }
}

/** Why the program last said “come back later”. */
function reasonIn({ output }: Site, status: number | undefined): string {
  const line = status === 503 ? output.findLast(lines => lines.includes('server.unavailable')) : undefined
  return /"error":\{[^}]{0,200}/.exec(line ?? '')?.[0] ?? ''
}

/** The caller does not see it; the log has it a moment later. */
async function whatTheLogSays(site: Site): Promise<string> {
  await sleep(300)
  return (site.output.findLast(lines => lines.includes('server.fault')) ?? 'nothing in the log').slice(
    0,
    1_500,
  )
}

function pickNode(site: Site, tally: Tally): string | undefined {
  const nodes = site.nodes.filter(node => node.role !== 'worker')
  return nodes[tally.roll(Math.max(nodes.length, 1))]?.url
}

/** Once; undefined where there is no answer. */
export async function ask(
  url: string,
  name: EndpointName,
  input: object,
  { key = randomUUID(), pass, bytes }: Manner & { pass?: Pass },
): Promise<Answer | undefined> {
  const endpoint: Endpoint = api[name]
  const { path, rest } = fillPath(endpoint.path, input)
  const isWrite = endpoint.method !== 'GET'
  const query = isWrite && !bytes ? '' : `?${new URLSearchParams(rest as Record<string, string>)}`
  try {
    const reply = await fetch(`${url}${path}${query}`, {
      method: endpoint.method,
      headers: {
        ...(isWrite ? { 'content-type': bytes ? 'application/octet-stream' : 'application/json' } : {}),
        ...(isWrite ? { 'idempotency-key': key } : {}),
        ...(pass ? { authorization: `Bearer ${pass.token}`, cookie: pass.cookie } : {}),
      },
      ...(isWrite ? { body: bytes ?? JSON.stringify(rest) } : {}),
    })
    const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    return {
      status: reply.status,
      body: await reply.json(),
      cookie,
      retryAfter: reply.headers.get('retry-after'),
    }
  } catch {
    // the program is down, or went down before it could answer
    return undefined
  }
}
