import clsx from 'clsx'
import { shareText } from '../../../parts/requestWords.ts'
import { useSection } from '../../../parts/useSection.ts'

type Props = {
  share: number | null
  /** Whose pay it is a share of. */
  payMonth: string | null
  /** The product's own limit. */
  limitPpm: number
}

const WHOLE_PPM = 1_000_000

/** How much of the pay an instalment takes, against the stricter of the product's and the lender's limit. */
export function PayShare({ share, payMonth, limitPpm }: Props) {
  const lender = useSection('affordability')?.shareOfPayPpm ?? limitPpm
  const limit = Math.min(limitPpm, lender)
  const isOver = share === null || share > limit
  return (
    <div className="rounded-xl border border-line px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">Share of pay ({payMonth ? `payroll of ${payMonth}` : 'as stated'})</span>
        <span className={clsx('font-semibold tabular-nums', isOver ? 'text-negative' : 'text-positive')}>
          {shareText(share)} {isOver ? 'is too much' : 'fits'}
        </span>
      </p>
      <div aria-hidden className="relative mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={clsx('h-full rounded-full', isOver ? 'bg-negative' : 'bg-positive')}
          style={{ width: `${Math.min(100, ((share ?? WHOLE_PPM) / WHOLE_PPM) * 100)}%` }}
        />
        <div className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: `${(limit / WHOLE_PPM) * 100}%` }} />
      </div>
      <p className="mt-1.5 text-xs text-muted">
        The limit is {shareText(limit)}. Other loans of ours are counted, deductions of other lenders are not.
      </p>
    </div>
  )
}
