import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { parsePhone } from '../../../engine/phone.ts'
import type { Handler, PublicContext } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { webhookSecretOf } from './accounts.sql.ts'
import { readObject, readWord } from './gateway.ts'
import { africasTalkingStatus } from './gatewayAfricasTalking.ts'
import { termiiStatus } from './gatewayTermii.ts'
import { optOut } from './optOuts.ts'
import { recordReport } from './reports.ts'

/** A text received from a phone; other webhook content is recorded here. */
type Incoming = { gateway: 'termii' | 'africasTalking'; sender: string; text: string; dedupe: string }

type CallContext = Parameters<Handler<Api['termiiWebhook']>>[0]

const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex')

/** Compared by hash, so that neither content nor length can be guessed from the time it takes. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

// ── Termii ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Termii does not say whether it writes the signature in hex or base64, nor which secret it uses: either is taken. */
function isSignedBy(secret: string, bytes: Buffer, signature: string): boolean {
  const mac = createHmac('sha512', secret).update(bytes).digest()
  const given = signature.trim().replace(/^sha512=/i, '')
  return [mac.toString('hex'), mac.toString('base64')].some(
    expected => isSame(expected, given) || isSame(expected, given.toLowerCase()),
  )
}

/** Without a secret every webhook is refused. */
async function secretOf(
  ctx: PublicContext,
  gateway: 'termii' | 'africasTalking',
): Promise<string | undefined> {
  const row = await webhookSecretOf(ctx.tx, gateway)
  if (row?.webhook_secret_sealed)
    return ctx.keys.open(row.webhook_secret_sealed, ['gateway.webhookSecret', gateway])
  // Termii's older accounts sign with the key itself
  return gateway === 'termii' && row?.api_key_sealed
    ? ctx.keys.open(row.api_key_sealed, ['gateway.apiKey', gateway])
    : undefined
}

async function readTermii(ctx: CallContext): Promise<Incoming | undefined> {
  const signature = ctx.header('x-termii-signature') ?? ''
  const secret = await secretOf(ctx, 'termii')
  if (secret === undefined || !isSignedBy(secret, ctx.bytes, signature)) refuse('webhook.forged')
  const event = readObject(ctx.bytes.toString('utf8'))
  if (!event) return refuse('input.malformed')
  const type = readWord(event.type)?.toLowerCase()
  const said = readWord(event.status) ?? ''
  const providerId = readWord(event.message_id) ?? readWord(event.id)
  if (type === 'inbound' || /^received/i.test(said)) {
    const text = typeof event.message === 'string' ? event.message : ''
    return {
      gateway: 'termii',
      sender: readWord(event.sender, 40) ?? '',
      text,
      dedupe: providerId ?? hashOf(readWord(event.sender) ?? '', text, readWord(event.sent_at) ?? ''),
    }
  }
  if (providerId && said) {
    const status = termiiStatus(said) ?? null
    await recordReport(ctx, { at: ctx.now, gateway: 'termii', providerId, said, status })
  }
  return undefined
}

// ── Africa's Talking ─────────────────────────────────────────────────────────────────────────────────────────────

/** It is unsigned: a caller that knows the address is trusted about delivery, never about money. */
async function readAfricasTalking(
  ctx: CallContext,
  { key, kind }: Input<Api['africasTalkingWebhook']>,
): Promise<Incoming | undefined> {
  const secret = await secretOf(ctx, 'africasTalking')
  if (secret === undefined || !isSame(secret, key)) refuse('webhook.forged')
  const form = readForm(ctx.bytes)
  const word = (name: string, longest?: number): string => readWord(form.get(name), longest) ?? ''
  if (kind === 'opt-out') {
    const phone = parsePhone(word('phoneNumber', 40))
    if (phone) await optOut(ctx, phone, 'Africa’s Talking opt-out')
  } else if (kind === 'inbound') {
    const text = form.get('text') ?? ''
    const sender = word('from', 40)
    const dedupe = word('id') || hashOf(sender, text, word('date'))
    return { gateway: 'africasTalking', sender, text, dedupe }
  } else {
    const [providerId, status] = [word('id'), word('status')]
    const failure = word('failureReason', 60)
    if (providerId && status)
      await recordReport(ctx, {
        at: ctx.now,
        gateway: 'africasTalking',
        providerId,
        said: failure ? `${status}: ${failure}` : status,
        status: africasTalkingStatus(status) ?? null,
      })
  }
  return undefined
}

/** A form as documented, or the same fields as JSON, which its newer console offers. */
function readForm(bytes: Buffer): Map<string, string> {
  const text = bytes.toString('utf8')
  const object = text.trimStart().startsWith('{') ? readObject(text) : undefined
  if (object)
    return new Map(
      Object.entries(object).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
      ),
    )
  return new Map(new URLSearchParams(text))
}

/** Verifies the gateway or refuses; records its delivery reports, and returns the received text, if it is one. */
export const readWebhook = (
  ctx: CallContext,
  from: 'termii' | Input<Api['africasTalkingWebhook']>,
): Promise<Incoming | undefined> => (from === 'termii' ? readTermii(ctx) : readAfricasTalking(ctx, from))
