import { percentile } from '../../test/percentile.ts'
import type { Answer } from './wire.ts'

/** What a phase did, by kind of click, and what it found wrong. */

export type Kind = {
  times: number[]
  /** Two people at once: what the program rightly says no to. */
  refusals: Map<string, number>
  errors: Map<string, number>
}
type Click = { at: number; ms: number }

export type Measures = {
  title: string
  kinds: Map<string, Kind>
  clicks: Click[]
  /** Clicks with every request answered; “come back later” may be fair, but does not serve. */
  served: number
  violations: string[]
  /** One click: every answer the screen waited for, the slowest of which is the latency for the user. */
  click(kind: string, answers: readonly Answer[]): void
}

/** “Come back later” is a fair answer far beyond what the program is meant for, and on a machine with much other work. */
type Circumstances = { isCrowded: boolean; isBusyMachine?: boolean }

export function openMeasures(title: string, circumstances: Circumstances): Measures {
  const measures: Measures = {
    title,
    kinds: new Map(),
    clicks: [],
    served: 0,
    violations: [],
    click(name, answers) {
      const kind: Kind = measures.kinds.get(name) ?? { times: [], refusals: new Map(), errors: new Map() }
      measures.kinds.set(name, kind)
      const ms = Math.max(...answers.map(answer => answer.ms))
      kind.times.push(ms)
      measures.clicks.push({ at: performance.now(), ms })
      if (answers.every(isGiven)) measures.served += 1
      for (const answer of answers) {
        if (isGiven(answer)) continue
        const words = `${answer.status} ${answer.code}`
        const counts = answer.status === 409 ? kind.refusals : kind.errors
        counts.set(words, (counts.get(words) ?? 0) + 1)
        if (!isFair(answer, circumstances)) measures.violations.push(`${title}, ${name}: ${words}`)
      }
    },
  }
  return measures
}

const isGiven = ({ status }: Answer): boolean => status >= 200 && status < 300

function isFair({ status, retryAfter }: Answer, { isCrowded, isBusyMachine }: Circumstances): boolean {
  if (status === 409) return true
  if (status === 503) return (isCrowded || isBusyMachine === true) && retryAfter !== undefined
  // to be thrown out of one's session is no answer to a crowd
  if (!isCrowded || status === 401) return false
  return status >= 400 && status < 500
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, times]) => `${name} ×${times}`).join(', ')
const COLUMNS = [18, 7, 7, 7, 7, 7] as const
const laid = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(COLUMNS[0]) : cell.padStart(COLUMNS[at] ?? 0)))
    .join(' ')
    .trimEnd()

export function table({ title, kinds, clicks }: Measures, seconds: number): string {
  const figures = (name: string, times: readonly number[]): string[] => [
    name,
    String(times.length),
    ...[0.5, 0.95, 0.99, 1].map(share => String(Math.round(percentile(times, share)))),
  ]
  const rows = [...kinds]
    .sort(([, one], [, other]) => other.times.length - one.times.length)
    .map(([name, { times, refusals, errors }]) => {
      const said = [
        refusals.size > 0 ? `refused: ${listed(refusals)}` : '',
        errors.size > 0 ? `ERRORS: ${listed(errors)}` : '',
      ]
      return `${laid(figures(name, times))}  ${said.filter(Boolean).join('; ')}`.trimEnd()
    })
  const all = clicks.map(click => click.ms)
  return [
    `── ${title}: ${Math.round(seconds)} s, ${(all.length / seconds).toFixed(1)} clicks a second, times in ms`,
    laid(['click', 'count', 'p50', 'p95', 'p99', 'most']),
    ...rows,
    laid(figures('all', all)),
  ].join('\n')
}
