const WIDTH = 88
const HEIGHT = 28
const INSET = 2.5

type Props = {
  values: readonly bigint[]
  className?: string
  /** What it is the shape of, where that is not the figure beside it. */
  label?: string
}

/** The shape of the last months, for the eye; the figures stand in the tables below. */
export function Sparkline({ values, className, label }: Props) {
  const most = values.reduce((a, b) => (a > b ? a : b), 0n)
  const least = values.reduce((a, b) => (a < b ? a : b), most)
  const room = most - least
  const points = values.map((value, at) => {
    const x = INSET + (at * (WIDTH - 2 * INSET)) / Math.max(1, values.length - 1)
    // thousandths of the room, divided while it is still exact
    const share = room === 0n ? 0.5 : Number(((value - least) * 1000n) / room) / 1000
    return [x, HEIGHT - INSET - share * (HEIGHT - 2 * INSET)] as const
  })
  const last = points.at(-1)
  if (!last || most === 0n) return <svg aria-hidden width={WIDTH} height={HEIGHT} className="shrink-0" />
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} className={`shrink-0 ${className ?? 'text-brand-ink'}`}>
      {label && <title>{label}</title>}
      <polyline
        points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        opacity="0.65"
      />
      <circle cx={last[0]} cy={last[1]} r="2.25" fill="currentColor" />
    </svg>
  )
}
