import { startTransition, useCallback, useState } from 'react'

export const SMALL_SCREEN_PX = 768
export const isSmallScreen = (): boolean => window.innerWidth <= SMALL_SCREEN_PX

/** Open by default on a desk; on a phone it makes way after every choice. */
export function useSidebar() {
  const [open, setOpen] = useState(() => !isSmallScreen())
  // The page beside it is laid out anew, which may take a moment; the press does not wait for it.
  const toggle = useCallback(() => startTransition(() => setOpen(now => !now)), [])
  const close = useCallback(() => setOpen(false), [])
  const chosen = useCallback(() => {
    if (isSmallScreen()) setOpen(false)
  }, [])
  return { open, toggle, close, chosen }
}
