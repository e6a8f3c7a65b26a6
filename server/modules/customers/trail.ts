import { randomBytes } from 'node:crypto'
import { isUuid } from '../../../contract/endpoint.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { type Keys, openWith, sealWith } from '../../kernel/keys.ts'
import { saveTrailKey, trailKeysOf } from './trail.sql.ts'

/**
 * What the trail says about a person, sealed so that it can be forgotten: the trail itself is only added to, and sealed
 * into a chain. The key is the customer's own; erasing throws it away.
 */

const SEALED = 'sealed:'
const KEY_BYTES = 32

type Said = Record<string, string>

/** The same fields, each value readable only for as long as the customer is known. */
export async function sealFor(
  ctx: Pick<Context, 'tx' | 'keys'>,
  customerId: string,
  ...said: readonly Said[]
): Promise<Said[]> {
  const fresh = ctx.keys.seal(randomBytes(KEY_BYTES).toString('base64url'), ['customer.trailKey', customerId])
  const key = keyIn(ctx.keys, customerId, await saveTrailKey(ctx.tx, customerId, fresh))
  return said.map(values =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, SEALED + sealWith(key, value)]),
    ),
  )
}

const keyIn = (keys: Keys, customerId: string, sealed: string): Buffer =>
  Buffer.from(keys.open(sealed, ['customer.trailKey', customerId]), 'base64url')

type Shown = Pick<AuditEntry, 'subjectType' | 'subjectId' | 'before' | 'after'>

const isSealed = (value: unknown): value is string => typeof value === 'string' && value.startsWith(SEALED)
const hasSealed = (side: Shown['before']): boolean =>
  side !== null && typeof side === 'object' && Object.values(side).some(isSealed)

/** Entries of the trail as people read them. */
export async function openEntries<E extends Shown>(
  ctx: Pick<Context, 'tx' | 'keys'>,
  entries: readonly E[],
): Promise<E[]> {
  const about = entries.filter(
    ({ subjectType, subjectId, before, after }) =>
      subjectType === 'customer' && isUuid(subjectId) && (hasSealed(before) || hasSealed(after)),
  )
  if (about.length === 0) return [...entries]
  const stored = await trailKeysOf(ctx.tx, [...new Set(about.map(({ subjectId }) => subjectId))])
  const keys = new Map([...stored].map(([id, sealed]) => [id, keyIn(ctx.keys, id, sealed)]))
  const sealed = new Set<E>(about)
  return entries.map(entry => {
    if (!sealed.has(entry)) return entry
    const key = keys.get(entry.subjectId)
    return { ...entry, before: opened(entry.before, key), after: opened(entry.after, key) }
  })
}

function opened(side: Shown['before'], key: Buffer | undefined): Shown['before'] {
  if (side === null || typeof side !== 'object' || Array.isArray(side)) return side
  return Object.fromEntries(
    Object.entries(side).map(([field, value]) => [field, isSealed(value) ? openedValue(value, key) : value]),
  )
}

function openedValue(value: string, key: Buffer | undefined): string {
  if (!key) return 'erased'
  try {
    return openWith(key, value.slice(SEALED.length))
  } catch {
    // the user typed the marker itself
    return value
  }
}
