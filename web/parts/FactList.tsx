import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Fact = { term: string; value: ReactNode; below?: ReactNode }

/** Only these stand digit under digit: in words and references it would drive the hyphens apart. */
const isFigure = (value: ReactNode): boolean => typeof value === 'string' && !/[a-z]/i.test(value)

/** Facts in a narrow column: name on the left, value on the right. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(({ term, value, below }) => (
        <div key={term} className="grid grid-cols-[minmax(6.5rem,2fr)_3fr] gap-x-3 py-1.5">
          <dt className="text-muted">{term}</dt>
          <dd className={clsx('min-w-0 break-words', isFigure(value) && 'tabular-nums')}>
            {value === '' || value === null ? <span className="text-faint">Not provided</span> : value}
            {below && <div className="mt-0.5 text-xs text-muted">{below}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
