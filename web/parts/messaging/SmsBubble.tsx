import clsx from 'clsx'
import type { ReactNode } from 'react'

/** A text as it appears on a phone. */
export function SmsBubble({ children, dim = false }: { children: ReactNode; dim?: boolean }) {
  return (
    <p
      className={clsx(
        'w-fit max-w-2xl rounded-2xl rounded-tl-sm bg-sunken px-4 py-2.5 leading-6 break-words whitespace-pre-line',
        dim && 'text-muted',
      )}
    >
      {children}
    </p>
  )
}
