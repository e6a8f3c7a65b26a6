import clsx from 'clsx'
import type { ReactNode } from 'react'
import { RowsLink } from './RowsLink.tsx'

export type FigureColumn<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Left out on a phone. */
  wide?: boolean
}

type Props<Row> = {
  caption: string
  /** What heads the first column. */
  head: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  name: (row: Row) => string
  /** Where the row's loans are; a row without stands for itself. */
  to: (row: Row) => string | undefined
  columns: readonly FigureColumn<Row>[]
  /** The part of the whole, in parts per million, drawn behind the name. */
  share?: (row: Row) => number
  total?: readonly ReactNode[]
}

/** A short table of figures: the name opens its rows, amounts stand on the right. */
export function FigureTable<Row>({
  caption,
  head,
  rows,
  rowKey,
  name,
  to,
  columns,
  share,
  total,
}: Props<Row>) {
  // on a phone the last column is another one than on a desk
  const lastNarrow = columns.findLast(column => !column.wide)
  // beside rows that open, one that does not stands back
  const quiet = rows.some(row => to(row) !== undefined) ? 'text-muted' : ''
  const cell = (column: FigureColumn<Row>): string =>
    clsx(
      // two cards side by side on a laptop: five columns of amounts just fit so
      'py-2 pl-4 text-right whitespace-nowrap tabular-nums last:pr-5 xl:max-[90rem]:pl-2.5',
      column.wide && 'max-sm:hidden',
      column === lastNarrow && 'max-sm:pr-5',
    )
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line bg-canvas/60 text-[0.8125rem] text-muted">
            <th scope="col" className="py-2 pl-5 text-left font-medium">
              {head}
            </th>
            {columns.map(column => (
              <th key={column.title} scope="col" className={clsx(cell(column), 'font-medium')}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(row => (
            <tr key={rowKey(row)} className="hover:bg-canvas/60">
              <th scope="row" className="py-2 pl-5 text-left font-normal">
                <RowsLink to={to(row)} className={to(row) === undefined ? quiet : ''}>
                  {name(row)}
                </RowsLink>
                {share && <Bar ppm={share(row)} />}
              </th>
              {columns.map(column => (
                <td key={column.title} className={cell(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className="border-t border-line font-semibold">
              <th scope="row" className="py-2 pl-5 text-left">
                In all
              </th>
              {columns.map((column, at) => (
                <td key={column.title} className={cell(column)}>
                  {total[at]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const Bar = ({ ppm }: { ppm: number }) => (
  <span aria-hidden className="mt-1 block h-1 max-w-40 overflow-hidden rounded-full bg-sunken">
    <span className="block h-full rounded-full bg-brand" style={{ width: `${ppm / 10_000}%` }} />
  </span>
)
