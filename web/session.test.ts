import { InvalidTokenError } from 'jwt-decode'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  currentSession,
  decodeToken,
  endSession,
  joinTabs,
  onSessionEnd,
  readDraft,
  readRequestDraft,
  readTheme,
  SESSION_KEY,
  saveDraft,
  saveRequestDraft,
  saveTheme,
  startSession,
} from './session.ts'

const part = (content: unknown): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(content))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const token = (claims: unknown): string => `${part({ alg: 'HS256' })}.${part(claims)}.signature`
const ngozi = { sub: '0199', role: ['Reviewer', 'Editor'], name: 'Ngozi Ọ́kẹ́', email: 'ngozi@iroko.test' }

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

describe('a token', () => {
  it('is read without checking its signature', () => {
    expect(decodeToken(token(ngozi))).toEqual(ngozi)
  })
  it.each([
    ['not a string', 42],
    ['nothing', undefined],
    ['one part', 'garbage'],
    ['a part missing', `${part({ alg: 'HS256' })}.`],
    ['bad encoding', 'e30.%%%.x'],
    ['not JSON', `e30.${btoa('hello')}.x`],
    ['no role', token({ sub: '0199' })],
    ['role not an array', token({ sub: '0199', role: 'Admin' })],
    ['roles not strings', token({ sub: '0199', role: [1] })],
    ['no subject', token({ role: ['Admin'] })],
  ])('is invalid: %s', (_, broken) => {
    expect(() => decodeToken(broken)).toThrow(InvalidTokenError)
  })
})

describe('the session', () => {
  it('is one entry in session storage', () => {
    expect(currentSession()).toEqual({ state: 'none', because: undefined })
    startSession(token(ngozi))
    expect(Object.keys(sessionStorage)).toEqual([SESSION_KEY])
    expect(currentSession()).toMatchObject({ state: 'live', claims: ngozi })
    endSession('logout')
    expect(sessionStorage.length).toBe(0)
    expect(currentSession()).toEqual({ state: 'none', because: 'logout' })
  })
  it('drops what somebody else left half written in the tab, and nothing of one’s own', () => {
    saveDraft('customer.7.0199', 'mine')
    saveDraft('customer.7.0200', 'theirs')
    saveRequestDraft({ draft: null, numbers: '{}' })
    startSession(token(ngozi))
    expect([readDraft('customer.7.0199'), readDraft('customer.7.0200')]).toEqual(['mine', null])
    expect(readRequestDraft().numbers).toBe('{}')
  })
  it('notices what somebody else did to the entry', () => {
    startSession(token(ngozi))
    sessionStorage.setItem(SESSION_KEY, 'scratched')
    expect(currentSession()).toEqual({ state: 'broken' })
    sessionStorage.removeItem(SESSION_KEY)
    expect(currentSession().state).toBe('none')
  })
})

describe('tabs of one browser', () => {
  /** Delivers to the other tabs at once; the browser's own channel does so a moment later. */
  class Tab {
    static open: Tab[] = []
    onmessage: ((message: { data: unknown }) => void) | null = null
    readonly heard: unknown[] = []
    constructor() {
      Tab.open.push(this)
    }
    postMessage(data: unknown): void {
      for (const tab of Tab.open.filter(each => each !== this)) {
        tab.heard.push(data)
        tab.onmessage?.({ data })
      }
    }
  }
  const otherTab = (answer?: string): Tab => {
    const tab = new Tab()
    tab.onmessage = ({ data }) => {
      if (answer && (data as { kind: string }).kind === 'wanted')
        tab.postMessage({ kind: 'session', token: answer })
    }
    return tab
  }
  beforeEach(() => {
    Tab.open = []
    vi.stubGlobal('BroadcastChannel', Tab)
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('a new tab gets the session of an open one', async () => {
    otherTab(token(ngozi))
    await joinTabs(true)
    expect(currentSession()).toMatchObject({ state: 'live', claims: ngozi })
  })
  it('a new tab without an answer has no session, and takes one that comes late', async () => {
    const silent = otherTab()
    const joined = joinTabs(true)
    await vi.advanceTimersByTimeAsync(200)
    await joined
    expect(currentSession().state).toBe('none')
    silent.postMessage({ kind: 'session', token: token(ngozi) })
    expect(currentSession().state).toBe('live')
  })
  it('the sign-in page asks no tab: another account can sign in there', async () => {
    const other = otherTab(token(ngozi))
    await joinTabs(false)
    expect(other.heard).toEqual([])
    other.postMessage({ kind: 'session', token: token(ngozi) })
    expect(currentSession().state).toBe('none')
  })
  it('a tab with a session keeps it and gives it to a new one', async () => {
    const bola = token({ sub: '0200', role: ['Admin'] })
    startSession(bola)
    const other = otherTab(token(ngozi))
    await joinTabs(true)
    other.postMessage({ kind: 'wanted' })
    expect(other.heard).toEqual([{ kind: 'session', token: bola }])
    expect(currentSession()).toMatchObject({ token: bola })
  })
  it('a session that ends in one tab ends in all that share it, and in no other', async () => {
    startSession(token(ngozi))
    const other = otherTab()
    await joinTabs(true)
    other.postMessage({ kind: 'ended', token: token({ sub: '0200', role: [] }), because: 'logout' })
    expect(currentSession().state).toBe('live')
    other.postMessage({ kind: 'ended', token: token(ngozi), because: 'expired' })
    expect(currentSession()).toEqual({ state: 'none', because: 'expired' })
    startSession(token(ngozi))
    const ended = vi.fn<() => void>()
    onSessionEnd(ended)
    endSession('logout')
    expect(ended).toHaveBeenCalledTimes(1)
    expect(other.heard).toEqual([{ kind: 'ended', token: token(ngozi), because: 'logout' }])
  })
})

it('keeps a chosen theme and forgets it for the system one', () => {
  expect(readTheme()).toBe('system')
  saveTheme('dark')
  expect(readTheme()).toBe('dark')
  saveTheme('system')
  expect(localStorage.length).toBe(0)
})

it('keeps a draft across tabs, its numbers in this tab only, and says when it cannot', () => {
  expect(saveRequestDraft({ draft: '{"surname":"Bello"}', numbers: '{"bvn":"22212345678"}' })).toBe(true)
  expect(readRequestDraft()).toEqual({ draft: '{"surname":"Bello"}', numbers: '{"bvn":"22212345678"}' })
  expect(Object.values({ ...localStorage }).join()).not.toContain('22212345678')
  saveRequestDraft({ draft: null, numbers: null })
  expect(readRequestDraft()).toEqual({ draft: null, numbers: null })
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  vi.stubGlobal('localStorage', full)
  expect(saveRequestDraft({ draft: '{}', numbers: null })).toBe(false)
  vi.unstubAllGlobals()
})
