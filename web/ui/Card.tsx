import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from './Skeleton.tsx'

type Props = {
  title?: string
  /** Its name, where the heading is among its children. */
  label?: string | undefined
  actions?: ReactNode
  children: ReactNode
  className?: string
  flush?: boolean
}

/** A white sheet on the canvas; `flush` lets a table reach its edges. */
export function Card({ title, label, actions, children, className, flush = false }: Props) {
  return (
    <section
      aria-label={title ?? label}
      className={clsx('overflow-clip rounded-xl border border-line bg-surface shadow-card', className)}
    >
      {title && (
        <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3">
          <h2 className="max-w-full flex-[1_1_10rem] text-[0.9375rem] font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      <div className={clsx(!flush && 'p-5')}>{children}</div>
    </section>
  )
}

/** Stands for cards whose height nobody knows yet; what is below waits with it. */
export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div
      data-first-load
      role="status"
      aria-label="Loading"
      className="rounded-xl border border-line bg-surface p-5 shadow-card"
    >
      <Skeleton className="mb-6 h-5 w-48" />
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map(line => (
        <Skeleton key={line} className="mt-4 h-4 w-full last:w-2/3" />
      ))}
    </div>
  )
}
