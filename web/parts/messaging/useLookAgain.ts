import { useEffect } from 'react'

/** For what is on its way by itself. */
const SOON_MS = 2_000
/** For what waits for a person or for the morning. */
export const LATER_MS = 5_000

/** Asks again every two seconds, or as often as said, for as long as something is still on its way. */
export function useLookAgain(when: boolean, refetch: () => Promise<unknown>, everyMs = SOON_MS): void {
  useEffect(() => {
    if (!when) return
    const timer = setInterval(() => void refetch(), everyMs)
    return () => clearInterval(timer)
  }, [when, refetch, everyMs])
}
