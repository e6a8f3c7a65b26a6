const MINUTE_MS = 60_000
export const WARN_AFTER_MS = 13 * MINUTE_MS
export const LOGOUT_AFTER_MS = 15 * MINUTE_MS
export const ACTIVITY_EVENTS = [
  'mousedown',
  'mousemove',
  'keypress',
  'scroll',
  'touchstart',
  'click',
  'keydown',
] as const

/** Other tabs and the server hear of activity at most this often. */
const TELL_TABS_EVERY_MS = 1000
const TELL_SERVER_EVERY_MS = MINUTE_MS

type Reactions = {
  warn: () => void
  /** Somebody moved while the warning was up. */
  unwarn: () => void
  logout: () => void
  /** The person is working: the server must not let the session idle out during a long form. */
  stillHere: () => void
}

/**
 * Watches for activity in this tab and, through a channel, in every other tab of the console.
 * Timers stop while a laptop sleeps, so every decision looks at the time that really passed.
 */
export function watchInactivity(react: Reactions): () => void {
  const tabs = new BroadcastChannel('iroko.activity')
  let lastActive = Date.now()
  let notifiedTabs = 0
  let notifiedServer = Date.now()
  let warned = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined

  const schedule = (): void => {
    clearTimeout(timer)
    const due = lastActive + (warned ? LOGOUT_AFTER_MS : WARN_AFTER_MS)
    timer = setTimeout(check, Math.max(0, due - Date.now()))
  }
  const check = (): void => {
    const idle = Date.now() - lastActive
    if (idle >= LOGOUT_AFTER_MS) {
      stop()
      react.logout()
      return
    }
    if (idle >= WARN_AFTER_MS && !warned) {
      warned = true
      react.warn()
    }
    schedule()
  }
  const active = (at: number): void => {
    // The first touch after a long sleep comes too late to count.
    if (Date.now() - lastActive >= LOGOUT_AFTER_MS) {
      check()
      return
    }
    lastActive = Math.max(lastActive, at)
    if (warned) react.unwarn()
    warned = false
    // What comes too soon after the last word is told a little later, or the server would count from before it and end the
    // session while here the warning still stands.
    const wait = notifiedServer + TELL_SERVER_EVERY_MS - Date.now()
    if (wait <= 0) tell()
    else telling ??= setTimeout(tell, wait)
    schedule()
  }
  const tell = (): void => {
    clearTimeout(telling)
    telling = undefined
    if (Date.now() - lastActive >= LOGOUT_AFTER_MS) {
      check()
      return
    }
    notifiedServer = Date.now()
    react.stillHere()
  }
  const here = (): void => {
    const now = Date.now()
    active(now)
    if (now - notifiedTabs < TELL_TABS_EVERY_MS) return
    notifiedTabs = now
    tabs.postMessage(now)
  }
  const stop = (): void => {
    clearTimeout(timer)
    clearTimeout(telling)
    for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, here, true)
    document.removeEventListener('visibilitychange', check)
    window.removeEventListener('focus', check)
    tabs.close()
  }

  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, here, { capture: true, passive: true })
  document.addEventListener('visibilitychange', check)
  window.addEventListener('focus', check)
  tabs.onmessage = (message: MessageEvent<unknown>) => {
    if (typeof message.data === 'number') active(message.data)
  }
  schedule()
  return stop
}
