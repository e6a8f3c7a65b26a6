import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { cutText } from '../../../engine/text.ts'
import type { Handler, PublicContext } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { maskPhone } from '../../kernel/mask.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { noteNumberSearch } from '../auth/auth.ts'
import { namesOfPhones } from '../customers/customers.ts'
import {
  countOptOuts,
  findOptOut,
  insertOptOut,
  liftOptOut,
  listOptOuts,
  type OptOutRow,
} from './messaging.sql.ts'

type Names = Awaited<ReturnType<typeof namesOfPhones>>

const describeOptOut = (row: OptOutRow, names: Names) => ({
  id: row.id,
  phone: maskPhone(row.phone),
  customerId: names.get(row.phone)?.customerId ?? null,
  customerName: names.get(row.phone)?.name ?? null,
  since: row.since.toISOString(),
  source: row.source,
  reason: row.reason,
})

export const optOutList: Handler<Api['optOutList']> = async (ctx, { cursor, limit }) => {
  const after = placeOf(readCursor(ctx.keys, 'optOuts', {}, cursor), 'since', 'id')
  const { rows, last } = cutPage(await listOptOuts(ctx.tx, after, limit + 1), limit)
  const names = await namesOfPhones(
    ctx.tx,
    rows.map(row => row.phone),
  )
  return {
    rows: rows.map(row => describeOptOut(row, names)),
    total: await countOptOuts(ctx.tx),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'optOuts', {}, [last.since.toISOString(), last.id]) : null,
  }
}

export const addOptOut: Handler<Api['optOutAdd']> = async (ctx, { id, phone: typed, reason }) => {
  const phone = parsePhone(typed)
  if (!phone) return refuseFields({ phone: 'A Nigerian mobile number, such as 0803 123 4567' })
  // the answer names whose it is
  await noteNumberSearch(ctx, 'opt-outs', [phone])
  await insertOptOut(ctx.tx, { id, phone, since: ctx.now, source: ctx.actor.name, reason })
  // still not out: the id was another's, or stood for a stop that has been lifted since
  const row = (await findOptOut(ctx.tx, phone)) ?? refuse('idempotency.other_body')
  ctx.audit({
    subject: ['optOut', row.id],
    after: { phone: maskPhone(phone), messages: 'stopped' },
    reason,
  })
  return describeOptOut(row, await namesOfPhones(ctx.tx, [phone]))
}

export const removeOptOut: Handler<Api['optOutLift']> = async (ctx, { id, reason }) => {
  const phone = await liftOptOut(ctx.tx, { id }, ctx.now, reason)
  if (!phone) refuse('record.unknown', { what: 'opt-out' })
  ctx.audit({ subject: ['optOut', id], after: { messages: 'wanted again' }, reason })
  return {}
}

// ── By an answer ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Does what a reply asks for: STOP and its opposite, in the words of the settings. */
export async function applyReply(
  ctx: PublicContext,
  phone: string,
  { meaning, text }: { meaning: 'opt out' | 'opt in'; text: string },
): Promise<void> {
  if (meaning === 'opt out') await optOut(ctx, phone, `Answered “${cutText(text.trim(), 40)}”`)
  else await optIn(ctx, phone)
}

/** Consent changes here as much as at the desk, so the trail records both. */
export async function optOut(ctx: PublicContext, phone: string, source: string): Promise<void> {
  const id = randomUUID()
  const isNew = await insertOptOut(ctx.tx, { id, phone, since: ctx.now, source, reason: null })
  if (!isNew) return
  ctx.audit({
    action: 'optOutAdd',
    subject: ['optOut', id],
    after: { phone: maskPhone(phone), messages: 'stopped' },
    reason: source,
  })
}

async function optIn(ctx: PublicContext, phone: string): Promise<void> {
  const held = await findOptOut(ctx.tx, phone)
  if (!held) return
  const reason = 'Answered that they want messages'
  await liftOptOut(ctx.tx, { id: held.id }, ctx.now, reason)
  ctx.audit({
    action: 'optOutLift',
    subject: ['optOut', held.id],
    after: { phone: maskPhone(phone), messages: 'wanted again' },
    reason,
  })
}
