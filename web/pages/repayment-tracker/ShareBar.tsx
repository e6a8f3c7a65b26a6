import clsx from 'clsx'

export type Share = { id: string; title: string; ink: string; count: number }

type Props = { shares: readonly Share[]; className?: string }

/** Smallest width, so that every share stays visible. */
const NARROWEST_PERCENT = 2

/** Bar of shares, hidden from screen readers: the text beside it carries the same information. */
export function ShareBar({ shares, className }: Props) {
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  return (
    <div aria-hidden className={clsx('flex h-1.5 gap-px overflow-hidden rounded-full bg-sunken', className)}>
      {shares
        .filter(({ count }) => count > 0)
        .map(({ id, ink, count, title }) => (
          <span
            key={id}
            title={`${title}: ${count}`}
            className={ink}
            style={{ width: `${Math.max(NARROWEST_PERCENT, (count / total) * 100)}%` }}
          />
        ))}
    </div>
  )
}
