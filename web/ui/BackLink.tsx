import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The way back to the list a page belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex items-center gap-1 rounded font-medium text-muted hover:text-ink print:hidden"
    >
      <span aria-hidden>←</span>
      {children}
    </Link>
  )
}
