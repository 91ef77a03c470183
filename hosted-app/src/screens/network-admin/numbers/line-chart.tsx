import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

export interface LineChartProps {
  /** What it shows, for screen readers; a table has the figures. */
  label: string
  /** By bucket; null: unknown. */
  now: readonly (number | null)[]
  /** The period before, by bucket. */
  before: readonly (number | null)[]
  /** Labels of the buckets. */
  labels: readonly string[]
  /** Writes a value of the vertical axis. */
  write: (value: number) => string
  /** Steps of the vertical axis are multiples of this. Default 1. */
  unit?: number
}

const WIDTH = 680
const HEIGHT = 250
const LEFT = 56
const RIGHT = 12
const TOP = 10
const BOTTOM = 30
const TICKS = 4
const LABELS = 5

/** A period as a line over the period before, which is dashed. It isn't mirrored where text runs from right to left. */
export function LineChart({ label, now, before, labels, write, unit = 1 }: LineChartProps) {
  const count = labels.length
  const highest = Math.max(unit, ...[...now, ...before].map((value) => value ?? 0))
  const x = scaleLinear([0, Math.max(1, count - 1)], [LEFT, WIDTH - RIGHT])
  const y = scaleLinear([0, highest / unit], [HEIGHT - BOTTOM, TOP]).nice(TICKS)
  const ticks = y.ticks(TICKS).filter((tick) => Number.isInteger(tick))
  const place = (value: number | null) => y((value ?? 0) / unit)
  const isKnown = (value: number | null) => value !== null
  const at = (_: number | null, index: number) => x(index)
  const path = line<number | null>().defined(isKnown).x(at).y(place)
  const fill = area<number | null>().defined(isKnown).x(at).y0(y(0)).y1(place)
  const last = now.findLastIndex(isKnown)
  const every = Math.max(1, Math.ceil((count - 1) / (LABELS - 1)))
  return (
    <svg className="stoa-app-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="stoa-app-chart-grid" d={`M${LEFT} ${y(tick)}H${WIDTH - RIGHT}`} />
          <text x={LEFT - 10} y={y(tick) + 4} textAnchor="end">
            {write(tick * unit)}
          </text>
        </g>
      ))}
      {labels.map((text, index) =>
        index % every === 0 ? (
          <text
            key={text + String(index)}
            x={x(index)}
            y={HEIGHT - 8}
            textAnchor={index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'}
          >
            {text}
          </text>
        ) : null,
      )}
      <path className="stoa-app-chart-area" d={fill(now) ?? ''} />
      <path className="stoa-app-chart-before" d={path(before) ?? ''} />
      <path className="stoa-app-chart-now" d={path(now) ?? ''} />
      {last >= 0 && <circle className="stoa-app-chart-last" cx={x(last)} cy={place(now[last] ?? 0)} r="4" />}
    </svg>
  )
}
