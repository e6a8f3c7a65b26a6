import { useEffect } from 'react'

/** For what is on its way by itself. */
const SOON_MS = 2_000
/** For what waits for a person or for the morning. */
export const LATER_MS = 5_000
/** While nobody looks. */
const HIDDEN_MS = 10_000

/** Looks again and again while something moves; less often while nobody looks, and at once when somebody does. */
export function usePolling(isMoving: boolean, look: () => unknown, everyMs = SOON_MS): void {
  useEffect(() => {
    if (!isMoving) return
    let timer = 0
    const plan = (): void => {
      timer = window.setTimeout(
        () => {
          look()
          plan()
        },
        document.hidden ? HIDDEN_MS : everyMs,
      )
    }
    const shown = (): void => {
      window.clearTimeout(timer)
      look()
      plan()
    }
    plan()
    document.addEventListener('visibilitychange', shown)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [isMoving, look, everyMs])
}
