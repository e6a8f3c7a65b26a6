import clsx from 'clsx'

/** The grey shape of what is coming, in the size it will have, so the page does not jump. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={clsx('block animate-pulse rounded bg-sunken', className ?? 'h-4 w-full')} />
  )
}
