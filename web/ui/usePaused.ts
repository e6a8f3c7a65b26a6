import { useEffect, useState } from 'react'

/** The value once it has stopped changing for a moment: the server is not asked at every key. */
export function usePaused<T>(value: T, pauseMs = 300): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(value), pauseMs)
    return () => window.clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}
