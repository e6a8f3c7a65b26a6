import type { FastifyReply } from 'fastify'

type Behind = { behindProxy: boolean }

export const COOKIE_DEV = 'iroko_binding'
export const COOKIE_TLS = '__Host-iroko_binding'
const BROWSER_DEV = 'iroko_browser'
const BROWSER_TLS = '__Host-iroko_browser'
const BROWSER_SECONDS = 180 * 24 * 3600
export const bindingName = ({ behindProxy }: Behind): string => (behindProxy ? COOKIE_TLS : COOKIE_DEV)
export const browserName = ({ behindProxy }: Behind): string => (behindProxy ? BROWSER_TLS : BROWSER_DEV)

export function setBindingCookie(deps: Behind, reply: FastifyReply, value: string | null): void {
  const name = bindingName(deps)
  if (value === null) reply.clearCookie(name, cookieOptions(deps))
  else reply.setCookie(name, value, cookieOptions(deps))
}

const cookieOptions = ({ behindProxy }: Behind) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: behindProxy }) as const

export const setBrowserCookie = (deps: Behind, reply: FastifyReply, value: string): void => {
  reply.setCookie(browserName(deps), value, { ...cookieOptions(deps), maxAge: BROWSER_SECONDS })
}

const PLACE_DEV = 'iroko_place'
const PLACE_TLS = '__Host-iroko_place'
/** Where the database's log was after the caller's last write. */
export const placeName = ({ behindProxy }: Behind): string => (behindProxy ? PLACE_TLS : PLACE_DEV)

export const setPlaceCookie = (deps: Behind, reply: FastifyReply, value: string): void => {
  reply.setCookie(placeName(deps), value, cookieOptions(deps))
}
