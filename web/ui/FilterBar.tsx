import clsx from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { SearchInput } from './SearchInput.tsx'

type Props = {
  /** The name and the hint of the search box. */
  label: string
  placeholder: string
  search: string | undefined
  onSearch: (typed: string) => void
  /** How many filters are set beside the search. */
  count: number
  onClear: () => void
  /** The filters, in the columns of `className`. */
  children: ReactNode
  className?: string
}

/** Over a list: search always, filters on demand, and one way back to everything. */
export function FilterBar({
  label,
  placeholder,
  search,
  onSearch,
  count,
  onClear,
  children,
  className,
}: Props) {
  // A phone shows the rows first; whoever came by a filtered link sees what filters it.
  const [open, setOpen] = useState(count > 0)
  return (
    <div
      className={clsx(
        'flex flex-col gap-3 border-b border-line p-4',
        count === 0 && !search && 'print:hidden',
      )}
    >
      <div className="flex items-start gap-2">
        <SearchInput
          className="flex-1"
          label={label}
          placeholder={placeholder}
          value={search ?? ''}
          onSearch={onSearch}
        />
        <Button
          aria-expanded={open}
          className="max-sm:h-10"
          icon={<SlidersHorizontal aria-hidden size={16} />}
          onClick={() => setOpen(now => !now)}
        >
          Filters{count > 0 && ` (${count})`}
        </Button>
      </div>
      {open && <div className={clsx('grid gap-3', className)}>{children}</div>}
      {(count > 0 || search) && (
        <div>
          <Button size="small" onClick={onClear}>
            Clear the filter
          </Button>
        </div>
      )}
    </div>
  )
}
