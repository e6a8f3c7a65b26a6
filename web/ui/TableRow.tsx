import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type MouseEvent, memo, type PointerEvent, type ReactNode, useState } from 'react'
import { ROW_LINK } from './RowLink.tsx'

export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Amounts and counts stand on the right, digit under digit. */
  align?: 'right'
  /** The server sorts by this name; absent: it cannot be sorted. */
  sort?: string
  /** Names the record: on a phone it begins the row. */
  lead?: boolean
  /** Where it is on a phone: the amount beside the name, status and date below them; the rest opens with a tap. */
  phone?: 'amount' | 'status' | 'date'
  /** Not shown until its reader chooses it under Display. */
  isOptional?: boolean
  /** Where the table has little room the column goes, `early` at 1440 pixels, `first` below that, `second` last; phones and paper keep it. */
  goes?: 'early' | 'first' | 'second'
  /** A text of up to two lines on a desk, where others are cut after one. */
  wraps?: true
  /** The title is read out but not drawn: a column of buttons or boxes, which paper has no use for. */
  titleHidden?: boolean
  className?: string
}

/** On paper, too, a table is asked how wide it is; there it may be as wide as it likes. */
export const GOES = {
  early: 'not-print:md:@max-[72rem]/rows:hidden',
  first: 'not-print:md:@max-[66rem]/rows:hidden',
  second: 'not-print:md:@max-[54rem]/rows:hidden',
} as const

// eight columns of amounts fit 1440 pixels with this and not with more
export const cellPadding = 'md:px-3 md:first:pl-5 2xl:not-first:pl-4'

/** The card's own padding at the end of a row: of the last column and, where that has gone, of the last that stays. */
export function endPadding<Row>(column: Column<Row>, columns: readonly Column<Row>[]): string {
  if (column === columns.at(-1)) return 'md:pr-5'
  return clsx(
    '2xl:pr-4',
    column === columns.findLast(each => each.goes !== 'early') && 'not-print:md:@max-[72rem]/rows:pr-5',
    column === columns.findLast(each => !each.goes || each.goes === 'second') &&
      'not-print:md:@max-[66rem]/rows:pr-5',
    column === columns.findLast(each => !each.goes) && 'not-print:md:@max-[54rem]/rows:pr-5',
  )
}

/** Drawn again only when it or the columns change: a press on the heading is felt before 25 rows could be drawn. */
export const TableRow = memo(LineDrawn) as typeof LineDrawn

/** The columns of the two lines that a phone shows of a row. */
function phonePlaces<Row>(columns: readonly Column<Row>[]): Map<Column<Row>, 'amount' | 'status' | 'date'> {
  const places = new Map<Column<Row>, 'amount' | 'status' | 'date'>()
  const shown = columns.filter(column => !column.lead && !column.titleHidden)
  const usual = {
    amount: shown.find(column => column.align === 'right'),
    status: shown.find(column => column.id === 'status'),
    date: shown.find(column => column.id === 'at'),
  }
  for (const place of ['amount', 'status', 'date'] as const) {
    const column = shown.find(each => each.phone === place) ?? usual[place]
    if (column && !places.has(column) && (column.phone ?? place) === place) places.set(column, place)
  }
  return places
}

/** What does not fit the line is cut; its whole text is there on hover, on paper, and on a phone once the row is open. */
const ONE_LINE = `md:table-cell md:h-(--row-height) md:overflow-hidden md:py-1 md:align-middle md:text-ellipsis md:whitespace-nowrap
  print:max-w-none print:overflow-visible print:whitespace-normal`
/** The name takes the room that the others leave. */
const LEAD = 'md:w-full md:max-w-0 md:min-w-48'

/** Line and column of each place on a phone; a box to select the row is before both lines. */
const PLACES = {
  lead: 'max-md:col-start-2 max-md:row-start-1 max-md:min-w-0 max-md:font-medium',
  amount: 'max-md:col-start-3 max-md:row-start-1 max-md:text-right',
  status: 'max-md:col-start-2 max-md:row-start-2 max-md:min-w-0',
  date: 'max-md:col-start-3 max-md:row-start-2 max-md:text-right max-md:text-[0.8125rem] max-md:text-muted',
  select: 'max-md:col-start-1 max-md:row-span-2 max-md:row-start-1 max-md:pr-1',
}
const REST = 'max-md:col-span-full max-md:flex max-md:justify-between max-md:gap-4 max-md:text-right'

function LineDrawn<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const [isOpen, setOpen] = useState(false)
  const places = phonePlaces(columns)
  const isSelect = (column: Column<Row>): boolean => column.id === 'select'
  const placeOf = (column: Column<Row>): keyof typeof PLACES | undefined => {
    if (column === lead) return 'lead'
    return isSelect(column) ? 'select' : places.get(column)
  }
  const lead = columns.find(column => column.lead) ?? columns.find(column => !isSelect(column))
  const hasMore = columns.some(column => column !== lead && placeOf(column) === undefined)
  return (
    <tr
      data-open={isOpen || undefined}
      className="group/row grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 py-2 pr-10 pl-4 transition-colors
        hover:bg-canvas/70 max-md:relative md:table-row"
    >
      {columns.map(column => {
        const place = placeOf(column)
        return (
          <td
            key={column.id}
            className={clsx(
              cellPadding,
              endPadding(column, columns),
              ONE_LINE,
              column === lead ? LEAD : 'md:max-w-64',
              column.titleHidden && 'print:hidden',
              column.goes && GOES[column.goes],
              column.wraps && 'md:leading-[1.125rem] md:whitespace-normal!',
              place ? PLACES[place] : clsx(REST, !isOpen && 'max-md:hidden!'),
              column.align === 'right' && 'tabular-nums md:text-right',
              // on a phone, too, buttons are where the amounts end
              column.titleHidden && !place && 'max-md:justify-end',
              column.className,
            )}
          >
            {!place && !column.titleHidden && (
              <span className="shrink-0 text-left text-muted normal-nums md:hidden">{column.title}</span>
            )}
            {column.wraps ? (
              <span className="md:line-clamp-2 print:line-clamp-none">{column.cell(row)}</span>
            ) : (
              column.cell(row)
            )}
            {column === lead && hasMore && (
              <MoreButton isOpen={isOpen} onPress={() => setOpen(now => !now)} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

type MoreProps = { isOpen: boolean; onPress: () => void }

/** On a phone: the rest of the row. */
const MoreButton = ({ isOpen, onPress }: MoreProps) => (
  <button
    type="button"
    data-row-more
    aria-expanded={isOpen}
    aria-label={isOpen ? 'Show less of this row' : 'Show all of this row'}
    onClick={onPress}
    className={clsx(
      'absolute right-2 grid size-8 place-items-center rounded-md text-faint md:hidden print:hidden',
      isOpen ? 'top-3' : 'inset-y-0 my-auto',
    )}
  >
    <ChevronDown aria-hidden size={16} className={clsx(isOpen && 'rotate-180')} />
  </button>
)

/** Where rows have two lines (`max-md`). */
const PHONE = '(width < 48rem)'
const INTERACTIVE = 'a, button, input, label, select, textarea, summary, [tabindex], [popover]'

/** A press anywhere in a row opens its record, as its name does; with Ctrl, Cmd or the middle button in a new tab. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const pressed = event.target as Element
  const isMiddle = event.type === 'auxclick'
  // a dialog that a row opened is drawn elsewhere, yet its presses come here
  if (!event.currentTarget.contains(pressed) || (isMiddle && event.button !== 1)) return
  const row = pressed.closest('tr')
  const control = pressed.closest(INTERACTIVE)
  if (row?.contains(control) || window.getSelection()?.isCollapsed === false) return
  // a phone opens the rest of the row instead
  const more = row?.querySelector<HTMLElement>('[data-row-more]')
  const link =
    window.matchMedia(PHONE).matches && more ? more : row?.querySelector<HTMLElement>(`[${ROW_LINK}]`)
  const isNewTab = isMiddle || event.ctrlKey || event.metaKey
  if (isNewTab && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener')
  else if (!isMiddle) link?.click()
}

/** A line that is cut shows its whole text on hover. */
export function showCut(event: PointerEvent<HTMLElement>): void {
  for (let each = event.target as HTMLElement | null; each; each = each.parentElement) {
    if (each.title || each.tagName === 'TR' || each === event.currentTarget) return
    const isCut = each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 4
    if (isCut && each.clientWidth > 0) {
      each.title = each.innerText.replace(/\s+/g, ' ').trim()
      return
    }
  }
}
