import { useEffect, useState } from 'react'

/** The value once it has stopped changing for a moment: the server is not asked at every key. */
export function useDebounced<T>(value: T, pauseMs = 300): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(value), pauseMs)
    return () => window.clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
