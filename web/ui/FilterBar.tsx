import clsx from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { focusFirst } from './focus.ts'
import { SearchInput } from './SearchInput.tsx'

type Props = {
  /** The name and the hint of the search box; a list without one is only filtered. */
  label?: string
  placeholder?: string
  search?: string | undefined
  onSearch?: (typed: string) => void
  /** How many filters are set beside the search. */
  count: number
  onClear: () => void
  /** The filters, in the columns of `className`. */
  children: ReactNode
  className?: string
  /** On a desk the filters stand open: they are few, or they are the work. */
  openOnDesk?: boolean
}

/** Over a list: search always, filters on demand, and one way back to everything. */
export function FilterBar({
  label = '',
  placeholder = '',
  search,
  onSearch,
  count,
  onClear,
  children,
  className,
  openOnDesk = false,
}: Props) {
  // A phone shows the rows first; whoever came by a filtered link sees what filters it.
  const [open, setOpen] = useState(count > 0)
  const bar = useRef<HTMLDivElement>(null)
  const clear = (): void => {
    onClear()
    // the button goes with the filter; where one types on the screen, the search would cover the rows with its keys
    if (window.matchMedia('(pointer: coarse)').matches) bar.current?.focus({ preventScroll: true })
    else focusFirst(bar.current)
  }
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className={clsx(
        'flex flex-col gap-3 border-b border-line p-4 outline-none',
        count === 0 && !search && 'print:hidden',
      )}
    >
      <div className={clsx('flex items-start gap-2', openOnDesk && !onSearch && 'md:hidden')}>
        {onSearch && (
          <SearchInput
            className="flex-1"
            label={label}
            placeholder={placeholder}
            value={search ?? ''}
            onSearch={onSearch}
          />
        )}
        <Button
          aria-expanded={open}
          className={clsx('max-sm:h-10', openOnDesk && 'md:hidden')}
          icon={<SlidersHorizontal aria-hidden size={16} />}
          onClick={() => setOpen(now => !now)}
        >
          Filters{count > 0 && ` (${count})`}
        </Button>
      </div>
      {(open || openOnDesk) && (
        <div className={clsx('grid items-start gap-3', !open && 'max-md:hidden', className)}>{children}</div>
      )}
      {(count > 0 || search) && (
        <div>
          <Button size="small" onClick={clear}>
            Clear the filter
          </Button>
        </div>
      )}
    </div>
  )
}
