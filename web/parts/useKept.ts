import { useEffect, useState } from 'react'
import { keepWork, keptWork } from '../session.ts'
import { useCurrentUser } from './currentUser.ts'

type Typed = Record<string, string>

/** Where a short form begins: empty, or with what this person left in it when a session ended or the page was reloaded. */
export function useKept<V extends Typed>(name: string, empty: V) {
  const key = `${name}.${useCurrentUser().id}`
  const [initial] = useState(() => ({ ...empty, ...readTyped(keptWork(key), Object.keys(empty)) }))
  return { key, initial, forget: (): void => keepWork(key, null) }
}

/** Every key typed is kept in this tab; a form emptied or sent leaves nothing. */
export function useKeeping({ key }: { key: string }, values: Typed): void {
  useEffect(() => {
    const isTyped = Object.values(values).some(text => text !== '')
    keepWork(key, isTyped ? JSON.stringify(values) : null)
  }, [key, values])
}

/** Whatever stands in the storage, only texts under known names come back. */
function readTyped(kept: string | null, names: readonly string[]): Typed {
  try {
    const found: unknown = JSON.parse(kept ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(
      Object.entries(found).filter(([name, text]) => names.includes(name) && typeof text === 'string'),
    )
  } catch {
    return {}
  }
}
