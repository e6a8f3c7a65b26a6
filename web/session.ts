import { InvalidTokenError, jwtDecode } from 'jwt-decode'
import { useSyncExternalStore } from 'react'

/** The only door to the browser's storage: the session token, the chosen theme, drafts. */

export const SESSION_KEY = 'iroko.session'
/** `beforePaint.js` reads the same key. */
export const THEME_KEY = 'iroko.theme'
const DRAFT_KEY = 'iroko.loan-request'
const DRAFT_NUMBERS_KEY = 'iroko.loan-request.numbers'
const WORK_KEY = 'iroko.work.'

/** What the token says. It draws menus; the server decides. */
export type Claims = {
  readonly sub: string
  readonly role: readonly string[]
  readonly name?: string
  readonly email?: string
  readonly accountOfficerCode?: string
}

export type SessionEnd = 'logout' | 'idle' | 'expired' | 'broken'
export type Session =
  | { readonly state: 'none'; readonly because: SessionEnd | undefined }
  | { readonly state: 'broken' }
  | { readonly state: 'live'; readonly token: string; readonly claims: Claims }

/** Reads a token without checking its signature; throws InvalidTokenError when it is not one. */
export function decodeToken(token: unknown): Claims {
  const claims = jwtDecode<Partial<Claims>>(token as string)
  const { sub, role } = claims
  if (typeof sub !== 'string' || !Array.isArray(role) || !role.every(name => typeof name === 'string')) {
    throw new InvalidTokenError('Invalid token specified: no subject or no roles')
  }
  return { ...claims, sub, role }
}

const listeners = new Set<() => void>()
let endedBecause: SessionEnd | undefined
let seen: { token: string | null; session: Session } | undefined

function interpret(token: string | null): Session {
  if (token === null) return { state: 'none', because: endedBecause }
  try {
    return { state: 'live', token, claims: decodeToken(token) }
  } catch (error) {
    if (error instanceof InvalidTokenError) return { state: 'broken' }
    throw error
  }
}

export function currentSession(): Session {
  const token = sessionStorage.getItem(SESSION_KEY)
  if (!seen || seen.token !== token) seen = { token, session: interpret(token) }
  return seen.session
}

function changed(): void {
  seen = undefined
  for (const listener of listeners) listener()
}

export function startSession(token: string): void {
  sessionStorage.setItem(SESSION_KEY, token)
  changed()
  // what somebody else left half written in this tab is nothing for whoever signs in now
  const now = currentSession()
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(WORK_KEY) && now.state === 'live' && !key.endsWith(now.claims.sub))
      sessionStorage.removeItem(key)
}

export function endSession(because: SessionEnd): void {
  const token = sessionStorage.getItem(SESSION_KEY)
  dropSession(because)
  if (token !== null) tabs?.postMessage({ kind: 'ended', token, because } satisfies TabMessage)
}

function dropSession(because: SessionEnd): void {
  endedBecause = because
  sessionStorage.removeItem(SESSION_KEY)
  changed()
  atEnd()
}

let atEnd = (): void => undefined

/** Runs whenever the session of this tab ends, here or in another tab. */
export function onSessionEnd(run: () => void): void {
  atEnd = run
}

/** What tabs of one browser say to each other about the session. Only tabs of the same origin hear it. */
type TabMessage =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'ended'; readonly token: string; readonly because: SessionEnd }

/** An open tab answers within a few milliseconds; a first visit waits no longer than this for nothing. */
const TAB_ANSWER_MS = 200
let tabs: BroadcastChannel | undefined

/**
 * Shares the session with the other tabs of this browser. A tab that needs a session and has none (`wantsSession`) gets it
 * from an open tab. A session that ends in one tab ends in all. Resolves when this tab knows where it stands.
 */
export function joinTabs(wantsSession: boolean): Promise<void> {
  const channel = new BroadcastChannel('iroko.session')
  tabs = channel
  return new Promise(resolve => {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      const own = sessionStorage.getItem(SESSION_KEY)
      if (data.kind === 'wanted' && own !== null)
        channel.postMessage({ kind: 'session', token: own } satisfies TabMessage)
      if (data.kind === 'ended' && own === data.token) dropSession(data.because)
      if (data.kind === 'session' && own === null && wantsSession) {
        startSession(data.token)
        resolve()
      }
    }
    if (!wantsSession || sessionStorage.getItem(SESSION_KEY) !== null) return resolve()
    channel.postMessage({ kind: 'wanted' } satisfies TabMessage)
    setTimeout(resolve, TAB_ANSWER_MS)
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession)

export type ThemeChoice = 'light' | 'dark' | 'system'

export function readTheme(): ThemeChoice {
  const saved = localStorage.getItem(THEME_KEY)
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

export function saveTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(THEME_KEY)
  else localStorage.setItem(THEME_KEY, choice)
}

/** A loan request half filled in. BVN and NIN go with the tab: a shared phone must not keep them. */
export type RequestDraft = { readonly draft: string | null; readonly numbers: string | null }

export function readRequestDraft(): RequestDraft {
  try {
    return { draft: localStorage.getItem(DRAFT_KEY), numbers: sessionStorage.getItem(DRAFT_NUMBERS_KEY) }
  } catch {
    return { draft: null, numbers: null }
  }
}

/** False when this browser stores nothing (full, or storage switched off); null deletes. */
export function saveRequestDraft({ draft, numbers }: RequestDraft): boolean {
  try {
    put(localStorage, DRAFT_KEY, draft)
    put(sessionStorage, DRAFT_NUMBERS_KEY, numbers)
    return true
  } catch {
    return false
  }
}

/** A form half filled in in the console, in this tab: neither a reload nor a session that ends loses it. */
export function readDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(WORK_KEY + name)
  } catch {
    return null
  }
}

/** Null deletes. Typing works in a browser that stores nothing, too. */
export function saveDraft(name: string, draft: string | null): void {
  try {
    put(sessionStorage, WORK_KEY + name, draft)
  } catch {
    // full, or switched off
  }
}

const put = (storage: Storage, key: string, value: string | null): void =>
  value === null ? storage.removeItem(key) : storage.setItem(key, value)
