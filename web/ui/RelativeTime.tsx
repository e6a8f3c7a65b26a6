import { useEffect, useState } from 'react'
import { Tooltip } from './Tooltip.tsx'

const DAY = 86_400
/** In days. */
const LONG: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365],
  ['month', 365 / 12],
  ['week', 7],
]
/** In seconds. */
const SHORT: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3600],
  ['minute', 60],
]
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
/** Staff work on Lagos time wherever their laptop believes it is. */
const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})

/** The calendar's days in Lagos, an hour ahead of UTC all year: thirty hours ago can be two nights ago. */
const dayInLagos = (at: Date): number => Math.floor((at.getTime() / 1000 + 3600) / DAY)

export function relativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const size = Math.abs(seconds)
  // nothing is rounded up: 19 months ago was not two years ago, nor 59½ minutes ago an hour ago
  if (size >= DAY) {
    const days = dayInLagos(at) - dayInLagos(now)
    const [unit, length] = LONG.find(each => Math.abs(days) >= each[1]) ?? ['day', 1]
    return words.format(Math.trunc(days / length), unit)
  }
  const short = SHORT.find(([, length]) => size >= length)
  if (short) return words.format(Math.trunc(seconds / short[1]), short[0])
  return seconds > 30 ? 'in a moment' : 'just now'
}

/** As `formatMoment` of the engine, which this folder does not know: British English gives September a fourth letter. */
const exactWords = (at: Date): string => exact.format(at).replace('Sept', 'Sep')

export const exactTime = (at: Date): string => `${exactWords(at)} Lagos time`

/** "3 hours ago", with the exact moment on hover and focus. */
export function RelativeTime({ at }: { at: string | Date }) {
  const moment = at instanceof Date ? at : new Date(at)
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), 30_000)
    return () => window.clearInterval(timer)
  }, [])
  return (
    <Tooltip content={exactTime(moment)}>
      <time
        dateTime={moment.toISOString()}
        data-exact={exactWords(moment)}
        className="whitespace-nowrap underline decoration-line decoration-dotted underline-offset-4"
      >
        {relativeTime(moment, now)}
      </time>
    </Tooltip>
  )
}
