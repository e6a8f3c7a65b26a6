import clsx from 'clsx'
import { shareText } from '../../../parts/requestWords.ts'
import { useSection } from '../../../parts/useSection.ts'

type Props = {
  share: number | null
  /** The payroll month of the pay; null for pay as stated. */
  payMonth: string | null
  /** The limit of the product. */
  limitPpm: number
}

const WHOLE_PPM = 1_000_000

/** The share of net pay against the lower of the product's and the lender's limit. */
export function PayShare({ share, payMonth, limitPpm }: Props) {
  const lender = useSection('affordability')?.shareOfPayPpm ?? limitPpm
  const limit = Math.min(limitPpm, lender)
  const isOver = share === null || share > limit
  return (
    <div className="rounded-xl border border-line px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">
          Share of net pay ({payMonth ? `payroll of ${payMonth}` : 'as stated'})
        </span>
        <span className={clsx('font-semibold tabular-nums', isOver ? 'text-negative' : 'text-positive')}>
          {shareText(share)} {isOver ? 'above the limit' : 'within the limit'}
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
        Limit: {shareText(limit)}. Includes our other loans, not the deductions of other lenders.
      </p>
    </div>
  )
}
