import type { CheckName } from '../../../../contract/requests.ts'
import type { ApiError } from '../../../api.ts'
import type { Act, Check, LoanRequest } from '../../../parts/requestWords.ts'
import type { Stage } from '../../../paths.ts'
import type { ButtonLook } from '../../../ui/Button.tsx'

export type Decision = Extract<Act, 'recommend' | 'return' | 'reject' | 'approve' | 'sendBack'>

/** What is decided where, in reading order; the last one is what one hopes for. */
export const DECISIONS: Record<Stage, readonly Decision[]> = {
  reviewer: ['reject', 'return', 'recommend'],
  authorizer: ['reject', 'sendBack', 'approve'],
  approved: [],
  rejected: [],
  withdrawn: [],
}

/** Failed checks that a person overrode: said again where the loan is approved. */
export const overridden = (checks: readonly Check[]): string[] =>
  checks.flatMap(({ title, override }) => (override ? [`${title}, overridden by ${override.by}`] : []))

type DecisionWords = {
  verb: string
  /** Where three of them share the width of a phone. */
  short?: string
  key: string
  look: ButtonLook
}

export const DECISION_WORDS: Record<Decision, DecisionWords> = {
  recommend: { verb: 'Recommend', key: 'a', look: 'primary' },
  approve: { verb: 'Approve', key: 'a', look: 'primary' },
  return: { verb: 'Return for documents', short: 'Return', key: 'd', look: 'secondary' },
  sendBack: { verb: 'Send back', key: 'b', look: 'secondary' },
  reject: { verb: 'Reject', key: 'r', look: 'secondary' },
}

/** These turn with the amount and the tenor, which the reviewer may still change. */
const CHANGED_BY_TERMS: readonly CheckName[] = ['affordable', 'retiresLater']

export const openReds = (checks: readonly Check[]): Check[] =>
  checks.filter(check => check.result === 'red' && check.override === null)

/** Why an act cannot be begun now, as a sentence; undefined when it can. The server has the last word either way. */
export function whyNot(
  request: Pick<LoanRequest, 'offers' | 'checklist' | 'topUp'>,
  act: Act,
): string | undefined {
  const { allowed, why } = request.offers[act]
  if (!allowed) return why ?? 'This cannot be done now.'
  const reds = openReds(request.checklist)
  if (act === 'approve' && reds.length > 0)
    return `Red and not overridden: ${titles(reds)}. Send it back to the reviewer.`
  // a live loan stands in the way only if the new one does not settle it
  const turning: readonly CheckName[] =
    request.topUp.length > 0 ? [...CHANGED_BY_TERMS, 'noLiveLoan'] : CHANGED_BY_TERMS
  const stubborn = reds.filter(check => !turning.includes(check.name))
  if (act === 'recommend' && stubborn.length > 0)
    return `Override these red items first: ${titles(stubborn)}.`
  return undefined
}

const titles = (checks: readonly Check[]): string => checks.map(check => check.title).join(', ')

/**
 * A refusal that is not about what was typed: somebody decided, edited, claimed or withdrew meanwhile, or it is the
 * wrong person. The dialog's own picture is old then, so it closes and the page asks again.
 */
export const meansPageIsOld = (error: ApiError): boolean =>
  error.fields === undefined &&
  error.code !== 'request.terms' &&
  (error.code.startsWith('request.') || ['permission.missing', 'record.unknown'].includes(error.code))

export type DecisionProps = {
  request: LoanRequest
  /** What was typed before a refusal closed the dialog: it comes back with it. */
  note: string
  onClose: () => void
  onDone: (message: string) => void
  /** True when the page has dealt with it and the form need not say it again. */
  onRefused: (error: ApiError, note: string) => boolean
}
