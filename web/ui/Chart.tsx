import { type ScaleBand, scaleBand } from 'd3-scale'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

export type Series = {
  title: string
  className: string
  /** The series the chart is about; the others are lighter. */
  isStrong?: boolean | undefined
}
export type Group = {
  label: string
  /** Null: not available, which is not zero. */
  values: readonly (bigint | null)[]
  /** A period in progress, drawn hatched. */
  isPartial?: boolean | undefined
  /** Shown on hover and focus. */
  card?: ReactNode
  /** One target per bar, in the order of the values. */
  bars?: readonly Target[]
} & Partial<Target>
type Target = {
  /** Its figures in words, the accessible name. */
  says: string
  /** What it opens. */
  to?: string | undefined
}

type Props = {
  /** What the chart shows, for screen readers; the figures are in a table beside it. */
  label: string
  series: readonly Series[]
  groups: readonly Group[]
  /** A value on the axis, short. */
  format: (value: bigint) => string
  /** A line before the group with this label: "today". */
  markBefore?: string
  height?: number
}

const HEIGHT = 200
const FOOT = 22
const HEAD = 16
/** Room for the values of the gridlines, before the first bar. */
const GUTTER = 44
/** Narrower labels overlap. */
const LABEL_WIDTH = 64
const GRIDLINES = 3

/** Bars side by side, group after group. The only numbers here are pixels: amounts stay whole. */
export function BarChart({ label, groups, format, markBefore, height = HEIGHT, ...props }: Props) {
  const hasStrong = props.series.some(each => each.isStrong)
  const series = props.series.map(each => ({ ...each, isStrong: each.isStrong || !hasStrong }))
  const [box, width] = useWidth()
  const [shown, setShown] = useState<string>()
  const hatch = useId()
  const step = gridStep(
    groups.flatMap(group => group.values).reduce<bigint>((a, b) => (b !== null && b > a ? b : a), 1n),
  )
  const most = step * BigInt(GRIDLINES)
  const lines = Array.from({ length: GRIDLINES }, (_, at) => BigInt(at + 1) * step)
  const across = scaleBand(
    groups.map(group => group.label),
    [GUTTER, Math.max(width, GUTTER)],
  ).padding(0.28)
  const within = scaleBand(
    series.map(each => each.title),
    [0, across.bandwidth()],
  ).padding(0.08)
  const floor = height - FOOT
  const everyLabel = Math.max(1, Math.ceil((LABEL_WIDTH * groups.length) / Math.max(width - GUTTER, 1)))
  const mark = markBefore === undefined ? undefined : across(markBefore)
  const open = groups.find(group => group.label === shown)
  return (
    <figure>
      <Legend series={series} hasPartial={groups.some(group => group.isPartial)} />
      <div ref={box} className="relative">
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          // on paper the width is not measured: the whole chart is scaled to fit
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="xMinYMid"
          className="block max-w-full overflow-visible print:h-auto print:max-h-72 print:w-full"
        >
          <defs>
            {series.map((each, at) => (
              <pattern
                key={each.title}
                id={`${hatch}-${at}`}
                width="5"
                height="5"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
                className={each.className}
              >
                <rect width="2" height="5" fill="currentColor" fillOpacity={opacityOf(each)} />
              </pattern>
            ))}
          </defs>
          {lines.map(value => {
            const y = floor - pixels(value, most, floor - HEAD)
            return <line key={String(value)} x1={0} x2={width} y1={y} y2={y} className="stroke-line" />
          })}
          {mark !== undefined && <Mark x={mark - across.step() * 0.14} floor={floor} />}
          {groups.map((group, at) => (
            <g key={group.label} transform={`translate(${across(group.label) ?? 0} 0)`}>
              <Bars {...{ series, group, most, within, floor, hatch }} />
              {/* counted from the end, so that the last month has its label */}
              {(groups.length - 1 - at) % everyLabel === 0 && (
                <text
                  x={across.bandwidth() / 2}
                  y={height - 6}
                  textAnchor="middle"
                  className="fill-muted text-[0.6875rem]"
                >
                  {group.label}
                </text>
              )}
            </g>
          ))}
          <line x1={0} x2={width} y1={floor} y2={floor} className="stroke-edge" />
          {lines.map(value => (
            <text
              key={String(value)}
              x={0}
              y={floor - pixels(value, most, floor - HEAD) - 4}
              className="fill-muted text-[0.6875rem] tabular-nums"
            >
              {format(value)}
            </text>
          ))}
        </svg>
        {groups.map(group => (
          <Targets
            key={group.label}
            group={group}
            left={across(group.label) ?? 0}
            {...{ within, height }}
            onShow={isShown => setShown(isShown ? group.label : undefined)}
          />
        ))}
        {open?.card && (
          <Card left={(across(open.label) ?? 0) + across.bandwidth() / 2} width={width}>
            {open.card}
          </Card>
        )}
      </div>
    </figure>
  )
}

/** Tenths of a power of ten: the labels stay short, and the tallest bar takes most of the height. */
const ROUND_TENTHS = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 80n, 100n]

/** A round step of which the gridlines reach the largest value. */
export function gridStep(most: bigint): bigint {
  const least = (most + BigInt(GRIDLINES) - 1n) / BigInt(GRIDLINES)
  let power = 1n
  while (power * 10n <= least) power *= 10n
  const steps = ROUND_TENTHS.filter(tenths => (power * tenths) % 10n === 0n).map(
    tenths => (power * tenths) / 10n,
  )
  return steps.find(step => step >= least) ?? power * 10n
}

const opacityOf = ({ isStrong }: Series): number => (isStrong ? 1 : 0.4)

const Mark = ({ x, floor }: { x: number; floor: number }) => (
  <line x1={x} x2={x} y1={HEAD} y2={floor} className="stroke-edge" strokeDasharray="2 3" />
)

/** The width of its place, updated with it. */
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

function Legend({ series, hasPartial }: { series: readonly Series[]; hasPartial: boolean }) {
  return (
    <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] text-muted">
      {series.map(each => (
        <span key={each.title} className="inline-flex items-center gap-2">
          <svg aria-hidden width="10" height="10" className={each.className}>
            <rect width="10" height="10" rx="2" fill="currentColor" fillOpacity={opacityOf(each)} />
          </svg>
          {each.title}
        </span>
      ))}
      {hasPartial && <span>Hatched: month in progress</span>}
    </figcaption>
  )
}

/** Above the bars, inside the chart, on the side with room. */
const Card = ({ left, width, children }: { left: number; width: number; children: ReactNode }) => (
  <div
    role="tooltip"
    style={left > width / 2 ? { right: width - left + 8 } : { left: left + 8 }}
    className="pointer-events-none absolute top-0 z-10 min-w-44 rounded-lg border border-line bg-raised px-3 py-2
      text-[0.8125rem] shadow-float print:hidden"
  >
    {children}
  </div>
)

type TargetsProps = {
  group: Group
  left: number
  within: ScaleBand<string>
  height: number
  onShow: (isShown: boolean) => void
}

/** What lies over a group: one target, or one per bar. */
function Targets({ group: { says, to, bars }, left, within, ...rest }: TargetsProps) {
  const [, width] = within.range()
  if (bars)
    return bars.map((bar, at) => (
      <TargetArea
        key={bar.says}
        {...bar}
        {...rest}
        left={left + (width / bars.length) * at}
        width={width / bars.length}
      />
    ))
  return says === undefined ? null : <TargetArea says={says} to={to} left={left} width={width} {...rest} />
}

type AreaProps = Target & { left: number; width: number; height: number; onShow: (isShown: boolean) => void }

/** As high as the chart, so that a low bar can be hit. */
function TargetArea({ says, to, left, width, height, onShow }: AreaProps) {
  const place = {
    'aria-label': says,
    style: { left, width, height },
    onMouseEnter: () => onShow(true),
    onMouseLeave: () => onShow(false),
    onFocus: () => onShow(true),
    onBlur: () => onShow(false),
  }
  const look = 'absolute top-0 rounded-sm print:hidden'
  return to === undefined ? (
    <span role="img" {...place} className={look} />
  ) : (
    <Link to={to} {...place} className={`${look} hover:bg-brand/8`} />
  )
}

type BarsProps = {
  series: readonly Series[]
  group: Group
  /** The value at the top. */
  most: bigint
  within: ScaleBand<string>
  floor: number
  hatch: string
}

function Bars({ series, group, most, within, floor, hatch }: BarsProps) {
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
        data-bar={group.isPartial ? 'partial' : 'whole'}
        x={within(each.title)}
        y={floor - height}
        width={within.bandwidth()}
        height={height}
        rx={Math.min(2, height / 2)}
        fill={group.isPartial ? `url(#${hatch}-${index})` : 'currentColor'}
        fillOpacity={group.isPartial ? 1 : opacityOf(each)}
        className={each.className}
      />
    )
  })
}

/** The share in thousandths, divided while it is still exact; a small value is still visible. */
export function pixels(value: bigint, most: bigint, room: number): number {
  if (value <= 0n || most <= 0n) return 0
  return Math.max(1.5, (Number((value * 1000n) / most) / 1000) * room)
}
