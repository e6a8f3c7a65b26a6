import { availableParallelism, loadavg } from 'node:os'
import { ERRORS } from '../../contract/errors.ts'
import type { Hit } from './target.ts'

/** What any answer must be, whatever was asked: no fault, one shape for every refusal, nothing of how the program is made. */

const MAX_MS = 2_000
/** A machine with eight times its work to do answers eight times as late. */
const load = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
const KEYS = ['code', 'message', 'fields', 'requestId']
const INSIDES =
  /node_modules|\.(ts|js|mjs):\d+|\bat (async )?\w+[.\w]* \(|FST_ERR|ZodError|relation "|column "|syntax error at or near|violates |SQLSTATE|\bpg_\w+|staff_session|postgres(ql)?:\/\//

export type Refusal = { code: string; message: string; fields?: Record<string, string>; requestId: string }

export function problemsOf(hit: Hit, longest = MAX_MS): string[] {
  const problems: string[] = []
  if (hit.status >= 500) problems.push(`answered ${hit.status}: ${hit.body.slice(0, 300)}`)
  if (hit.ms > longest * load()) problems.push(`took ${Math.round(hit.ms)} ms`)
  if (hit.status >= 400 && hit.status < 500) problems.push(...shapeProblems(hit))
  return problems
}

function shapeProblems(hit: Hit): string[] {
  const refusal = refusalIn(hit)
  if (!refusal) return [`a refusal of another shape: ${hit.body.slice(0, 200)}`]
  const { code, message, requestId } = refusal
  const strange = Object.keys(refusal).filter(key => !KEYS.includes(key))
  return [
    ...(strange.length > 0 ? [`says ${strange.join(', ')} as well`] : []),
    ...(Object.hasOwn(ERRORS, code) ? [] : [`unknown code ${code}`]),
    ...(/^[\p{Lu}‘“"].*[.!?”]$/su.test(message) ? [] : [`no sentence: ${message}`]),
    ...(/^[0-9a-f-]{36}$/.test(requestId) ? [] : ['no request id']),
    ...(INSIDES.test(hit.body) ? [`tells of the inside: ${hit.body.slice(0, 300)}`] : []),
  ]
}

export function refusalIn(hit: Hit): Refusal | undefined {
  try {
    const body = JSON.parse(hit.body) as Partial<Refusal>
    const isWhole = [body.code, body.message, body.requestId].every(each => typeof each === 'string')
    return isWhole ? (body as Refusal) : undefined
  } catch {
    return undefined
  }
}
