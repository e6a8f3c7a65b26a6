import type { MessageStatus } from '../../../contract/messaging.ts'
import {
  type Account,
  everyoneWaits,
  exchange,
  type Gateway,
  isObject,
  type Outcome,
  outcomeOfStatus,
  readObject,
  readWord,
} from './gateway.ts'

/** Africa's Talking, by its public description (docs.africastalking.com). It cannot be asked about a message afterwards. */
export function africasTalking(account: Account, answerMs?: number): Gateway {
  const base = account.baseUrl.replace(/\/+$/, '')
  const headers = { apiKey: account.apiKey, 'content-type': 'application/x-www-form-urlencoded' }
  return {
    name: 'africasTalking',
    async send(parcel) {
      const form = new URLSearchParams({
        username: account.username,
        to: parcel.phone,
        message: parcel.text,
        bulkSMSMode: '1',
        enqueue: '1',
        ...(parcel.senderId ? { from: parcel.senderId } : {}),
      })
      const url = new URL(`${base}/version1/messaging`)
      const answer = await exchange(
        { method: 'POST', url, headers, body: form.toString() },
        account,
        answerMs,
      )
      return (
        outcomeOfStatus(answer) ?? readSent(answer.kind === 'answered' ? answer : undefined, parcel.phone)
      )
    },
    async balance() {
      const url = new URL(`${base}/version1/user`)
      url.searchParams.set('username', account.username)
      const answer = await exchange(
        { method: 'GET', url, headers: { apiKey: account.apiKey } },
        account,
        answerMs,
      )
      const reply = answer.kind === 'answered' && answer.status === 200 ? readObject(answer.body) : undefined
      const balance = isObject(reply?.UserData) ? readWord(reply.UserData.balance, 30) : undefined
      if (!balance) throw new Error(answer.kind === 'answered' ? `answered ${answer.status}` : answer.reason)
      return balance
    },
  }
}

const REFUSALS: Record<string, string> = {
  401: 'held for risk',
  402: 'the sender id is not valid',
  403: 'the phone number is not valid',
  404: 'this kind of number is not served',
  406: 'the number is on their stop list',
  407: 'could not be routed',
  409: 'do not disturb',
  502: 'rejected by the network',
}

function readSent(answer: { status: number; body: string } | undefined, phone: string): Outcome {
  const reply = answer && readObject(answer.body)
  if (answer && answer.status >= 400)
    return { kind: 'refused', reason: readWord(reply?.message) ?? readWord(answer.body, 80) ?? 'refused' }
  const reported = isObject(reply?.SMSMessageData) ? reply.SMSMessageData : undefined
  if (!reported || !Array.isArray(reported.Recipients))
    return { kind: 'unknown', reason: 'the answer cannot be read' }
  const recipients = reported.Recipients.filter(isObject)
  // "Sent to 0/1": no recipient is named because none was accepted
  if (reported.Recipients.length === 0)
    return { kind: 'refused', reason: readWord(reported.Message, 80) ?? 'no recipient accepted' }
  const ours = recipients.find(each => readWord(each.number)?.replace(/\D/g, '') === phone.slice(1))
  const code = readWord(ours?.statusCode)
  const said = readWord(ours?.status) ?? ''
  if (!ours || !code) return { kind: 'unknown', reason: 'the answer names another number' }
  if (code === '405') return everyoneWaits('no credit left')
  const refusal = REFUSALS[code]
  if (refusal) return { kind: 'refused', reason: refusal }
  const providerId = readWord(ours.messageId)
  if (!['100', '101', '102'].includes(code) || !providerId || providerId === 'None')
    return { kind: 'unknown', reason: `the provider said ${code} ${said}`.trim() }
  const cost = readWord(ours.cost, 30)
  return { kind: 'accepted', providerId, said, ...(cost ? { cost } : {}) }
}

const STATUS_WORDS: Record<string, MessageStatus> = {
  sent: 'sent',
  submitted: 'sent',
  buffered: 'sent',
  success: 'delivered',
  rejected: 'failed',
  failed: 'failed',
  expired: 'failed',
}

/** An absent subscriber is tried again by the network, so it is still under way. */
export const africasTalkingStatus = (said: string): MessageStatus | undefined =>
  said.toLowerCase() === 'absentsubscriber' ? 'sent' : STATUS_WORDS[said.toLowerCase()]
