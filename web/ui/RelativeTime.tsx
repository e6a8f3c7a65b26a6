import { useEffect, useState } from 'react'
import { Tooltip } from './Tooltip.tsx'

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
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

export function relativeTime(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
  if (step) return words.format(Math.round(seconds / step[1]), step[0])
  return seconds > 30 ? 'in a moment' : 'just now'
}

/** Months have three letters wherever a day is written; British English gives September a fourth. */
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
