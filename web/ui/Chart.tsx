import { type ScaleBand, scaleBand } from 'd3-scale'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export type Series = { title: string; className: string }
export type Group = { label: string; values: readonly bigint[] }

type Props = {
  /** What the picture says, for whoever does not see it; the figures stand in a table beside it. */
  label: string
  series: readonly Series[]
  groups: readonly Group[]
  /** The words at the top of the scale. */
  format: (value: bigint) => string
  /** Drawn before the group with this label: "today". */
  markBefore?: string
}

const HEIGHT = 200
const FOOT = 22
const HEAD = 18
/** Narrower labels than this run into each other. */
const LABEL_WIDTH = 64

/** Bars side by side, group after group. The only numbers here are pixels: amounts stay whole. */
export function BarChart({ label, series, groups, format, markBefore }: Props) {
  const [box, width] = useWidth()
  const most = groups.flatMap(group => group.values).reduce((a, b) => (a > b ? a : b), 1n)
  const across = scaleBand(
    groups.map(group => group.label),
    [0, width],
  ).padding(0.28)
  const within = scaleBand(
    series.map(each => each.title),
    [0, across.bandwidth()],
  ).padding(0.08)
  const floor = HEIGHT - FOOT
  const everyLabel = Math.max(1, Math.ceil((LABEL_WIDTH * groups.length) / Math.max(width, 1)))
  const mark = markBefore === undefined ? undefined : across(markBefore)
  return (
    <figure>
      <Legend series={series} />
      <div ref={box}>
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={HEIGHT}
          // nobody measures the paper: there the whole picture is made to fit it
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="xMinYMid"
          className="block max-w-full overflow-visible print:h-auto print:max-h-72 print:w-full"
        >
          <line x1={0} x2={width} y1={HEAD} y2={HEAD} className="stroke-line" strokeDasharray="3 4" />
          <text x={0} y={HEAD - 6} className="fill-muted text-[0.6875rem] tabular-nums">
            {format(most)}
          </text>
          {mark !== undefined && (
            <line
              x1={mark - across.step() * 0.14}
              x2={mark - across.step() * 0.14}
              y1={HEAD}
              y2={floor}
              className="stroke-edge"
              strokeDasharray="2 3"
            />
          )}
          {groups.map((group, at) => (
            <g key={group.label} transform={`translate(${across(group.label) ?? 0} 0)`}>
              <Bars {...{ series, group, most, within, floor }} />
              {at % everyLabel === 0 && (
                <text
                  x={across.bandwidth() / 2}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                  className="fill-muted text-[0.6875rem]"
                >
                  {group.label}
                </text>
              )}
            </g>
          ))}
          <line x1={0} x2={width} y1={floor} y2={floor} className="stroke-edge" />
        </svg>
      </div>
    </figure>
  )
}

/** As wide as its place, now and after every change of it. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(720)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, width]
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] text-muted">
      {series.map(each => (
        <span key={each.title} className="inline-flex items-center gap-2">
          <svg aria-hidden width="10" height="10" className={each.className}>
            <rect width="10" height="10" rx="2" fill="currentColor" />
          </svg>
          {each.title}
        </span>
      ))}
    </figcaption>
  )
}

type BarsProps = {
  series: readonly Series[]
  group: Group
  /** What fills the height. */
  most: bigint
  within: ScaleBand<string>
  floor: number
}

function Bars({ series, group, most, within, floor }: BarsProps) {
  return series.map((each, index) => {
    const height = pixels(group.values[index] ?? 0n, most, floor - HEAD)
    return (
      <rect
        key={each.title}
        x={within(each.title)}
        y={floor - height}
        width={within.bandwidth()}
        height={height}
        rx={Math.min(2, height / 2)}
        fill="currentColor"
        className={each.className}
      />
    )
  })
}

/** The share of the whole in thousandths, divided while it is still exact; what is there is at least seen. */
export function pixels(value: bigint, most: bigint, room: number): number {
  if (value <= 0n || most <= 0n) return 0
  return Math.max(1.5, (Number((value * 1000n) / most) / 1000) * room)
}
