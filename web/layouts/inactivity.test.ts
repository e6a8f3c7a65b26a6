import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACTIVITY_EVENTS, watchInactivity } from './inactivity.ts'

const MINUTE = 60_000

/** Delivers to the other tabs at once, as the browser's channel does within one turn. */
class Tabs {
  static open = new Set<Tabs>()
  onmessage: ((message: { data: unknown }) => void) | null = null
  constructor() {
    Tabs.open.add(this)
  }
  postMessage(data: unknown): void {
    for (const tab of Tabs.open) if (tab !== this) tab.onmessage?.({ data })
  }
  close(): void {
    Tabs.open.delete(this)
  }
}

let heard: string[]
let stop: () => void
const watch = (name = ''): (() => void) =>
  watchInactivity({
    warn: () => heard.push(`${name}warn`),
    unwarn: () => heard.push(`${name}unwarn`),
    logout: () => heard.push(`${name}logout`),
    stillHere: () => heard.push(`${name}here`),
  })
const move = (event = 'mousemove'): boolean => window.dispatchEvent(new Event(event))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-16T08:00:00Z') })
  vi.stubGlobal('BroadcastChannel', Tabs)
  heard = []
  stop = watch()
})
afterEach(() => {
  stop()
  Tabs.open.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('without activity', () => {
  it('warns at 13 minutes and logs out at 15', () => {
    vi.advanceTimersByTime(13 * MINUTE - 1)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(1)
    expect(heard).toEqual(['warn'])
    vi.advanceTimersByTime(2 * MINUTE - 1)
    expect(heard).toEqual(['warn'])
    vi.advanceTimersByTime(1)
    expect(heard).toEqual(['warn', 'logout'])
    vi.advanceTimersByTime(60 * MINUTE)
    expect(heard).toEqual(['warn', 'logout'])
  })
})

describe('activity', () => {
  it.each(ACTIVITY_EVENTS)('%s resets both timers and takes the warning back', event => {
    vi.advanceTimersByTime(14 * MINUTE)
    move(event)
    expect(heard).toEqual(['warn', 'unwarn', 'here'])
    vi.advanceTimersByTime(13 * MINUTE - 1)
    expect(heard).not.toContain('logout')
    vi.advanceTimersByTime(1)
    expect(heard.at(-1)).toBe('warn')
    vi.advanceTimersByTime(2 * MINUTE)
    expect(heard.at(-1)).toBe('logout')
  })
  it('tells the server at most once a minute, and not at all while idle', () => {
    for (let second = 0; second < 150; second++) {
      vi.advanceTimersByTime(1000)
      move()
    }
    expect(heard).toEqual(['here', 'here'])
  })
  it('that came too soon after the last word is told a minute after that, once', () => {
    vi.advanceTimersByTime(55_000)
    move()
    expect(heard).toEqual([])
    vi.advanceTimersByTime(5_000)
    expect(heard).toEqual(['here'])
    vi.advanceTimersByTime(13 * MINUTE - 10_000)
    expect(heard).toEqual(['here'])
  })
  it('in the last second before the sign-out is told at once, and within what the server allows', () => {
    vi.advanceTimersByTime(55_000)
    move()
    vi.advanceTimersByTime(15 * MINUTE - 1)
    expect(heard).toEqual(['here', 'warn'])
    move()
    expect(heard).toEqual(['here', 'warn', 'unwarn', 'here'])
  })
  it('is not told after the laptop slept past the limit', () => {
    vi.advanceTimersByTime(30_000)
    move()
    vi.setSystemTime(new Date('2026-11-16T09:00:00Z'))
    vi.advanceTimersByTime(30_000)
    expect(heard).toEqual(['logout'])
    vi.advanceTimersByTime(20 * MINUTE)
    expect(heard).toEqual(['logout'])
  })
  it('in another tab counts for this one', () => {
    const stopOther = watch('other ')
    vi.advanceTimersByTime(10 * MINUTE)
    const [, other] = [...Tabs.open]
    other?.postMessage(Date.now())
    vi.advanceTimersByTime(12 * MINUTE)
    expect(heard.filter(what => !what.startsWith('other'))).toEqual(['here'])
    stopOther()
  })
  it('after the laptop slept past the limit comes too late', () => {
    vi.setSystemTime(new Date('2026-11-16T09:00:00Z'))
    move()
    expect(heard).toEqual(['logout'])
  })
  it('is looked at again when the window is shown', () => {
    vi.setSystemTime(new Date('2026-11-16T08:13:30Z'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(heard).toEqual(['warn'])
    vi.setSystemTime(new Date('2026-11-16T08:15:00Z'))
    window.dispatchEvent(new Event('focus'))
    expect(heard).toEqual(['warn', 'logout'])
  })
})
