import { createContext, type RefObject, useContext, useEffect, useEffectEvent, useRef } from 'react'

/** What must not be lost by a slip: a form half filled in, a dialog with something typed, codes that are shown once. */

type Leave = () => void
export type Holder = {
  /** What leaving would cost, as a sentence; undefined while it costs nothing. */
  lost: () => string | undefined
  /** Puts the question; whoever answers yes is taken on by `leave`. */
  ask: (lost: string, leave: Leave) => void
  /** Told when somebody has decided to leave it, whoever asked. */
  onLeave?: (() => void) | undefined
}

/** Pages and open dialogs; the last one lies on top and asks for all of them, so there is one question. */
const holders: Holder[] = []

/** Goes at once where nothing is lost by it; else the question comes first. True when it was asked. */
export function leaveAsked(leave: Leave): boolean {
  const lost = holders.map(holder => holder.lost()).findLast(Boolean)
  const leaveAll = (): void => {
    for (const holder of holders.slice()) holder.onLeave?.()
    leave()
  }
  if (lost) holders.at(-1)?.ask(lost, leaveAll)
  else leave()
  return lost !== undefined
}

const isHeld = (): boolean => holders.some(holder => holder.lost())

const closing = (event: BeforeUnloadEvent): void => {
  if (isHeld()) event.preventDefault()
}

/** A link that takes this tab to another page; files, telephone numbers and other tabs leave nothing. */
function leadsAway(link: Element | null): link is HTMLAnchorElement {
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return false
  return /^https?:$/.test(link.protocol) && link.href !== window.location.href
}

const clicking = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const aside = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
  if (aside || !leadsAway(link) || !isHeld()) return
  event.preventDefault()
  event.stopPropagation()
  const { href } = link
  leaveAsked(() => window.location.assign(href))
}

/** Only the browser can stop Back before the router hears of it; one that cannot yet simply goes. */
const goingBack = (event: NavigateEvent): void => {
  if (event.navigationType !== 'traverse' || !event.cancelable || !isHeld()) return
  event.preventDefault()
  const { url } = event.destination
  leaveAsked(() => window.location.assign(url))
}

function hold(holder: Holder): () => void {
  const navigation = 'navigation' in window ? window.navigation : undefined
  // heard while there is something to hold, and the same three however many hold it
  if (holders.push(holder) === 1) {
    window.addEventListener('beforeunload', closing)
    document.addEventListener('click', clicking, { capture: true })
    navigation?.addEventListener('navigate', goingBack)
  }
  return () => {
    holders.splice(holders.indexOf(holder), 1)
    if (holders.length > 0) return
    window.removeEventListener('beforeunload', closing)
    document.removeEventListener('click', clicking, { capture: true })
    navigation?.removeEventListener('navigate', goingBack)
  }
}

/** Asks before what it holds is left: by a link, by Back, by closing the tab, by signing out. */
export function useHolder(isThere: boolean, { lost, ask, onLeave }: Holder): void {
  const latestLost = useEffectEvent(lost)
  const latestAsk = useEffectEvent(ask)
  const latestLeave = useEffectEvent(() => onLeave?.())
  useEffect(() => {
    if (!isThere) return
    return hold({
      lost: () => latestLost(),
      ask: (what, leave) => latestAsk(what, leave),
      onLeave: () => latestLeave(),
    })
  }, [isThere])
}

/** What the parts of one dialog hold. */
export type Held = Set<RefObject<string | undefined>>
export const HeldContext = createContext<Held | undefined>(undefined)

/** For a part of a dialog: the dialog asks with this sentence before it closes. */
export function useHeld(lost: string | undefined): void {
  const held = useContext(HeldContext)
  const sentence = useRef(lost)
  useEffect(() => {
    sentence.current = lost
  })
  useEffect(() => {
    held?.add(sentence)
    return () => void held?.delete(sentence)
  }, [held])
}
