import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MATCH_LABELS } from '../../../contract/labels.ts'
import { BINS, type Bin } from '../../../contract/repayments.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { type Batch, BIN_WORDS, difference, differenceText } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

type Props = { batch: Batch; chosen: Bin | undefined; onChoose: (bin: Bin | undefined) => void }

const chip =
  'flex items-center gap-1.5 rounded-full border px-3 py-1 text-[0.8125rem] whitespace-nowrap transition-colors'

/** Match results with their counts; a chip filters the rows. */
export function MatchChips({ batch, chosen, onChoose }: Props) {
  return (
    <section aria-label="Match results" className="flex flex-wrap gap-1.5">
      {BINS.map(bin => (
        <Tooltip key={bin} content={detail(bin, batch.bins[bin])}>
          <button
            type="button"
            aria-pressed={bin === chosen}
            onClick={() => onChoose(bin === chosen ? undefined : bin)}
            className={clsx(
              chip,
              bin === chosen
                ? 'border-brand bg-brand-soft text-brand-ink'
                : 'border-line bg-surface hover:border-edge',
            )}
          >
            <Count ink={BIN_WORDS[bin].ink} title={MATCH_LABELS[bin]} rows={batch.bins[bin].rows} />
          </button>
        </Tooltip>
      ))}
      <Link
        to={`${paths.repayment(batch.id)}?tab=invalid`}
        className={clsx(chip, 'border-line bg-surface hover:border-edge')}
      >
        <Count ink="bg-negative/40" title={MATCH_LABELS.invalid} rows={batch.invalidRows} />
      </Link>
    </section>
  )
}

function detail(bin: Bin, { rows, total, expected }: Batch['bins'][Bin]): string {
  if (rows === 0) return BIN_WORDS[bin].means
  const gap = difference(total, expected)
  const against = expected === 0n || gap === 0n ? '' : ` (${differenceText(gap)} against the amount due)`
  return `${formatNaira(total)}${against}. ${BIN_WORDS[bin].means}`
}

type CountProps = { ink: string; title: string; rows: number }

const Count = ({ ink, title, rows }: CountProps): ReactNode => (
  <>
    <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', rows === 0 ? 'bg-line' : ink)} />
    <span className={clsx(rows === 0 && 'text-muted')}>{title}</span>{' '}
    <span className={clsx('tabular-nums', rows === 0 ? 'text-muted' : 'font-semibold')}>
      {countText(rows)}
    </span>
  </>
)
