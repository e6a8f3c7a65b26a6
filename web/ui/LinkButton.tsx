import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonClass } from './Button.tsx'

type Props = {
  to: string
  look?: ButtonLook
  size?: 'small' | 'medium' | 'large'
  icon?: ReactNode
  children: ReactNode
}

/** Looks like a button because it is the main way on; it is a link, so it can open in a new tab. */
export function LinkButton({ to, look = 'secondary', size = 'medium', icon, children }: Props) {
  return (
    <Link to={to} className={buttonClass(look, size)}>
      {icon}
      {children}
    </Link>
  )
}

type Step = { title: string; to?: string }

/** The path to a record, from its list; the last step is the page itself. */
export function Breadcrumb({ steps }: { steps: readonly Step[] }) {
  return (
    <nav aria-label="Breadcrumb" className="print:hidden">
      <ol className="flex flex-wrap gap-x-1.5 text-muted">
        {steps.map(({ title, to }, index) => (
          <li key={title} className="flex gap-x-1.5">
            {index > 0 && <span aria-hidden>›</span>}
            {to ? (
              <Link to={to} className="rounded font-medium hover:text-ink">
                {title}
              </Link>
            ) : (
              <span aria-current="page">{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

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
