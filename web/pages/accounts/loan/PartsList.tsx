import clsx from 'clsx'
import { formatNaira } from '../../../../engine/money.ts'
import { COMPONENT_WORDS, COMPONENTS, type Parts } from '../../../parts/loan/loanWords.ts'

/** The components of an amount; zeros are left out. */
export function PartsList({ parts, className }: { parts: Parts; className?: string }) {
  const there = COMPONENTS.filter(each => parts[each] !== 0n)
  if (there.length === 0) return null
  return (
    <dl className={clsx('grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-[0.8125rem]', className)}>
      {there.map(each => (
        <div key={each} className="contents">
          <dt className="opacity-80">{COMPONENT_WORDS[each]}</dt>
          <dd className="text-right whitespace-nowrap tabular-nums">{formatNaira(parts[each])}</dd>
        </div>
      ))}
    </dl>
  )
}
