import clsx from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Lighter, beside it: what one compares. */
  beside?: ReactNode
  /** The whole text, where the line may be cut. */
  title?: string | undefined
  className?: string
}

/** A cell of one line: what one looks for and, lighter beside it, what one compares; too long a line is cut. */
export function CellText({ children, beside, title, className }: Props) {
  return (
    <span title={title} className={clsx('block max-w-full truncate', className)}>
      {children}
      {beside !== undefined && beside !== null && beside !== false && beside !== '' && (
        <>
          {' '}
          <span className="ml-1 text-[0.8125rem] text-muted">{beside}</span>
        </>
      )}
    </span>
  )
}
