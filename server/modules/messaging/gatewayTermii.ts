import type { MessageStatus } from '../../../contract/messaging.ts'
import {
  type Account,
  everyoneWaits,
  exchange,
  type Finding,
  type Gateway,
  isObject,
  type Outcome,
  outcomeOfStatus,
  type Question,
  readObject,
  readWord,
} from './gateway.ts'

/** Termii, by its public description (developer.termii.com): the key travels in the body, or in the query of a GET. */
export function termii(account: Account, answerMs?: number): Gateway {
  const address = (path: string, query: Record<string, string> = {}): URL => {
    const url = new URL(`${account.baseUrl.replace(/\/+$/, '')}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  const get = (path: string, query: Record<string, string> = {}) =>
    exchange(
      { method: 'GET', url: address(path, { api_key: account.apiKey, ...query }), headers: {} },
      account,
      answerMs,
    )
  return {
    name: 'termii',
    async send(parcel) {
      const body = JSON.stringify({
        api_key: account.apiKey,
        to: parcel.phone.replace('+', ''),
        from: parcel.senderId,
        sms: parcel.text,
        type: 'plain',
        channel: parcel.channel,
      })
      const headers = { 'content-type': 'application/json' }
      const answer = await exchange(
        { method: 'POST', url: address('/api/sms/send'), headers, body },
        account,
        answerMs,
      )
      return outcomeOfStatus(answer) ?? readSent(answer.kind === 'answered' ? answer : undefined)
    },
    async balance() {
      const answer = await get('/api/get-balance')
      const reply = answer.kind === 'answered' && answer.status === 200 ? readObject(answer.body) : undefined
      const balance = readWord(reply?.balance, 30)
      if (!balance) throw new Error(answer.kind === 'answered' ? `answered ${answer.status}` : answer.reason)
      return `${readWord(reply?.currency, 5) ?? 'NGN'} ${balance}`
    },
    async find(question) {
      const query = question.providerId === null ? {} : { message_id: question.providerId }
      const answer = await get('/api/sms/inbox', query as Record<string, string>)
      return answer.kind === 'answered' && answer.status === 200 ? pick(answer.body, question) : undefined
    },
  }
}

function readSent(answer: { status: number; body: string } | undefined): Outcome {
  const reply = answer && readObject(answer.body)
  if (!answer || !reply) return { kind: 'unknown', reason: 'the answer cannot be read' }
  const said = readWord(reply.message) ?? ''
  if (answer.status >= 400) return readRefusal(said)
  const providerId = readWord(reply.message_id)
  const code = readWord(reply.code)?.toLowerCase()
  if (!providerId || (code !== undefined && code !== 'ok'))
    return { kind: 'unknown', reason: 'the answer names no message' }
  return { kind: 'accepted', providerId, said }
}

function readRefusal(said: string): Outcome {
  if (/balance|insufficient|credit/i.test(said)) return everyoneWaits('no credit left')
  if (/sender|application|api.?key/i.test(said)) return everyoneWaits(said.slice(0, 80))
  return { kind: 'refused', reason: said || 'refused without a reason' }
}

/** Their words come in any case, with a description after a bar, and new ones appear: by prefix, else nothing. */
const STATUS_WORDS: readonly [prefix: RegExp, status: MessageStatus][] = [
  [/^delivered/i, 'delivered'],
  [/^(message )?sent/i, 'sent'],
  [/^(message )?failed/i, 'failed'],
  [/^dnd active/i, 'failed'],
  [/^rejected/i, 'failed'],
  [/^expired/i, 'failed'],
  [/^undeliver/i, 'failed'],
]

export const termiiStatus = (said: string): MessageStatus | undefined =>
  STATUS_WORDS.find(([prefix]) => prefix.test(said))?.[1]

/** Their clock is Lagos' without saying so; a few minutes either way are the same message. */
const SAME_MOMENT_MS = 10 * 60_000

/** Without an id only one single message with this text to this number, from those minutes, is ours. */
function pick(body: string, question: Question): Finding | undefined {
  let rows: unknown
  try {
    rows = JSON.parse(body)
  } catch {
    return undefined
  }
  const list = Array.isArray(rows) ? rows : isObject(rows) && Array.isArray(rows.data) ? rows.data : []
  const found = list.filter(isObject).filter(row => isAbout(row, question))
  const [row] = found
  if (!row || (question.providerId === null && found.length > 1)) return undefined
  const providerId = readWord(row.message_id)
  const said = readWord(row.status)
  const status = said && termiiStatus(said)
  return providerId && said && status ? { providerId, said, status } : undefined
}

function isAbout(row: Record<string, unknown>, question: Question): boolean {
  const receiver = (readWord(row.receiver) ?? '').replace(/\D/g, '')
  if (receiver !== question.phone.slice(1)) return false
  if (question.providerId !== null) return readWord(row.message_id) === question.providerId
  const text = typeof row.message === 'string' ? row.message : ''
  const made = typeof row.created_at === 'string' ? lagosMoment(row.created_at) : Number.NaN
  return text === question.text && Math.abs(made - question.handedOverAt.getTime()) <= SAME_MOMENT_MS
}

/** "2026-11-16 10:34:36" is Lagos time; with a T and a Z it is what it says. */
const lagosMoment = (text: string): number =>
  Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}+01:00` : text)
