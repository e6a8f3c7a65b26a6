import { useEffect, useRef } from 'react'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Something lies over the page: its keys are not meant for what is under it. */
export const isCovered = (): boolean => document.querySelector('dialog[open], [aria-modal=true]') !== null

/** A box is for ticking, not for typing. */
const isCheckbox = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'checkbox'

/** Single letters of one page. They rest while somebody types, while a dialog is open and with any other key held. */
export function useShortcuts(shortcuts: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.repeat
      if (isHeld || (isTyping(event.target) && !isCheckbox(event.target))) return
      if (event.defaultPrevented || isCovered() || document.querySelector('[role=menu]')) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
