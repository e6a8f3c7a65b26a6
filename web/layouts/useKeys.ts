import { useEffect, useRef } from 'react'
import { isCovered, isTyping } from '../parts/useShortcuts.ts'

type Keys = { palette: () => void; help: () => void; sidebar: () => void }

/** The search box of the list on the page, if it has one. */
function focusSearch(event: KeyboardEvent): void {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!box) return
  event.preventDefault()
  box.focus()
  box.select()
}

/** Shortcuts that work on every page. Single letters have no effect while the user types. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.palette()
        return
      }
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!plain || isTyping(event.target) || isCovered()) return
      if (event.key === '?') latest.current.help()
      if (event.key === '[') latest.current.sidebar()
      if (event.key === '/') focusSearch(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
