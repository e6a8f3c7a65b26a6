import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What the device believes about its line; only a request that arrives proves it. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Resolves when the signal comes back, or after a while, whichever is first. */
export function onlineOrTimeout(milliseconds: number): { promise: Promise<void>; now: () => void } {
  let now = (): void => undefined
  const promise = new Promise<void>(resolve => {
    const timer = window.setTimeout(() => now(), milliseconds)
    now = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', now)
      resolve()
    }
    window.addEventListener('online', now)
  })
  return { promise, now }
}
