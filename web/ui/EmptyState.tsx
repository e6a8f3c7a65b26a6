import clsx from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Beside other cards a page need not shout that one of them is empty. */
  compact?: boolean
}

/** What a page says when there is nothing: what would be here, and how it comes to be. */
export function EmptyState({ icon, title, children, action, compact = false }: Props) {
  return (
    <div
      className={clsx('flex flex-col items-center px-6 text-center', compact ? 'py-10' : 'py-14 sm:py-20')}
    >
      {icon && (
        <div
          aria-hidden
          className="mb-5 grid size-14 place-items-center rounded-2xl bg-sunken text-muted ring-8 ring-sunken/50
            [&>svg]:size-6"
        >
          {icon}
        </div>
      )}
      <p className="text-[0.9375rem] font-semibold">{title}</p>
      {children && <div className="mt-1.5 max-w-md text-pretty text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
