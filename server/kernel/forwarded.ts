/**
 * Behind a proxy that the program does not know of, every caller has the proxy's address: limits count all of them as one, and
 * cookies are not Secure. A forwarded address that is not trusted shows it.
 */
const WARN_EVERY_MS = 60_000
let seen: Date | undefined

/** True once a minute, when it is time to say so in the log. */
export function noteForwarded(now: Date): boolean {
  const isDue = seen === undefined || now.getTime() - seen.getTime() >= WARN_EVERY_MS
  if (isDue) seen = now
  return isDue
}

/** When one last came, to the minute. */
export const forwardedAt = (): Date | undefined => seen
