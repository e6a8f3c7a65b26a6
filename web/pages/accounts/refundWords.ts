import type { Reply } from '../../../contract/endpoint.ts'
import type { REFUND_COUNTED, RefundListed, refundApi } from '../../../contract/refunds.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/Badge.tsx'

/** Labels of refund cases. */

export type RefundRow = Reply<typeof refundApi.refundList>['rows'][number]
export type RefundCase = Reply<typeof refundApi.refundGet>
export type RefundView = (typeof REFUND_COUNTED)[number]

export const refundPath = (id: string): string => paths.accountsTab('overpaid', { case: id })

type Words = { title: string; tone: Tone; means: string; empty: string }

export const REFUND_STATES: Record<RefundListed, Words> = {
  detected: {
    title: 'Detected',
    tone: 'caution',
    means: 'The loan is repaid or written off and has a credit balance. Submit the refund for approval.',
    empty: 'No credits to refund',
  },
  belowMinimum: {
    title: 'Below minimum',
    tone: 'neutral',
    means:
      'Detected, and too small to be paid alone (Settings > Refunds). It is paid with the next credit of the loan, used for another loan of the customer, or marked as unclaimed. It remains a liability.',
    empty: 'No credits below the minimum',
  },
  proposed: {
    title: 'Proposed',
    tone: 'caution',
    means: 'Submitted. Another user approves it.',
    empty: 'No refunds pending approval',
  },
  approved: {
    title: 'Approved',
    tone: 'brand',
    means: 'Can be paid. Add it to a disbursement batch.',
    empty: 'No refunds to pay',
  },
  paying: {
    title: 'In payment',
    tone: 'notice',
    means: 'In a disbursement batch. The credit leaves the ledger once the bank has paid.',
    empty: 'No refunds in payment',
  },
  paid: {
    title: 'Paid',
    tone: 'positive',
    means: 'The bank has paid. A customer was notified by SMS.',
    empty: 'No refunds paid yet',
  },
  returned: {
    title: 'Returned',
    tone: 'negative',
    means: 'The bank did not pay or returned the payment. Change the bank account, then submit it again.',
    empty: 'No refunds returned',
  },
  unclaimed: {
    title: 'Unclaimed',
    tone: 'neutral',
    means: 'Not claimed for a long time. It remains a liability and can be submitted again.',
    empty: 'No unclaimed refunds',
  },
  ended: {
    title: 'Ended',
    tone: 'neutral',
    means: 'The credit was used, reversed or refunded on the loan.',
    empty: 'No ended cases',
  },
}

/** Detected cases below the minimum have a state of their own on screen. */
export const stateOf = (row: Pick<RefundRow, 'status' | 'isBelowMinimum'>): RefundListed =>
  row.status === 'detected' && row.isBelowMinimum ? 'belowMinimum' : row.status

export const viewTitle = (view: RefundView): string =>
  view === 'forecast' ? 'Forecast' : REFUND_STATES[view].title
