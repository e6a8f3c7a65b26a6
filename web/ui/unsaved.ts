import { createContext, type RefObject, useContext, useEffect, useEffectEvent, useRef } from 'react'

/** What must not be lost by a slip: a form half filled in, a dialog with something typed, codes that are shown once. */

type Leave = () => void
type Guard = {
  /** What leaving would cost, as a sentence; undefined while it costs nothing. */
  lost: () => string | undefined
  /** Puts the question; `leave` goes on to the other page. */
  ask: (lost: string, leave: Leave) => void
  /** Called when the person has decided to leave, whichever guard asked. */
  onLeave?: (() => void) | undefined
}

/** Pages and open dialogs; the last one is on top and asks for all of them, so there is one question. */
const guards: Guard[] = []

/** Leaves at once where nothing is lost by it; otherwise asks first. True when it was asked. */
export function confirmLeave(leave: Leave): boolean {
  const lost = guards.map(guard => guard.lost()).findLast(Boolean)
  const leaveAll = (): void => {
    for (const guard of guards.slice()) guard.onLeave?.()
    leave()
  }
  if (lost) guards.at(-1)?.ask(lost, leaveAll)
  else leave()
  return lost !== undefined
}

const hasUnsaved = (): boolean => guards.some(guard => guard.lost())

const closing = (event: BeforeUnloadEvent): void => {
  if (hasUnsaved()) event.preventDefault()
}

/** A link that takes this tab to another page; files, telephone numbers and other tabs leave nothing. */
function leadsAway(link: Element | null): link is HTMLAnchorElement {
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return false
  return /^https?:$/.test(link.protocol) && link.href !== window.location.href
}

const clicking = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const apart = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
  if (apart || !leadsAway(link) || !hasUnsaved()) return
  event.preventDefault()
  event.stopPropagation()
  const { href } = link
  confirmLeave(() => window.location.assign(href))
}

/** Only the browser can stop Back before the router hears of it; one that cannot yet simply goes. */
const goingBack = (event: NavigateEvent): void => {
  if (event.navigationType !== 'traverse' || !event.cancelable || !hasUnsaved()) return
  event.preventDefault()
  const { url } = event.destination
  confirmLeave(() => window.location.assign(url))
}

function addGuard(guard: Guard): () => void {
  const navigation = 'navigation' in window ? window.navigation : undefined
  // the listeners are added with the first guard and removed with the last
  if (guards.push(guard) === 1) {
    window.addEventListener('beforeunload', closing)
    document.addEventListener('click', clicking, { capture: true })
    navigation?.addEventListener('navigate', goingBack)
  }
  return () => {
    guards.splice(guards.indexOf(guard), 1)
    if (guards.length > 0) return
    window.removeEventListener('beforeunload', closing)
    document.removeEventListener('click', clicking, { capture: true })
    navigation?.removeEventListener('navigate', goingBack)
  }
}

/** Asks before unsaved work is left: by a link, by Back, by closing the tab, by signing out. */
export function useUnsavedGuard(isActive: boolean, { lost, ask, onLeave }: Guard): void {
  const latestLost = useEffectEvent(lost)
  const latestAsk = useEffectEvent(ask)
  const latestLeave = useEffectEvent(() => onLeave?.())
  useEffect(() => {
    if (!isActive) return
    return addGuard({
      lost: () => latestLost(),
      ask: (what, leave) => latestAsk(what, leave),
      onLeave: () => latestLeave(),
    })
  }, [isActive])
}

/** What closing a dialog would cost its parts. */
export type DialogLosses = Set<RefObject<string | undefined>>
export const DialogLossesContext = createContext<DialogLosses | undefined>(undefined)

/** For a part of a dialog: the dialog asks with this sentence before it closes. */
export function useDialogGuard(lost: string | undefined): void {
  const losses = useContext(DialogLossesContext)
  const sentence = useRef(lost)
  useEffect(() => {
    sentence.current = lost
  })
  useEffect(() => {
    losses?.add(sentence)
    return () => void losses?.delete(sentence)
  }, [losses])
}
