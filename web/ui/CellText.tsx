import clsx from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Lighter, beside it: what one compares. */
  beside?: ReactNode
  /** Smaller, on a second line that fits the height of a row. */
  below?: ReactNode
  /** The whole text, where the line may be cut. */
  title?: string | undefined
  className?: string
}

/** A cell of one line: what one looks for and, lighter beside it, what one compares; too long a line is cut. */
export function CellText({ children, beside, below, title, className }: Props) {
  return (
    <span
      title={title}
      className={clsx('block max-w-full truncate', isShown(below) && 'leading-[1.125rem]', className)}
    >
      {children}
      {isShown(beside) && (
        <>
          {' '}
          <span className="ml-1 text-[0.8125rem] text-muted">{beside}</span>
        </>
      )}
      {isShown(below) && (
        <>
          {' '}
          <span className="block truncate text-xs leading-4 text-muted max-md:hidden max-md:group-data-open/row:block">
            {below}
          </span>
        </>
      )}
    </span>
  )
}

const isShown = (part: ReactNode): boolean =>
  part !== undefined && part !== null && part !== false && part !== ''
