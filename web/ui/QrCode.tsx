import { encode } from 'uqr'

/** Squares of white the standard wants around the code, so that a camera finds its edge. */
const QUIET = 4

/** Black on white in both themes: many cameras do not read an inverted code. */
export function QrCode({ text, label, size = 192 }: { text: string; label: string; size?: number }) {
  const squares = encode(text, { ecc: 'M', border: 0 }).data
  const side = squares.length + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="rounded-lg"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path
        fill="#000"
        d={squares.flatMap((row, y) => darkRuns(row).map(run => drawnRun(run, y))).join('')}
      />
    </svg>
  )
}

type Run = { start: number; length: number }

/** Neighbours in a row are one rectangle: a path half as long, and no hairlines between squares. */
function darkRuns(row: readonly boolean[]): Run[] {
  const runs: Run[] = []
  row.forEach((dark, x) => {
    const last = runs.at(-1)
    if (dark && last && last.start + last.length === x) last.length++
    else if (dark) runs.push({ start: x, length: 1 })
  })
  return runs
}

const drawnRun = ({ start, length }: Run, y: number): string =>
  `M${start + QUIET} ${y + QUIET}h${length}v1h-${length}z`
