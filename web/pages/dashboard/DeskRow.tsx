import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A line of a dashboard card that opens what it is about. */
export const DeskRow = ({
  to,
  title,
  about,
  figure,
}: {
  to: string
  title: string
  about: string
  figure: ReactNode
}) => (
  <Link to={to} className="flex items-center justify-between gap-4 px-5 py-2.5 hover:bg-canvas">
    <span className="min-w-0">
      <span className="block truncate font-medium">{title}</span>
      <span className="text-[0.8125rem] text-muted">{about}</span>
    </span>
    <span className="shrink-0">{figure}</span>
  </Link>
)
