import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  /** Where its rows are; without them the figure stands for itself. */
  to: string | undefined
  className?: string
  children: ReactNode
}

/** A figure that opens its rows, where there are rows that make it up. */
export const RowsLink = ({ to, className, children }: Props) =>
  to === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <Link to={to} className={clsx('rounded decoration-edge underline-offset-4 hover:underline', className)}>
      {children}
    </Link>
  )
