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
import { buttonClass } from '../ui/Button.tsx'
import { lazily } from '../ui/lazily.tsx'
import { place } from '../ui/place.ts'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Column, type Paging, Table } from '../ui/Table.tsx'
import { ListViews } from './ListViews.tsx'
import { usePreferences } from './preferences.ts'
import type { Whose } from './viewQuery.ts'

const DisplayPanel = lazily(
  () => import('./DisplayPanel.tsx').then(panel => panel.DisplayPanel),
  <Skeleton className="h-40" />,
)

type Props<Row> = ComponentProps<typeof Table<Row>> & {
  list: ListName
  /** Said about the whole list, left of its views; how many there are, when nothing else is. */
  note?: ReactNode
  /** What can be done with the whole list. */
  actions?: ReactNode
  /** A list of one person's own has nothing to be narrowed to. */
  views?: false
  /** What in the address says whose rows these are, and is no filter. */
  whose?: Whose
}

const totalText = ({ total, totalIsExact }: Paging): string =>
  totalIsExact ? `${countText(total)} in all` : `More than ${countText(total)}`

/** What heads the card and what acts stays; the rest can be put away. */
const canHide = (column: Pick<Column<never>, 'lead' | 'titleHidden'>): boolean =>
  !column.lead && !column.titleHidden

/** A list as its reader likes it: the columns they chose, as dense as they like, with the views they named. */
export function ListTable<Row>({ list, note, actions, views, whose, ...table }: Props<Row>) {
  // a box is ticked in the next picture; the rows follow it
  const away = useDeferredValue(usePreferences().hidden[list])
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
            <ListViews list={list} whose={whose} />
          </div>
        )}
        <div className="ml-auto flex items-center gap-1 print:hidden">
          {actions}
          <Display list={list} columns={table.columns.filter(canHide)} />
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
    if (button.current && box.current) place(button.current, box.current, 'bottom', 'end')
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
