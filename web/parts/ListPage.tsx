import clsx from 'clsx'
import { Columns3 } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ListName } from '../../contract/auth.ts'
import { countText } from '../../engine/countText.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { positionFloating } from '../ui/positionFloating.ts'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Column, type Paging, Table } from '../ui/Table.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import type { FileExport } from './fetchFile.ts'
import { ListViews } from './ListViews.tsx'
import { usePreferences } from './preferences.ts'
import type { FilterChanges } from './urlFilter.ts'
import type { Listed } from './useList.ts'
import type { Scope } from './viewQuery.ts'

const DisplayPanel = lazyPart(
  () => import('./DisplayPanel.tsx').then(panel => panel.DisplayPanel),
  <Skeleton className="h-40" />,
)

/** What a list is narrowed to, as `useUrlFilter` and `usePrivateSearch` give it. */
type Query = {
  filter: object
  setFilter: (changes: FilterChanges) => void
  clearFilter: () => void
  isFiltered: boolean
}

type Empty = { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode }

type Shown<Row> = {
  /** The rows and how they came, by `useList`. */
  list: Listed<Row>
  caption: string
  columns: readonly Column<Row>[]
  /** When there is no row at all; null where that cannot be. */
  empty: (Empty & { compact?: boolean }) | null
  /** When the filter lets no row through; `clear` is on the button that takes the filter away. */
  noMatch?: { title: string; text?: ReactNode; clear?: string } | undefined
  /** The name under which a person's columns and views of it are saved; without one the list has no toolbar. */
  name?: ListName
  query?: Query | undefined
  /** The order without any in the address; the headings sort then. */
  usualSort?: string
  /** Search and filters. */
  filters?: ReactNode
  exports?: FileExport | undefined
  /** Left of the views, about the whole list; how many there are, when nothing else is said. */
  note?: ReactNode
  /** Beside the export. */
  tools?: ReactNode
  /** A list of one person's own has nothing to be narrowed to. */
  views?: false
  /** What in the address says whose rows these are, and is no filter. */
  whose?: Scope
  /** The heading of the card, and what can be done there. */
  title?: string
  actions?: ReactNode
  /** Between the filters and the rows. */
  above?: ReactNode
  /** In a card that is there already. */
  bare?: true
  skeletonRows?: number
  /** Nothing in it can be reached by key, so the table itself has to be, to be scrolled. */
  onlyText?: true
  /** Below the rows; dialogs. */
  children?: ReactNode
  rowKey?: (row: Row) => string
}

/** Rows are told apart by their id, or by what the page says. */
type Props<Row> = Shown<Row> & ([Row] extends [{ id: string }] ? unknown : { rowKey: (row: Row) => string })

/** A list: filters, toolbar, rows, pages, and what is said when there are none. */
export function ListPage<Row>(props: Props<Row>) {
  const shown: Shown<Row> = props
  const { name, filters, above, children, title, actions, exports: file } = props
  const content = (
    <>
      {filters}
      {above}
      {name ? <NamedList {...shown} name={name} /> : <Table {...tableOf(shown)} />}
      {children}
    </>
  )
  if (props.bare) return content
  return (
    <Card
      flush
      {...(title ? { title } : {})}
      actions={
        <>
          {actions}
          {!name && file && <ExportMenu size="small" {...file} />}
        </>
      }
    >
      {content}
    </Card>
  )
}

const idOf = (row: unknown): string => (row as { id: string }).id

function tableOf<Row>(props: Shown<Row>): ComponentProps<typeof Table<Row>> {
  const {
    list,
    caption,
    columns,
    query,
    usualSort,
    rowKey = idOf,
    skeletonRows,
    onlyText,
    empty,
    noMatch,
  } = props
  return {
    ...list,
    caption,
    columns,
    rowKey,
    skeletonRows,
    onlyText,
    empty: empty && <NoRows query={query} empty={empty} noMatch={noMatch} />,
    ...(query &&
      usualSort !== undefined && {
        sort: (query.filter as { sort?: string }).sort,
        onSort: (sort: string) => query.setFilter({ sort: sort === usualSort ? undefined : sort }),
      }),
  }
}

type NoRowsProps = Pick<Shown<unknown>, 'query' | 'noMatch'> & { empty: Empty & { compact?: boolean } }

function NoRows({ query, empty, noMatch }: NoRowsProps) {
  const { text, compact = false, ...said } = empty
  if (!query?.isFiltered || !noMatch)
    return (
      <EmptyState {...said} compact={compact}>
        {text}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={empty.icon}
      compact={compact}
      title={noMatch.title}
      action={<Button onClick={query.clearFilter}>{noMatch.clear ?? 'Clear the filter'}</Button>}
    >
      {noMatch.text}
    </EmptyState>
  )
}

const totalText = ({ total, totalIsExact }: Paging): string =>
  totalIsExact ? `${countText(total)} in all` : `More than ${countText(total)}`

/** What heads the card and what acts stays; the rest can be put away. */
const canHide = (column: Pick<Column<never>, 'lead' | 'titleHidden'>): boolean =>
  !column.lead && !column.titleHidden

/** A list as its reader likes it: the columns they chose, as dense as they like, with the views they named. */
function NamedList<Row>(props: Shown<Row> & { name: ListName }) {
  const { name, note, tools, exports: file, views, whose: owner } = props
  const table = tableOf(props)
  // a box is ticked in the next picture; the rows follow it
  const away = useDeferredValue(usePreferences().hidden[name])
  // the same columns as long as nothing about them changes, so that rows need not be drawn anew
  const columns = useMemo(
    () => table.columns.filter(each => !canHide(each) || !away?.includes(each.id)),
    [table.columns, away],
  )
  // drawn aside: rows that come while somebody presses or types do not keep that waiting; the first come with all that is said of them
  const rows = useDeferredValue(table.rows) ?? table.rows
  const said = note ?? (table.paging && totalText(table.paging))
  return (
    <>
      <div
        className={clsx(
          'flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-canvas/60 px-4 py-1.5 md:px-5',
          !said && 'print:hidden',
        )}
      >
        <div className="text-[0.8125rem] text-muted">{said}</div>
        {views !== false && (
          <div className="contents print:hidden">
            <ListViews list={name} whose={owner} />
          </div>
        )}
        <div className="ml-auto flex items-center gap-1 print:hidden">
          {tools}
          {file && <ExportMenu size="small" {...file} />}
          <Display list={name} columns={table.columns.filter(canHide)} />
        </div>
        <Order columns={table.columns} sort={table.sort} onSort={table.onSort} />
      </div>
      <Table
        {...table}
        columns={columns}
        rows={rows}
        refreshing={table.refreshing === true || rows !== table.rows}
      />
    </>
  )
}

type OrderProps = {
  columns: readonly Pick<Column<never>, 'title' | 'sort'>[]
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** On a phone rows are cards without headings to press: here one says by what they are sorted. */
function Order({ columns, sort, onSort }: OrderProps) {
  const sortable = columns.filter(column => column.sort !== undefined)
  if (!onSort || sortable.length === 0) return null
  const options = sortable.flatMap(column => [
    { value: `${column.sort}`, label: `${column.title}, ascending` },
    { value: `-${column.sort}`, label: `${column.title}, descending` },
  ])
  return (
    <Select
      className="w-full md:hidden print:hidden"
      label="Sort by"
      value={options.find(({ value }) => value === sort)?.value ?? ''}
      placeholder="Usual order"
      options={options}
      onChange={event => onSort(event.target.value)}
    />
  )
}

type DisplayProps = { list: ListName; columns: ComponentProps<typeof DisplayPanel>['columns'] }

/** How the rows look; what there is to choose comes when somebody asks for it. */
function Display({ list, columns }: DisplayProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isAsked, setAsked] = useState(false)
  const away = usePreferences().hidden[list] ?? []
  const hiddenHere = columns.filter(column => away.includes(column.id)).length
  const putThere = (): void => {
    if (button.current && box.current) positionFloating(button.current, box.current, 'bottom', 'end')
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        onClick={() => setAsked(true)}
        className={buttonClass('quiet', 'small')}
      >
        <Columns3 aria-hidden size={15} />
        Display{hiddenHere > 0 && ` (${hiddenHere} hidden)`}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        onToggle={event => {
          if (event.newState === 'open') putThere()
        }}
        className="fixed inset-auto m-0 max-h-[70vh] w-64 overflow-y-auto rounded-xl bg-raised p-4 text-ink shadow-float"
      >
        {isAsked && <DisplayPanel list={list} columns={columns} onDrawn={putThere} />}
      </div>
    </>
  )
}
