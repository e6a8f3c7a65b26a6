import clsx from 'clsx'
import { Link } from 'react-router'
import { MATCH_LABELS } from '../../../contract/labels.ts'
import { BINS, type Bin } from '../../../contract/repayments.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { type Batch, BIN_WORDS, difference, differenceText } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'

type Props = { batch: Batch; chosen: Bin | undefined; onChoose: (bin: Bin | undefined) => void }

const tile = 'flex flex-col gap-0.5 px-5 py-3 text-left transition-colors focus-visible:-outline-offset-2'

/** Every row stands in exactly one; a bin that is pressed shows its rows alone. */
export function MatchChips({ batch, chosen, onChoose }: Props) {
  return (
    <section
      aria-label="Bins"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card md:grid-cols-3 xl:grid-cols-5"
    >
      {BINS.map(bin => (
        <Tile
          key={bin}
          bin={bin}
          figure={batch.bins[bin]}
          isChosen={bin === chosen}
          onChoose={() => onChoose(bin === chosen ? undefined : bin)}
        />
      ))}
      <Link
        to={`${paths.repayment(batch.id)}?tab=invalid`}
        className={clsx(tile, 'bg-surface hover:bg-canvas md:max-xl:col-span-3')}
      >
        <Head ink="bg-negative/40" title={MATCH_LABELS.invalid} rows={batch.invalidRows} />
        <p className="text-[0.8125rem] text-muted">
          {batch.invalidRows === 0 ? 'Every row could be read.' : 'Could not be read; see the reasons.'}
        </p>
      </Link>
    </section>
  )
}

type TileProps = {
  bin: Bin
  figure: Batch['bins'][Bin]
  isChosen: boolean
  onChoose: () => void
}

function Tile({ bin, figure: { rows, total, expected }, isChosen, onChoose }: TileProps) {
  const { ink, means } = BIN_WORDS[bin]
  const gap = difference(total, expected)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(tile, isChosen ? 'bg-brand-soft text-brand-ink' : 'bg-surface hover:bg-canvas')}
    >
      <Head ink={ink} title={MATCH_LABELS[bin]} rows={rows} isChosen={isChosen} />
      {rows === 0 ? (
        <p className={clsx('text-[0.8125rem] max-sm:hidden', !isChosen && 'text-muted')}>{means}</p>
      ) : (
        <>
          <p className="font-medium tabular-nums">{formatNaira(total)}</p>
          <p className={clsx('text-[0.8125rem] tabular-nums', !isChosen && 'text-muted')}>
            {expected === 0n ? means : `expected ${formatNaira(expected)}`}
            {expected !== 0n && gap !== 0n && (
              <>
                {' '}
                <span className="inline-block font-medium whitespace-nowrap">{differenceText(gap)}</span>
              </>
            )}
          </p>
        </>
      )}
    </button>
  )
}

type HeadProps = { ink: string; title: string; rows: number; isChosen?: boolean }

const Head = ({ ink, title, rows, isChosen = false }: HeadProps) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', ink)} />
    <span className={clsx('flex-1 text-[0.8125rem]', !isChosen && 'text-muted')}>{title}</span>
    <span className={clsx('text-base font-semibold tabular-nums', rows === 0 && !isChosen && 'text-faint')}>
      {countText(rows)}
    </span>
  </span>
)
