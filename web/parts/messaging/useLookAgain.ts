import { useEffect } from 'react'

const LOOK_AGAIN_MS = 2_000

/** Asks again every two seconds for as long as something is still on its way. */
export function useLookAgain(when: boolean, refetch: () => Promise<unknown>): void {
  useEffect(() => {
    if (!when) return
    const timer = setInterval(() => void refetch(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [when, refetch])
}
