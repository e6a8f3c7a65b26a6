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
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { positionFloating } from '../ui/positionFloating.ts'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Column, type Paging, Table } from '../ui/Table.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import type { FileExport } from './fetchFile.ts'
import { ListViews } from './ListViews.tsx'
import { hiddenOf, usePreferences } from './preferences.ts'
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

type Selection = {
  count: number
  /** How much of this page is selected; null where none of its rows can be. */
  page: 'none' | 'some' | 'all' | null
  onPage: () => void
  onClear: () => void
  /** What is done with the selected rows. */
  acts: ReactNode
}

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
  /** Search and filters, in the toolbar. */
  filters?: ReactNode
  exports?: FileExport | undefined
  /** In the toolbar, about the whole list; how many there are, when nothing else is said. */
  note?: ReactNode
  /** Beside the export. */
  tools?: ReactNode
  /** A list of one person's own has nothing to be narrowed to. */
  views?: false
  /** Rows can be selected; its column has the id `select`. */
  selection?: Selection | undefined
  /** What in the address says whose rows these are, and is no filter. */
  whose?: Scope
  /** The heading of the card, and what can be done there. */
  title?: string
  actions?: ReactNode
  /** Between the toolbar and the rows. */
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

/** A list: its toolbar, rows, pages, and what is said when there are none. */
export function ListPage<Row>(props: Props<Row>) {
  const shown: Shown<Row> = props
  const { name, above, children, title, bare } = props
  const content = (
    <>
      {name ? (
        <NamedList {...shown} name={name} />
      ) : (
        <>
          {(bare || !title) && hasToolbar(shown) && <Toolbar>{toolsOf(shown)}</Toolbar>}
          {above}
          <Table {...tableOf(shown)} />
        </>
      )}
      {children}
    </>
  )
  if (bare) return content
  if (name)
    return (
      <Card flush label={title}>
        {content}
      </Card>
    )
  return (
    <Card flush {...(title ? { title, actions: toolsOf(shown) } : {})}>
      {content}
    </Card>
  )
}

type Tools = Pick<Shown<never>, 'filters' | 'actions' | 'exports'>

const hasToolbar = ({ filters, actions, exports: file }: Tools): boolean =>
  Boolean(filters || actions || file)

const toolsOf = ({ filters, actions, exports: file }: Tools) => (
  <>
    {filters}
    {actions}
    {file && (
      <span className="ml-auto">
        <ExportMenu size="small" {...file} />
      </span>
    )}
  </>
)

/** One bar above the rows: what narrows them, how many there are, and how to have them otherwise. */
const Toolbar = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div
    className={clsx(
      'flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5',
      className,
    )}
  >
    {children}
  </div>
)

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
      action={<Button onClick={query.clearFilter}>{noMatch.clear ?? 'Clear filters'}</Button>}
    >
      {noMatch.text}
    </EmptyState>
  )
}

const totalText = ({ total, totalIsExact }: Paging): string =>
  `${countText(total)}${totalIsExact ? '' : '+'} total`

/** What heads the card and what acts stays; the rest can be put away. */
const canHide = (column: Pick<Column<never>, 'lead' | 'titleHidden'>): boolean =>
  !column.lead && !column.titleHidden

/** A list as its reader likes it: the columns they chose, as dense as they like, with the views they named. */
function NamedList<Row>(props: Shown<Row> & { name: ListName }) {
  const { name, title, note, tools, actions, exports: file, views, whose: owner, selection } = props
  const table = tableOf(props)
  // a box is ticked in the next picture; the rows follow it
  const chosen = useDeferredValue(usePreferences().hidden[name])
  const { count = 0 } = selection ?? {}
  const pageBox = selection && <PageBox {...selection} />
  // the same columns as long as nothing about them changes, so that rows need not be drawn anew
  const columns = useMemo(() => {
    const away = hiddenOf(table.columns, chosen)
    return table.columns.filter(each => !canHide(each) || !away.includes(each.id))
  }, [table.columns, chosen])
  // drawn aside: rows that come while somebody presses or types do not keep that waiting; the first come with all that is said of them
  const rows = useDeferredValue(table.rows) ?? table.rows
  const said = note ?? (table.paging && totalText(table.paging))
  return (
    <>
      <Toolbar className={clsx(count > 0 && 'bg-brand-soft')}>
        {selection && rows && rows.length > 0 && (
          <span className="md:hidden print:hidden">
            <PageBox {...selection} isNamed />
          </span>
        )}
        {selection && count > 0 ? (
          <SelectionBar {...selection} />
        ) : (
          <>
            {title && <h2 className="text-[0.9375rem] font-semibold">{title}</h2>}
            {props.filters}
            {said && <div className="text-[0.8125rem] text-muted tabular-nums">{said}</div>}
            {views !== false && (
              <div className="contents print:hidden">
                <ListViews list={name} whose={owner} />
              </div>
            )}
            <Order columns={table.columns} sort={table.sort} onSort={table.onSort} />
            <div className="ml-auto flex items-center gap-1 print:hidden">
              {actions}
              {tools}
              <Display list={name} columns={table.columns.filter(canHide)} />
              {file && <ExportMenu size="small" {...file} />}
            </div>
          </>
        )}
      </Toolbar>
      {props.above}
      <Table
        {...table}
        columns={columns}
        selectPage={pageBox}
        rows={rows}
        refreshing={table.refreshing === true || rows !== table.rows}
      />
    </>
  )
}

/** The box that selects every row of the page: in the table head or, where a phone draws none, named in the toolbar. */
function PageBox({ page, onPage, isNamed = false }: Selection & { isNamed?: boolean }) {
  const box = {
    checked: page === 'all',
    disabled: page === null,
    onChange: onPage,
    ref: (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = page === 'some'
    },
  }
  if (isNamed) return <Checkbox {...box} label="Select page" />
  return <input {...box} type="checkbox" aria-label="Select page" className="size-4" />
}

/** In place of the toolbar while rows are selected. */
const SelectionBar = ({ count, acts, onClear }: Selection) => (
  <>
    <p role="status" className="font-medium tabular-nums">
      {countText(count)} selected
    </p>
    {acts}
    <Button size="small" look="quiet" onClick={onClear}>
      Clear selection
    </Button>
  </>
)

type OrderProps = {
  columns: readonly Pick<Column<never>, 'title' | 'sort'>[]
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** On a phone there are no headings to press: here one says by what the rows are sorted. */
function Order({ columns, sort, onSort }: OrderProps) {
  const sortable = columns.filter(column => column.sort !== undefined)
  if (!onSort || sortable.length === 0) return null
  const options = sortable.flatMap(column => [
    { value: `${column.sort}`, label: `${column.title}, ascending` },
    { value: `-${column.sort}`, label: `${column.title}, descending` },
  ])
  return (
    <Select
      className="min-w-36 flex-1 md:hidden print:hidden"
      label="Sort by"
      labelHidden
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
  const chosen = usePreferences().hidden[list]
  const hiddenHere = chosen ? columns.filter(column => chosen.includes(column.id)).length : 0
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
        className={clsx(buttonClass('quiet', 'small'), 'px-2!')}
      >
        <Columns3 aria-hidden size={15} />
        <span className="max-md:sr-only">Display{hiddenHere > 0 && ` (${hiddenHere} hidden)`}</span>
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
