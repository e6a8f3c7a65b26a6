import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { withWayBack } from './dashboardWords.ts'

type Props = {
  /** Where its rows are; without them the figure stands for itself. */
  to: string | undefined
  className?: string
  children: ReactNode
}

/** A figure that opens its rows, where there are rows that make it up; from them one comes back to the same period. */
export function RowsLink({ to, className, children }: Props) {
  const [params] = useSearchParams()
  return to === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <Link
      to={withWayBack(to, params)}
      className={clsx('rounded decoration-edge underline-offset-4 hover:underline', className)}
    >
      {children}
    </Link>
  )
}
