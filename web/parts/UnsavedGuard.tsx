import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/Dialog.tsx'

const LOST = 'What you typed here has not been saved and would be lost.'

/** Asks before typed work is left: on links, on Back, and on closing the tab. */
export function UnsavedGuard({ when, means = LOST }: { when: boolean; means?: string }) {
  const [leavingTo, setLeavingTo] = useState<string>()
  const leaving = useRef(false)

  useEffect(() => {
    if (!when) return
    leaving.current = false
    const here = window.location.href
    const closing = (event: BeforeUnloadEvent): void => event.preventDefault()
    const clicking = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const aside = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
      if (!(link instanceof HTMLAnchorElement) || link.target || aside || link.href === here) return
      event.preventDefault()
      event.stopPropagation()
      setLeavingTo(link.href)
    }
    // Only the browser can stop Back before the router hears of it; one that cannot yet simply goes.
    const goingBack = (event: NavigateEvent): void => {
      if (event.navigationType !== 'traverse' || !event.cancelable || leaving.current) return
      event.preventDefault()
      setLeavingTo(event.destination.url)
    }
    const navigation = 'navigation' in window ? window.navigation : undefined
    window.addEventListener('beforeunload', closing)
    document.addEventListener('click', clicking, { capture: true })
    navigation?.addEventListener('navigate', goingBack)
    return () => {
      window.removeEventListener('beforeunload', closing)
      document.removeEventListener('click', clicking, { capture: true })
      navigation?.removeEventListener('navigate', goingBack)
    }
  }, [when])

  const leave = (): void => {
    leaving.current = true
    setLeavingTo(undefined)
    if (leavingTo) window.location.assign(leavingTo)
  }
  return (
    <ConfirmDialog
      open={leavingTo !== undefined}
      onClose={() => setLeavingTo(undefined)}
      title="Leave without saving?"
      description={means}
      action="Leave"
      danger
      onConfirm={leave}
    />
  )
}
