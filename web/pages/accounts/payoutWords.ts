import type { z } from 'zod'
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
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { countOf } from '../../ui/countText.ts'
import { PAYOUTS_TAB } from './accountTabs.ts'

/** What pay-outs are called on screen. */

export type PayoutRow = z.output<typeof payoutBatch>
export type Payout = Reply<typeof payoutApi.payoutBatchGet>
export type PayoutLine = z.output<typeof payoutLine>

export const payoutsPath = paths.accountsTab(PAYOUTS_TAB)
/** Of its lines all, or those alone that the bank paid and the books could not follow. */
export const payoutPath = (batch: string, refused?: 'true'): string =>
  paths.accountsTab(PAYOUTS_TAB, { batch, ...(refused ? { refused } : {}) })
/** What of it says whose lines these are: a view of one batch's lines fits those of any other. */
export const LINES_OF = ['batch']

export const STATUSES: Record<PayoutStatus, { title: string; tone: Tone; next: string }> = {
  draft: { title: 'Draft', tone: 'neutral', next: 'Ask a second person to approve it.' },
  waiting: {
    title: 'Waiting for a second person',
    tone: 'caution',
    next: 'Nothing can leave until they agree.',
  },
  approved: { title: 'Approved', tone: 'brand', next: 'Export the file and give it to the bank.' },
  sent: { title: 'Sent to the bank', tone: 'notice', next: 'Record what the bank says about each line.' },
  closed: { title: 'Closed', tone: 'positive', next: 'Every line has its answer.' },
  cancelled: { title: 'Cancelled', tone: 'neutral', next: 'Its loans are awaiting disbursement again.' },
}

export const LINE_STATUSES: Record<PayoutLineStatus, { title: string; tone: Tone }> = {
  open: { title: 'Open', tone: 'neutral' },
  posting: { title: 'Being posted', tone: 'notice' },
  paid: { title: 'Paid', tone: 'positive' },
  failed: { title: 'Failed', tone: 'negative' },
  returned: { title: 'Returned', tone: 'caution' },
  cancelled: { title: 'Cancelled', tone: 'neutral' },
  claimed: { title: 'Claimed back', tone: 'caution' },
  lost: { title: 'Lost', tone: 'negative' },
}

/** A payment that the bank has made and no loan can take. */
export const CLEARINGS: Record<PayoutClearing, { title: string; means: string }> = {
  cameBack: {
    title: 'The money came back',
    means:
      'The line counts as failed. What had been entered as claimed back or lost is on the bank account again.',
  },
  claimed: {
    title: 'It is claimed back',
    means:
      'The payment is entered as money that left the bank and waits in disbursement clearing until it comes back. The loan stays as it is.',
  },
  lost: {
    title: 'The money is lost',
    means:
      'What was claimed back in vain is written off as an expense. Should it come after all, say so here.',
  },
}

export const RESULTS: Record<PayoutResult, { title: string; means: string }> = {
  paid: { title: 'Paid', means: 'The pay-out is posted with the value date of the batch.' },
  failed: { title: 'Failed', means: 'The loan goes back to awaiting disbursement.' },
  returned: {
    title: 'Returned',
    means: 'The money came back. A second person has to agree before the pay-out is undone.',
  },
}

export const OUTCOMES: Record<(typeof ROW_OUTCOMES)[number], { title: string; tone: Tone }> = {
  paid: { title: 'Paid', tone: 'positive' },
  failed: { title: 'Failed', tone: 'negative' },
  returned: { title: 'Returned', tone: 'caution' },
  unchanged: { title: 'No change', tone: 'neutral' },
  problem: { title: 'Not taken', tone: 'negative' },
}

export const loansText = (count: number): string => countOf(count, 'loan')
