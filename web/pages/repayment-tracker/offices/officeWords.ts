import type { Reply } from '../../../../contract/endpoint.ts'
import type { officesApi, PromiseState } from '../../../../contract/offices.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import type { Tone } from '../../../ui/Badge.tsx'

export type OfficePromise = Reply<typeof officesApi.officeGet>['promises'][number]

export type WriteDown = Reply<typeof officesApi.officeGet>['corrections'][number]

export const PROMISE_LABELS: Record<PromiseState, string> = {
  open: 'Open',
  kept: 'Kept',
  part: 'Kept in part',
  broken: 'Not kept',
  cancelled: 'Cancelled',
}

export const PROMISE_TONES: Record<PromiseState, Tone> = {
  open: 'notice',
  kept: 'positive',
  part: 'caution',
  broken: 'negative',
  cancelled: 'neutral',
}

/** The amount, its day and whether it was received. */
export const promiseText = ({ amount, promisedOn, state }: OfficePromise): string =>
  `${formatNaira(amount)} by ${dayText(promisedOn)}${state === 'open' ? '' : `, ${PROMISE_LABELS[state].toLowerCase()}`}`
