import type { Api } from '../../../contract/api.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { describeGateway } from '../messaging/messaging.ts'
import { sourceLinks } from './sources.ts'

/** The outside world as this installation knows it. */
export const outsideLinks: Handler<Api['outsideLinkList']> = async ctx => ({
  rows: [await smsLink(ctx), ...(await sourceLinks(ctx))],
})

const GATEWAY_NAMES = {
  outbox: 'test gateway',
  termii: 'Termii',
  africasTalking: 'Africa’s Talking',
} as const

/** The SMS gateway as a link to the outside. */
async function smsLink(ctx: Context) {
  const state = await describeGateway(ctx)
  const isFailing = state.lastFailureAt !== null && state.lastFailureAt > (state.lastSuccessAt ?? '')
  const isUnused = state.lastSuccessAt === null && state.lastFailureAt === null
  const details = [
    state.isPaused ? `Paused by ${state.pausedBy}: ${state.pausedReason}.` : '',
    isFailing ? `Last failure: ${state.lastFailure}.` : '',
    state.gateway === 'outbox' ? 'Stores messages in the database and sends nothing.' : '',
    state.balance !== null && state.gateway !== 'outbox' ? `Balance ${state.balance}.` : '',
  ]
  return {
    name: `SMS gateway: ${GATEWAY_NAMES[state.gateway]}`,
    kind: 'sms' as const,
    source: null,
    state: isFailing
      ? ('failing' as const)
      : isUnused && state.gateway !== 'outbox'
        ? ('unused' as const)
        : ('working' as const),
    detail: details.filter(Boolean).join(' ') || 'Sends messages.',
    lastSuccessAt: state.lastSuccessAt,
  }
}
