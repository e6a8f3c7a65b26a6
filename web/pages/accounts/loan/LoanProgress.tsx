import clsx from 'clsx'
import { type Instalment, type Standing, standingOf } from '../../../parts/loan/loanWords.ts'

type Part = 'paid' | 'overdue' | 'upcoming'
const PARTS: Record<Standing, Part> = {
  paid: 'paid',
  late: 'overdue',
  due: 'upcoming',
  part: 'upcoming',
  coming: 'upcoming',
}
const COLOURS: Record<Part, string> = { paid: 'bg-positive', overdue: 'bg-negative', upcoming: 'bg-line' }

/** One segment per instalment: paid, overdue or to come. */
export function LoanProgress({ instalments, on }: { instalments: readonly Instalment[]; on: string }) {
  const parts = instalments.map(each => ({ n: each.n, part: PARTS[standingOf(each, on)] }))
  const count = (part: Part): number => parts.filter(each => each.part === part).length
  const text = `${count('paid')} of ${parts.length} instalments paid, ${count('overdue')} overdue, ${count('upcoming')} to come`
  return (
    <div className="mt-3">
      <div role="img" aria-label={text} className="flex gap-0.5">
        {parts.map(({ n, part }) => (
          <span
            key={n}
            className={clsx('h-2 min-w-0 flex-1 first:rounded-l-full last:rounded-r-full', COLOURS[part])}
          />
        ))}
      </div>
      <p aria-hidden className="mt-1 text-xs text-muted">
        {text}
      </p>
    </div>
  )
}
