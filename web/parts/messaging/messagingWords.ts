import type { z } from 'zod/mini'
import type { CAMPAIGN_STATUSES, campaign, ExclusionName } from '../../../contract/campaigns.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import {
  type CLAIM_STATUSES,
  type claim,
  EVENTS,
  type EventName,
  type GatewayName,
  type gatewayApi,
  type MessageGroup,
  type MessagePurpose,
  type MessageStatus,
  type messageRow,
  type messagingApi,
  type template,
} from '../../../contract/messaging.ts'
import { countOf } from '../../../engine/countText.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/Badge.tsx'

/** What the words of the contract are called on screen. */

/** In a list, with the name of whoever it was written to. */
export type MessageRow = z.output<typeof messageRow> & { customerName?: string | null }
export type Template = z.output<typeof template>
export type TemplateVersion = NonNullable<Template['draft']>
export type Campaign = z.output<typeof campaign>
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]
export type Claim = z.output<typeof claim>
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]
export type GatewayState = Reply<typeof gatewayApi.gatewayGet>
export type GatewayAccount = GatewayState['accounts'][number]
export type Overview = Reply<typeof messagingApi.messagingOverview>

export const MESSAGE_WORDS: Record<MessageStatus, { title: string; tone: Tone; means: string }> = {
  queued: { title: 'Queued', tone: 'neutral', means: 'Waits its turn.' },
  sending: { title: 'Handing over', tone: 'notice', means: 'Is being handed to the gateway.' },
  sent: { title: 'Sent', tone: 'notice', means: 'The gateway took it; the phone has not confirmed it yet.' },
  delivered: { title: 'Delivered', tone: 'positive', means: 'The phone confirmed it.' },
  simulated: {
    title: 'Simulated',
    tone: 'neutral',
    means: 'The built-in test gateway was in use. Nothing was sent to the phone.',
  },
  failed: { title: 'Failed', tone: 'negative', means: 'It did not reach the phone.' },
  unknown: {
    title: 'Unknown',
    tone: 'caution',
    means: 'The gateway may have it and did not say so. It is asked; nothing is sent twice on a guess.',
  },
  held: { title: 'Held', tone: 'caution', means: 'Waits for a person or for the morning.' },
  cancelled: { title: 'Not sent', tone: 'neutral', means: 'We chose not to send it.' },
}

/** Several statuses at once, to look for. */
export const GROUP_WORDS: Record<MessageGroup, string> = {
  waiting: 'Waiting: queued or held',
  handedOver: 'Handed to the gateway',
}

/** Still on its way: worth looking again in a moment. */
export const isMoving = (status: MessageStatus): boolean =>
  status === 'queued' || status === 'sending' || status === 'sent'

/** Why a message cannot be sent again; undefined when it can. */
export function whyNoResend({
  status,
  resentAs,
}: Pick<MessageRow, 'status' | 'resentAs'>): string | undefined {
  if (resentAs !== null) return 'It was already sent again.'
  switch (status) {
    case 'failed':
      return undefined
    case 'unknown':
      return 'The customer may have it. It is sent again only once the gateway says that it failed.'
    case 'delivered':
      return 'It was delivered.'
    case 'simulated':
      return 'The built-in test gateway had it. Choose an SMS gateway to send messages.'
    case 'cancelled':
      return 'It was not sent on purpose; the reason stands above.'
    default:
      return 'It is still on its way.'
  }
}

export const PURPOSE_WORDS: Record<MessagePurpose, { title: string; means: string }> = {
  code: { title: 'Code', means: 'A one-time code somebody asked for.' },
  request: { title: 'Request', means: 'What becomes of a loan request. Sent even after a STOP.' },
  receipt: { title: 'Receipt', means: 'What was paid out or received. Sent even after a STOP.' },
  reminder: { title: 'Reminder', means: 'What falls due. Only by day, never after a STOP.' },
  recovery: { title: 'Recovery', means: 'Arrears. No banned word, nothing at night, never after a STOP.' },
  marketing: { title: 'Marketing', means: 'Offers. Only by day, never after a STOP.' },
  test: { title: 'Test', means: 'A test of the gateway.' },
}

const isEvent = (name: string): name is EventName => Object.hasOwn(EVENTS, name)
export const eventTitle = (name: string): string => (isEvent(name) ? EVENTS[name].title : name)
export const purposeTitle = (name: string): string =>
  Object.hasOwn(PURPOSE_WORDS, name) ? PURPOSE_WORDS[name as MessagePurpose].title : name

export const GATEWAY_WORDS: Record<GatewayName, string> = {
  outbox: 'Built-in outbox',
  termii: 'Termii',
  africasTalking: 'Africa’s Talking',
}

export const CAMPAIGN_WORDS: Record<CampaignStatus, { title: string; tone: Tone; means: string }> = {
  preparing: { title: 'Preparing', tone: 'notice', means: 'Recipients are found and texts written.' },
  ready: { title: 'Ready', tone: 'brand', means: 'The dry run is done. Nothing is sent before you say so.' },
  waiting: { title: 'Waiting', tone: 'caution', means: 'A second person has to agree.' },
  scheduled: { title: 'Scheduled', tone: 'notice', means: 'It begins by itself.' },
  sending: { title: 'Sending', tone: 'notice', means: 'Messages go out, as fast as the gateway allows.' },
  paused: { title: 'Paused', tone: 'caution', means: 'What was not handed over is held.' },
  done: { title: 'Done', tone: 'positive', means: 'Nothing is left to send.' },
  cancelled: { title: 'Cancelled', tone: 'neutral', means: 'What was not yet sent never is.' },
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})
/** "08:00": the night ends within a day, so the hour says it all. */
export const hourText = (at: string): string => clock.format(new Date(at))

/** What a campaign is called now: at night one that is begun sends nothing. */
export const campaignWords = ({ status, waitsUntil }: Pick<Campaign, 'status' | 'waitsUntil'>) =>
  waitsUntil
    ? {
        title: `Waits until ${hourText(waitsUntil)}`,
        tone: 'caution' as const,
        means: `It is night, when nobody is sent offers or reminders. What is left goes from ${hourText(waitsUntil)} on.`,
      }
    : CAMPAIGN_WORDS[status]

/** What becomes of messages that are sent again, as far as is known. */
export const sentAgainText = (count: number, waitsUntil: string | null): string => {
  const what = messagesText(count)
  if (count === 0) return 'Everything that failed was sent again already.'
  return waitsUntil
    ? `${what} queued again. It is night: nothing goes before ${hourText(waitsUntil)}.`
    : `${what} queued again.`
}

export const CLAIM_WORDS: Record<ClaimStatus, { title: string; tone: Tone }> = {
  open: { title: 'To check', tone: 'caution' },
  confirmed: { title: 'Confirmed', tone: 'positive' },
  rejected: { title: 'Rejected', tone: 'neutral' },
}

export const EXCLUSION_TITLES: Record<ExclusionName, string> = {
  'not a customer': 'Not a customer',
  'listed twice': 'Listed twice',
  'merged record': 'Merged record',
  deceased: 'Deceased',
  dispute: 'Loan in dispute',
  blacklisted: 'Blacklisted',
  'opted out': 'Opted out (STOP)',
  'empty variable': 'Empty variable',
  'same text today': 'Same text today',
  'daily cap': 'Daily cap reached',
  'not a mobile number': 'Not a mobile number',
  'same phone': 'Same phone',
  erased: 'Erased',
}

/** "1 part", "3 parts": what the networks bill. */
export const partsText = (parts: number): string => countOf(parts, 'part')
export const messagesText = (count: number): string => countOf(count, 'message')
export const peopleText = (count: number): string => countOf(count, 'person', 'people')

export const templatePath = (id: string): string => `${paths.messaging}?template=${id}`
export const templateEditPath = (id: string): string => `${paths.messageTemplateNew}?template=${id}`
export const campaignPath = (campaign: string): string => paths.messagingTab('campaigns', { campaign })
