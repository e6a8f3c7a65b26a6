import clsx from 'clsx'
import { Term } from './Term.tsx'

type Figure = {
  term: string
  /** What it means, where its name does not say it. */
  help?: string
  value: string
  /** What it is measured by, in grey below. */
  below: string
  isBad?: boolean
}

/** The few figures one decides by, side by side, before anything else is read. */
export function FigureStrip({ figures }: { figures: readonly Figure[] }) {
  // four or five: none of the places stays empty
  const isOdd = figures.length % 2 === 1
  return (
    <dl
      className={clsx(
        'grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card',
        isOdd ? 'sm:grid-cols-3 lg:grid-cols-5' : 'lg:grid-cols-4',
      )}
    >
      {figures.map(({ term, help, value, below, isBad }) => (
        <div key={term} className={clsx('bg-surface px-5 py-3.5', isOdd && 'max-lg:first:col-span-2')}>
          <dt className="text-[0.8125rem] text-muted">
            <Term help={help}>{term}</Term>
          </dt>
          <dd
            className={clsx(
              'mt-0.5 text-base leading-6 font-semibold tracking-tight whitespace-nowrap tabular-nums',
              isBad && 'text-negative',
            )}
          >
            {value}
            <span className="block text-[0.8125rem] font-normal tracking-normal text-pretty whitespace-normal text-muted">
              {below}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
