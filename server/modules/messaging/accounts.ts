import { randomBytes } from 'node:crypto'
import type { Api, CommandInput } from '../../../contract/api.ts'
import type { GatewayName } from '../../../contract/messaging.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import type { Keys, Owner } from '../../kernel/keys.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose } from '../approvals/approvals.ts'
import { section } from '../settings/settings.ts'
import * as store from './accounts.sql.ts'
import { addressProblem, type Gateway } from './gateway.ts'
import { africasTalking } from './gatewayAfricasTalking.ts'
import { outbox } from './gatewayOutbox.ts'
import { termii } from './gatewayTermii.ts'
import { type GatewayRow, listGateways } from './sending.sql.ts'

type Opener = { keys: Keys; localGateway?: boolean }

/** A gateway ready to send. Without a key it answers as with a wrong key: nothing was accepted, and staff must act. */
export function openGateway(
  program: Opener,
  row: Pick<GatewayRow, 'gateway' | 'base_url' | 'username' | 'api_key_sealed'>,
): Gateway {
  if (row.gateway === 'outbox') return outbox
  if (row.api_key_sealed === null) return withoutKey(row.gateway)
  const account = {
    baseUrl: row.base_url,
    username: row.username,
    apiKey: program.keys.open(row.api_key_sealed, ['gateway.apiKey', row.gateway]),
    allowsLoopback: program.localGateway ?? false,
  }
  return row.gateway === 'termii' ? termii(account) : africasTalking(account)
}

const withoutKey = (name: GatewayName): Gateway => ({
  name,
  send: async () => ({ kind: 'retry', afterSeconds: 300, reason: 'no key is set', everyone: true }),
  balance: async () => {
    throw new Error('no key is set')
  },
})

const CALLBACKS: Record<'termii' | 'africasTalking', readonly { use: string; path: string }[]> = {
  termii: [{ use: 'Delivery reports and replies', path: '/api/webhooks/termii' }],
  africasTalking: [
    { use: 'Delivery reports', path: '/api/webhooks/africas-talking/{key}/delivery' },
    { use: 'Replies', path: '/api/webhooks/africas-talking/{key}/inbound' },
    { use: 'Opt-outs', path: '/api/webhooks/africas-talking/{key}/opt-out' },
  ],
}

const secretShown = (sealed: string | null, last4: string | null) => ({ isSet: sealed !== null, last4 })

export async function describeGateway(ctx: Pick<Context, 'tx' | 'today'>) {
  const { gateway } = await section(ctx.tx, 'sms', ctx.today)
  const rows = await listGateways(ctx.tx)
  const used = rows.find(row => row.gateway === gateway)
  const pause = await store.findPause(ctx.tx)
  return {
    gateway,
    isPaused: pause !== undefined,
    pausedBy: pause?.by_name ?? null,
    pausedReason: pause?.reason ?? null,
    lastSuccessAt: used?.last_success_at?.toISOString() ?? null,
    lastFailureAt: used?.last_failure_at?.toISOString() ?? null,
    lastFailure: used?.last_failure ?? null,
    balance: used?.balance ?? null,
    balanceAt: used?.balance_at?.toISOString() ?? null,
    backOffUntil: used?.back_off_until?.toISOString() ?? null,
    accounts: rows.flatMap(row =>
      row.gateway === 'outbox'
        ? []
        : [
            {
              gateway: row.gateway,
              baseUrl: row.base_url,
              username: row.username,
              apiKey: secretShown(row.api_key_sealed, row.api_key_last4),
              webhookSecret: secretShown(row.webhook_secret_sealed, row.webhook_secret_last4),
              webhookPaths: [...CALLBACKS[row.gateway]],
              changedBy: row.changed_by_name,
              changedAt: row.changed_at?.toISOString() ?? null,
            },
          ],
    ),
  }
}

export const getGateway: Handler<Api['gatewayGet']> = ctx => describeGateway(ctx)

export const changeAccount: Handler<Api['gatewayAccountChange']> = async (ctx, input) => {
  // a loopback address passes here and is refused on the way out, unless the program was started to allow it
  const problem = addressProblem(input.baseUrl, true)
  if (problem) refuseFields({ baseUrl: problem })
  if (input.gateway === 'africasTalking' && input.username === '')
    refuseFields({ username: 'Africa’s Talking needs the user name of the account' })
  const before = (await listGateways(ctx.tx)).find(row => row.gateway === input.gateway)
  // a stored key must never go to another provider than the one it was typed for, nor that one's answers be trusted
  const isMoved = before !== undefined && originOf(before.base_url) !== originOf(input.baseUrl)
  if (isMoved && before.api_key_sealed !== null && input.apiKey === undefined)
    refuseFields({
      apiKey: 'Enter the key of this address: the saved key belongs to the previous address',
    })
  const after = {
    baseUrl: input.baseUrl.replace(/\/+$/, ''),
    username: input.username,
    // which keys change, never what they are
    ...(input.apiKey ? { apiKey: `new, ends in ${last4(input.apiKey)}` } : {}),
    ...(input.webhookSecret
      ? { webhookSecret: `new, ends in ${last4(input.webhookSecret)}` }
      : isMoved
        ? { webhookSecret: 'none' }
        : {}),
  }
  const approvalId = await propose(ctx, {
    command: 'gatewayAccountChange',
    input: {
      gateway: input.gateway,
      baseUrl: after.baseUrl,
      username: input.username,
      from: before?.base_url ?? null,
      apiKey: sealed(ctx.keys, input.apiKey, ['gateway.apiKey', input.gateway]),
      webhookSecret: sealed(ctx.keys, input.webhookSecret, ['gateway.webhookSecret', input.gateway]),
    },
    subject: ['smsGateway', input.gateway],
    summary: `${GATEWAY_TITLES[input.gateway]}: ${after.baseUrl}`,
    before: { baseUrl: before?.base_url ?? null, username: before?.username ?? null },
    after,
    reason: input.reason,
  })
  return { approvalId }
}

const GATEWAY_TITLES = { termii: 'Termii', africasTalking: 'Africa’s Talking' }

/** Runs what was shown, unless the address was changed since: the secrets were typed for this one. */
export async function accountApproved(
  ctx: Context,
  input: CommandInput<'gatewayAccountChange'>,
  asked: Asked,
): Promise<void> {
  const before = (await listGateways(ctx.tx)).find(row => row.gateway === input.gateway)
  if ((before?.base_url ?? null) !== input.from) refuse('approval.stale')
  const isMoved = input.from !== null && originOf(input.from) !== originOf(input.baseUrl)
  if (isMoved && input.webhookSecret === null) await store.dropWebhookSecret(ctx.tx, input.gateway)
  await store.saveAccount(ctx.tx, { ...input, byName: asked.makerName, at: ctx.now })
  ctx.audit({
    action: 'gatewayAccountChange',
    subject: ['smsGateway', input.gateway],
    before: { baseUrl: input.from, username: before?.username ?? null },
    after: {
      baseUrl: input.baseUrl,
      username: input.username,
      ...(input.apiKey ? { apiKey: `new, ends in ${input.apiKey.last4}` } : {}),
      ...(input.webhookSecret
        ? { webhookSecret: `new, ends in ${input.webhookSecret.last4}` }
        : isMoved
          ? { webhookSecret: 'none' }
          : {}),
    },
    reason: asked.reason,
  })
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address)
const last4 = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '••••')
const sealed = (keys: Keys, secret: string | undefined, owner: Owner): store.SealedSecret | null =>
  secret === undefined ? null : { sealed: keys.seal(secret, owner), last4: last4(secret) }

export const makeWebhookKey: Handler<Api['gatewayWebhookKeyMake']> = async (ctx, { reason }) => {
  const secret = randomBytes(24).toString('base64url')
  await store.saveWebhookSecret(ctx.tx, 'africasTalking', {
    sealed: ctx.keys.seal(secret, ['gateway.webhookSecret', 'africasTalking']),
    last4: last4(secret),
  })
  ctx.audit({
    subject: ['smsGateway', 'africasTalking'],
    after: { webhookSecret: `new, ends in ${last4(secret)}` },
    reason,
  })
  const paths = CALLBACKS.africasTalking.map(({ use, path }) => ({
    use,
    path: path.replace('{key}', secret),
  }))
  return { secret, paths }
}

export const check: Handler<Api['gatewayCheck']> = async ctx => {
  await ctx.queue('gatewayCheck', {})
  ctx.audit({ subject: ['smsGateway', 'check'], after: { asked: 'balance' } })
  return {}
}

export const pause: Handler<Api['sendingPause']> = async (ctx, { reason }) => {
  await store.insertPause(ctx.tx, { at: ctx.now, byName: ctx.actor.name, reason })
  ctx.audit({ subject: ['smsGateway', 'sending'], after: { paused: true }, reason })
  return {}
}

export const resume: Handler<Api['sendingResume']> = async (ctx, { reason }) => {
  await store.deletePause(ctx.tx)
  ctx.audit({ subject: ['smsGateway', 'sending'], after: { paused: false }, reason: reason ?? null })
  return {}
}
