import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'
import { type Column, cellPadding, endPadding, GOES, openRow, showCut, TableRow } from './TableRow.tsx'

export type { Column } from './TableRow.tsx'

const count = new Intl.NumberFormat('en-NG')
const countText = (number: number): string => count.format(number)

export type Paging = {
  total: number
  totalIsExact: boolean
  /** Number of the first row on this page, from 1. */
  from: number
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
}

type Props<Row> = {
  /** Read out as the table's name. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** What stands there when no row fits. */
  empty: ReactNode
  error?: { message: string; requestId?: string | undefined } | null | undefined
  onRetry?: (() => void) | undefined
  /** `name` or `-name`, as the server spells it. */
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  paging?: Paging | undefined
  /** Another page is on its way: the old rows stay, dimmed. */
  refreshing?: boolean | undefined
  skeletonRows?: number | undefined
  /** In the head of the column `select`: the box that selects the page. */
  selectPage?: ReactNode
  /** Nothing in it can be reached by key, so the table itself has to be, to be scrolled. */
  onlyText?: true | undefined
}

/** Rows of one line on a desk and of two on a phone; the server pages, filters and sorts. */
export function Table<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, empty, error, refreshing = false, paging, skeletonRows = 8 } = props
  const isEmpty = rows?.length === 0 && !paging?.hasPrevious
  const { none, table } = useFocusOnReturn(isEmpty)
  if (error && !rows) {
    return (
      <ErrorState
        message={error.message}
        requestId={error.requestId}
        {...(props.onRetry ? { onRetry: props.onRetry } : {})}
      />
    )
  }
  if (!rows) return <GreyRows columns={columns.length} rows={skeletonRows} />
  const old = error && <OldRows onRetry={props.onRetry} />
  if (isEmpty)
    return (
      <>
        {old}
        <div ref={none} className="contents">
          {empty}
        </div>
      </>
    )
  return (
    <div aria-busy={refreshing}>
      {old}
      <div
        // what is only read out is placed within, or the page would be as wide as the table
        className="@container/rows relative overflow-x-auto"
        {...(props.onlyText ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {})}
      >
        <table ref={table} className="rows block w-full md:table">
          <caption className="sr-only">{caption}</caption>
          <thead className="sr-only md:not-sr-only md:table-header-group">
            <tr className="border-b border-line bg-canvas/60">
              {columns.map(column => (
                <Heading
                  key={column.id}
                  column={column}
                  padding={endPadding(column, columns)}
                  sort={props.sort}
                  box={column.id === 'select' ? props.selectPage : undefined}
                  onSort={props.onSort}
                />
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the name in the row is a link, for keys and screen readers */}
          <tbody
            onClick={openRow}
            onAuxClick={openRow}
            onPointerOver={showCut}
            className={clsx('block ruled transition-opacity md:table-row-group', refreshing && 'opacity-60')}
          >
            {rows.map(row => (
              <TableRow key={rowKey(row)} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {paging && <Pager {...paging} shown={rows.length} of={caption} />}
    </div>
  )
}

/** Whoever presses the button of an empty list, and gets rows instead of it, finds the focus on them. */
function useFocusOnReturn(isEmpty: boolean) {
  const none = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const within = none.current
    const focused = (): void => {
      hadFocus.current = true
    }
    within?.addEventListener('focusin', focused)
    return () => within?.removeEventListener('focusin', focused)
  })
  useEffect(() => {
    // what took the focus meanwhile keeps it
    if (!isEmpty && hadFocus.current && table.current && document.activeElement === document.body) {
      table.current.tabIndex = -1
      table.current.focus({ preventScroll: true })
    }
    hadFocus.current = false
  }, [isEmpty])
  return { none, table }
}

/** They were asked for again and did not come: without a word, yesterday's rows look like today's. */
function OldRows({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-caution-soft px-5 py-2 text-caution"
    >
      These rows may be out of date because they could not be reloaded.
      {onRetry && (
        <button type="button" onClick={onRetry} className="rounded font-medium underline underline-offset-2">
          Try again
        </button>
      )}
    </p>
  )
}

function Heading<Row>({
  column,
  padding,
  box,
  sort,
  onSort,
}: {
  column: Column<Row>
  padding: string
  box: ReactNode
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}) {
  const ascending = sort === column.sort
  const descending = sort === `-${column.sort}`
  const sorted = column.sort !== undefined && (ascending || descending)
  const { sort: name } = column
  return (
    <th
      scope="col"
      aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : undefined}
      className={clsx(
        cellPadding,
        padding,
        'md:h-8 text-xs font-medium whitespace-nowrap text-muted',
        column.titleHidden && 'print:hidden',
        column.goes && GOES[column.goes],
        column.align === 'right' ? 'text-right' : 'text-left',
      )}
    >
      {box && <span className="grid max-md:hidden">{box}</span>}
      {name === undefined || !onSort ? (
        // a phone draws no box: the heading is read by its title
        <span className={clsx(column.titleHidden && 'sr-only', box && 'md:hidden')}>{column.title}</span>
      ) : (
        <>
          {/* a phone draws no heading: a button there would take a focus that nobody sees */}
          <span className="md:hidden">{column.title}</span>
          <button
            type="button"
            onClick={() => onSort(ascending ? `-${name}` : name)}
            className={clsx(
              'inline-flex items-baseline gap-1 rounded hover:text-ink max-md:hidden',
              // so that the title, not the room of an arrow unseen, stands over the figures
              column.align === 'right' && 'flex-row-reverse',
              sorted && 'text-ink',
            )}
          >
            {column.title}
            <span aria-hidden className={clsx('text-[0.625rem]', !sorted && 'opacity-0')}>
              {descending ? '▼' : '▲'}
            </span>
          </button>
        </>
      )}
    </th>
  )
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3']

/** A block of its own, not the table without text: real rows then appear instead of moving into place. */
function GreyRows({ columns, rows }: { columns: number; rows: number }) {
  return (
    <div data-first-load role="status" aria-label="Loading" className="ruled">
      {upTo(rows + 1).map(row => (
        <div key={row} className="flex h-11 items-center gap-8 px-5 first:h-8">
          {upTo(columns).map(column => (
            <div key={column} className="flex-1 max-md:not-first:hidden">
              <Skeleton className={clsx(row === 0 ? 'h-3' : 'h-4', WIDTHS[(row + column) % WIDTHS.length])} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Pager({
  total,
  totalIsExact,
  from,
  shown,
  of,
  hasPrevious,
  hasNext,
  onPrevious,
  onNext,
}: Paging & { shown: number; of: string }) {
  const isPart = hasPrevious || hasNext
  const ofAll = `${countText(total)}${totalIsExact ? '' : '+'}`
  return (
    <nav
      aria-label={`Pages: ${of}`}
      className="flex min-h-12 flex-wrap items-center gap-3 border-t border-line px-5 py-2"
    >
      {isPart && shown > 0 && (
        <p className="rest hidden flex-1 text-muted print:block">
          Rows {countText(from)} to {countText(from + shown - 1)} of {ofAll}. The rest is not on this paper.
        </p>
      )}
      <p role="status" className={clsx('flex-1 text-muted', isPart && shown > 0 && 'print:hidden')}>
        {shown === 0 ? 'No rows here' : `${countText(from)}–${countText(from + shown - 1)}`} of {ofAll}
      </p>
      {isPart && (
        <div className="flex gap-2">
          <Button
            size="small"
            onClick={onPrevious}
            disabledReason={hasPrevious ? undefined : 'This is the first page'}
          >
            Previous
          </Button>
          <Button
            size="small"
            onClick={onNext}
            disabledReason={hasNext ? undefined : 'This is the last page'}
          >
            Next
          </Button>
        </div>
      )}
    </nav>
  )
}
