import clsx from 'clsx'
import { Columns3 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useMemo, useRef } from 'react'
import type { ListName } from '../../contract/preferences.ts'
import { buttonClass } from '../ui/Button.tsx'
import { countText } from '../ui/countText.ts'
import { place } from '../ui/place.ts'
import { type Column, type Paging, Table } from '../ui/Table.tsx'
import { ListViews } from './ListViews.tsx'
import { usePreferences } from './preferences.ts'

type Props<Row> = ComponentProps<typeof Table<Row>> & {
  list: ListName
  /** Said about the whole list, left of its views; how many there are, when nothing else is. */
  note?: ReactNode
  /** What can be done with the whole list. */
  actions?: ReactNode
  /** A list of one person's own has nothing to be narrowed to. */
  views?: false
}

const totalText = ({ total, totalIsExact }: Paging): string =>
  totalIsExact ? `${countText(total)} in all` : `More than ${countText(total)}`

/** What heads the card and what acts stays; the rest can be put away. */
const canHide = (column: Pick<Column<never>, 'lead' | 'titleHidden'>): boolean =>
  !column.lead && !column.titleHidden

/** A list as its reader likes it: the columns they chose, as dense as they like, with the views they named. */
export function ListTable<Row>({ list, note, actions, views, ...table }: Props<Row>) {
  const away = usePreferences().hidden[list]
  // the same columns as long as nothing about them changes, so that rows need not be drawn anew
  const columns = useMemo(
    () => table.columns.filter(each => !canHide(each) || !away?.includes(each.id)),
    [table.columns, away],
  )
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
            <ListViews list={list} />
          </div>
        )}
        <div className="ml-auto flex items-center gap-1 print:hidden">
          {actions}
          <Display list={list} columns={table.columns.filter(canHide)} />
        </div>
      </div>
      <Table {...table} columns={columns} />
    </>
  )
}

const DENSITY_WORDS = { comfortable: 'Comfortable', compact: 'Compact' } as const

type DisplayProps = { list: ListName; columns: readonly Pick<Column<never>, 'id' | 'title' | 'goes'>[] }

const listed = new Intl.ListFormat('en-NG')

/** How the rows look: their height, for every list, and the columns, for this one. */
function Display({ list, columns }: DisplayProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { hidden, setHidden } = usePreferences()
  const away = hidden[list] ?? []
  const turn = (column: string): void =>
    setHidden(list, away.includes(column) ? away.filter(each => each !== column) : [...away, column])
  const hiddenHere = columns.filter(column => away.includes(column.id)).length
  const going = columns.filter(column => column.goes && !away.includes(column.id))
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} className={buttonClass('quiet', 'small')}>
        <Columns3 aria-hidden size={15} />
        Display{hiddenHere > 0 && ` (${hiddenHere} hidden)`}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        onToggle={event => {
          if (event.newState === 'open' && button.current && box.current)
            place(button.current, box.current, 'bottom', 'end')
        }}
        className="fixed inset-auto m-0 max-h-[70vh] w-64 overflow-y-auto rounded-xl bg-raised p-4 text-ink shadow-float"
      >
        <Density name={`${id}-density`} />
        <fieldset>
          <legend className="mb-1 text-xs font-medium text-muted">Columns of this list</legend>
          {columns.map(column => (
            <label key={column.id} className="flex cursor-pointer items-center gap-2.5 rounded-md py-1.5">
              <input
                type="checkbox"
                className="size-4 accent-brand"
                checked={!away.includes(column.id)}
                onChange={() => turn(column.id)}
              />
              {column.title}
            </label>
          ))}
        </fieldset>
        {going.length > 0 && (
          <p className="mt-1 text-xs text-muted max-md:hidden">
            Left out where there is little room: {listed.format(going.map(column => column.title))}.
          </p>
        )}
        {hiddenHere > 0 && (
          <button
            type="button"
            onClick={() => setHidden(list, [])}
            className="mt-2 rounded text-[0.8125rem] font-medium text-brand-ink hover:underline"
          >
            Show every column
          </button>
        )}
      </div>
    </>
  )
}

function Density({ name }: { name: string }) {
  const { density, setDensity } = usePreferences()
  return (
    <fieldset className="mb-4 max-md:hidden">
      <legend className="mb-1.5 text-xs font-medium text-muted">Rows, in every list</legend>
      <div className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-1">
        {(['comfortable', 'compact'] as const).map(each => (
          <label
            key={each}
            className="cursor-pointer rounded-md px-2 py-1 text-center text-[0.8125rem] font-medium text-muted
              has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2
              has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={density === each}
              onChange={() => setDensity(each)}
            />
            {DENSITY_WORDS[each]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
