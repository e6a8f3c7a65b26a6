import { MATCH_LABELS } from '../../../contract/labels.ts'
import { BINS } from '../../../contract/repayments.ts'
import { countText } from '../../../engine/countText.ts'
import { type BatchRow, BIN_WORDS } from '../../parts/repayments/repaymentWords.ts'
import { ShareBar } from './ShareBar.tsx'

/** Plural of the titles that are nouns. */
const inWords = (id: string, title: string, count: number): string =>
  (id === 'closedLoan' || id === 'duplicate') && count > 1 ? `${title.toLowerCase()}s` : title.toLowerCase()

type Props = { batch: Pick<BatchRow, 'bins' | 'invalidRows'> }

/** Rows of a batch by match result, as a bar and as text. */
export function BinShares({ batch: { bins, invalidRows } }: Props) {
  const shares = [
    ...BINS.map(bin => ({
      id: bin,
      title: MATCH_LABELS[bin],
      ink: BIN_WORDS[bin].ink,
      count: bins[bin].rows,
    })),
    { id: 'invalid', title: MATCH_LABELS.invalid, ink: 'bg-negative/40', count: invalidRows },
  ].filter(({ count }) => count > 0)
  const words = shares
    .map(({ id, title, count }) => `${countText(count)} ${inWords(id, title, count)}`)
    .join(', ')
  const rows = shares.reduce((total, { count }) => total + count, 0)
  const brief = shares.length === 1 ? words : `${countText(bins.exact.rows)} of ${countText(rows)} exact`
  return (
    <div title={words} className="flex items-center gap-2 max-md:flex-wrap max-md:justify-end">
      <div className="w-16 shrink-0">
        <ShareBar shares={shares} />
      </div>
      <span className="truncate text-[0.8125rem] text-muted max-md:hidden">{brief}</span>
      <span className="text-[0.8125rem] text-muted md:sr-only">{words}</span>
    </div>
  )
}
