import { countOf } from '../../../engine/countText.ts'
import { formatNaira, type Kobo, sum } from '../../../engine/money.ts'

type Props = {
  /** Meaning of the tab, as a sentence. */
  means: string
  count: number | undefined
  one: string
  many?: string
  total?: Kobo | undefined
}

/** One line under a tab: its meaning, number and total. */
export function TabLine({ means, count, one, many, total }: Props) {
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

type Page<Row> = { rows: readonly Row[]; total: number }

/** Total of a list if all its rows are on the page; otherwise undefined. */
export const totalOf = <Row,>(page: Page<Row> | undefined, amount: (row: Row) => Kobo): Kobo | undefined =>
  page && page.rows.length === page.total ? sum(page.rows.map(amount)) : undefined
