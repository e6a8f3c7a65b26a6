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
import { rolesWith } from '../../../contract/roles.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, type Kobo, kobo } from '../../../engine/money.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/Badge.tsx'

/** What the words of the contract are called on screen. */

export type BatchRow = z.output<typeof repaymentBatch>
export type Batch = Reply<typeof repaymentApi.repaymentGet>
export type RepaymentRow = z.output<typeof repaymentRow>
export type RefusedRow = Reply<typeof repaymentApi.repaymentRefused>['rows'][number]
export type SuspenseItem = z.output<typeof suspenseItem>
export type MissingLoan = Reply<typeof repaymentApi.repaymentMissing>['rows'][number]
export type BatchStatus = (typeof BATCH_STATUSES)[number]
export type Treatment = (typeof TREATMENTS)[number]
type RowStatus = (typeof ROW_STATUSES)[number]

export const BATCH_WORDS: Record<BatchStatus, { title: string; tone: Tone }> = {
  open: { title: 'To hand over', tone: 'brand' },
  waiting: { title: 'Waiting for a second person', tone: 'caution' },
  posting: { title: 'Being posted', tone: 'notice' },
  posted: { title: 'Posted', tone: 'positive' },
  undoing: { title: 'Being undone', tone: 'notice' },
  undone: { title: 'Undone', tone: 'neutral' },
}

export const ROW_WORDS: Record<RowStatus, { title: string; tone: Tone }> = {
  open: { title: 'Not posted yet', tone: 'neutral' },
  posted: { title: 'Posted', tone: 'positive' },
  suspense: { title: 'In suspense', tone: 'caution' },
  skipped: { title: 'Left out', tone: 'neutral' },
  undone: { title: 'Undone', tone: 'neutral' },
  refused: { title: 'Refused', tone: 'negative' },
}

export const TREATMENT_WORDS: Record<Treatment, string> = {
  post: 'To the loan',
  suspense: 'To suspense',
  skip: 'Left out',
}

/** `ink` paints its share of a bar; the words beside the bar say the same. */
export const BIN_WORDS: Record<Bin, { tone: Tone; ink: string; means: string }> = {
  exact: { tone: 'positive', ink: 'bg-positive', means: 'What was expected has come.' },
  short: { tone: 'caution', ink: 'bg-caution', means: 'Less has come than the instalment.' },
  over: { tone: 'notice', ink: 'bg-notice', means: 'More has come than the instalment.' },
  nameDiffers: {
    tone: 'brand',
    ink: 'bg-brand/60',
    means: 'The file has another name than the customer. Confirm the customer, or send it to suspense.',
  },
  duplicate: { tone: 'neutral', ink: 'bg-edge/50', means: 'The same line came before, so it is left out.' },
  noLoan: { tone: 'negative', ink: 'bg-negative/60', means: 'A customer of ours without a running loan.' },
  closedLoan: { tone: 'negative', ink: 'bg-negative/80', means: 'Their loan is closed or written off.' },
  ambiguous: {
    tone: 'brand',
    ink: 'bg-brand',
    means: 'Several loans or earlier lines fit. A person has to choose.',
  },
  notOurs: { tone: 'negative', ink: 'bg-negative', means: 'Nobody we know.' },
}

const TO_LOAN: readonly Bin[] = ['exact', 'short', 'over']

/** What the match says, unless a person has sent the row elsewhere than the match would. */
export function rowMeans({
  bin,
  treatment,
  status,
}: Pick<RepaymentRow, 'bin' | 'treatment' | 'status'>): string {
  if (!TO_LOAN.includes(bin) || treatment === 'post') return BIN_WORDS[bin].means
  if (treatment === 'skip') return 'It is excluded: nothing is posted for it.'
  return status === 'suspense' ? 'It is in suspense.' : 'It goes to suspense when the batch is posted.'
}

const ASKERS = rolesWith('money.ask').join(' or ')
export const WHY_NO_REPAYMENT = `Only ${ASKERS} can do this. You can read it.`

export const uploadPath = (id: string): string => `${paths.repaymentNew}?id=${encodeURIComponent(id)}`
export const correctionPath = (id: string): string =>
  `${paths.repaymentNew}?corrects=${encodeURIComponent(id)}`

export const rowsText = (count: number): string => countOf(count, 'row')
/** Those that could be read, and beside them those that could not. */
export const fileRowsText = ({
  fileRows,
  invalidRows,
}: Pick<BatchRow, 'fileRows' | 'invalidRows'>): string =>
  invalidRows === 0 ? rowsText(fileRows) : `${rowsText(fileRows)} and ${countText(invalidRows)} invalid`
export const daysText = (days: number): string => (days === 0 ? 'today' : countOf(days, 'day'))

export const difference = (a: Kobo, b: Kobo): Kobo => kobo(a - b)
/** "+₦5,000.00", "−₦2,500.00", or "agrees". */
export function differenceText(amount: Kobo): string {
  if (amount === 0n) return 'agrees'
  return amount > 0n ? `+${formatNaira(amount)}` : `−${formatNaira(kobo(-amount))}`
}

/** Received now: what the file says, less what the file it corrects has posted already. */
export const freshAmount = (row: Pick<RepaymentRow, 'amount' | 'earlier'>): Kobo =>
  kobo(row.amount - row.earlier)

type Totals = Pick<BatchRow, 'declaredRows' | 'declaredTotal' | 'fileRows' | 'fileTotal'>

/** What must be explained before the batch can be handed over; empty when the three totals agree. */
export function gapsOf(batch: Totals, bankCredit: Kobo | undefined): string[] {
  const gaps: string[] = []
  if (batch.declaredRows !== null && batch.declaredRows !== batch.fileRows)
    gaps.push(
      `${countOf(batch.declaredRows, 'row was', 'rows were')} declared, ${countText(batch.fileRows)} came`,
    )
  if (batch.declaredTotal !== null && batch.declaredTotal !== batch.fileTotal)
    gaps.push(`declared and file differ by ${formatNaira(apart(batch.declaredTotal, batch.fileTotal))}`)
  if (bankCredit !== undefined && bankCredit !== batch.fileTotal)
    gaps.push(`bank and file differ by ${formatNaira(apart(bankCredit, batch.fileTotal))}`)
  return gaps
}

const apart = (a: Kobo, b: Kobo): Kobo => kobo(a > b ? a - b : b - a)

/** Where it stands and what happens next, in one sentence. */
export function nextStep(batch: BatchRow): string {
  const { ambiguous: undecided, nameDiffers: misnamed } = batch.undecided
  switch (batch.status) {
    case 'open':
      return undecided > 0
        ? `Choose a loan for ${countOf(undecided, 'row that fits', 'rows that fit')} several, then hand it over.`
        : misnamed > 0
          ? `Confirm the customer of ${countOf(misnamed, 'row')} in another name, or send ${misnamed === 1 ? 'it' : 'them'} to suspense.`
          : 'Look through how the rows match, then hand it over to a second person.'
    case 'waiting':
      return batch.approvalId
        ? 'Nothing is posted until somebody else has agreed.'
        : 'It was declined or withdrawn. Correct it and hand it over again.'
    case 'posting':
      return 'Each row is posted by itself; this page follows.'
    case 'posted':
      return postedStep(batch)
    case 'undoing':
      return 'Each row is taken back by itself; this page follows.'
    case 'undone':
      return 'Every entry was taken back. The same file may be uploaded again.'
  }
}

function postedStep({ approvalId, rowsRefused, unremitted }: BatchRow): string {
  if (approvalId) return 'Nothing changes in the books until somebody else has agreed.'
  if (rowsRefused > 0) return `The books refused ${rowsText(rowsRefused)}: settle the reason, then try again.`
  if (unremitted > 0n) return `${formatNaira(unremitted)} was deducted from pay and has not reached us yet.`
  return 'Everything is in the books, and the money has arrived.'
}
