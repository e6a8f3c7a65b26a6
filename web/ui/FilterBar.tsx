import clsx from 'clsx'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { focusFirst } from './focus.ts'
import { positionFloating } from './positionFloating.ts'
import { SearchInput } from './SearchInput.tsx'

/** One way to narrow a list: a chip while it is set, its field when it is opened. */
export type Filter = {
  id: string
  label: string
  /** The chosen value in words; undefined while nothing is chosen. */
  value: string | undefined
  onRemove: () => void
  field: ReactNode
}

type Props = {
  /** The name and the hint of the search box; a list without one is only filtered. */
  label?: string
  placeholder?: string
  maxLength?: number
  search?: string | undefined
  onSearch?: (typed: string) => void
  filters?: readonly Filter[]
  onClear: () => void
}

/** In the toolbar of a list: the search, a chip for each filter that is set, and a menu of the others. */
export function FilterBar({
  label = '',
  placeholder = '',
  maxLength,
  search,
  onSearch,
  filters = [],
  onClear,
}: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const panel = useFilterPanel(filters)
  const set = filters.filter(({ value }) => value !== undefined)
  const isAllSet = set.length === filters.length
  const focusBar = (): void => {
    // the button goes with the filter; where one types on the screen, the search would cover the rows with its keys
    if (window.matchMedia('(pointer: coarse)').matches) bar.current?.focus({ preventScroll: true })
    else focusFirst(bar.current)
  }
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className={clsx(
        'flex min-w-0 flex-wrap items-center gap-2 outline-none max-md:w-full',
        set.length === 0 && !search && 'print:hidden',
      )}
    >
      {onSearch && (
        <SearchInput
          className="max-md:min-w-40 max-md:flex-1 md:w-64"
          label={label}
          placeholder={placeholder}
          {...(maxLength ? { maxLength } : {})}
          value={search ?? ''}
          onSearch={onSearch}
        />
      )}
      {set.map(filter => (
        <Chip
          key={filter.id}
          filter={filter}
          onOpen={anchor => panel.open([filter.id], anchor)}
          onRemove={() => {
            filter.onRemove()
            focusBar()
          }}
        />
      ))}
      {filters.length > 0 && !isAllSet && (
        <Button
          ref={add}
          size="small"
          look="quiet"
          className="px-2! max-sm:h-10"
          aria-haspopup="dialog"
          aria-expanded={panel.isOpen}
          icon={<Plus aria-hidden size={16} />}
          onClick={() =>
            panel.open(
              filters.filter(({ value }) => value === undefined).map(({ id }) => id),
              add.current,
            )
          }
        >
          Filter
        </Button>
      )}
      {(set.length > 0 || search) && (
        <Button
          size="small"
          look="quiet"
          className="px-2!"
          onClick={() => {
            onClear()
            focusBar()
          }}
        >
          Clear filters
        </Button>
      )}
      {panel.box}
    </div>
  )
}

type ChipProps = { filter: Filter; onOpen: (anchor: Element) => void; onRemove: () => void }

function Chip({ filter: { label, value }, onOpen, onRemove }: ChipProps) {
  return (
    <span className="inline-flex h-8 max-w-72 min-w-0 items-center rounded-full border border-line bg-sunken text-[0.8125rem]">
      <button
        type="button"
        title={`${label}: ${value}`}
        aria-haspopup="dialog"
        onClick={event => onOpen(event.currentTarget)}
        className="h-full min-w-0 truncate rounded-l-full pr-1 pl-3"
      >
        <span className="text-muted">{label}:</span> <span className="font-medium">{value}</span>
      </button>
      <button
        type="button"
        aria-label={`Remove filter ${label}`}
        onClick={onRemove}
        className="grid h-full w-7 shrink-0 place-items-center rounded-r-full text-muted hover:text-ink print:hidden"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  )
}

/** The fields of some filters beside what opened them; what is chosen takes effect at once, and the panel stays. */
function useFilterPanel(filters: readonly Filter[]) {
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<Element | null>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  const isOpen = shown.length > 0
  useEffect(() => {
    if (!isOpen || !box.current || !anchor.current) return
    box.current.showPopover?.()
    positionFloating(anchor.current, box.current, 'bottom', 'start')
    focusFirst(box.current)
  }, [isOpen])
  return {
    isOpen,
    open: (ids: readonly string[], from: Element | null): void => {
      anchor.current = from
      setShown(ids)
    },
    box: isOpen && (
      <div
        ref={box}
        popover="auto"
        role="dialog"
        aria-label="Filters"
        onToggle={event => {
          if (event.newState === 'closed') setShown([])
        }}
        className="fixed inset-auto m-0 flex max-h-[70vh] w-72 flex-col gap-3 overflow-y-auto rounded-xl bg-raised p-4 text-ink
          shadow-float print:hidden"
      >
        {filters
          .filter(({ id }) => shown.includes(id))
          .map(({ id, field }) => (
            <div key={id}>{field}</div>
          ))}
      </div>
    ),
  }
}
