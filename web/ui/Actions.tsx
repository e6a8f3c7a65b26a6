import type { ReactNode } from 'react'

/** What can be done here, side by side; on a phone the buttons fill their line, in the same way on every page. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>:is(a,button)]:grow max-sm:[&>span>button]:grow">
    {children}
  </div>
)
