import { useSyncExternalStore } from 'react'

/** Query parameters of the hash. This page has no router, to keep its bundle small. */

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) window.addEventListener('popstate', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', tell)
  }
}

const query = (): string => /\?(.*)$/s.exec(window.location.hash)?.[1] ?? ''

/** Changes query parameters; null removes one. */
export function goTo(
  change: Readonly<Record<string, string | null>>,
  how: 'push' | 'replace' = 'push',
): void {
  const next = new URLSearchParams(query())
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  const path = window.location.hash.replace(/\?.*$/s, '')
  const address = next.size > 0 ? `${path}?${next}` : path
  if (how === 'push') window.history.pushState(null, '', address)
  else window.history.replaceState(null, '', address)
  tell()
}

export const useAddress = (): URLSearchParams => new URLSearchParams(useSyncExternalStore(subscribe, query))
