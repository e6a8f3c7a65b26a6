import { type ScaleBand, scaleBand } from 'd3-scale'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

export type Series = { title: string; className: string }
export type Group = {
  label: string
  /** Null where nobody knows: that is not nothing. */
  values: readonly (bigint | null)[]
  /** What a pointer finds on each bar, in the order of the values, where every one has rows of its own. */
  bars?: readonly Touch[]
} & Partial<Touch>
type Touch = {
  /** Its figures in words, said on hover. */
  says: string
  /** What a click on it opens; whoever has no pointer finds the same in the table beside it. */
  to?: string | undefined
}
/** Another measure over the bars, with a scale of its own: one value a group. */
type Line = Series & { values: readonly (number | null)[]; format: (value: number) => string }

type Props = {
  /** What the picture says, for whoever does not see it; the figures stand in a table beside it. */
  label: string
  series: readonly Series[]
  groups: readonly Group[]
  line?: Line
  /** An amount in words, as the top of the scale says it. */
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
export function BarChart({ label, series, groups, line, format, markBefore }: Props) {
  const [box, width] = useWidth()
  const most = groups
    .flatMap(group => group.values)
    .reduce<bigint>((a, b) => (b !== null && b > a ? b : a), 1n)
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
      <Legend series={series} line={line} />
      <div ref={box} className="relative">
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
            up to {format(most)}
          </text>
          {mark !== undefined && <Mark x={mark - across.step() * 0.14} floor={floor} />}
          {groups.map((group, at) => (
            <g key={group.label} transform={`translate(${across(group.label) ?? 0} 0)`}>
              <Bars {...{ series, group, most, within, floor }} />
              {/* counted from the end: the last month is the one that is meant */}
              {(groups.length - 1 - at) % everyLabel === 0 && (
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
          {line && <LineOver {...{ line, groups, across, floor, width }} />}
        </svg>
        {groups.map(group => (
          <Touchable key={group.label} group={group} left={across(group.label) ?? 0} within={within} />
        ))}
      </div>
    </figure>
  )
}

const Mark = ({ x, floor }: { x: number; floor: number }) => (
  <line x1={x} x2={x} y1={HEAD} y2={floor} className="stroke-edge" strokeDasharray="2 3" />
)

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

function Legend({ series, line }: { series: readonly Series[]; line: Line | undefined }) {
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
      {line && (
        <span className="inline-flex items-center gap-2">
          <svg aria-hidden width="16" height="10" className={line.className}>
            <path d="M0 5h16" stroke="currentColor" strokeWidth="2" />
            <circle cx="8" cy="5" r="3" fill="currentColor" />
          </svg>
          {line.title}
        </span>
      )}
    </figcaption>
  )
}

type TouchableProps = { group: Group; left: number; within: ScaleBand<string> }

/** What lies over a group: one piece, or one for each of its bars. */
function Touchable({ group: { says, to, bars }, left, within }: TouchableProps) {
  const [, width] = within.range()
  if (bars)
    return bars.map((bar, at) => (
      <Touched key={bar.says} {...bar} left={left + (width / bars.length) * at} width={width / bars.length} />
    ))
  return says === undefined ? null : <Touched says={says} to={to} left={left} width={width} />
}

/** As high as the picture, so that a low bar is met as well: says its figures to a pointer and opens them. */
function Touched({ says, to, left, width }: Touch & { left: number; width: number }) {
  const place = { left, width, height: HEIGHT }
  const look = 'absolute top-0 rounded-sm print:hidden'
  return to === undefined ? (
    <span aria-hidden title={says} style={place} className={look} />
  ) : (
    // the table beside the picture has the same link for keys and readers
    <Link
      aria-hidden
      tabIndex={-1}
      to={to}
      title={says}
      style={place}
      className={`${look} hover:bg-brand/8`}
    />
  )
}

type LineProps = {
  line: Line
  groups: readonly Group[]
  across: ScaleBand<string>
  floor: number
  width: number
}

/** From group to group; where a value is not known it breaks off. */
function LineOver({ line, groups, across, floor, width }: LineProps) {
  const most = Math.max(1, ...line.values.map(value => value ?? 0))
  const points = groups.map(({ label }, at) => {
    const value = line.values[at] ?? null
    const x = (across(label) ?? 0) + across.bandwidth() / 2
    return value === null ? null : ([x, floor - (value / most) * (floor - HEAD)] as const)
  })
  if (points.every(point => point === null)) return null
  const path = points.map((point, at) => point && `${points[at - 1] ? 'L' : 'M'}${point[0]} ${point[1]}`)
  return (
    <g className={line.className}>
      <path d={path.filter(Boolean).join('')} fill="none" stroke="currentColor" strokeWidth="2" />
      {points.map(
        (point, at) =>
          point && (
            <circle
              key={groups[at]?.label}
              cx={point[0]}
              cy={point[1]}
              r="3"
              fill="currentColor"
              className="stroke-surface"
            />
          ),
      )}
      <text x={width} y={HEAD - 6} textAnchor="end" className="fill-muted text-[0.6875rem] tabular-nums">
        {line.title} up to {line.format(most)}
      </text>
    </g>
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
    const value = group.values[index] ?? null
    if (value === null)
      return (
        <text
          key={each.title}
          x={(within(each.title) ?? 0) + within.bandwidth() / 2}
          y={floor - 6}
          textAnchor="middle"
          className="fill-muted text-[0.6875rem]"
        >
          ?
        </text>
      )
    const height = pixels(value, most, floor - HEAD)
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
