import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { FormulaName } from '../../../contract/dashboard.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type AsOf, FormulaHint } from './FormulaHint.tsx'
import { RowsLink } from './RowsLink.tsx'

type Props = {
  title: string
  formula: FormulaName
  asOf: AsOf
  /** What its change is held against, in a sentence. */
  against?: string | undefined
  /** An amount is shown without kobo. */
  value: string | Kobo
  /** Where its rows are, if they are still what they were. */
  to: string | undefined
  below?: ReactNode
  trend?: ReactNode
  tone?: 'negative' | undefined
}

/** A figure that opens its rows, with what it measures on demand. */
export function FigureCard({ title, formula, asOf, against, value, to, below, trend, tone }: Props) {
  return (
    <div className="flex flex-col bg-surface px-5 py-3 sm:min-h-[7.5rem] sm:py-4">
      <div className="flex items-center justify-between gap-2">
        <p className="text-[0.8125rem] font-medium text-muted">{title}</p>
        <FormulaHint of={formula} title={title} asOf={asOf} against={against} />
      </div>
      <RowsLink
        to={to}
        className={clsx(
          'mt-1 self-start leading-7 font-semibold tracking-tight tabular-nums',
          isLong(value) ? 'text-[1.0625rem]' : 'text-xl',
          tone === 'negative' && 'text-negative',
        )}
      >
        <span className="sr-only">{title}: </span>
        {typeof value === 'string' ? value : <Amount of={value} short />}
      </RowsLink>
      <div className="mt-auto flex items-end justify-between gap-3 pt-1.5">
        <div className="min-w-0 text-[0.8125rem] text-pretty text-muted">{below}</div>
        {trend}
      </div>
    </div>
  )
}

const isLong = (value: string | Kobo): boolean =>
  (typeof value === 'string' ? value : formatNaira(value).slice(0, -3)).length > 17

/** The card's size before its figure is there. */
export function FigureCardSkeleton() {
  return (
    <div className="min-h-[6.25rem] bg-surface px-5 py-3 sm:min-h-[7.5rem] sm:py-4">
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-3 h-6 w-40" />
      <Skeleton className="mt-4 h-4 w-28" />
    </div>
  )
}

/** Cards side by side with hairlines between them, as one sheet. */
export function FigureGrid({
  label,
  wide = false,
  children,
}: {
  label: string
  /** Five to a row instead of four. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      className={clsx(
        'grid grid-cols-1 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card sm:grid-cols-2',
        wide ? 'xl:grid-cols-5 print:grid-cols-5' : 'xl:grid-cols-4 print:grid-cols-4',
      )}
    >
      {children}
    </section>
  )
}
