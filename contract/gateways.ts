import { z } from 'zod'
import { done, endpoint, id, moment, term, text, why } from './endpoint.ts'
import { GATEWAYS } from './message.ts'
import { messageRow } from './messaging.ts'

/** A secret is never given back: only that it is there, and its end, so that two can be told apart. */
const keptSecret = z.object({ isSet: z.boolean(), last4: z.string().nullable() })

const gatewayAccount = z
  .object({
    gateway: z.enum(['termii', 'africasTalking']),
    baseUrl: z.string(),
    /** Africa's Talking signs in with it; Termii has none. */
    username: z.string(),
    apiKey: keptSecret,
    /** Termii signs with it; for Africa's Talking it is part of the address to paste. */
    webhookSecret: keptSecret,
    /** Where the provider sends reports and replies; `{key}` stands for the secret, shown once when it is made. */
    webhookPaths: z.array(z.object({ use: z.string(), path: z.string() })),
    changedBy: z.string().nullable(),
    changedAt: moment.nullable(),
  })
  .meta({ id: 'GatewayAccount' })

const gatewayState = z
  .object({
    /** In use, by the settings' section "SMS gateway and rules". */
    gateway: z.enum(GATEWAYS),
    isPaused: z.boolean(),
    pausedBy: z.string().nullable(),
    pausedReason: z.string().nullable(),
    lastSuccessAt: moment.nullable(),
    lastFailureAt: moment.nullable(),
    lastFailure: z.string().nullable(),
    /** In the provider's own words ("NGN 1,250.00"); null where it was never read. */
    balance: z.string().nullable(),
    balanceAt: moment.nullable(),
    /** The provider asked us to slow down; nothing is handed over before this. */
    backOffUntil: moment.nullable(),
    accounts: z.array(gatewayAccount),
  })
  .meta({ id: 'GatewayState' })

const reason = why(500)

const sealedSecret = z.object({ sealed: z.string(), last4: z.string() })

/** As it waits for approval: the keys sealed, and the address it was measured by. */
export const gatewayAccountChange = z.object({
  gateway: z.enum(['termii', 'africasTalking']),
  baseUrl: z.string(),
  username: z.string(),
  from: z.string().nullable(),
  apiKey: sealedSecret.nullable(),
  webhookSecret: sealedSecret.nullable(),
})

export const gatewayApi = {
  gatewayGet: endpoint({
    method: 'GET',
    path: '/api/sms-gateway',
    permission: 'console.read',
    summary: 'The gateway in use, how it does, and which accounts are set up; never a secret.',
    input: z.object({}),
    reply: gatewayState,
  }),
  gatewayAccountChange: endpoint({
    method: 'PUT',
    path: '/api/sms-gateway/accounts/:gateway',
    permission: 'settings.change',
    summary:
      'Submits address, user name or keys of a gateway for approval; a key that is left out stays as it is.',
    replay: false,
    input: z.object({
      gateway: z.enum(['termii', 'africasTalking']),
      baseUrl: z
        .url({ protocol: /^https?$/, error: 'An address such as https://api.ng.termii.com' })
        .max(200),
      username: text(60, 0),
      apiKey: text(200, 8).optional(),
      /** Termii's signing secret, as its dashboard shows it. */
      webhookSecret: text(200, 8).optional(),
      reason,
    }),
    reply: z.object({ approvalId: id }),
  }),
  gatewayWebhookKeyMake: endpoint({
    method: 'POST',
    path: '/api/sms-gateway/africas-talking-key',
    permission: 'settings.change',
    summary: 'Makes a new secret for the callback addresses of Africa’s Talking and shows it this once.',
    replay: false,
    input: z.object({ reason }),
    reply: z.object({
      secret: z.string(),
      paths: z.array(z.object({ use: z.string(), path: z.string() })),
    }),
  }),
  gatewayCheck: endpoint({
    method: 'POST',
    path: '/api/sms-gateway/check',
    permission: 'settings.change',
    summary: 'Asks the gateway for its balance in the background; read the outcome from the gateway’s state.',
    input: z.object({}),
    reply: done,
  }),
  gatewayTest: endpoint({
    method: 'POST',
    path: '/api/sms-gateway/test',
    permission: 'settings.change',
    summary: 'Queues a test message to a number of one’s own; read its fate from the message.',
    input: z.object({ id, phone: text(40) }),
    reply: messageRow,
  }),
}

/** Providers' callbacks: machines without a session, who prove themselves by a signature or a secret in the address. */
export const webhookApi = {
  termiiWebhook: endpoint({
    method: 'POST',
    path: '/api/webhooks/termii',
    public: true,
    summary: 'Delivery reports and replies from Termii, signed over the bytes sent.',
    // the report itself is kept, with its time; a trail entry for each would only repeat it
    unaudited: true,
    replay: false,
    raw: true,
    input: z.object({}),
    reply: done,
  }),
  africasTalkingWebhook: endpoint({
    method: 'POST',
    path: '/api/webhooks/africas-talking/:key/:kind',
    public: true,
    summary: 'Delivery reports, replies and opt-outs from Africa’s Talking, at an address only it knows.',
    // as above
    unaudited: true,
    replay: false,
    raw: true,
    input: z.object({ key: term(200), kind: z.enum(['delivery', 'inbound', 'opt-out']) }),
    reply: done,
  }),
}
