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

/** Labels of message, template and campaign states. */

/** A message in a list, with the name of its recipient. */
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
  queued: { title: 'Queued', tone: 'neutral', means: 'Waiting to be sent.' },
  sending: { title: 'Sending', tone: 'notice', means: 'Being sent to the SMS provider.' },
  sent: { title: 'Sent', tone: 'notice', means: 'Sent to the SMS provider. Delivery is not confirmed yet.' },
  delivered: { title: 'Delivered', tone: 'positive', means: 'Delivery confirmed by the SMS provider.' },
  simulated: {
    title: 'Simulated',
    tone: 'neutral',
    means: 'The test gateway was in use. Nothing was sent to the phone.',
  },
  failed: { title: 'Failed', tone: 'negative', means: 'Not delivered.' },
  unknown: {
    title: 'Unknown',
    tone: 'caution',
    means: 'The SMS provider has not confirmed this message. We keep checking and do not resend it.',
  },
  held: { title: 'Held', tone: 'caution', means: 'Held until it is released or quiet hours end.' },
  cancelled: { title: 'Not sent', tone: 'neutral', means: 'Not sent. See the reason.' },
}

/** Groups of statuses in the filter. */
export const GROUP_WORDS: Record<MessageGroup, string> = {
  waiting: 'Waiting (queued or held)',
  handedOver: 'Sent to provider',
}

/** The status can still change soon. */
export const isMoving = (status: MessageStatus): boolean =>
  status === 'queued' || status === 'sending' || status === 'sent'

/** Why a message cannot be resent; undefined if it can. */
export function whyNoResend({
  status,
  resentAs,
}: Pick<MessageRow, 'status' | 'resentAs'>): string | undefined {
  if (resentAs !== null) return 'Already resent.'
  switch (status) {
    case 'failed':
      return undefined
    case 'unknown':
      return 'The customer may have received it. You can resend it once the SMS provider reports a failure.'
    case 'delivered':
      return 'Delivered already.'
    case 'simulated':
      return 'The test gateway sends no SMS. Choose an SMS gateway in Settings.'
    case 'cancelled':
      return 'Not sent for the reason above.'
    default:
      return 'Not sent yet.'
  }
}

export const PURPOSE_WORDS: Record<MessagePurpose, { title: string; means: string }> = {
  code: { title: 'Code', means: 'A one-time code. Always sent.' },
  request: { title: 'Request', means: 'Progress of a loan request. Sent even after STOP.' },
  receipt: { title: 'Transaction', means: 'Disbursements, repayments and refunds. Sent even after STOP.' },
  reminder: { title: 'Reminder', means: 'Upcoming instalments. Not in quiet hours, not after STOP.' },
  recovery: { title: 'Recovery', means: 'Arrears. No banned words, not in quiet hours, not after STOP.' },
  marketing: { title: 'Marketing', means: 'Offers. Not in quiet hours, not after STOP.' },
  test: { title: 'Test', means: 'A test of the gateway.' },
}

const isEvent = (name: string): name is EventName => Object.hasOwn(EVENTS, name)
export const eventTitle = (name: string): string => (isEvent(name) ? EVENTS[name].title : name)
export const purposeTitle = (name: string): string =>
  Object.hasOwn(PURPOSE_WORDS, name) ? PURPOSE_WORDS[name as MessagePurpose].title : name

export const GATEWAY_WORDS: Record<GatewayName, string> = {
  outbox: 'Test gateway (no SMS sent)',
  termii: 'Termii',
  africasTalking: 'Africa’s Talking',
}

export const CAMPAIGN_WORDS: Record<CampaignStatus, { title: string; tone: Tone; means: string }> = {
  preparing: { title: 'Preparing', tone: 'notice', means: 'Finding recipients and preparing texts.' },
  ready: { title: 'Draft', tone: 'brand', means: 'The preview is ready. Nothing is sent until you send it.' },
  waiting: { title: 'Pending approval', tone: 'caution', means: 'Sent once approved.' },
  scheduled: { title: 'Scheduled', tone: 'notice', means: 'Starts automatically.' },
  sending: { title: 'Sending', tone: 'notice', means: 'Messages are being sent.' },
  paused: { title: 'Paused', tone: 'caution', means: 'Unsent messages are held.' },
  done: { title: 'Done', tone: 'positive', means: 'Sending is finished. See the results below.' },
  cancelled: { title: 'Cancelled', tone: 'neutral', means: 'Unsent messages will not be sent.' },
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})
/** Lagos time, for example "08:00". */
export const hourText = (at: string): string => clock.format(new Date(at))

/** Label of a campaign; during quiet hours it names the time when sending starts. */
export const campaignWords = ({ status, waitsUntil }: Pick<Campaign, 'status' | 'waitsUntil'>) =>
  waitsUntil
    ? {
        title: `Sends from ${hourText(waitsUntil)}`,
        tone: 'caution' as const,
        means: `Quiet hours: the remaining messages are sent from ${hourText(waitsUntil)}.`,
      }
    : CAMPAIGN_WORDS[status]

/** Toast after a resend. */
export const resentText = (count: number, waitsUntil: string | null): string => {
  const what = messagesText(count)
  if (count === 0) return 'All failed messages were already resent.'
  return waitsUntil ? `${what} queued. Quiet hours: sent from ${hourText(waitsUntil)}.` : `${what} queued.`
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
  'file awaited': 'File awaited',
  'opted out': 'Opted out (STOP)',
  'empty variable': 'Empty variable',
  'same text today': 'Same text today',
  'daily cap': 'Daily cap reached',
  'not a mobile number': 'Not a mobile number',
  'same phone': 'Same phone',
  erased: 'Erased',
}

/** Billed SMS pages, for example "1 page". */
export const pagesText = (segments: number): string => countOf(segments, 'page')
export const messagesText = (count: number): string => countOf(count, 'message')
export const peopleText = (count: number): string => countOf(count, 'person', 'people')

export const templatePath = (id: string): string => `${paths.messaging}?template=${id}`
export const templateEditPath = (id: string): string => `${paths.messageTemplateNew}?template=${id}`
export const campaignPath = (campaign: string): string => paths.messagingTab('campaigns', { campaign })
