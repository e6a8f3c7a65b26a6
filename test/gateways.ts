import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'

/**
 * Stand-ins for Termii and Africa's Talking on this machine, speaking as their documentation does. Each keeps its own log
 * of what it accepted, so that a test can ask the only question that counts: did anybody get a message twice?
 */
export type Mood =
  | 'fine'
  /** Takes the message and then … */
  | 'accepts then hangs'
  | 'accepts then 500'
  | 'accepts then cuts'
  | 'accepts then wrong JSON'
  | 'accepts slowly'
  /** Takes nothing and … */
  | 'busy'
  | 'busy with a time'
  | 'busy for a second'
  | 'refuses'
  | 'wrong key'
  | 'no credit'
  | 'redirects'
  | '500'
  | 'cuts'
  | 'hangs'
  | 'huge'

export type Accepted = {
  id: string
  to: string
  text: string
  from: string
  at: Date
  /** What became of it, in the provider's words; delivered where a test says nothing. */
  status?: string
}

export type Provider = {
  url: string
  accepted: Accepted[]
  /** How it meets the next request; a function decides by number. */
  mood: Mood | ((to: string) => Mood)
  /** What a slow answer waits for; a moment unless a test holds it longer. */
  answersAfter: () => Promise<unknown>
  /** What it was asked, for tests that look at headers and fields. */
  requests: { path: string; headers: IncomingMessage['headers']; body: string }[]
  close(): Promise<void>
}

type Speech = {
  read(body: string): { to: string; text: string; from: string }
  accepted(message: Accepted): { status: number; body: unknown }
  refused: { status: number; body: unknown }
  noCredit: { status: number; body: unknown }
  balance: { path: string; body: unknown }
  sendPath: string
}

/** In the clear, or over TLS with a certificate that only who is told of it trusts. */
async function openProvider(speech: Speech, tls?: Certificate): Promise<Provider> {
  const provider: Provider = {
    url: '',
    accepted: [],
    mood: 'fine',
    answersAfter: () => sleep(200),
    requests: [],
    close: async () => {},
  }
  const listener: RequestListener = (request, response) => {
    void answer(provider, speech, request, response).catch(() => response.destroy())
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  provider.url = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.close = async () => {
    server.closeAllConnections()
    await new Promise(closed => server.close(closed))
  }
  return provider
}

async function answer(
  provider: Provider,
  speech: Speech,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  const path = request.url ?? ''
  provider.requests.push({ path, headers: request.headers, body })
  const say = (status: number, reply: unknown, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
  }
  if (path.startsWith(speech.balance.path)) return say(200, speech.balance.body)
  if (path.startsWith('/api/sms/inbox')) return say(200, inboxOf(provider, path))
  if (path !== speech.sendPath) return say(404, { message: 'not here' })
  const message: Accepted = { id: randomUUID(), at: new Date(), ...speech.read(body) }
  const mood = typeof provider.mood === 'function' ? provider.mood(message.to) : provider.mood
  if (mood === 'fine' || mood.startsWith('accepts')) provider.accepted.push(message)
  await act(mood, provider, speech, message, response, say)
}

async function act(
  mood: Mood,
  provider: Provider,
  speech: Speech,
  message: Accepted,
  response: ServerResponse,
  say: (status: number, reply: unknown, headers?: Record<string, string>) => void,
): Promise<void> {
  const granted = speech.accepted(message)
  switch (mood) {
    case 'fine':
      return say(granted.status, granted.body)
    case 'accepts slowly':
      await provider.answersAfter()
      return say(granted.status, granted.body)
    case 'accepts then hangs':
    case 'hangs':
      await sleep(20_000, undefined, { ref: false })
      return
    case 'accepts then 500':
    case '500':
      return say(500, { message: 'Internal error' })
    case 'accepts then cuts':
    case 'cuts':
      return void response.destroy()
    case 'accepts then wrong JSON':
      return say(200, '<html>OK</html>')
    case 'busy':
      return say(429, { message: 'Too many requests' })
    case 'busy with a time':
      return say(429, { message: 'Too many requests' }, { 'retry-after': '7' })
    case 'busy for a second':
      return say(429, { message: 'Too many requests' }, { 'retry-after': '1' })
    case 'refuses':
      return say(speech.refused.status, speech.refused.body)
    case 'no credit':
      return say(speech.noCredit.status, speech.noCredit.body)
    case 'wrong key':
      return say(401, { message: 'Invalid API key' })
    case 'redirects':
      return say(302, '', { location: 'http://169.254.169.254/latest/meta-data' })
    case 'huge':
      return say(200, `{"message_id":"${'9'.repeat(2_000_000)}"}`)
  }
}

const NEWEST = 500

/** Termii's log as it can be asked for: the newest, or one by its id. */
function inboxOf(provider: Provider, path: string): unknown[] {
  const wanted = new URL(path, 'http://x').searchParams.get('message_id')
  return provider.accepted
    .filter(message => wanted === null || message.id === wanted)
    .slice(-NEWEST)
    .map(message => ({
      sender: message.from,
      receiver: message.to,
      message: message.text,
      status: message.status ?? 'Delivered',
      sms_type: 'plain',
      message_id: message.id,
      created_at: message.at.toISOString(),
    }))
}

const TERMII: Speech = {
  sendPath: '/api/sms/send',
  read(body) {
    const { to, sms, from } = JSON.parse(body) as { to: string; sms: string; from: string }
    return { to, text: sms, from }
  },
  accepted: ({ id }) => ({
    status: 200,
    body: { message_id: id, message: 'Successfully Sent', balance: 991, user: 'Iroko' },
  }),
  refused: { status: 400, body: { message: 'Invalid phone number' } },
  noCredit: { status: 400, body: { message: 'Insufficient balance' } },
  balance: {
    path: '/api/get-balance',
    body: { application: 'Iroko', balance: 1250.5, currency: 'NGN', user: 'Iroko' },
  },
}

export const openTermii = (tls?: Certificate): Promise<Provider> => openProvider(TERMII, tls)

const recipients = (list: object[], message = 'Sent to 1/1 Total Cost: NGN 4.0') => ({
  SMSMessageData: { Message: message, Recipients: list },
})

const AFRICAS_TALKING: Speech = {
  sendPath: '/version1/messaging',
  read(body) {
    const form = new URLSearchParams(body)
    return { to: form.get('to') ?? '', text: form.get('message') ?? '', from: form.get('from') ?? '' }
  },
  accepted: ({ id, to }) => ({
    status: 201,
    body: recipients([
      { statusCode: 101, number: to, status: 'Success', cost: 'NGN 4.0000', messageId: `ATXid_${id}` },
    ]),
  }),
  refused: { status: 201, body: recipients([], 'InvalidPhoneNumber') },
  noCredit: {
    status: 201,
    body: recipients([{ statusCode: 405, number: '+2348030000001', status: 'InsufficientBalance' }]),
  },
  balance: { path: '/version1/user', body: { UserData: { balance: 'NGN 1250.50' } } },
}

export const openAfricasTalking = (tls?: Certificate): Promise<Provider> => openProvider(AFRICAS_TALKING, tls)
