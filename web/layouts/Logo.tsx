import { useId } from 'react'

type Props = {
  size?: number
  /** The lender's own picture, where one is set. */
  logo?: string | undefined
}

export function LogoMark({ size = 32, logo }: Props) {
  if (!logo) return <IrokoMark size={size} />
  return (
    <img
      src={logo}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded-lg bg-white object-contain p-0.5"
    />
  )
}

/** The iroko: a broad crown on a straight trunk. */
function IrokoMark({ size }: { size: number }) {
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
        d="M16 4.6a5 5 0 0 0-4.7 3.3 4.3 4.3 0 0 0-4.6 4.1A3.05 3.05 0 0 0 7.6 18c1.5 0 2.7-.9 3.4-1.9h10c.7 1 1.9 1.9 3.4 1.9a3.05 3.05 0 0 0 .9-6 4.3 4.3 0 0 0-4.6-4.1A5 5 0 0 0 16 4.6Z"
        fill="#fff"
      />
      <path
        d="M14.9 16.5h2.2v1.9l3.4-2.3h2.3l-5.7 4.6v3.1c0 1.4.7 2.5 2 3.1.5.2.3.9-.2.9h-5.8c-.5 0-.7-.7-.2-.9 1.3-.6 2-1.7 2-3.1v-3.1l-5.7-4.6h2.3l3.4 2.3Z"
        fill="#e4d9ff"
      />
    </svg>
  )
}

export function Logo({ size = 32, logo }: Props) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark size={size} logo={logo} />
      <span className="text-xl font-semibold tracking-tight">Iroko</span>
    </span>
  )
}
