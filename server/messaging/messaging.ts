import { randomUUID } from 'node:crypto'
import type { Api } from '../../contract/api.ts'
import { ZERO } from '../../engine/money.ts'
import { measureSms, toGsm7 } from '../../engine/segments.ts'
import type { Handler, PublicContext } from '../context.ts'
import { cutPage, makeCursor, readCursor } from '../cursor.ts'
import type { Tx } from '../db.ts'
import { section } from '../settings/settings.ts'
import * as store from './messaging.sql.ts'

export type Telling = {
  phone: string
  purpose: 'code' | 'request' | 'receipt' | 'reminder' | 'recovery' | 'marketing'
  text: string
  /** What happened, uniquely: the same event is told once, however often the act is repeated. */
  event: string
  subject?: readonly [type: string, id: string]
}

/**
 * Writes a message in the transaction of the act it tells about. With the built-in gateway it stays in the outbox,
 * where staff can read it; nothing leaves the house.
 */
export async function tell(ctx: Pick<PublicContext, 'tx' | 'now'>, telling: Telling): Promise<void> {
  // one ₦ would turn the whole text into three short parts
  const body = toGsm7(telling.text)
  await store.insertMessage(ctx.tx, {
    id: randomUUID(),
    at: ctx.now,
    phone: telling.phone,
    purpose: telling.purpose,
    body,
    segments: measureSms(body).segments,
    event: telling.event,
    subjectType: telling.subject?.[0] ?? null,
    subjectId: telling.subject?.[1] ?? null,
  })
}

export const list: Handler<Api['messageList']> = async (ctx, { cursor, limit, ...filter }) => {
  const position = readCursor(ctx.keys, 'messages', filter, cursor)
  const after = position ? { at: position[0] ?? '', id: position[1] ?? '' } : null
  const { rows, last } = cutPage(await store.listMessages(ctx.tx, filter, after, limit + 1), limit)
  const { total, exact } = await store.countMessages(ctx.tx, filter)
  return {
    rows: rows.map(row => ({
      id: row.id,
      at: row.at.toISOString(),
      phone: maskPhone(row.phone),
      purpose: row.purpose,
      text: row.body,
      segments: row.segments,
      status: row.status,
      statusAt: row.status_at.toISOString(),
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      statusReason: null,
      gateway: null,
      event: null,
      templateId: null,
      templateVersion: null,
      campaignId: null,
      customerId: null,
      cost: ZERO,
      attempt: 0,
      resendOf: null,
      resentAs: null,
      notBefore: null,
    })),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'messages', filter, [last.at.toISOString(), last.id]) : null,
  }
}

/** The last four digits: enough to tell two numbers apart on the telephone, too few to call one. */
export const maskPhone = (phone: string): string => `•••• ${phone.slice(-4)}`

export async function queuedMessages(tx: Tx): Promise<number> {
  return (await store.countMessages(tx, { status: 'queued' })).total
}

/** The outside world as this installation knows it. */
export const outsideLinks: Handler<Api['outsideLinkList']> = async ctx => {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return {
    rows: [
      {
        name: 'SMS gateway: built-in outbox',
        kind: 'sms' as const,
        state: 'working' as const,
        detail: 'Keeps messages in the database and sends nothing.',
        lastSuccessAt: null,
      },
      ...sources
        .filter(source => source.status === 'active')
        .map(source => ({
          name: source.name,
          kind: 'payroll' as const,
          state: 'unused' as const,
          detail: 'No accepted payroll data yet.',
          lastSuccessAt: null,
        })),
    ],
  }
}
