type Props = {
  /** Pixels; 25 while a page loads (decision 19). */
  size?: number
  label?: string
  /** Fills the space it is given and stands in its middle. */
  centred?: boolean
}

export function Spinner({ size = 25, label = 'Loading', centred = false }: Props) {
  const wheel = (
    <svg
      role="status"
      aria-label={label}
      width={size}
      height={size}
      viewBox="0 0 25 25"
      fill="none"
      className="animate-spin"
    >
      <circle cx="12.5" cy="12.5" r="10.5" stroke="currentColor" strokeOpacity=".2" strokeWidth="3" />
      <path
        d="M12.5 2a10.5 10.5 0 0 1 10.5 10.5"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
  if (!centred) return wheel
  return (
    <div data-first-load className="grid min-h-[60vh] w-full place-items-center text-brand-ink">
      {wheel}
    </div>
  )
}
