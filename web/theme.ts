import { useSyncExternalStore } from 'react'
import { readTheme, saveTheme, type ThemeChoice } from './session.ts'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function apply(): void {
  const choice = readTheme()
  const dark = choice === 'dark' || (choice === 'system' && system.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}
system.addEventListener('change', apply)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, readTheme)
  const choose = (next: ThemeChoice): void => {
    saveTheme(next)
    apply()
  }
  return { choice, choose }
}
