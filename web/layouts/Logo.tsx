import { useId } from 'react'

/** The iroko: a broad crown on a straight trunk. */
export function LogoMark({ size = 32 }: { size?: number }) {
  const id = useId()
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#8b5cf6" />
          <stop offset="1" stopColor="#5b21b6" />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="8" fill={`url(#${id})`} />
      <path
        d="M16 5.5c-5.6 0-10 3.3-10 7 0 1.3 1 2.2 2.3 2.2h15.4c1.3 0 2.3-.9 2.3-2.2 0-3.7-4.4-7-10-7Z"
        fill="#fff"
      />
      <path
        d="M10 16.6h12c0 1.9-1.7 3.1-3.7 3.1h-.6v2.9c0 1.6.9 2.5 2.6 3.1.5.2.4.8-.1.8h-8.4c-.5 0-.6-.6-.1-.8 1.7-.6 2.6-1.5 2.6-3.1v-2.9h-.6c-2 0-3.7-1.2-3.7-3.1Z"
        fill="#fff"
        fillOpacity=".82"
      />
    </svg>
  )
}

export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark size={size} />
      <span className="text-xl font-semibold tracking-tight">Iroko</span>
    </span>
  )
}
