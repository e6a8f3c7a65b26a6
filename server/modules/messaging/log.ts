import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import type { Input, Reply } from '../../../contract/endpoint.ts'
import {
  type GatewayName,
  MESSAGE_GROUPS,
  type MessageStatus,
  noCounts,
} from '../../../contract/messaging.ts'
import { may } from '../../../contract/roles.ts'
import { kobo, sum } from '../../../engine/money.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { measureSms } from '../../../engine/segments.ts'
import { daysBefore } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { maskPhone } from '../../kernel/mask.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { namesOfPhones } from '../customers/customers.ts'
import { section } from '../settings/settings.ts'
import { findPause } from './accounts.sql.ts'
import * as store from './messaging.sql.ts'
import { statusFromOutcome } from './notify.ts'
import { readSearch } from './search.ts'

type Message = Reply<Api['messageGet']>['message']

/** Only where the message was written to a customer: a phone alone says little of who holds it. */
async function describeAll(ctx: Pick<Context, 'tx' | 'today' | 'actor'>, rows: readonly store.MessageRow[]) {
  const used = await gatewayInUse(ctx)
  const phones = rows.flatMap(row => (row.customer_id === null ? [] : [row.phone]))
  const names = await namesOfPhones(ctx.tx, phones)
  return rows.map(row => {
    const known = names.get(row.phone)
    return {
      ...describe(ctx, row, used),
      customerName: known?.customerId === row.customer_id ? known.name : null,
    }
  })
}

const gatewayInUse = async (ctx: Pick<Context, 'tx' | 'today'>): Promise<GatewayName> =>
  (await section(ctx.tx, 'sms', ctx.today)).gateway

const HIDDEN_CODE = '••••••'

/** As it is shown beside a customer; the log says more. */
export const describeMessage = (row: store.ShownMessage) => ({
  id: row.id,
  at: row.at.toISOString(),
  phone: maskPhone(row.phone),
  purpose: row.purpose,
  text: row.purpose === 'code' ? HIDDEN_CODE : row.body,
  segments: row.segments,
  status: row.status,
  statusAt: row.status_at.toISOString(),
  subjectType: row.subject_type,
  subjectId: row.subject_id,
})

/**
 * A code proves possession of the phone it went to, so staff who read the log do not see it. In the built-in outbox,
 * which reaches no phone, settings managers may pass it on; those who decide requests never read one.
 */
const showsCode = ({ actor }: Pick<Context, 'actor'>, { gateway }: store.MessageRow, used: GatewayName) =>
  (gateway ?? used) === 'outbox' && may(actor.roles, 'settings.change')

const describe = (ctx: Pick<Context, 'actor'>, row: store.MessageRow, used: GatewayName): Message => ({
  ...describeMessage(row),
  ...(showsCode(ctx, row, used) ? { text: row.body } : {}),
  statusReason: row.status_reason,
  gateway: row.gateway,
  event: row.told_by,
  templateId: row.template_id,
  templateVersion: row.template_version,
  campaignId: row.campaign_id,
  customerId: row.customer_id,
  cost: kobo(row.cost),
  attempt: row.attempt,
  resendOf: row.resend_of,
  resentAs: row.resent_as,
  notBefore: row.not_before?.toISOString() ?? null,
})

type Shape = Omit<Input<Api['messageList']>, 'cursor' | 'limit'>

async function filterOf(ctx: Context, { within, search, ...filter }: Shape): Promise<store.MessageFilter> {
  return {
    ...filter,
    sought: await readSearch(ctx, search),
    since: within && daysBefore(ctx.now, 1),
  }
}

export const list: Handler<Api['messageList']> = async (ctx, { cursor, limit, ...shape }) => {
  const filter = await filterOf(ctx, shape)
  const after = placeOf(readCursor(ctx.keys, 'messages', shape, cursor), 'at', 'id')
  const { rows, last } = cutPage(await store.listMessages(ctx.tx, filter, after, limit + 1), limit)
  const { total, exact } = await store.countMessages(ctx.tx, filter)
  return {
    rows: await describeAll(ctx, rows),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'messages', shape, [last.at.toISOString(), last.id]) : null,
  }
}

const unknownMessage = (): never => refuse('record.unknown', { what: 'message' })

export const get: Handler<Api['messageGet']> = async (ctx, { id }) => {
  const row = (await store.findMessage(ctx.tx, id)) ?? unknownMessage()
  return {
    message: describe(ctx, row, await gatewayInUse(ctx)),
    providerId: row.provider_id,
    reports: (await store.reportsOf(ctx.tx, id)).map(report => ({ ...report, at: report.at.toISOString() })),
  }
}

const HANDED_OVER: readonly MessageStatus[] = MESSAGE_GROUPS.handedOver

/** How sending goes, without what came in. */
export async function readOverview(ctx: Context) {
  const { gateway } = await section(ctx.tx, 'sms', ctx.today)
  const rows = await store.countSince(ctx.tx, daysBefore(ctx.now, 1))
  const waiting = await store.countWaiting(ctx.tx)
  const counts = noCounts()
  for (const row of rows) counts[row.status] = row.count
  const paid = rows.filter(row => HANDED_OVER.includes(row.status))
  return {
    gateway,
    isPaused: (await findPause(ctx.tx)) !== undefined,
    counts,
    segments: paid.reduce((total, row) => total + row.segments, 0),
    cost: sum(paid.map(row => kobo(row.cost))),
    waiting: waiting.count,
    oldestWaitingAt: waiting.oldest?.toISOString() ?? null,
  }
}

export const resend: Handler<Api['messageResend']> = async (ctx, { id, newId, reason }) => {
  const row = (await store.lockMessage(ctx.tx, id)) ?? unknownMessage()
  if (row.status !== 'failed') refuse('message.not_failed', { status: row.status })
  if (row.resent_as !== null) refuse('message.resent')
  if (!row.phone.startsWith('+')) refuse('customer.erased')
  await store.insertMessages(ctx.tx, [
    {
      id: newId,
      at: ctx.now,
      phone: row.phone,
      purpose: row.purpose,
      body: row.body,
      segments: row.segments,
      event: `resend ${id}`,
      toldBy: row.told_by,
      templateId: row.template_id,
      templateVersion: row.template_version,
      customerId: row.customer_id,
      campaignId: row.campaign_id,
      resendOf: id,
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      ...(await statusFromOutcome(ctx, row.phone, row)),
    },
  ])
  ctx.audit({ subject: ['message', id], after: { resentAs: newId }, reason })
  return shown(ctx, newId)
}

async function shown(ctx: Context, id: string): Promise<Message> {
  const row = (await store.findMessage(ctx.tx, id)) ?? unknownMessage()
  return describe(ctx, row, await gatewayInUse(ctx))
}

export const test: Handler<Api['gatewayTest']> = async (ctx, { id, phone: typed }) => {
  const phone = parsePhone(typed)
  if (!phone) return refuseFields({ phone: 'A Nigerian mobile number, such as 0803 123 4567' })
  const { operatingCompany } = await section(ctx.tx, 'organisation', ctx.today)
  const body = `Test message from ${operatingCompany}. No action is needed.`
  await store.insertMessages(ctx.tx, [
    {
      id,
      at: ctx.now,
      phone,
      purpose: 'test',
      body,
      segments: measureSms(body).segments,
      status: 'queued',
      statusReason: null,
      notBefore: null,
      event: `test ${randomUUID()}`,
      toldBy: null,
      templateId: null,
      templateVersion: null,
      customerId: null,
      campaignId: null,
      resendOf: null,
      subjectType: 'smsGateway',
      subjectId: 'test',
    },
  ])
  ctx.audit({ subject: ['smsGateway', 'test'], after: { phone: maskPhone(phone), message: id } })
  return shown(ctx, id)
}
