import clsx from 'clsx'
import { STEPS } from './intakeWords.ts'

/** Steps of an upload; the first `current` steps are done. */
export function StepLine({ current }: { current: number }) {
  return (
    <ol aria-label="Upload steps" className="mb-6 flex gap-2 sm:gap-3">
      {STEPS.map((title, index) => {
        const isDone = index < current
        const isNow = index === current
        return (
          <li
            key={title}
            aria-current={isNow ? 'step' : undefined}
            className={clsx(
              'flex-1 border-t-4 pt-2 text-[0.8125rem]',
              isDone || isNow ? 'border-brand' : 'border-line',
              isNow ? 'font-semibold text-ink' : 'text-muted',
            )}
          >
            <span aria-hidden className="tabular-nums max-sm:hidden">
              {isDone ? '✓' : index + 1}
            </span>{' '}
            {title}
            {isDone && <span className="sr-only"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
