import { countOf } from '../../../engine/countText.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'

type Props = {
  /** Meaning of the tab, as a sentence. */
  means: string
  /** Left out where the list shows it. */
  count?: number | undefined
  one?: string
  many?: string
  total?: Kobo | undefined
}

/** One line under a tab: its meaning, number and total. */
export function TabLine({ means, count, one = 'row', many, total }: Props) {
  return (
    <p className="mb-3 min-h-5 text-muted">
      {means}
      {count !== undefined && (
        <>
          {' '}
          <span className="font-medium whitespace-nowrap text-ink tabular-nums">
            {countOf(count, one, many)}
            {total !== undefined && `, ${formatNaira(total)}`}
          </span>
        </>
      )}
    </p>
  )
}
