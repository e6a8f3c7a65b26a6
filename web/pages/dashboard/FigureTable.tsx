import clsx from 'clsx'
import type { ReactNode } from 'react'
import { RowsLink } from './RowsLink.tsx'

export type FigureColumn<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Left out on a phone. */
  wide?: boolean
  /** What its rows are sorted by; without it the column cannot be. */
  value?: (row: Row) => bigint | number | null
}

/** The title of a column, with a minus for descending. */
export type FigureOrder = { sort: string | null; onSort: (sort: string | undefined) => void }

type Props<Row> = {
  caption: string
  /** The heading of the first column. */
  head: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  name: (row: Row) => string
  /** The address of the row's loans, if it has one. */
  to: (row: Row) => string | undefined
  columns: readonly FigureColumn<Row>[]
  /** The part of the whole, in parts per million, drawn behind the name. */
  share?: (row: Row) => number
  total?: readonly ReactNode[]
  /** Where rows can be sorted by their headings. */
  order?: FigureOrder
  /** A row for many others comes last in any order. */
  isRest?: (row: Row) => boolean
}

/** The rows by name or by a column, otherwise as they came. Unknown values come last. */
function sorted<Row>({ rows, columns, head, name, order, isRest }: Props<Row>): readonly Row[] {
  const sort = order?.sort ?? ''
  const title = sort.replace(/^-/, '')
  const value = title === head ? name : columns.find(column => column.title === title)?.value
  if (!value) return rows
  const way = sort.startsWith('-') ? -1 : 1
  const last = (row: Row): number => (isRest?.(row) ? 2 : value(row) === null ? 1 : 0)
  return rows.toSorted((a, b) => last(a) - last(b) || way * compare(value(a) ?? 0, value(b) ?? 0))
}

type Value = bigint | number | string
function compare(a: Value, b: Value): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b))
  return a < b ? -1 : a > b ? 1 : 0
}

type HeadingProps = { title: string; order: FigureOrder | undefined; first: 'largest' | 'smallest' }

/** The first press sorts, the second reverses, the third restores the order of the server. */
function Heading({ title, order, first }: HeadingProps) {
  if (!order) return title
  const ways = first === 'largest' ? [`-${title}`, title] : [title, `-${title}`]
  const at = ways.indexOf(order.sort ?? '')
  return (
    <button
      type="button"
      onClick={() => order.onSort(ways[at + 1])}
      className={clsx(
        'inline-flex items-center gap-1 rounded hover:text-ink',
        first === 'largest' && 'flex-row-reverse',
        at >= 0 && 'text-ink',
      )}
    >
      {title}
      <span aria-hidden className={clsx('text-[0.625rem]', at < 0 && 'opacity-0')}>
        {order.sort?.startsWith('-') ? '▼' : '▲'}
      </span>
    </button>
  )
}

const ariaSort = (title: string, order: FigureOrder | undefined): 'ascending' | 'descending' | undefined =>
  order?.sort === title ? 'ascending' : order?.sort === `-${title}` ? 'descending' : undefined

/** A short table of figures: the name opens its rows, amounts are on the right. */
export function FigureTable<Row>(props: Props<Row>) {
  const { caption, head, rowKey, name, to, columns, share, total, order } = props
  const rows = sorted(props)
  // on a phone the last column is another one than on a desk
  const lastNarrow = columns.findLast(column => !column.wide)
  // a row without a link is muted beside rows with one
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
            <th scope="col" aria-sort={ariaSort(head, order)} className="py-2 pl-5 text-left font-medium">
              <Heading title={head} order={order} first="smallest" />
            </th>
            {columns.map(column => (
              <th
                key={column.title}
                scope="col"
                aria-sort={ariaSort(column.title, order)}
                className={clsx(cell(column), 'font-medium')}
              >
                <Heading title={column.title} order={column.value && order} first="largest" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="ruled">
          {rows.map(row => (
            <tr key={rowKey(row)} className="hover:bg-canvas/60">
              <th scope="row" className="py-2 pl-5 text-left font-normal">
                <RowsLink to={to(row)} className={to(row) === undefined ? quiet : ''}>
                  <Name of={name(row)} />
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
                Total
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

/** The code after a name does not break at its hyphen. */
function Name({ of }: { of: string }) {
  const [, name, code] = /^(.+ )(\(\S+\))$/.exec(of) ?? []
  if (!code) return of
  return (
    <>
      {name}
      <span className="whitespace-nowrap">{code}</span>
    </>
  )
}

const Bar = ({ ppm }: { ppm: number }) => (
  <span aria-hidden className="mt-1 block h-1 max-w-40 overflow-hidden rounded-full bg-sunken">
    <span className="block h-full rounded-full bg-brand" style={{ width: `${ppm / 10_000}%` }} />
  </span>
)
