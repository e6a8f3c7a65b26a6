import { CHECK_FAILURES } from '../../../../contract/labels.ts'
import type { CheckName } from '../../../../contract/requests.ts'
import type { ApiError } from '../../../api.ts'
import type { Act, Check, LoanRequest } from '../../../parts/requestWords.ts'
import type { Stage } from '../../../paths.ts'
import type { ButtonLook } from '../../../ui/Button.tsx'
import type { ToastOptions } from '../../../ui/toastOptions.ts'

export type Decision = Extract<Act, 'recommend' | 'return' | 'reject' | 'approve' | 'sendBack'>

/** Decisions by stage, in display order. The last one is the primary button. */
export const DECISIONS: Record<Stage, readonly Decision[]> = {
  reviewer: ['reject', 'return', 'recommend'],
  authorizer: ['reject', 'sendBack', 'approve'],
  approved: [],
  rejected: [],
  withdrawn: [],
}

/** Overridden failed checks, which the authorizer must confirm one by one. */
export const overridden = (checks: readonly Check[]): { id: CheckName; text: string }[] =>
  checks.flatMap(({ name, title, override }) =>
    override ? [{ id: name, text: `${title}. Overridden by ${override.by}: ${override.note}` }] : [],
  )

type DecisionWords = {
  verb: string
  /** Used on a phone, where three buttons share the width. */
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

/** Checks that depend on amount and tenor, which the reviewer can still change. */
const CHANGED_BY_TERMS: readonly CheckName[] = ['affordable', 'retiresLater']

export const openReds = (checks: readonly Check[]): Check[] =>
  checks.filter(check => check.result === 'red' && check.override === null)

/** Why an action is not available now; undefined when it is. The server checks again. */
export function whyNot(
  request: Pick<LoanRequest, 'offers' | 'checklist' | 'topUp'>,
  act: Act,
): string | undefined {
  const { allowed, why } = request.offers[act]
  if (!allowed) return why ?? 'This is not available now.'
  const reds = openReds(request.checklist)
  if (act === 'approve' && reds.length > 0)
    return `Failed: ${failures(reds)}. Send the request back to the reviewer.`
  // an active loan blocks the recommendation only if the new loan does not settle it
  const turning: readonly CheckName[] =
    request.topUp.length > 0 ? [...CHANGED_BY_TERMS, 'noLiveLoan'] : CHANGED_BY_TERMS
  const stubborn = reds.filter(check => !turning.includes(check.name))
  if (act === 'recommend' && stubborn.length > 0)
    return `Failed: ${failures(stubborn)}. Override ${stubborn.length === 1 ? 'it' : 'them'} or reject.`
  return undefined
}

const failures = (checks: readonly Check[]): string =>
  checks.map(check => CHECK_FAILURES[check.name]).join(', ')

/**
 * True if the error is not about the typed values: another user decided, edited, claimed or withdrew the request,
 * or this user may not decide it. The dialog then closes and the page is refetched.
 */
export const meansPageIsOld = (error: ApiError): boolean =>
  error.fields === undefined &&
  error.code !== 'request.terms' &&
  (error.code.startsWith('request.') || ['permission.missing', 'record.unknown'].includes(error.code))

export type DecisionProps = {
  request: LoanRequest
  /** The note typed before an error closed the dialog. */
  note: string
  onClose: () => void
  onDone: (message: string, link?: ToastOptions['link']) => void
  /** Returns true if the page has handled the error and the form need not show it. */
  onRefused: (error: ApiError, note: string) => boolean
}
