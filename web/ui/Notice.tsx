import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Tone } from './Badge.tsx'
import { Actions } from './Button.tsx'

const TONES: Record<Exclude<Tone, 'neutral'>, string> = {
  brand: 'bg-sunken text-ink',
  positive: 'bg-positive-soft text-positive',
  caution: 'bg-caution-soft text-caution',
  negative: 'bg-negative-soft text-negative',
  notice: 'bg-notice-soft text-notice',
}

type Props = {
  tone?: keyof typeof TONES
  title?: string
  /** Read out at once: for answers to something the person just did. */
  alert?: boolean
  children?: ReactNode
  action?: ReactNode
}

/** A message that stays on the page, unlike a toast. */
export function Notice({ tone = 'notice', title, alert = tone === 'negative', children, action }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // a refusal below what a long dialog shows would be no answer at all
    if (alert && element.current?.closest('dialog')) element.current.scrollIntoView({ block: 'nearest' })
  }, [alert])
  return (
    <div
      ref={element}
      role={alert ? 'alert' : undefined}
      className={clsx(
        'flex gap-3 rounded-lg px-4 py-3 max-sm:flex-wrap',
        action && !title ? 'items-center' : 'items-start',
        TONES[tone],
      )}
    >
      <div className="min-w-0 flex-1 max-sm:basis-full">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={clsx(title && 'mt-0.5')}>{children}</div>}
      </div>
      {action && <Actions>{action}</Actions>}
    </div>
  )
}
