import type { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import type {
  PayoutClearing,
  PayoutLineStatus,
  PayoutResult,
  PayoutStatus,
  payoutApi,
  payoutBatch,
  payoutLine,
  ROW_OUTCOMES,
} from '../../../contract/payouts.ts'
import { countOf } from '../../../engine/countText.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { PAYOUTS_TAB } from './accountTabs.ts'

/** Labels of disbursement batches. */

export type PayoutRow = z.output<typeof payoutBatch>
export type Payout = Reply<typeof payoutApi.payoutBatchGet>
export type PayoutLine = z.output<typeof payoutLine>

export const payoutsPath = paths.accountsTab(PAYOUTS_TAB)
/** The path of a batch, optionally filtered to failed postings. */
export const payoutPath = (batch: string, refused?: 'true'): string =>
  paths.accountsTab(PAYOUTS_TAB, { batch, ...(refused ? { refused } : {}) })
/** Query parameters that identify the batch; saved views apply to every batch. */
export const LINES_OF = ['batch']

export const STATUSES: Record<PayoutStatus, { title: string; tone: Tone; next: string }> = {
  draft: { title: 'Draft', tone: 'neutral', next: 'Submit it for approval.' },
  waiting: { title: 'Pending approval', tone: 'caution', next: 'No transfer is made before it is approved.' },
  approved: {
    title: 'To transfer',
    tone: 'brand',
    next: 'Make the transfers at the bank: export the bank file, or transfer by hand and record each result.',
  },
  sent: { title: 'Sent to the bank', tone: 'notice', next: 'Record the bank result of each line.' },
  closed: { title: 'Closed', tone: 'positive', next: 'Every line has its bank result.' },
  cancelled: { title: 'Cancelled', tone: 'neutral', next: 'Its loans are awaiting disbursement again.' },
}

export const LINE_STATUSES: Record<PayoutLineStatus, { title: string; tone: Tone }> = {
  open: { title: 'Open', tone: 'neutral' },
  posting: { title: 'Posting', tone: 'notice' },
  paid: { title: 'Paid', tone: 'positive' },
  failed: { title: 'Failed', tone: 'negative' },
  returned: { title: 'Returned', tone: 'caution' },
  cancelled: { title: 'Cancelled', tone: 'neutral' },
  claimed: { title: 'Recall requested', tone: 'caution' },
  lost: { title: 'Written off', tone: 'negative' },
}

/** What to do with a payment that no loan can take. */
export const CLEARINGS: Record<PayoutClearing, { title: string; means: string }> = {
  cameBack: {
    title: 'Funds returned',
    means:
      'The line becomes failed. If a recall or write-off was posted, the amount is moved back to the bank account.',
  },
  claimed: {
    title: 'Recall requested',
    means:
      'The payment is held in disbursement clearing until the bank returns it. The loan does not change.',
  },
  lost: {
    title: 'Write off',
    means: 'The recall failed. The amount is posted as an expense. If it is returned later, record it here.',
  },
}

export const RESULTS: Record<PayoutResult, { title: string; means: string }> = {
  paid: {
    title: 'Paid',
    means: 'The disbursement is posted on the bank’s date, and the customer is notified by SMS.',
  },
  failed: {
    title: 'Failed',
    means: 'Needs approval. Until then the loan stays in this batch and cannot be disbursed again.',
  },
  returned: {
    title: 'Returned',
    means: 'The funds were returned. Needs approval before the loan changes.',
  },
}

export const OUTCOMES: Record<(typeof ROW_OUTCOMES)[number], { title: string; tone: Tone }> = {
  paid: { title: 'Paid', tone: 'positive' },
  failed: { title: 'Failed', tone: 'negative' },
  returned: { title: 'Returned', tone: 'caution' },
  unchanged: { title: 'No change', tone: 'neutral' },
  problem: { title: 'Not recorded', tone: 'negative' },
}

export const loansText = (count: number): string => countOf(count, 'loan')
