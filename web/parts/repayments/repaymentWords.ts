import type { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import type {
  BATCH_STATUSES,
  Bin,
  ROW_STATUSES,
  repaymentApi,
  repaymentBatch,
  repaymentRow,
  suspenseItem,
  TREATMENTS,
} from '../../../contract/repayments.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/Badge.tsx'

/** Labels of batch, row and match states. */

export type BatchRow = z.output<typeof repaymentBatch>
export type Batch = Reply<typeof repaymentApi.repaymentGet>
export type RepaymentRow = z.output<typeof repaymentRow>
export type RefusedRow = Reply<typeof repaymentApi.repaymentRefused>['rows'][number]
export type SuspenseItem = z.output<typeof suspenseItem>
export type MissingLoan = Reply<typeof repaymentApi.repaymentMissing>['rows'][number]
export type BatchCode = Reply<typeof repaymentApi.repaymentCodeList>['rows'][number]
export type BatchStatus = (typeof BATCH_STATUSES)[number]
export type Treatment = (typeof TREATMENTS)[number]
type RowStatus = (typeof ROW_STATUSES)[number]

export const BATCH_WORDS: Record<BatchStatus, { title: string; tone: Tone }> = {
  open: { title: 'Draft', tone: 'brand' },
  waiting: { title: 'Pending approval', tone: 'caution' },
  posting: { title: 'Posting', tone: 'notice' },
  posted: { title: 'Posted', tone: 'positive' },
  undoing: { title: 'Reversing', tone: 'notice' },
  undone: { title: 'Reversed', tone: 'neutral' },
}

export const ROW_WORDS: Record<RowStatus, { title: string; tone: Tone }> = {
  open: { title: 'To post', tone: 'neutral' },
  posted: { title: 'Posted', tone: 'positive' },
  suspense: { title: 'In suspense', tone: 'caution' },
  skipped: { title: 'Excluded', tone: 'neutral' },
  undone: { title: 'Reversed', tone: 'neutral' },
  refused: { title: 'Not posted', tone: 'negative' },
}

/** An excluded row is not posted with its batch. */
export const rowWords = ({ status, treatment }: Pick<RepaymentRow, 'status' | 'treatment'>) =>
  status === 'open' && treatment === 'skip'
    ? { title: 'Not posted', tone: 'neutral' as const }
    : ROW_WORDS[status]

export const TREATMENT_WORDS: Record<Treatment, string> = {
  post: 'To loan',
  suspense: 'To suspense',
  skip: 'Excluded',
}

/** `ink` colours the share in a bar; the text beside the bar carries the same information. */
export const BIN_WORDS: Record<Bin, { tone: Tone; ink: string; means: string }> = {
  exact: { tone: 'positive', ink: 'bg-positive', means: 'The amount equals the amount due.' },
  short: { tone: 'caution', ink: 'bg-caution', means: 'The amount is less than the amount due.' },
  over: { tone: 'notice', ink: 'bg-notice', means: 'The amount is more than the amount due.' },
  nameDiffers: {
    tone: 'brand',
    ink: 'bg-brand/60',
    means: 'The name in the file is not the customer’s. Confirm the customer or send the row to suspense.',
  },
  duplicate: {
    tone: 'neutral',
    ink: 'bg-edge/50',
    means: 'The same row was posted before, so it is excluded.',
  },
  noLoan: { tone: 'negative', ink: 'bg-negative/60', means: 'The customer has no active loan.' },
  closedLoan: {
    tone: 'negative',
    ink: 'bg-negative/80',
    means: 'The loan is repaid or written off. The amount is the customer’s credit, or a recovery.',
  },
  ambiguous: {
    tone: 'brand',
    ink: 'bg-brand',
    means: 'More than one loan or earlier posting matches. Select one.',
  },
  notOurs: { tone: 'negative', ink: 'bg-negative', means: 'No customer matches this row.' },
  foreign: {
    tone: 'neutral',
    ink: 'bg-edge',
    means: 'Deducted for another lender. It is left out and not owed to us.',
  },
  unknownElement: {
    tone: 'brand',
    ink: 'bg-brand/80',
    means: 'The settings do not name its deduction code. Mark the code as ours or not ours.',
  },
}

const TO_LOAN: readonly Bin[] = ['exact', 'short', 'over', 'closedLoan']

/** Describes the match, or the manual decision where it differs from the match. */
export function rowMeans({
  bin,
  treatment,
  status,
}: Pick<RepaymentRow, 'bin' | 'treatment' | 'status'>): string {
  if (!TO_LOAN.includes(bin) || treatment === 'post') return BIN_WORDS[bin].means
  if (treatment === 'skip') return 'Excluded. Nothing is posted for this row.'
  return status === 'suspense' ? 'In suspense.' : 'Goes to suspense when the batch is posted.'
}

export const WHY_NO_REPAYMENT = `Only ${rolesNamed('money.ask', 'and')} can do this.`

export const uploadPath = (id: string): string => `${paths.repaymentNew}?id=${encodeURIComponent(id)}`
export const correctionPath = (id: string): string =>
  `${paths.repaymentNew}?corrects=${encodeURIComponent(id)}`

export const rowsText = (count: number): string => countOf(count, 'row')
/** Valid rows, and the count of invalid ones if there are any. */
export const fileRowsText = ({
  fileRows,
  invalidRows,
}: Pick<BatchRow, 'fileRows' | 'invalidRows'>): string =>
  invalidRows === 0 ? rowsText(fileRows) : `${rowsText(fileRows)} and ${countText(invalidRows)} invalid`
/** The batch of a suspense item, or the bank account whose statement shows it. */
export const originText = ({
  batchNumber,
  bankCode,
}: Pick<SuspenseItem, 'batchNumber' | 'bankCode'>): string => batchNumber ?? `Bank account ${bankCode}`
export const daysText = (days: number): string => (days === 0 ? 'today' : countOf(days, 'day'))

export const difference = (a: Kobo, b: Kobo): Kobo => kobo(a - b)
/** "+₦5,000.00", "−₦2,500.00", or "agrees". */
export function differenceText(amount: Kobo): string {
  if (amount === 0n) return 'agrees'
  return amount > 0n ? `+${formatNaira(amount)}` : `−${formatNaira(kobo(-amount))}`
}

/** Amount in the file, less what the corrected batch has already posted. */
export const freshAmount = (row: Pick<RepaymentRow, 'amount' | 'earlier'>): Kobo =>
  kobo(row.amount - row.earlier)

type Totals = Pick<
  BatchRow,
  'declaredRows' | 'declaredTotal' | 'fileRows' | 'fileTotal' | 'foreign' | 'cashAccount'
>

/** What the file brings us: without deductions of other lenders. */
export const ourTotal = ({ fileTotal, foreign }: Pick<BatchRow, 'fileTotal' | 'foreign'>): Kobo =>
  kobo(fileTotal - foreign.total)

/** An undecided match or a failed posting; the server filters by the same rule. */
export const needsAttention = ({
  status,
  bin,
  treatment,
  matchedBy,
}: Pick<RepaymentRow, 'status' | 'bin' | 'treatment' | 'matchedBy'>): boolean =>
  status === 'refused' ||
  (status === 'open' &&
    treatment === 'suspense' &&
    (bin === 'ambiguous' || bin === 'nameDiffers') &&
    matchedBy !== 'hand')

export const attentionRows = ({
  undecided,
  rowsRefused,
}: Pick<BatchRow, 'undecided' | 'rowsRefused'>): number =>
  undecided.ambiguous + undecided.nameDiffers + rowsRefused

/** Differences to explain before the batch can be submitted; empty when the control totals agree. */
export function gapsOf(batch: Totals, bankCredit: Kobo | undefined): string[] {
  const gaps: string[] = []
  if (batch.declaredRows !== null && batch.declaredRows !== batch.fileRows)
    gaps.push(
      `${countOf(batch.declaredRows, 'row', 'rows')} declared, ${countText(batch.fileRows)} in the file`,
    )
  if (batch.declaredTotal !== null && batch.declaredTotal !== batch.fileTotal)
    gaps.push(`declared total and file differ by ${formatNaira(apart(batch.declaredTotal, batch.fileTotal))}`)
  const ours = ourTotal(batch)
  if (batch.cashAccount !== 'bank' && bankCredit !== undefined && bankCredit !== ours)
    gaps.push(
      `bank credit and ${batch.foreign.rows > 0 ? 'our part of the file' : 'file'} differ by ${formatNaira(apart(bankCredit, ours))}`,
    )
  return gaps
}

const apart = (a: Kobo, b: Kobo): Kobo => kobo(a > b ? a - b : b - a)

/** The next step of the batch in one sentence. */
export function nextStep(batch: BatchRow): string {
  const { ambiguous: undecided, nameDiffers: misnamed, unknownElement: unknown } = batch.undecided
  switch (batch.status) {
    case 'open':
      if (unknown > 0) return `Mark the deduction codes of ${countOf(unknown, 'row')} as ours or not ours.`
      return undecided > 0
        ? `Select a loan for ${countOf(undecided, 'row that matches', 'rows that match')} more than one.`
        : misnamed > 0
          ? `Confirm the customer of ${countOf(misnamed, 'row')} or send ${misnamed === 1 ? 'it' : 'them'} to suspense.`
          : 'Check the match results, then submit the batch for approval.'
    case 'waiting':
      return batch.approvalId
        ? 'Nothing is posted until the batch is approved.'
        : 'Declined or withdrawn. Correct the batch and resubmit it.'
    case 'posting':
      return 'Rows are being posted. This page updates automatically.'
    case 'posted':
      return postedStep(batch)
    case 'undoing':
      return 'Rows are being reversed. This page updates automatically.'
    case 'undone':
      return 'Every entry was reversed. You can upload the same file again.'
  }
}

function postedStep({ approvalId, rowsRefused, unremitted }: BatchRow): string {
  if (approvalId) return 'A change is pending approval. Nothing is posted until then.'
  if (rowsRefused > 0) return `${rowsText(rowsRefused)} could not be posted. Resolve the reason, then retry.`
  if (unremitted > 0n)
    return `${formatNaira(unremitted)} is unremitted: deducted from pay but not received in the bank.`
  return 'All rows are posted and the remittance is received.'
}
